#!/bin/sh
# A Fortran program with `mpif.h' is counted exactly, linked and preloaded.
. "$(dirname "$0")/lib.sh"
needs_launcher
build_fortran counts_linked MPIF_H "$(linked_flags)"
expect_counts linked.run 3 ./counts_linked
build_fortran counts MPIF_H
expect_counts preloaded.run 3 "$mpiprof_run" ./counts
