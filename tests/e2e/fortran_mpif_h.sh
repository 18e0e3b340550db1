#!/bin/sh
# Fortran programs with `mpif.h' are counted exactly, linked and preloaded.
. "$(dirname "$0")/lib.sh"
needs_launcher
expect_fortran MPIF_H
