#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What a program leaves open at MPI_Finalize is in the report.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c left_open left_open.c "$(linked_flags)"
measure left.run 2 ./left_open "$work/file"

# says TEXT: a line of the summary, however it is broken.
says() {
    tr -s ' \n' ' ' <left.run/summary.txt | grep -q "$1" ||
        fail "the summary does not say: $1"
}
says '4 communicator handles on 2 of 2 ranks were not freed by MPI_Finalize'
says '2 window handles on 2 ranks were not freed by MPI_Finalize'
says '1 file handle on 1 rank was not closed by MPI_Finalize'
