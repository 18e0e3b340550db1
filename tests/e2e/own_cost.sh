#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What measuring costs is told: of functions, of regions, of samples, of both
# ends; and it is advised against where it is much.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
unset MPIPROF_SAMPLE
build_c own_cost own_cost.c "-finstrument-functions $(linked_flags)"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf

# told RUN CONDITION...: of `run', the facts of the run in seconds and numbers
# (None: it does not say), `advice', the evidence on own_overhead or "", and
# `text', its summary.
told() {
    told_run=$1
    shift
    as_json "$told_run" "$told_run" --all
    "$report" --full "$told_run" >"$told_run.txt" || fail "no report"
    with_report "$told_run.json" "$@" <<'EOF' || fail "own cost of $told_run"
with open(sys.argv[1].replace(".json", ".txt")) as file:
    text = file.read()
run = report["run"]
advice = "".join(found["evidence"] for found in rows_of(report, "advice")
                 if found["rule"] == "own_overhead")
parts = ["own_calls_s", "own_functions_s", "own_regions_s", "own_samples_s",
         "own_resources_s"]
print({name: value for name, value in run.items()
       if "own" in name or "event" in name or "overhead" in name}, advice)
assert run["own_finalize_s"] > 0
assert abs(sum(run[part] or 0 for part in parts) -
           (run["overhead_s"] or 0)) < 1e-6
wrong = [each for each in sys.argv[2:] if not eval(each)]
sys.exit("not so: %s" % wrong if wrong else 0)
EOF
}

# An event reads the clock: 4 ns at the very least.  No more can it be than the
# time of all; that is hardly anything else.
events=4004000
MPIPROF_TRACE=off MPIPROF_RESOURCES=off MPIPROF_FUNCTIONS=fold:off \
    measure functions 1 ./own_cost functions 2000000
told functions "run['function_events'] == $events" \
    "$events * 4e-9 < run['own_functions_s'] <= run['run_time_s']" \
    "run['overhead_s'] >= run['own_functions_s']" \
    "run['own_samples_s'] is None and run['own_regions_s'] is None" \
    "run['own_resources_s'] is None" \
    "'$events starts and ends of functions' in advice" \
    "'- functions' in text and '- samples' not in text"

# Folded ones count, too; they read no clock.
MPIPROF_TRACE=off measure folded 1 ./own_cost functions 2000000
told folded "run['function_events'] == $events" \
    "run['own_functions_s'] > $events * 1e-9"

MPIPROF_TRACE=off measure regions 1 ./own_cost regions 200000
told regions "run['region_events'] == 400000" \
    "400000 * 4e-9 < run['own_regions_s'] < run['run_time_s']" \
    "run['own_functions_s'] is None and run['own_samples_s'] is None" \
    "'400000 starts and ends of regions' in advice"

# Each sample is taken out, and its stack followed: at least a microsecond.
for runner in "" ./without_perf; do
    test -z "$runner" || ./without_perf true || break
    MPIPROF_SAMPLE=500 measure "samples${runner##*/}" 1 $runner ./own_cost work 500
    told "samples${runner##*/}" "run['own_samples_s'] > 25e-6" \
        "run['own_samples_s'] < run['run_time_s']" "'- samples' in text"
done
MPIPROF_SAMPLE=off measure work 1 ./own_cost work 200
told work "run['own_samples_s'] is None" "run['own_resources_s'] > 0"
