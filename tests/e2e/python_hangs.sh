#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A Python program that hangs: the lines of Python are known, also when another
# thread of Python may have its lock, and under python3 -m mpiprof; -m mpi4py is
# recommended where an exception has left the others waiting.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
needs_mpi4py
archives=unchecked

cat >stuck.py <<'END'
import sys, threading
from mpi4py import MPI
world = MPI.COMM_WORLD
if "thread" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
def exchange(other):
    world.recv(source=other)
def main():
    exchange(1 - world.rank)
main()
END
cat >raises.py <<'END'
from mpi4py import MPI
if MPI.COMM_WORLD.rank == 1:
    raise ValueError("on purpose")
MPI.COMM_WORLD.Barrier()
END

# hangs NAME PATTERN PYTHON...: the report of the running job has that.
hangs() {
    hang=$1
    pattern=$2
    shift 2
    MPIPROF_OUTPUT=$work/$hang launch 2 "$mpiprof_run" "$TEST_PYTHON" "$@" \
        >"$hang.out" 2>&1 &
    job=$!
    tries=0
    until "$report" "$hang" 2>/dev/null | tr '\n' ' ' | tr -s ' ' \
        >"$hang.txt" && grep -q "$pattern" "$hang.txt"; do
        tries=$((tries + 1))
        test $tries -lt 300 || break
        sleep 0.2
    done
    pkill -TERM -P $job
    wait $job
    test $tries -lt 300 || fail "$hang: $(cat "$hang.txt" "$hang.out")"
    echo "ok: $hang"
}

waits='rank 0 waits in MPI_[A-Za-z]* (stuck.py:7)'
hangs alone "$waits" stuck.py
hangs thread "$waits" stuck.py thread
hangs runner "$waits" -m mpiprof stuck.py thread
hangs exception 'Add -m mpi4py before the script' raises.py
hangs exception_runner 'Add -m mpi4py before the script' -m mpiprof raises.py
