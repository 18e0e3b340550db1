#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Samples of a Python program have its functions and lines, with native code
# where it was called, and not the interpreter's functions; in all threads, with
# every Python from 3.8 on that is here.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
script=$programs/python_samples.py
"$PYTHON" -c 'import ctypes, threading' || skip "no ctypes in $PYTHON"
case $(uname -m) in
x86_64 | aarch64) ;;
*) skip "stacks of Python are read on x86-64 and AArch64" ;;
esac
# shellcheck disable=SC2086
$MPICC -g -O1 -fPIC -shared -Wl,--no-as-needed "$programs/python_burn.c" \
    -o burn.so || fail "python_burn.c"

MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE

# sampled PYTHON NAME
sampled() {
    measure "$2" 1 "$mpiprof_run" "$1" "$script" "$work/burn.so" \
        >"$2.out" </dev/null
    as_json "$2" "$2" --all
    std_python "$e2e/check_python_samples.py" "$2.json" "$2.out" "$known" ||
        fail "$2"
    "$report" "$2" | grep -q '^Lines of Python (' ||
        fail "$2: no lines of Python in the short report"
    echo "ok: $2"
}

known=$HAVE_LIBDW$HAVE_LIBUNWIND
found=0
for python in "$PYTHON" /usr/bin/python3 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
    test -x "$(command -v "$python")" || continue
    version=$("$python" -c 'import ctypes, sys
assert (3, 8) <= sys.version_info < (3, 15)
print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
    found=$((found + 1))
    sampled "$python" "$found-$version"
done
test $found -gt 0 || skip "no Python from 3.8 on"

# ---- without our reading of frames, as before ----
(
    MPIPROF_PYTHON=off
    export MPIPROF_PYTHON
    measure off 1 "$mpiprof_run" "$PYTHON" "$script" "$work/burn.so" >off.out
)
as_json off off --all
! grep -q '"python_alone"' off.json ||
    fail "MPIPROF_PYTHON=off has functions of Python"

# ---- with mpi4py: MPI and work in one tree, the user's function as the cause ----
has_mpi4py || exit 0
cat >late.py <<'END'
import time
from mpi4py import MPI
world = MPI.COMM_WORLD
def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(1000))
def step():
    work(0.15 if world.rank == 1 else 0.05)
    world.Barrier()
for _ in range(8):
    step()
END
# What the machine's other programs do is not looked at.
(
    MPIPROF_RESOURCES=off
    export MPIPROF_RESOURCES
    measure late 2 "$mpiprof_run" "$TEST_PYTHON" late.py
)
"$report" export --format folded -o late.folded late
grep -q '^late;<module>;step;work [0-9]' late.folded ||
    fail "no work: $(cat late.folded)"
grep -q '^late;<module>;step;MPI_Barrier (late.py:10) [0-9]' late.folded ||
    fail "no MPI_Barrier: $(cat late.folded)"
"$report" late >late.txt
tr '\n' ' ' <late.txt | tr -s ' ' |
    grep -q 'Rank 1 works .* mostly in work (late.py:[67])' ||
    fail "late: $(cat late.txt)"
! tr '\n' ' ' <late.txt | tr -s ' ' | grep -q 'inlined functions are unknown' ||
    fail "late: $(cat late.txt)"
echo "ok: late"

# ---- objects that mpi4py pickles, and the same without pickling ----
cat >objects.py <<'END'
import sys
from mpi4py import MPI
world = MPI.COMM_WORLD
table = {i: str(i) for i in range(60000)}
plain = bytearray(1000000)
def share():
    world.bcast(table if world.rank == 0 else None)
def copy():
    world.Bcast(plain)
for _ in range(20):
    share() if sys.argv[1] == "objects" else copy()
END
for how in objects buffers; do
    (
        MPIPROF_RESOURCES=off
        export MPIPROF_RESOURCES
        measure $how 2 "$mpiprof_run" "$TEST_PYTHON" objects.py $how
    )
    "$report" --format csv --table advice $how >$how.csv
done
grep -q ',pickling,.*share (objects.py:7)' objects.csv ||
    fail "objects: $(cat objects.csv)"
! grep ',pickling,' buffers.csv || fail "buffers: $(cat buffers.csv)"
echo "ok: objects"
