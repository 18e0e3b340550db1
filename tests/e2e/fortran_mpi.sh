#!/bin/sh
# A Fortran program with `use mpi' is counted exactly, linked and preloaded.
. "$(dirname "$0")/lib.sh"
needs_launcher
build_fortran counts_linked MPI_MODULE "$(linked_flags)"
expect_counts linked.run 3 ./counts_linked
build_fortran counts MPI_MODULE
expect_counts preloaded.run 3 "$mpiprof_run" ./counts
