#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mpiprof.timing and mpiprof.summary in a program, mpiprof.load of its run, and
# the examples of share/doc/python-tables.md.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
MPIPROF_REPORT=$report
export MPIPROF_REPORT

# ---- the document ----
"$TEST_PYTHON" -c "import numpy" 2>/dev/null && {
    "$BUILD_DIR/tests/golden/make_reports" . 4 || fail "make_reports"
    mv run.mpiprof heat2d.mpiprof
    "$TEST_PYTHON" "$e2e/check_python_tables.py" \
        "$SRC_DIR/share/doc/python-tables.md" || fail "python-tables.md"
    echo "ok: python-tables.md"
}

# ---- a program ----
needs_launcher
needs_mpi4py
archives=unchecked
cat >times.py <<'END'
from mpi4py import MPI
import time
import mpiprof

rank = MPI.COMM_WORLD.rank
with mpiprof.timing("solve") as solve:
    time.sleep(0.2 * rank)
assert solve.calls == 1 and solve.seconds == solve.last >= 0.2 * rank

@mpiprof.timing("halo")
def halo():
    MPI.COMM_WORLD.Barrier()

for _ in range(3 + rank):
    with mpiprof.timing("solve"):
        pass
for _ in range(4):
    halo()
if rank == 0:
    with mpiprof.timing("first"):
        pass
table = mpiprof.summary()
rows = {row.region: row for row in table.rows}
assert table.ranks == 2 and set(rows) == {"solve", "halo", "first"}, rows
assert rows["solve"].calls == 9 and rows["halo"].calls == 8, str(table)
assert rows["solve"].max >= 0.2
assert rows["first"].min == 0 and rows["first"].max_rank == 0
assert table.rows[0].region in ("solve", "halo")
alone = mpiprof.summary(MPI.COMM_SELF)
assert alone.ranks == 1 and ("first" in str(alone)) == (rank == 0)
if rank == 0:
    print(table)
END
python_run times 2 "$mpiprof_run" "$TEST_PYTHON" times.py
ended 0 times
grep -q '^solve  *9 ' times.out || fail "times.out: $(cat times.out)"
python_run unmeasured 2 "$TEST_PYTHON" times.py
ended 0 unmeasured
cat >read.py <<'END'
import mpiprof
run = mpiprof.load("times")
visits = {}
for row in run["regions"].rows():
    visits[row["region"]] = visits.get(row["region"], 0) + row["visits"]
assert visits["solve"] == 9 and visits["halo"] == 8, visits
assert run.run["ranks"] == 2
END
"$TEST_PYTHON" read.py || fail "mpiprof.load of the run"
echo "ok: timing, summary, load"
