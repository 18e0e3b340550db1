#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPIPROF_PYTHON_MEMORY: lines of Python that hold memory, on each rank.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
needs_mpi4py
archives=unchecked

cat >holds.py <<'END'
import sys
from mpi4py import MPI
rank = MPI.COMM_WORLD.rank
kept = bytearray(3000000 * (1 + rank))
MPI.COMM_WORLD.Barrier()
if "raise" in sys.argv:
    raise ValueError("on purpose")
END

MPIPROF_PYTHON_MEMORY=on
export MPIPROF_PYTHON_MEMORY
python_run on 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof holds.py
ended 0 on
"$report" --table python_memory --format csv -o on.csv on
grep -q '^holds.py:4,45000[0-9]*,30000[0-9]*,60000[0-9]*,1,.*/holds.py,4' \
    on.csv || fail "on: $(cat on.csv)"
"$report" --table python_memory_by_rank --format csv -o ranks.csv on
grep -q '^1,holds.py:4,60000' ranks.csv || fail "ranks: $(cat ranks.csv)"
"$report" --full on >on.txt
grep -q 'Memory by line of Python' on.txt || fail "no table in the text"
"$report" on | grep -q '^Memory by line of Python (' ||
    fail "no table in the short report"
as_json on on
grep -q '"python_memory"' on.json || fail "no table in JSON"
echo "ok: on"

python_run raises 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof holds.py raise
ended 1 raises
for rank in 0 1; do
    grep -q 'holds.py$' raises/memory_$rank.tsv || fail "raises: rank $rank"
done
echo "ok: raises"

# Only python3 -m mpiprof looks at memory.
python_run bare 2 "$mpiprof_run" "$TEST_PYTHON" holds.py
ended 0 bare
"$report" --full bare | tr -s ' \n' '  ' >bare.txt
grep -q 'MPIPROF_PYTHON_MEMORY had no effect on 2 ranks: start the program with python3 -m mpiprof\.' \
    bare.txt || fail "bare: $(cat bare.txt)"
! "$report" --full on | grep 'MPIPROF_PYTHON_MEMORY had' || fail "on"
echo "ok: bare"

unset MPIPROF_PYTHON_MEMORY
python_run off 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof holds.py
ended 0 off
test ! -e off/memory_0.tsv || fail "off: there is a file"
! "$report" --table python_memory off >off.txt 2>&1 ||
    ! grep -q holds.py off.txt || fail "off: $(cat off.txt)"
echo "ok: off"

# What cannot be read is left out, with a line.
echo nonsense >on/memory_0.tsv
"$report" --table python_memory on >damaged.txt 2>damaged.err
grep -q 'on/memory_0.tsv: .*left out' damaged.err ||
    fail "damaged: $(cat damaged.err)"
grep -q 'holds.py:4' damaged.txt || fail "damaged: rank 1 is gone, too"
echo "ok: damaged"
