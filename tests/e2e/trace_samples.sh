#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Samples are in the trace where they were taken, as many as in the profile;
# a report of the trace tells the same of functions and lines.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"

MPIPROF_SAMPLE=1000
MPIPROF_TRACE=on
export MPIPROF_SAMPLE MPIPROF_TRACE

build_c sampled_events sampled_events.c "-pthread $(linked_flags)"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf

# traced RUN [OPTION] COMMAND...: OTF2's own tools find the samples of the
# profile, all of them or (--part) some.
traced() {
    run=$1
    option=
    shift
    test "$1" != --part || {
        option=$1
        shift
    }
    measure "$run" 2 "$@"
    as_json "$run" "$run" --all
    ! command -v otf2-print >/dev/null ||
        otf2-print -Werror --silent "$run/run.otf2" >print 2>&1 ||
        fail "otf2-print: $(cat print)"
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || return 0
    # shellcheck disable=SC2086 # none, or one word
    "${TEST_PYTHON:-$PYTHON}" "$e2e/check_trace_samples.py" $option \
        "$run.json" "$run/run.otf2" || fail "samples in the trace of $run"
    echo "ok: $run"
}

# from_trace: the report of the trace of the last run says what that of its
# profile does.  How long a bin of the time line is depends on how well the
# clock is known when the run begins.
from_trace() {
    trace_as_json "$@"
    std_python "$e2e/check_same.py" --without timeline "$run.json" \
        "trace_$run.json" || fail "trace and profile of $run differ"
}

trace_as_json() {
    rm -rf "trace_$run"
    cp -r "$run" "trace_$run"
    rm "trace_$run/run.mpiprof"
    as_json "trace_$run/run.otf2" "trace_$run" --all "$@"
}

traced events.run ./sampled_events 30
from_trace
from_trace --jobs 2
if ./without_perf true; then
    traced timer.run ./without_perf ./sampled_events 30
    from_trace
fi

# What another thread takes out of one, which goes on, or sleeps, meanwhile.
# What the second thread does before it calls MPI is not there.
traced other.run ./sampled_events 1 other
trace_as_json
std_python "$e2e/check_same.py" --only rank_times other.run.json \
    trace_other.run.json || fail "pauses of other.run"

# Where memory for samples ends one stands for several, in the trace, too.
MPIPROF_SAMPLE=10000 traced long.run ./sampled_events 4 long
from_trace

# A thread that says nothing has no location: its samples are counted.
traced silent.run ./sampled_events 8 silent
from_trace_is_part() {
    rm "$run/run.mpiprof"
    "$report" --full "$run/run.otf2" | one_line >part
    grep -q "samples are not in the trace, because their thread calls no MPI" part ||
        fail "$run: nothing is said of what is not in its trace"
    ! grep -q "unmarked" part || fail "$run: unmarked() in the trace"
}
from_trace_is_part

# Of what is left out, and of what comes behind the trace's limit, none.
MPIPROF_TRACE_ONLY=region:region traced only.run --part ./sampled_events 8
from_trace_is_part
MPIPROF_TRACE_MB=1 traced full.run --part ./sampled_events 8 full
grep -q "reached its limit" full.run.err || fail "full.run: the limit is not met"
from_trace_is_part

# What a killed process has sampled is in its profile and in its trace.
MPIPROF_OUTPUT=$work/killed.run launch 2 ./sampled_events 16 killed \
    >killed.out 2>&1 && fail "killed.run: it was not"
as_json killed.run killed --all
"$report" recover killed.run >killed.txt 2>&1 || fail "$(cat killed.txt)"
as_json killed.run recovered --all
as_json killed.run/run.otf2 killed_trace --all
tables=functions,functions_by_rank,lines,call_paths
std_python "$e2e/check_same.py" --only $tables killed.json recovered.json ||
    fail "killed.run: not the same after recovery"
std_python "$e2e/check_same.py" --only $tables killed.json killed_trace.json ||
    fail "killed.run: profile and trace differ"
with_report killed.json <<'END' || fail "killed.run: its functions"
found = {row["function"]: row["inclusive_s"]
         for row in rows_of(report, "functions")}
# Two ranks, two threads, 16 steps, some of the second's in pauses.
if not 0.6 < found["in_region"] / (64 * 0.0061) < 1.1:
    sys.exit("in_region: %.3f s" % found["in_region"])
END
rm -r killed.run # an archive without its end is no other's measure
