#!/bin/sh
# Fortran programs with `use mpi' are counted exactly, linked and preloaded.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
expect_fortran MPI_MODULE
