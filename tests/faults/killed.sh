#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Whatever ends a job, what each rank measured up to then is there: as many
# calls as the program itself has counted, or one more, and how it ended.
# FAULTS=all tries more limits on the size of its file.
# Takes longer than 30 s: some 30 jobs, of which five hang until their report says so.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked # they have no definitions
build_c killed ../../faults/programs/killed.c "$(linked_flags)"

# stopped RUN RANKS COMMAND...: the job ends with a status that it has without
# mpiprof, too.  That of a job that is killed depends on which end its launcher
# sees first, so both are looked at several times; what was seen of a command
# without mpiprof is kept for the next run of it.
stopped() {
    run=$1
    ranks=$2
    shift 2
    statuses=$(echo "$@" | tr -c 'a-z0-9\n-' _).statuses
    touch "$statuses"
    for try in 1 2 3; do
        rm -rf "$run"
        MPIPROF_OUTPUT=$work/$run launch "$ranks" "$@" "$work/$run.counts" \
            >"$run.out" 2>"$run.err"
        status=$?
        test ! -e "$run/run.mpiprof" || fail "$run: came to its end"
        for other_try in 1 2 3 4 5 6; do
            ! grep -q -x "$status" "$statuses" || return 0
            MPIPROF_ENABLE=off launch "$ranks" "$@" "$work/$run.plain" \
                >"$run.plain.out" 2>"$run.plain.err"
            echo $? >>"$statuses"
        done
    done
    fail "$run: status $status, without mpiprof $(cat "$statuses"): $(cat "$run.err")"
}

# left RUN RANK=ENDED...: the report of what is left, once all have gone.
left() {
    left_run=$1
    shift
    while pgrep -f "$work/$left_run.counts" >/dev/null; do
        sleep 0.1
    done
    as_json "$left_run" "$left_run"
    std_python "$SRC_DIR/tests/faults/check_killed.py" "$left_run.json" \
        "$work/$left_run.counts" "$@" || fail "$left_run"
    echo "ok: $left_run"
}

# One of two ranks; the launcher then ends the other, by one signal or two.
other='1=SIGTERM|killed or lost|SIGKILL'
while read -r how ended; do
    stopped "$how" 2 ./killed "$how" 0
    left "$how" "0=$ended" "$other"
done <<'END'
abort MPI_Abort(3)
exit exit(4)
_exit killed or lost
quick_exit killed or lost
usr2 killed or lost
segv SIGSEGV
fpe SIGFPE
abrt SIGABRT
bus SIGBUS
hup SIGHUP
kill killed or lost
END

# An error that is fatal ends a rank in the call that failed.  MPICH 4.2 on ch3
# lets the others run, with its launcher gone.
stopped fatal 2 ./killed fatal 0
pkill -KILL -f "killed fatal 0 $work/fatal"
"$report" --table endings --format csv fatal >fatal.csv
end=$(sed -n 's/^0,1,\([^,]*\),[^,]*,MPI_Send,killed.c:.*/\1/p' fatal.csv)
case $end in
'killed or lost' | 'exit('*')') ;;
*) fail "fatal: $(cat fatal.csv)" ;;
esac
left fatal "0=$end" "$other"

# told HOW WORDS: what it says on stderr.  Of ranks that it kills a launcher may
# lose all that they said.
told() {
    for try in 1 2 3 4 5 6; do
        ! grep -q "$2" "$1.err" || return 0
        test ! -s "$1.err" || break
        rm -rf "$1"
        MPIPROF_OUTPUT=$work/$1 launch 2 ./killed "$1" 0 "$work/$1.counts" \
            >"$1.out" 2>"$1.err"
    done
    fail "$1 is not told: $(cat "$1.err")"
}
told abort 'MPI_Abort was called on rank 0 before MPI_Finalize'
told exit 'mpiprof-report .*exit'

# A handler of the program is called as before.
stopped handler 1 ./killed handler 0
test "$(cat handler.out)" = handled || fail "the handler was not called"
left handler

# A rank that returns from main while the others go on, and then all.
stopped return 2 ./killed return -1
other='exit(6)|SIGTERM|killed or lost'
left return "0=$other" "1=$other"
grep -q '"exit(6)"' return.json || fail "return: nobody did"

# All ranks at once by SIGKILL, in the middle of everything.
MPIPROF_OUTPUT=$work/all launch 2 ./killed forever -1 "$work/all.counts" \
    >all.out 2>&1 &
for try in $(seq 100); do
    test -s all.counts.1 && test "$(cat all.counts.1)" -gt 2000 && break
    sleep 0.1
done
pkill -KILL -f "killed forever -1 $work/all.counts" || fail "nothing to kill"
wait
left all '0=killed or lost' '1=killed or lost'

# offers RUN COMMAND: what the report of RUN says can be done.
offers() {
    "$report" --table run --format csv "$1" >offers.txt ||
        fail "no report of $1"
    grep -q "to make run.mpiprof from it[a-z ]*: $2," offers.txt ||
        fail "$1 does not offer $2: $(cat offers.txt)"
}
cp -r all "two words"
offers "two words" "mpiprof-report recover 'two words'"
offers all 'mpiprof-report recover all'

# Made permanent, it is the same run, and nothing is asked of the files.
cp -r all moved && rm -rf all
"$report" recover moved >moved.txt 2>moved.err || fail "$(cat moved.err)"
for text in moved.txt moved/summary.txt; do
    grep -q 'ranks 0 and 1 were killed or lost' $text || fail "$(cat $text)"
done
rm -r moved/unfinished
cp all.counts.0 moved.counts.0
cp all.counts.1 moved.counts.1
left moved '0=killed or lost'
! "$report" --full moved | grep 'to make run.mpiprof' || fail "it is made already"
! "$report" recover moved >again.txt 2>&1 || fail "recovered twice"
grep -q 'its ranks have left nothing to recover' again.txt ||
    fail "$(cat again.txt)"

# says_deadlock RUN: of a rank that was killed without a signal before it is
# not known for how long it waited, and then it may not be one.
says_deadlock() {
    "$report" --full "$1" >said.all 2>said.err || fail "no report of $1"
    test ! -s said.err || fail "$1: $(cat said.err)"
    one_line <said.all >said.txt
    grep -q -e 'Deadlock for .* s: rank' -e 'waited for each other: rank' said.txt ||
        fail "$1: no deadlock: $(cat said.txt)"
}

# hangs RUN COMMAND...: a job that hangs, as soon as its report says so; end_it
# ends it as a batch system does.
hangs() {
    run=$1
    shift
    MPIPROF_OUTPUT=$work/$run launch 2 "$@" >"$run.out" 2>&1 &
    job=$!
    for try in $(seq 300); do
        "$report" --full "$run" 2>/dev/null | grep -q 'Ranks wait for each other' &&
            return
        sleep 0.1
    done
    pkill -TERM -P $job
    fail "$run: does not hang: $("$report" --full "$run" 2>&1 | head -n 12)"
}

# The launcher can end before its ranks do.
end_it() {
    pkill -TERM -P $job || fail "$run: nothing to end"
    wait
    for try in $(seq 300); do
        pgrep -f "$work/${run%.run}" >/dev/null || return 0
        sleep 0.1
    done
    fail "$run: its ranks do not end"
}

# A deadlock, looked at while it lasts, and after a signal has ended it.
hangs deadlock ./killed deadlock -1 "$work/deadlock.counts"
as_json deadlock deadlock_live
std_python "$SRC_DIR/tests/faults/check_killed.py" deadlock_live.json \
    "$work/deadlock.counts" 0=running 1=running || fail "live"

# The call that a rank is in counts, with its time: each waits for a second.
"$report" --table procedures --format csv deadlock |
    std_python -c 'import csv, sys
rows = [row for row in csv.DictReader(sys.stdin)
        if row["procedure"] == "MPI_Recv"]
sys.exit(len(rows) != 1 or rows[0]["calls"] != "2" or
         float(rows[0]["time_s"]) < 2)' || fail "MPI_Recv of the deadlock"
! "$report" recover deadlock >early.txt 2>&1 || fail "recovered too early"
grep -q 'still run' early.txt || fail "$(cat early.txt)"
! "$report" --full deadlock | grep recover || fail "recover is offered too early"
end_it
left deadlock
says_deadlock deadlock
for rank in 0 1; do
    grep -q "rank $rank waits in MPI_Recv (killed.c:[0-9]*) for" said.txt ||
        fail "not of rank $rank: $(cat said.txt)"
done

# A snapshot tells that it lasted up to then, though SIGKILL leaves no sign.
MPIPROF_SNAPSHOT=1
export MPIPROF_SNAPSHOT
hangs late ./killed deadlock -1 "$work/late.counts"
unset MPIPROF_SNAPSHOT
for try in $(seq 300); do
    test ! -e late/snapshot/0 || test ! -e late/snapshot/1 || break
    sleep 0.1
done
# One that is older than that by two seconds and more.
there=$(date +%s)
for try in $(seq 600); do
    test "$(stat -c %Y late/snapshot/0)" -le $((there + 2)) ||
        test "$(stat -c %Y late/snapshot/1)" -le $((there + 2)) || break
    sleep 0.1
done
pkill -KILL -f "killed deadlock -1 $work/late.counts" || fail "late: is gone"
wait
left late '0=killed or lost' '1=killed or lost'
says_deadlock late
"$report" --table endings --format csv late | std_python -c 'import csv, sys
rows = list(csv.DictReader(sys.stdin))
sys.exit(not rows or any(float(row["waited_least_s"]) < 1 for row in rows))' ||
    fail "late: $("$report" --table endings --format csv late)"

# Of a host that cannot be asked nobody says that the ranks are lost for good.
cp -r kill asked
std_python -c 'import re, sys
for name in "01":
    with open("asked/unfinished/" + name, "r+b") as file:
        data = file.read(1 << 20)
        at = re.search(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n", data)
        file.seek(at.start())
        file.write(b"x" * 8)'
"$report" --full asked >asked.txt || fail "no report of another host"
one_line <asked.txt |
    grep -q 'cannot be seen from here: run this command on' ||
    fail "asked: $(tail -n 5 asked.txt)"
offers asked 'mpiprof-report recover --force asked'
! "$report" recover asked >asked.out 2>&1 || fail "recovered without asking"
grep -q -e '--force' asked.out || fail "$(cat asked.out)"
"$report" recover --force asked >asked.out 2>&1 || fail "$(cat asked.out)"

# Whom a Wait waits for, and the handles of Fortran.
hangs waitall ./killed waitall -1 "$work/waitall.counts"
end_it
left waitall
waits_in() {
    "$report" --table endings --format csv "$1" |
        std_python -c 'import csv, sys
call, peers, comm, tag = sys.argv[1:]
rows = list(csv.DictReader(sys.stdin))
sys.exit(len(rows) != 2 or
         any(row["call"] != call or row["communicator"] != comm
             for row in rows) or
         {row["peers"] for row in rows} != {"0", "1"} or
         tag not in rows[0]["tag"])' "$2" "0,1" "$3" "$4" ||
        fail "$1: $("$report" --table endings --format csv "$1")"
    says_deadlock "$1"
    echo "ok: $1"
}
waits_in waitall MPI_Waitall exchange ''
hangs fence ./killed fence -1 "$work/fence.counts"
end_it
left fence
says_deadlock fence
grep -q 'rank 0 waits in MPI_Win_fence (killed.c:[0-9]*) on turned for rank 1' said.txt ||
    fail "fence: $(cat said.txt)"
"$report" --table endings --format csv fence |
    grep -q '^0,.*MPI_Win_fence.*turned' ||
    fail "fence: $("$report" --table endings --format csv fence)"
echo "ok: fence"
if test -n "$MPIFC"; then
    # shellcheck disable=SC2046
    $MPIFC -g "$SRC_DIR/tests/faults/programs/deadlock.f90" -o fortran \
        $(linked_flags) >fortran.log 2>&1 || fail "$(cat fortran.log)"
    hangs fortran.run "$work/fortran"
    end_it
    while pgrep -f "^$work/fortran$" >/dev/null; do
        sleep 0.1
    done
    waits_in fortran.run MPI_Recv fortran 9
fi

# Killed while MPI_Finalize wrote the profile: a file without its header.
cp -r deadlock torn
truncate -s 5000 torn/run.mpiprof
says_deadlock torn
offers torn 'mpiprof-report recover torn'
"$report" recover torn >torn.txt 2>torn.err || fail "torn: $(cat torn.err)"
rm -r torn/unfinished
says_deadlock torn

# Damaged it is read as far as it makes sense, or refused with a line.
std_python "$SRC_DIR/tests/faults/damage_left.py" "$report" deadlock 200 ||
    fail "damaged"

# After a normal end nothing of it is there.
measure ordinary.run 2 ./killed finalize -1 "$work/ordinary.counts"
test ! -e ordinary.run/unfinished || fail "$(ls -R ordinary.run)"

# From here on it does not matter how a launcher ends the other rank.
end_ranks_fast

# Where ulimit -f is too low for the tables there is no file, not a part of one.
# limited MIB: sets $kept.
limited() {
    run=limit$1
    stopped "$run" 2 prlimit --fsize=$(($1 << 20)) ./killed kill 0
    kept=no
    test -e "$run/unfinished" || return 0
    kept=yes
    left "$run" '0=killed or lost'
    ! "$report" --full "$run" | one_line | grep 'Not all tables of .* were kept' ||
        fail "$run: a part of the tables"
}
if command -v prlimit >/dev/null; then
    limits='9 18 22 64'
    test "${FAULTS-}" != all || limits='9 16 18 20 22 24 27 64'
    for mib in $limits; do
        limited $mib
        case $mib$kept in
        9yes | 64no) fail "limit of $mib MiB: kept: $kept" ;;
        esac
    done
fi

# Elsewhere, off, and where there is no room for it.
MPIPROF_SCRATCH=$work/scratch
export MPIPROF_SCRATCH
mkdir scratch
# persist_in RUN: its folder there.
persist_in() {
    folder=$(cat "$1/unfinished/elsewhere")
    case $folder in
    "$work/scratch/$(basename "$1")."*) test -d "$folder" ;;
    *) false ;;
    esac || fail "$1: '$folder': $(ls -R scratch "$1")"
}
stopped kill2 2 ./killed kill 0
persist_in kill2
test -s "$folder/0" || fail "$(ls -R scratch kill2)"
left kill2 '0=killed or lost'
measure elsewhere.run 2 ./killed finalize -1 "$work/elsewhere.counts"
test -z "$(find scratch -name 'elsewhere.run*')" &&
    test ! -e elsewhere.run/unfinished ||
    fail "$(ls -R scratch elsewhere.run)"
MPIPROF_SCRATCH=scratch
stopped kill3 2 ./killed kill 0
persist_in kill3
left kill3 '0=killed or lost'

# Runs of one name have nothing in common there: neither takes the other's
# files for its own, nor away.
mkdir one two three
stopped one/same 2 ./killed kill 0
stopped two/same 2 ./killed kill 0
measure three/same 2 ./killed finalize -1 "$work/three/same.counts"
for run in one/same two/same; do
    persist_in $run
    test -s "$folder/0" && test -s "$folder/1" || fail "$run: $(ls -R scratch)"
    left $run '0=killed or lost'
done
test ! -e three/same/unfinished || fail "$(ls -R three)"

# tells_unusable RUN WORDS: in one line, of whatever rank.
tells_unusable() {
    test "$(grep -c "^mpiprof: MPIPROF_SCRATCH=[^ ]* $2" "$1.err")" = 1 ||
        fail "$1: $2: $(cat "$1.err")"
}

# Where nobody can have one no place is named, and the report sends nobody
# there.
MPIPROF_SCRATCH=/proc/nope
measure nobody.run 2 ./killed finalize -1 "$work/nobody.counts"
tells_unusable nobody.run 'cannot be used: No such file or directory; if the'
stopped nowhere 2 ./killed kill 0
test ! -e nowhere/unfinished || fail "$(ls -R nowhere)"
! "$report" --full nowhere >nowhere.txt 2>&1 || fail "a report of nothing"
! grep 'other hosts' nowhere.txt || fail "sent to other hosts"
# A folder that each process finds from where it is.
MPIPROF_SCRATCH=/proc/self/cwd/scratch

# Rank 0 says where the others' files are, also if it can have none itself.
{
    flavour_words all rank | sed 's/.*/rank=${rank:-${&-}}/'
    echo 'test "$rank" != 0 || cd away || exit 99'
    echo 'exec "$@"'
} >away.sh
mkdir away # without the folder that MPIPROF_SCRATCH names
measure ends4 2 sh "$work/away.sh" "$work/killed" finalize -1 \
    "$work/ends4.counts"
test ! -e ends4/unfinished && test -z "$(find scratch -name 'ends4*')" ||
    fail "$(ls -R ends4 scratch)"
tells_unusable ends4 'cannot be used on 1 of 2 ranks: No such file or'
stopped kill4 2 sh "$work/away.sh" "$work/killed" kill 1
ln -s ../scratch away/scratch
test ! -e "$(cat kill4/unfinished/elsewhere)/0" || fail "$(ls -R scratch)"
as_json kill4 kill4 2>kill4.said
std_python "$SRC_DIR/tests/faults/check_killed.py" kill4.json \
    "$work/kill4.counts" '1=killed or lost' || fail "kill4"
MPIPROF_SCRATCH=off
stopped off 2 ./killed kill 0
test ! -e off/unfinished || fail "$(ls -R off)"
! "$report" --full off >off.txt 2>&1 || fail "a report of nothing"
