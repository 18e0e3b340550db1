#!/bin/sh
# Fortran programs with `use mpi_f08' are counted exactly, linked and preloaded.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_MPI_F08" = yes || skip "no module mpi_f08 of $MPI_FLAVOUR"
expect_fortran MPI_F08
