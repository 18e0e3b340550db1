#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The module mpiprof with mpi4py: heat2d.py is explained, and with mpi4py's own
# runner a rank that raises ends the job.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
needs_mpi4py
archives=unchecked

# ---- a rank that raises ends the job, when mpi4py's runner is asked to ----
cat >raises.py <<'END'
from mpi4py import MPI
def known():
    MPI.COMM_WORLD.Barrier()
for _ in range(5):
    known()
if MPI.COMM_WORLD.rank == 1:
    raise ValueError("on purpose")
MPI.COMM_WORLD.recv(source=1)
END
python_run raises 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof -m mpi4py \
    raises.py
ended 1 raises
test -f raises/cpu_1.prof || fail "raises: no profile: $(cat raises.err)"
! has_trait ends_ranks_gently || profiles raises cpu_0.prof,cpu_1.prof known=10
grep 'ValueError: on purpose' raises.err >/dev/null || fail "raises"
echo "ok: -m mpi4py"

# ---- without libmpiprof the rank is mpi4py's, whatever the launcher says ----
cat >ranks.py <<'END'
from mpi4py import MPI
import os
for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"):
    os.environ[name] = "7"
END
python_run alone 2 "$TEST_PYTHON" -m mpiprof -o alone ranks.py
ended 0 alone
profiles alone cpu_0.prof,cpu_1.prof
echo "ok: alone"

# ---- two worlds of one job have a run each ----
cat >spawned.py <<'END'
import sys
from mpi4py import MPI
def known():
    pass
known()
if len(sys.argv) == 2:
    children = MPI.COMM_SELF.Spawn(
        sys.argv[1], [sys.executable, "-m", "mpiprof", sys.argv[0]], 2)
else:
    children = MPI.Comm.Get_parent()
children.Disconnect()
END
if has_trait spawns_python; then
    python_run 'spawned-%p' 1 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof \
        spawned.py "$mpiprof_run"
    ended 0 'spawned-%p'
    test "$(find . -name 'cpu_*.prof' -path './spawned-*' | wc -l)" -eq 3 ||
        fail "spawned: $(find . -name 'cpu*') $(cat spawned*.err)"
    for run in spawned-*/; do
        test -f "$run/cpu_0.prof" || fail "spawned: none in $run"
    done
    echo "ok: spawned"
fi

# ---- 300 functions in one another, with Python's lock and without ----
cat >deep.py <<'END'
import sys
import threading
from mpi4py import MPI

def down(left):
    if left > 0:
        down(left - 1)
    else:
        for i in range(10):
            MPI.COMM_WORLD.Barrier()

over = threading.Event()
if sys.argv[1] == "threads":
    threading.Thread(target=over.wait).start()
down(300)
over.set()
END
for how in alone threads; do
    python_run deep-$how 1 "$mpiprof_run" "$TEST_PYTHON" deep.py $how
    ended 0 deep-$how
    "$report" --full deep-$how | tr -s ' \n' '  ' >deep.txt
    grep -q '10 calls, summed over ranks, were made by 256 nested Python functions or more: the outermost functions are unknown and lack the time of these calls\.' \
        deep.txt || fail "deep-$how: $(cat deep.txt)"
done
echo "ok: deep"

# ---- cProfile sees mpi4py's methods before 4.1, and so what pickling takes ----
cat >objects.py <<'END'
from mpi4py import MPI
world = MPI.COMM_WORLD
table = {i: str(i) for i in range(60000)}
def share():
    world.bcast(table if world.rank == 0 else None)
for _ in range(20):
    share()
END
if "$TEST_PYTHON" -c 'import mpi4py
assert tuple(map(int, mpi4py.__version__.split(".")[:2])) < (4, 1)'; then
    (
        MPIPROF_RESOURCES=off
        export MPIPROF_RESOURCES
        python_run objects 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof objects.py
        ended 0 objects
    )
    "$report" --format csv --table advice objects >objects.csv
    grep -q ',pickling,.*share (objects.py:4)' objects.csv ||
        fail "objects: $(cat objects.csv)"
    echo "ok: objects"
fi

# ---- the example ----
"$TEST_PYTHON" -c 'import numpy' 2>/dev/null || skip "no numpy"
for try in 1 2 3; do
    rm -rf heat
    python_run heat 4 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof \
        "$SRC_DIR/share/examples/heat2d.py" --size 1200 --steps 50 --slow 2:12
    ended 0 heat
    profiles heat cpu_0.prof,cpu_1.prof,cpu_2.prof,cpu_3.prof \
        step=200 swap_halo=200 sweep=750
    "$report" --full heat | sed 12q >heat.top
    grep -i 'rank 2 .*solve' heat.top >/dev/null && break
    test $try -lt 3 || fail "no verdict on rank 2: $(cat heat.top)"
done
as_json heat heat --all
std_python "$e2e/check_python_times.py" heat.json 2 sweep heat/cpu_*.prof ||
    fail "the report has other times than the profiles"
echo "ok: heat2d.py"
# It runs without the module, too.
(unset PYTHONPATH && launch 2 "$TEST_PYTHON" \
    "$SRC_DIR/share/examples/heat2d.py" --size 60 --steps 2 >plain.out) ||
    fail "heat2d.py needs mpiprof"
