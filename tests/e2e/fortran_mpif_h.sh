#!/bin/sh
# Fortran programs with `mpif.h' are counted exactly, linked and preloaded.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
expect_fortran MPIF_H
