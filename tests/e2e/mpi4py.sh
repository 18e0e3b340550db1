#!/bin/sh
# A Python program with mpi4py is counted exactly.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test -n "$TEST_PYTHON" || skip "no Python with mpi4py"

# mpi4py is built for one MPI: Debian's for Open MPI, but for MPICH on 32-bit
# machines from release 13 on, see ../other_debian.sh.
library=$("$TEST_PYTHON" -c \
    'from mpi4py import MPI; print(MPI.Get_library_version())' 2>/dev/null)
case $MPI_FLAVOUR:$library in
openmpi:*"Open MPI"* | mpich:*MPICH*) ;;
*) skip "mpi4py of $TEST_PYTHON is not for $MPI_FLAVOUR" ;;
esac

expect_counts --others-ok mpi4py.run 3 "$mpiprof_run" "$TEST_PYTHON" \
    "$programs/counts.py"
