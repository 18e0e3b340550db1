#!/bin/sh
# A Fortran program with `use mpi_f08' is counted exactly, linked and preloaded.
. "$(dirname "$0")/lib.sh"
needs_launcher
test "$HAVE_MPI_F08" = yes || skip "no module mpi_f08 of $MPI_FLAVOUR"
build_fortran counts_linked MPI_F08 "$(linked_flags)"
expect_counts linked.run 3 ./counts_linked
build_fortran counts MPI_F08
expect_counts preloaded.run 3 "$mpiprof_run" ./counts
