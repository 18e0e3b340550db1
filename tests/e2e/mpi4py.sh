#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A Python program with mpi4py is counted exactly.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test -n "$TEST_PYTHON" || skip "no Python with mpi4py"
# mpi4py is built for one MPI: Debian's for Open MPI, but for MPICH on 32-bit
# machines from release 13 on, see ../other_debian.sh.
needs_mpi4py

# An exception on one rank ends Python there, which waits for the others.
cat >raises.py <<'END'
from mpi4py import MPI
assert MPI.COMM_WORLD.Get_rank() != 1
MPI.COMM_WORLD.Barrier()
END
MPIPROF_OUTPUT=$work/raises.run launch_seconds=5 launch 3 "$mpiprof_run" \
    "$TEST_PYTHON" raises.py >raises.out 2>&1
"$report" --full raises.run | one_line | grep -q 'on rank 1.  *Add -m mpi4py before' ||
    fail "no cure: $("$report" --full raises.run | head -8)"

expect_counts --others-ok mpi4py.run 3 "$mpiprof_run" "$TEST_PYTHON" \
    "$programs/counts.py"
