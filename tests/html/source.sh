#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Source lines in a page: of a run with threads that call MPI, which was sampled
# and has counters, and of files of line_profiler.  Their times are those of JSON;
# sources that have moved are found, or said to be missing.
. "$SRC_DIR/tests/lib.sh"
needs_browser
test -n "${MPIEXEC-}" || skip "no launcher"

mkdir original
cp "$html/hybrid.c" original && chmod u+w original/hybrid.c || fail "cp"
# shellcheck disable=SC2086 # a compiler may come with options
$MPICC -g -O1 -fopenmp -o program "$work/original/hybrid.c" -lm 2>hybrid.log ||
    skip "no OpenMP: $(tail -n 1 hybrid.log)"
MPIPROF_SAMPLE=200
MPIPROF_COUNTERS=PERF_COUNT_SW_TASK_CLOCK,PERF_COUNT_SW_PAGE_FAULTS
MPIPROF_RESOURCES=off
OMP_NUM_THREADS=2
export MPIPROF_SAMPLE MPIPROF_COUNTERS MPIPROF_RESOURCES OMP_NUM_THREADS
(measure hybrid 3 "$mpiprof_run" ./program) || {
    grep -q "with errorcode 77\|MPI_Abort(MPI_COMM_WORLD, 77)" hybrid.err &&
        skip "no MPI_THREAD_MULTIPLE"
    fail "hybrid"
}
"$report" --format json --top 1024 hybrid >hybrid.json || fail "JSON of hybrid"
page hybrid hybrid.html --source .
page hybrid plain.html
mv original moved
page hybrid gone.html --source nowhere
page hybrid moved.html --source nowhere --source moved
echo "/* later */" >>moved/hybrid.c
touch -d '+1 hour' moved/hybrid.c
page hybrid newer.html --source moved

# Where the report is made, a run may name anything.
refuses 2 "--source is for --format html and --open" \
    "$report" --source . hybrid
refuses 2 "--source is for --format html and --open" \
    "$report" python --source . hybrid

printf 'import x\n\ndef solve():\n    a = 1\n    b = 2\n' >solver.py
"${PYTHON:-python3}" "$SRC_DIR/tests/pyfiles/make_files.py" lines lines 6 \
    >lines.said || fail "make_files.py"
"$report" python --format json --top 1024 lines/* >lines.json ||
    fail "JSON of lines"
"$report" python --format html -o lines.html --source . lines/* >out 2>&1 ||
    fail "page of lines: $(cat out)"

# Lines of Python are in two tables, and shown once.
if test -n "${TEST_PYTHON-}" && has_mpi4py; then
    cat >sampled.py <<'END'
from mpi4py import MPI


def work(seconds):
    end = MPI.Wtime() + seconds
    while MPI.Wtime() < end:
        sum(range(1000))


work(0.3 * (1 + MPI.COMM_WORLD.rank))
MPI.COMM_WORLD.Barrier()
END
    measure sampled 2 "$mpiprof_run" "$TEST_PYTHON" sampled.py
    page sampled sampled.html --source .
    "$report" --format json --top 1024 sampled >sampled.json ||
        fail "JSON of sampled"
fi

"$NODE" source.mjs || fail "source.mjs"
