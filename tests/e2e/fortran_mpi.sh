#!/bin/sh
# Fortran programs with `use mpi' are counted exactly, linked and preloaded.
. "$(dirname "$0")/lib.sh"
needs_launcher
expect_fortran MPI_MODULE
