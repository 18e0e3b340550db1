#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Ends that the job itself does not bring about: its launcher is killed, or it
# hangs and is killed, in the middle of a real program; and core dumps.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked # they have no definitions
build_c killed ../../faults/programs/killed.c "$(linked_flags)"

# begin RUN RANKS COMMAND...: in the background; $job is its launcher.
begin() {
    begin_run=$1
    begin_ranks=$2
    shift 2
    # shellcheck disable=SC2086 # a launcher may come with options
    MPIPROF_OUTPUT=$work/$begin_run COUNTS=$work/$begin_run.counts \
        $MPIEXEC -n "$begin_ranks" "$@" >"$begin_run.out" 2>&1 </dev/null &
    job=$!
}

# until_counted RUN RANK COUNT
until_counted() {
    for try in $(seq 600); do
        counted=$(cat "$1.counts.$2" 2>/dev/null)
        test "${counted:-0}" -lt "$3" || return 0
        sleep 0.1
    done
    kill -KILL "$job"
    fail "$1: does not come to $3 calls: $(cat "$1.out")"
}

# ranks_of RUN: the processes of its ranks.
ranks_of() {
    pgrep -f "^[^ ]*killed .*$work/$1.counts"
}

# says_soon RUN WORDS: its report does, before long: ranks are at rest when they
# have waited for a second.
says_soon() {
    for try in $(seq 600); do
        ! "$report" --full "$1" 2>/dev/null | one_line | grep -q -e "$2" || return 0
        sleep 0.1
    done
    kill -KILL "$job"
    fail "$1: no '$2': $("$report" --full "$1")"
}

# left RUN RANK=ENDED...: its report has the program's own counts.
left() {
    left_run=$1
    shift
    as_json "$left_run" "$left_run"
    std_python "$SRC_DIR/tests/faults/check_killed.py" "$left_run.json" \
        "$work/$left_run.counts" "$@" || fail "$left_run"
}

# SIGKILL of the launcher alone.  Some ranks end by themselves then, others have
# to be ended.
begin launcher 2 ./killed forever -1 "$work/launcher.counts"
until_counted launcher 0 2000
kill -KILL $job
wait $job 2>/dev/null
for try in $(seq 20); do
    test -n "$(ranks_of launcher)" || break
    sleep 0.1
done
for rank in $(ranks_of launcher); do
    kill -KILL "$rank"
done
while test -n "$(ranks_of launcher)"; do
    sleep 0.1
done
left launcher
echo "ok: launcher"

# A rank that computes for ever is the one that the others wait for: as long as
# that lasts, and when all are killed.
begin hang 3 ./killed hang 1 "$work/hang.counts"
until_counted hang 0 401
until_counted hang 1 401
says_soon hang \
    'in MPI_Barrier (killed.c:[0-9]*) for rank 1, which is computing'
left hang 0=running 1=running 2=running
for rank in $(ranks_of hang); do
    echo "$rank"
done >hang.pids
# shellcheck disable=SC2046 # a list
kill -KILL $(cat hang.pids)
wait $job
left hang '0=killed or lost' '1=killed or lost' '2=killed or lost'
"$report" --table waiting --format csv hang |
    grep -q '^"0,2",2,MPI_Barrier,killed.c:[0-9]*,1,1,computing' ||
    fail "hang: $("$report" --full hang)"
echo "ok: hang"

# All ranks, in the middle of a program that knows nothing of this.
build_c heat2d ../../../share/examples/heat2d.c \
    "-O2 -include $SRC_DIR/tests/faults/programs/counted_calls.h \
    $(linked_flags) -lm"
begin plate 4 ./heat2d --size 512 --steps 1000000
until_counted plate 3 150
until_counted plate 0 150
# shellcheck disable=SC2046 # a list
kill -KILL $(cat plate.counts.?.pid)
wait $job
left plate '0=killed or lost' '3=killed or lost'
echo "ok: plate"

# dumps ENABLED FOLDER: whether a rank that touches no memory leaves its core.
dumps() {
    mkdir -p "$2"
    (cd "$2" && ulimit -c unlimited &&
        MPIPROF_ENABLE=$1 MPIPROF_OUTPUT=$work/$2.run \
            launch 1 ../killed segv 0 "$work/$2.run.counts") >"$2.out" 2>&1
    core=$(find "$2" -type f -name 'core*')
    test -n "$core"
}
case $(cat /proc/sys/kernel/core_pattern) in
*[\|/]*) echo "skip core: core_pattern sends it elsewhere" ;;
*)
    if ! (ulimit -c unlimited) 2>/dev/null || ! dumps off plain_core; then
        echo "skip core: this job leaves none without mpiprof, either"
    else
        dumps on core || fail "no core: $(cat core.out)"
        ! type gdb >/dev/null 2>&1 ||
            gdb -batch -ex bt "$work/killed" "$work/$core" >gdb.out 2>&1 </dev/null
        test ! -e gdb.out || grep -q 'end_by .*killed.c' gdb.out ||
            fail "the core is of another place: $(cat gdb.out)"
        left core.run '0=SIGSEGV'
        echo "ok: core"
    fi
    ;;
esac
