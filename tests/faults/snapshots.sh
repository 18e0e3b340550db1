#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Snapshots of a job that runs have what the program itself had counted when
# they were taken, whoever asks for them; the job does as it does without.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked # of jobs that are killed there is none
end_ranks_fast
build_c snapshots ../../faults/programs/snapshots.c \
    "-pthread $(linked_flags)"

# begin RUN HOW: two ranks, up to where they rest once more.
begin() {
    run=$1
    MPIPROF_OUTPUT=$work/$run launch 2 ./snapshots "$2" "$work/$run.counts" \
        >"$run.out" 2>"$run.err" &
    job=$!
    for try in $(seq 600); do
        test ! -e "$run.counts.0.ready" || test ! -e "$run.counts.1.ready" ||
            return 0
        sleep 0.1
    done
    kill $job
    fail "$run: does not come to rest: $(cat "$run.err")"
}

# has RUN PLACE [RANK=ENDED...]: the report of PLACE has the calls up to the
# snapshot.
has() {
    has_run=$1
    place=$2
    shift 2
    "$report" --format json -o has.json "$place" || fail "$has_run: $place"
    std_python "$SRC_DIR/tests/faults/check_killed.py" has.json \
        "$work/$has_run.counts" "$@" || fail "$has_run: $place"
}

# has_more RUN PLACE: that report has later calls, too.
has_more() {
    "$report" --format json -o has.json "$2" || fail "$1: $2"
    ! std_python "$SRC_DIR/tests/faults/check_killed.py" has.json \
        "$work/$1.counts" >has.txt 2>&1 || fail "$1: $2 is not later"
    grep -q 'rank 0: ' has.txt || fail "$(cat has.txt)"
}

# finish RUN SIGNALS: the job comes to the end that it has without mpiprof, and
# no snapshot is left.
finish() {
    echo >"$1.counts.go"
    wait $job
    test $? = 5 || fail "$1: another status: $(cat "$1.err")"
    grep -qx "[0-9]* calls, $2 signals" "$1.out" || fail "$1: $(cat "$1.out")"
    test -s "$1/run.mpiprof" || fail "$1: $(ls -R "$1")"
    test ! -d "$1/snapshot" && test ! -e "$1/unfinished" ||
        fail "$1: $(ls -R "$1")"
    echo "ok: $1"
}

# Without a file of each rank the snapshot is what there is.
MPIPROF_SCRATCH=off
export MPIPROF_SCRATCH
for how in signal pcontrol; do
    begin off_$how $how
    has off_$how off_$how 0=running 1=running
    "$report" --full off_$how >off.txt || fail "off_$how"
    one_line <off.txt | grep -q \
        'Ranks 0 and 1: this is a snapshot, taken [0-9][0-9. msto]*s after' ||
        fail "off_$how: $(cat off.txt)"
    finish off_$how 0
done
MPIPROF_SNAPSHOT=1
export MPIPROF_SNAPSHOT
begin off_wait wait
"$report" --full off_wait >off.txt || fail "off_wait"
finish off_wait 0
unset MPIPROF_SNAPSHOT

# It is there when the job has gone, however that was.
begin off_kill signal
for rank in 0 1; do
    sed "s/^0*//" off_kill.counts.$rank.ready
done >off_kill.pids
# shellcheck disable=SC2046 # a list
kill -KILL $(cat off_kill.pids)
wait $job
has off_kill off_kill '0=killed or lost' '1=killed or lost'
"$report" recover off_kill >recover.txt || fail "recover"
grep -q 'this is a snapshot' recover.txt || fail "$(cat recover.txt)"
echo "ok: off_kill"

# Beside the file of each rank, which is later; where that is not to be had, it
# is the snapshot that is read.
for how in signal pcontrol; do
    MPIPROF_SCRATCH=on
    begin on_$how $how
    has on_$how on_$how/snapshot
    has_more on_$how on_$how
    finish on_$how 0
    MPIPROF_SCRATCH=$work/scratch
    mkdir -p scratch
    begin else_$how $how
    has_more else_$how else_$how
    mv scratch away
    has else_$how else_$how 0=running 1=running
    mv away scratch
    finish else_$how 0
    test ! -e scratch/else_$how* || fail "$(ls -R scratch)"
done

# Whoever handles SIGUSR1 goes on doing so.  MPICH takes the place of a handler
# that it finds, and calls it; that of MPICH 4.2 on ch3 dies, without mpiprof,
# too.
echo >dies.counts.go
MPIPROF_ENABLE=off launch 1 ./snapshots before "$work/dies.counts" \
    >dies.out 2>&1
case $? in
11 | 139)
    ways=after
    echo "left out: SIGUSR1 with a handler since before MPI_Init: this MPI dies"
    ;;
*) ways="before after" ;;
esac
MPIPROF_SCRATCH=off
for how in $ways; do
    begin own_$how $how
    test ! -e own_$how/snapshot || { test $how = before && has_trait replaces_sigusr1; } ||
        fail "own_$how: $(ls -R own_$how)"
    finish own_$how 1
done

# What is in the way is told in a line, and does no harm.
begin blocked blocked
echo >blocked.counts.go
wait $job
test $? = 5 && test -s blocked/run.mpiprof || fail "blocked: $(cat blocked.err)"
test "$(grep -c '^mpiprof: no snapshot .*blocked: not a directory' \
    blocked.err)" = 1 || fail "blocked: $(cat blocked.err)"
echo "ok: blocked"

# Without a thread there are none every so often, and the report says that.
$CC -shared -fPIC -o no_thread.so "$SRC_DIR/tests/faults/programs/no_thread.c" \
    -ldl || fail "no_thread"
MPIPROF_SNAPSHOT=1 MPIPROF_OUTPUT=$work/no_thread launch 1 \
    env LD_PRELOAD="$work/no_thread.so" ./snapshots after "$work/blocked.counts" \
    >no_thread.out 2>no_thread.err
test $? = 5 || fail "no_thread: $(cat no_thread.err)"
"$report" --full no_thread | one_line |
    grep -q '1 rank made no snapshots (MPIPROF_SNAPSHOT): no thread' ||
    fail "no_thread: $("$report" --full no_thread)"
test ! -e no_thread/snapshot || fail "$(ls -R no_thread)"

# What is no number of seconds.
for seconds in 0 -1 abc 1e9; do
    echo >wrong.counts.go
    MPIPROF_SNAPSHOT=$seconds MPIPROF_OUTPUT=$work/wrong.run \
        launch 1 ./snapshots signal "$work/wrong.counts" >wrong.out 2>wrong.err
    test $? = 5 || fail "MPIPROF_SNAPSHOT=$seconds: $(cat wrong.err)"
    test "$(grep -c "^mpiprof: MPIPROF_SNAPSHOT=$seconds is not a number in \
1..1000000; using none" wrong.err)" = 1 || fail "$(cat wrong.err)"
done
echo "ok: wrong values"
