#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Counters are those of the program: of the kernel where it has any, by a PAPI
# that is made up to the last digit; in the table, the trace and suggestions.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c counted counted.c "$(linked_flags)"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf

# counter RUN REGION NAME: least, most and sum of the ranks, and whose most it is.
counter() {
    "$report" --format json --table counters "$1" | std_python -c '
import json, sys
table = json.load(sys.stdin)["tables"]["counters"]
at = {c["name"]: i for i, c in enumerate(table["columns"])}
for row in table["rows"]:
    if row[0].endswith(sys.argv[1]) and row[1] == sys.argv[2]:
        print(*(int(row[at[c]]) for c in ("min", "max", "total", "max_rank")))
' "$2" "$3"
}

# within NAME VALUE LOW HIGH
within() {
    test "$2" -ge "$3" && test "$2" -le "$4" || fail "$1: $2, not $3 to $4"
}

# traced RUN: the trace has them, too.
traced() {
    test "$HAVE_OTF2" = yes || return 0
    otf2_reads "$1"
    from_trace "$1"
}

# ---- of the kernel ----
MPIPROF_LIBDIR=$BUILD_DIR/tools "$BUILD_DIR/mpiprof-run" --list-counters \
    >listed || fail "--list-counters: status $?"
works() {
    grep -q "^  perf::$1 .* by " listed
}

if works TASK-CLOCK && works PAGE-FAULTS; then
    all=sun,perf::TASK-CLOCK,perf::PAGE-FAULTS
    ! works CONTEXT-SWITCHES || all=$all,perf::CONTEXT-SWITCHES
    MPIPROF_COUNTERS=$all measure real.run 2 ./counted
    grep -q '^mpiprof: MPIPROF_COUNTERS: cannot count sun (.*); measuring without these; available here: .*perf::TASK-CLOCK' \
        real.run.err || fail "sun: $(cat real.run.err)"
    # shellcheck disable=SC2046 # four numbers
    set -- $(counter real.run touch perf::PAGE-FAULTS)
    within "page faults of rank 0" "$1" 200 250
    within "page faults of rank 1" "$2" 1000 1050
    test "$4" = 1 || fail "rank $4 has the most page faults"
    # shellcheck disable=SC2046
    set -- $(counter real.run touch perf::TASK-CLOCK)
    test "$1" -gt 0 || fail "no CPU time"
    if works CONTEXT-SWITCHES; then
        # shellcheck disable=SC2046
        set -- $(counter real.run nap perf::CONTEXT-SWITCHES)
        test "$1" -ge 5 || fail "a rank slept $1 times"
    fi
    traced real.run
    echo "ok: counters of the kernel"
else
    echo "not tested: counters of the kernel: $(grep TASK-CLOCK listed)"
fi

# Where it is forbidden, the program runs and it is said.
if ./without_perf true; then
    MPIPROF_COUNTERS=perf::PAGE-FAULTS measure denied.run 2 \
        ./without_perf "$mpiprof_run" ./counted
    grep -q 'cannot count perf::PAGE-FAULTS (perf_event' denied.run.err ||
        fail "denied: $(cat denied.run.err)"
    "$report" --full denied.run | one_line | grep -q \
        'Not counted (MPIPROF_COUNTERS): perf::PAGE-FAULTS' ||
        fail "the report does not say that nothing was counted"
    echo "ok: forbidden"
fi

# A benchmark has no numbers of a counter that is none, and says why.
BENCH_CALLS=1000 PYTHONPATH=$SRC_DIR/tests/bench std_python - <<'END' || fail "bench"
import os
import bench
run = bench.Bench(os.getcwd())
run.compile(os.environ["MPICC"], "bench.c", "bench")
counting = run.run("bench", 1, {**bench.PROFILE, "MPIPROF_COUNTERS": "sun"})
assert counting == {} and "cannot count sun" in "".join(run.refused), run.refused
assert run.run("bench", 1, bench.PROFILE), "nothing is measured"
END
echo "ok: the benchmark"

# ---- of a PAPI that is made up ----
test "$HAVE_PAPI" = yes || exit 0
papi_flags=$(sed -n 's/^PAPI_CPPFLAGS = //p' "$BUILD_DIR/Makefile")
# shellcheck disable=SC2086 # a list of words
$MPICC -shared -fPIC $papi_flags "$programs/fake_papi.c" \
    -o libfake_papi.so || fail fake_papi.c
has_virtual_time || exit 0
virtual_library="$virtual_library $work/libfake_papi.so"
build_c advised advised.c "$(linked_flags)"
MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC
export MPIPROF_COUNTERS
measure_virtually papi.run 2 ./advised unequal
test "$(counter papi.run solve PAPI_TOT_INS)" = "1000 2000 3000 1" ||
    fail "instructions: $(counter papi.run solve PAPI_TOT_INS)"
traced papi.run
"$report" --full papi.run | one_line >text
for words in '2.00 times the instructions, 1.00 times the instructions per cycle, 1.00 times the clock frequency' \
    'It likely has more work'; do
    grep -q "$words" text || fail "no '$words' in $(cat text)"
done
echo "ok: counters of PAPI"
