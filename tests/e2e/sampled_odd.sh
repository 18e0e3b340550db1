#!/bin/sh
# What programs do with threads, stacks, fork() and errno goes on under
# sampling, from both sources, also where their functions are regions.
. "$(dirname "$0")/lib.sh"
needs_launcher

MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE
build_c odd sampled_odd.c "-pthread"
build_c instrumented sampled_odd.c "-pthread -finstrument-functions"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf
sources="env"
! ./without_perf true || sources="env ./without_perf"

for source in $sources; do
    name=$(basename "$source")
    for what in cancelled stack small before_init forked; do
        measure "$what.$name.run" 1 "$source" "$mpiprof_run" ./odd $what
    done
    for what in cancelled small forked errno many_threads; do
        measure "functions.$what.$name.run" 1 "$source" "$mpiprof_run" \
            ./instrumented $what
    done
    echo "ok: $name"
done
! grep -l "not complete" ./*.err || fail "a report is not complete"
