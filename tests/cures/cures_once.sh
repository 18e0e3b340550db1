#!/bin/sh
# cures.sh with the programs that run with one MPI, see cures.tsv.
# Takes longer than 30 s: some 100 runs of up to nine ranks.
mpis=one
. "$SRC_DIR/tests/cures/cures.sh"
