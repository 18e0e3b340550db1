#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Little memory: from as much on as the job itself needs.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_trace
build_job

# with_memory v|d KIB PROGRAM: address space, or data, of each rank.
with_memory() {
    launch $job_ranks sh -c "ulimit -$1 $2 && exec $3"
}

# works LIMIT KIB: the job as it always does, not measured.
works() {
    MPIPROF_ENABLE=off
    export MPIPROF_ENABLE
    plain with_memory "$1" "$2" ./job_measured
    unset MPIPROF_ENABLE
    test $plain_status = $usual_status && cmp -s plain.out usual.out &&
        cmp -s plain.said usual.said
}

# find_least LIMIT FIELD: a few MiB more than the job had taken at its end.
find_least() {
    MPIPROF_ENABLE=off launch $job_ranks ./job_measured 0 \
        "grep '^$2:' /proc/\$PPID/status >&2" 2>taken >/dev/null
    least=$(sed -n "s/^$2:[^0-9]*\([0-9]*\).*/\1/p" taken | sort -n |
        tail -n 1)
    test -n "$least" || skip "no $2 in /proc/PID/status"
    least=$((least + 1024))
    for attempt in 1 2 3 4; do
        works "$1" $least && return
        least=$((least + 4096 * attempt))
    done
    fail "the job does not work with ulimit -$1 $least"
}

plain launch $job_ranks ./job
usual_status=$plain_status
mv plain.out usual.out
mv plain.said usual.said
for limit in v d; do
    case $limit in
    v) find_least v VmPeak ;;
    d) find_least d VmData ;;
    esac
    echo "ulimit -$limit: the job needs $least KiB"
    outcomes=
    for mib in 1 12 60 112; do
        injured_in $limit.$mib.run $limit.$mib.run with_memory $limit \
            $((least + 1024 * mib)) ./job_measured
        left $limit.$mib.run $limit.$mib.run
        outcomes="$outcomes $mib:$what_is_left"
    done
    echo "MiB more than that: what is left:$outcomes"
    test "$what_is_left" = all || fail "not all with $mib MiB more"
done
