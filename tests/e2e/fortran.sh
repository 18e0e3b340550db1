#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A Fortran program linked to libmpiprof is counted exactly with `mpif.h', `use mpi'
# and `use mpi_f08', and its trace agrees; tests/odd/fortran preloads others.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
for interface in MPIF_H MPI_MODULE MPI_F08; do
    test $interface != MPI_F08 || test "$HAVE_MPI_F08" = yes || break
    build_fortran $interface $interface "$(linked_flags)"
    expect_counts $interface.run 3 ./$interface
done
trace_agrees MPIF_H.run
