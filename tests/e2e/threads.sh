#!/bin/sh
# Threads that call MPI at once: each call counts, each thread is a location.
. "$(dirname "$0")/lib.sh"
needs_launcher

build_c pauses "pauses.c expect.c" "-pthread $(linked_flags)"
launch 2 env MPIPROF_ENABLE=off ./pauses "$work/off" ||
    skip "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"

# Off and on hold for all threads; a call that goes on meanwhile counts without
# the pause, unless the machine is busy with something else five times.
for try in 1 2 3 4 5; do
    run=pauses$try.run
    rm -f "$run".expected.*
    measure "$run" 2 ./pauses "$work/$run.expected"
    as_json "$run" "$run" --all
    "$PYTHON" "$e2e/check_counts.py" "$run.json" "$run".expected.[01].tsv ||
        fail "counts of $run"
    ! "$PYTHON" "$e2e/check_times.py" "$run.expected.times.tsv" \
        "$run.json" || break
    test $try -lt 5 || fail "a pause counts as time of MPI_Recv"
done
echo "ok: pauses"
