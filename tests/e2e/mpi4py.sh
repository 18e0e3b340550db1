#!/bin/sh
# A Python program with mpi4py is counted exactly.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test -n "$TEST_PYTHON" || skip "no Python with mpi4py"
# mpi4py is built for one MPI: Debian's for Open MPI, but for MPICH on 32-bit
# machines from release 13 on, see ../other_debian.sh.
needs_mpi4py

expect_counts --others-ok mpi4py.run 3 "$mpiprof_run" "$TEST_PYTHON" \
    "$programs/counts.py"
