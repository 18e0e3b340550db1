#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Single calls and messages on the time line of a page: those of the trace, as
# others read it, of the largest waits and of what --window asks for.
. "$SRC_DIR/tests/lib.sh"
needs_browser

test "${HAVE_OTF2-no}" = yes || skip "built without OTF2"
test -n "${MPIEXEC-}" || skip "no launcher"
"${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null ||
    skip "no Python bindings of OTF2"

# measure NAME [SETTING...]
measure() {
    name=$1
    shift
    MPIPROF_OUTPUT=$work/$name MPIPROF_LIBDIR=$BUILD_DIR/.libs \
        "$MPIEXEC" -n 4 env "$@" "$BUILD_DIR/mpiprof-run" ./late \
        >"$name.out" 2>&1 || fail "$name: $(tail -n 3 "$name.out")"
}

measure_apart() {
    MPIPROF_OUTPUT=$work/apart MPIPROF_LIBDIR=$BUILD_DIR/.libs \
        "$MPIEXEC" -n 4 "$BUILD_DIR/mpiprof-run" ./late apart \
        >apart.out 2>&1 || fail "apart: $(tail -n 3 apart.out)"
}

# refuses STATUS WORDS OPTION... RUN
refuses() {
    wanted=$1
    words=$2
    shift 2
    "$report" -o refused.html "$@" >out 2>&1
    test $? -eq "$wanted" || fail "$*: exit status other than $wanted"
    grep -e "$words" out >/dev/null || fail "$*: says $(cat out)"
    test "$(wc -l <out)" -eq 1 || fail "$*: more than one line: $(cat out)"
    test ! -e refused.html || fail "$*: there is a page"
}

make_late
measure run MPIPROF_HTML=on
measure untraced MPIPROF_TRACE=off
measure_apart
measure_killed

for size in 3 -1M 10X M 1G 101M 99K 1e3 "" nan; do
    refuses 2 "--budget $size: give a size from 100K to 100M" --format html \
        --budget "$size" run
done
refuses 2 "--budget is for --format html" --format json --budget 3M run
for text in 3 1:2:3 x:1 1:y : 1: -1:2 nan:1 1:inf; do
    refuses 2 "--window $text: give two times" --format html --window "$text" \
        run
done
refuses 2 "it ends before it starts" --format html --window 2:1 run
refuses 2 "begins after the run, which ends at" --format html \
    --window 1000:1001 run
refuses 2 "--window needs --format html" --format json --window 0:1 run
refuses 2 "exclude each other" --format html --no-waits --window 0:1 run
refuses 1 "this run has no trace" --format html --window 0:1 untraced
set --
while test $# -lt 34; do
    set -- "$@" --window 0.1:0.2
done
refuses 2 "more than 16 windows" --format html "$@" run

"${TEST_PYTHON:-$PYTHON}" "$html/traced_calls.py" run/run.otf2 >trace.json ||
    fail "the trace"
page run run.html
"$report" --from-trace --format json --table calls_per_rank run >calls.json ||
    fail "calls_per_rank"
"${TEST_PYTHON:-$PYTHON}" "$html/traced_calls.py" apart/run.otf2 >apart.json ||
    fail "the trace of apart"
page apart apart.html --window 0:1000
page run asked.html --window 0:1 --window 1:1000
page run some.html --ranks 1-3
page run no-waits.html --no-waits
page untraced untraced.html
page killed killed.html
cp run/report.html itself.html || fail "no page of the run itself"
"$BUILD_DIR/tests/bench/make_trace" ring 256 1000000 || fail "make_trace"
page ring/run.otf2 wide.html --window 0:0.03 --budget 500K
# All of its calls, and what a smaller page has of them.
"$BUILD_DIR/tests/bench/make_trace" eight 8 1000000 || fail "make_trace"
page eight/run.otf2 eight.html
page eight/run.otf2 part.html --budget 450K
# Single calls for which there is no memory: what is said to work does.
(
    ulimit -v 60000
    refuses 1 "budget 100M: its single calls need .* MB .*; --budget [0-9]*K works" \
        --format html --budget 100M eight/run.otf2
    works=$(sed 's/.*; --budget \(.*\) works/\1/' out)
    page eight/run.otf2 works.html --budget "$works"
    page eight/run.otf2 usual.html
) || exit 1
gzip -d <"$SRC_DIR/tests/recorded/runs/threads-openmpi.tar.gz" | tar -x -o -f -
page threads-openmpi threads.html
# Streams of accelerators: all their work, and the steps of a page without room.
for steps in 3 20000; do
    "${TEST_PYTHON:-$PYTHON}" "$SRC_DIR/tests/trace/write_devices.py" \
        devices$steps $steps || fail "write_devices.py"
done
"${TEST_PYTHON:-$PYTHON}" "$SRC_DIR/tests/trace/write_devices.py" overlap 3 \
    overlap || fail "write_devices.py overlap"
page devices3 streams.html
page overlap overlap.html
page devices20000 stream-steps.html --budget 320K
"$report" --format json --table device_streams devices3 >streams.json ||
    fail "device_streams"
# All that a page of 1024 ranks can have.
"$BUILD_DIR/tests/bench/make_trace" full 1024 1500000 || fail "make_trace"
"$BUILD_DIR/tests/html/make_runs" wide full/run.mpiprof || fail "make_runs"
page full full.html --window 0:0.0017
# Of 2048 ranks two share a row, of some of them each has its own.
"$BUILD_DIR/tests/bench/make_trace" large 2048 140000 || fail "make_trace"
mkdir both && cp -r large/* both || fail "both"
"$BUILD_DIR/tests/html/make_runs" cyclic both/run.mpiprof ||
    fail "make_runs cyclic"
for run in large/run.otf2 both; do
    refuses 1 "Select 1024 ranks or fewer with --ranks to see them" --format html \
        --window 0:0.0001 $run
done
refuses 2 "is not a rank or range" --format html --ranks 0-x large/run.otf2
page large/run.otf2 shared.html
page large/run.otf2 chosen.html --ranks 0-2,2045-2047 --window 0:0.0001
"$NODE" windows.mjs || fail "windows.mjs"
