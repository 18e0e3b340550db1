#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The trace of a run that was killed is made afterwards: as many calls as the
# program itself has counted, or one more, whatever was written to its files.
# Takes longer than 30 s: some 20 MiB of events, which others read again.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
launch_seconds=300 # a busy machine
archives=unchecked # the last messages and collectives have one end
build_c traced ../../faults/programs/traced.c "$(linked_flags) -pthread"
build_c killed ../../faults/programs/killed.c "$(linked_flags)"

# reached COUNTS: all threads have made that many calls.
reached() {
    for file in "$work/$run.counts".*; do
        test "$(cat "$file" 2>/dev/null || echo 0)" -ge "$1" || return 1
    done
    test -e "$work/$run.counts.$((ranks - 1)).$((threads - 1))"
}

# killed_after CALLS THREADS RUN [RANKS]: all ranks are killed at once.
killed_after() {
    threads=$2
    run=$3
    ranks=${4-2}
    MPIPROF_OUTPUT=$work/$run launch "$ranks" ./traced "$threads" \
        $(($1 * 5 / 4)) "$work/$run.counts" >"$run.out" 2>&1 &
    tries=0
    until reached "$1"; do
        tries=$((tries + 1))
        test $tries -lt 2500 || fail "$run: too slow: $(cat "$run.out")"
        sleep 0.1
    done
    pids=$(pgrep -f "traced .* $work/$run.counts") || fail "nothing to kill"
    # shellcheck disable=SC2086 # numbers
    kill -KILL $pids
    wait
    gone "$run" $pids
}

# gone RUN PID...: a process has its files for a while after its command line.
gone() {
    while pgrep -f "$work/$1.counts" >/dev/null; do
        sleep 0.1
    done
    shift
    for pid in "$@"; do
        while cat "/proc/$pid"/task/*/stat 2>/dev/null | sed 's/.*) //' |
            grep -q '^[^ZX]'; do
            sleep 0.1
        done
    done
}

# recovered RUN [FEWER...]: readable by all, with what the program counted.
recovered() {
    run=$1
    shift
    "$report" recover "$run" >"$run.txt" 2>"$run.err" ||
        fail "$run: $(cat "$run.err")"
    test -s "$run/run.otf2" || fail "$run: no trace: $(cat "$run.err")"
    test ! -e "$run/recover.tmp" || fail "$run: $(ls -R "$run")"
    ! grep -q 'cannot be recovered' "$run.err" || fail "$(cat "$run.err")"
    grep -q 'trace was recovered from the data' "$run.txt" ||
        fail "$run: $(tail "$run.txt")"
    timeout 60 "$report" --from-trace --format json -o "$run.json" "$run" ||
        fail "$run: not read"
    command -v otf2-print >/dev/null || return 0
    timeout 120 "$PYTHON" "$SRC_DIR/tests/faults/check_left_trace.py" \
        "$run/run.otf2" "$work/$run.counts" "$@" || fail "$run"
    echo "ok: $run"
}

# flushed RUN TIMES LOCATION: that many times 4 MiB were in its file.
flushed() {
    test "$(stat -c %s "$1/run/$3.evt" 2>/dev/null || echo 0)" \
        -ge $(($2 * 4194304)) || fail "$1: $(ls -l "$1/run")"
}

# Nothing in the files yet, of two threads of each rank; once; several times.
killed_after 10000 2 none
test ! -s none/run/0.evt || fail "flushed: $(ls -l none/run)"
recovered none
killed_after 160000 1 once
flushed once 1 0
cp -r once broken
recovered once
MPIPROF_TRACE_BUFFER_MB=1
export MPIPROF_TRACE_BUFFER_MB
killed_after 320000 1 often 1
unset MPIPROF_TRACE_BUFFER_MB
flushed often 2 0
recovered often

# Its trace has met the limit before it ended, and says so.
MPIPROF_TRACE_MB=1
export MPIPROF_TRACE_MB
killed_after 80000 1 limited
unset MPIPROF_TRACE_MB
why="recording had stopped, because of the limit"
"$report" recover limited >limited.txt 2>&1 || fail "$(cat limited.txt)"
one_line <limited.txt | grep -q "ranks 0 and 1 ends earlier: $why" ||
    fail "limited: $(tail limited.txt)"

# Two threads, each with a file that was flushed.
killed_after 160000 2 two 1
flushed two 1 0
flushed two 1 4294967296
recovered two

# Twice the same: what was there when it was stopped is there again.
cp -r once again
rm again/run.otf2 again/run.mpiprof
"$report" recover again >again.txt 2>&1 || fail "$(cat again.txt)"
for file in 0.evt 1.evt; do
    cmp "once/run/$file" "again/run/$file" || fail "made twice: $file"
done
! "$report" recover again >again.txt 2>&1 || fail "recovered twice"

# With a trace that is there the report says the same of it; without
# run.mpiprof it is that of the ranks' files.
"$report" recover -o second once >second.txt 2>&1 || fail "$(cat second.txt)"
grep -q 'trace was recovered from the data' second.txt &&
    ! grep -q -e 'not traced' -e 'has no events' second.txt ||
    fail "a second time: $(tail second.txt)"
rm again/run.mpiprof
"$report" --full again >again.txt || fail "no report beside a trace"
grep -q 'killed or lost' again.txt || fail "no endings: $(head again.txt)"

# Somebody else is at it; there is no room.
cp -r broken busy
! flock busy "$report" recover busy >busy.txt 2>&1 || fail "two at once"
grep -q 'another mpiprof-report recover is at work' busy.txt &&
    test ! -e busy/run.mpiprof || fail "two at once: $(cat busy.txt)"
(trap '' XFSZ; ulimit -f 2048; "$report" recover busy) >busy.txt 2>&1 ||
    fail "no profile: $(cat busy.txt)"
grep -q 'the trace cannot be recovered: File too large' busy.txt &&
    test ! -e busy/recover.tmp || fail "no room: $(cat busy.txt)"

# told RUN WORDS: by the report and by the trace.
told() {
    one_line <"$1.txt" | grep -q "$2" ||
        fail "not told: $2: $(tail "$1.txt")"
    grep -q "$2" "$1.json" || fail "not in the trace: $2"
}

# The file of a rank is not seen: its events stay as they are.
cp -r broken unseen
mv unseen/unfinished/1 unseen.1
cp broken/run/1.evt unseen.evt
"$report" recover unseen >unseen.txt 2>unseen.err || fail "$(cat unseen.err)"
grep -q 'run/1.evt is there, but not the file of rank 1; name the FOLDER' \
    unseen.err || fail "$(cat unseen.err)"
test ! -e unseen/run.otf2 || fail "made without rank 1"
test ! -e unseen/recover.tmp || fail "$(ls -R unseen)"
cmp unseen.evt unseen/run/1.evt || fail "the events are gone"
mkdir -p elsewhere && mv unseen.1 elsewhere/1
"$report" recover -o whole unseen elsewhere >unseen.txt 2>&1 ||
    fail "$(cat unseen.txt)"
cmp once/run/1.evt unseen/run/1.evt || fail "another trace of rank 1"

# Its first events are gone, of others of it there are kept ones.
cp -r broken first
rm first/run/1.evt
cp once.counts.0.0 first.counts.0.0
recovered first
told first 'trace of rank 1 lacks the first events'
grep -q 'The trace has no events of 1 of 2 ranks (1)' first.txt ||
    fail "$(tail first.txt)"
! grep -q 'not traced' first.txt first.json || fail "$(tail first.txt)"
test -s first/run/1.evt && test -e first/run/1.def &&
    test ! -e first/run/1.joined || fail "$(ls -l first/run)"

# A part of a file is gone: the events up to there.  All of a rank is: the rest.
truncate -s 2097152 broken/run/0.evt
rm broken/unfinished/1 broken/run/1.evt
cp once.counts.0.0 broken.counts.0.0
recovered broken 0.0
for words in 'trace of rank 0 ends earlier' 'has no events of rank 1'; do
    told broken "$words"
done

# By a signal, and one of two ranks alone.
while read -r how who; do
    MPIPROF_OUTPUT=$work/$how launch 2 ./killed "$how" "$who" \
        "$work/$how.counts" >"$how.out" 2>&1
    gone "$how"
    recovered "$how"
done <<'END'
kill 0
abort 0
return -1
END
MPIPROF_OUTPUT=$work/term launch 2 ./killed deadlock -1 \
    "$work/term.counts" >term.out 2>&1 &
tries=0
until "$report" --full term 2>/dev/null | grep -q 'Ranks wait for each other'; do
    tries=$((tries + 1))
    test $tries -lt 600 || fail "term: no deadlock: $(cat term.out)"
    sleep 0.1
done
pkill -TERM -f "^[^ ]*killed deadlock -1 $work/term.counts" ||
    fail "term: nothing to end"
wait
gone term
recovered term
grep -q '"MPI_Recv"' term.json || fail "the call it was in is not there"

# Ranks that were not to be traced; none; and nothing kept.
MPIPROF_TRACE=0
export MPIPROF_TRACE
MPIPROF_OUTPUT=$work/only launch 2 ./killed kill 0 "$work/only.counts" \
    >only.out 2>&1
gone only
recovered only
! grep -q 'trace has no events of' only.txt || fail "$(cat only.txt)"
MPIPROF_TRACE=off
MPIPROF_OUTPUT=$work/off launch 2 ./killed kill 0 "$work/off.counts" \
    >off.out 2>&1
gone off
"$report" recover off >off.txt 2>off.err || fail "$(cat off.err)"
test ! -e off/run.otf2 && ! grep -q 'trace cannot' off.err ||
    fail "a trace of nothing: $(cat off.err)"

# As it should be, nothing is left of it.
unset MPIPROF_TRACE
measure ordinary 2 ./killed finalize -1 "$work/ordinary.counts"
test ! -e ordinary/unfinished && test -s ordinary/run.otf2 ||
    fail "$(ls -R ordinary)"
