#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Few file descriptors: from as many on as the job itself needs; or few that
# are left in the middle of the run.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_trace
build_job

# with_files NUMBER PROGRAM: each rank may have so many open.
with_files() {
    launch $job_ranks sh -c "ulimit -n $1 && exec $2"
}

# The fewest with which the job works as with many; with fewer, MPI may wait
# for ever, or MPICH's UCX says on stdout that it wants more and works without.
launch_seconds=30
least=96
plain launch $job_ranks ./job
usual_status=$plain_status
cp plain.said usual.said
cp plain.out usual.out
for number in 64 48 36 32 28 24 20 16 12; do
    plain with_files $number ./job
    test $plain_status = $usual_status && cmp -s plain.said usual.said &&
        cmp -s plain.out usual.out || break
    least=$number
done
for process in $(pgrep -x job); do # what its launcher has left behind
    test "$(readlink "/proc/$process/cwd")" != "$work" || kill -KILL "$process"
done
echo "the job needs about $least"
launch_seconds=60

# What UCX cannot have from here on it does without, and says so on stdout.
UCX_LOG_LEVEL=fatal
export UCX_LOG_LEVEL
plain launch $job_ranks ./job

outcomes=
for more in 0 1 8 18; do
    injured_in $more.run $more.run with_files $((least + more)) ./job_measured
    left $more.run $more.run
    outcomes="$outcomes $more:$what_is_left"
done
echo "more than that: what is left:$outcomes"
test "$what_is_left" = all || fail "not all with $((least + more))"
case $outcomes in
*nothing*) ;;
*) fail "few files are not few" ;;
esac

command -v prlimit >/dev/null || skip "no prlimit for the middle of the run"
outcomes=
for more in 0 1 2 3 4 6; do
    injured_in $more.middle $more.middle launch $job_ranks ./job_measured 0 \
        "highest=\$(ls /proc/\$PPID/fd | sort -n | tail -n 1)
        prlimit --pid \$PPID --nofile=\$((highest + 1 + $more))"
    left $more.middle $more.middle
    outcomes="$outcomes $more:$what_is_left"
done
echo "left in the middle, and what is left at the end:$outcomes"
test "$what_is_left" = all || fail "not all with $more"
