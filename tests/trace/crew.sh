#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# By however many processes of mpiexec a trace is read, the report is that of
# mpiprof-report; crew_traces.sh has more traces.
. "$SRC_DIR/tests/lib.sh"
needs_crew

# ---- made up: messages between all processes, also without another end ----

mkdir whole
"$programs/write_mixed" whole 9 200 || fail "no archive was written"
crew_reads whole
# One process, and the other formats: they are made of the same tables.
crew_same whole 1 json
crew_same whole 2 csv
crew_same whole 2 html
crew_says whole "of 1700 messages only 1600"

# A ring, whose time can be cut: all of it is played in parts.
"$BUILD_DIR/tests/bench/make_trace" ring 8 40000 || fail "no ring was written"
crew_reads ring
for number in 1 2 3 5; do
    launch $number env MPIPROF_VERBOSE=2 "$crew" --from-trace ring \
        >ring.out 2>ring.err || fail "ring by $number"
    case $number in
    1) grep -q 'is replayed' ring.err && fail "ring: alone in slices" ;;
    *) grep -q "is replayed in $number slices" ring.err ||
        fail "ring by $number: $(cat ring.err)" ;;
    esac
done

# ---- recorded ----

programs=$e2e/programs
build_c late_messages "late_messages.c moments.c" "$(linked_flags)"
build_c late_members "late_members.c moments.c" "$(linked_flags)"
MPIPROF_TRACE=on
export MPIPROF_TRACE
crew_records messages 2 late_messages "late sender"
crew_records members 3 late_members "wait at barrier"

# With the profile beside the trace that has the waits only.
"$report" --format json members >profile.alone || fail "members: no report"
launch 3 "$crew" --format json members >profile.crew || fail "members by 3"
cmp profile.alone profile.crew || fail "members: the profile's report differs"
launch 2 "$crew" --format json -o written members || fail "members -o"
cmp profile.alone written || fail "members: -o writes something else"

# As it is installed, and where it is not.
mkdir -p prefix/bin "prefix/lib/mpiprof/$MPI_FLAVOUR"
cp "$crew" prefix/bin
cp "$MPIPROF_LIBDIR/mpiprof-report-mpi" "prefix/lib/mpiprof/$MPI_FLAVOUR"
launch 2 env -u MPIPROF_LIBDIR ./prefix/bin/mpiprof-report-mpi \
    --format json members >installed || fail "as it is installed"
cmp profile.alone installed || fail "as it is installed it differs"
crew_fails nowhere 2 env MPIPROF_LIBDIR="$work/empty" "$crew" members
test "$(says_of nowhere.err | grep -c 'is not installed')" = 1 ||
    fail "MPIPROF_LIBDIR: $(cat nowhere.err)"
launch_seconds=20 crew_fails itself 2 env MPIPROF_LIBDIR="$work/prefix/bin" \
    ./prefix/bin/mpiprof-report-mpi members
test "$(says_of itself.err | grep -c 'is this program')" = 1 ||
    fail "MPIPROF_LIBDIR of itself: $(cat itself.err)"

# ---- options ----

launch 2 "$crew" --help >help.out || fail "--help"
grep -q '^usage: mpiexec .* mpiprof-report-mpi' help.out || fail "--help"
! grep -q -e '--jobs' help.out || fail "--help: $(cat help.out)"
for wrong in "-j 2 whole" "--such" "whole three"; do
    # shellcheck disable=SC2086 # words
    crew_fails wrong 2 "$crew" $wrong
    test $fails_status -eq 2 || fail "$wrong: not refused: $(cat wrong.err)"
    test "$(says_of wrong.err | wc -l)" = 1 || fail "$wrong: not one line"
    grep -q 'see mpiprof-report-mpi --help$' wrong.err || fail "$wrong: which help?"
done

# ---- processes that come to no good end ----

needs_crashes
cp -r whole killed
crew_reads killed LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
crew_says killed "The trace of rank 1 is damaged and left out: reading 2.evt"

# Nine are too many, of all processes together.
cp -r whole worst
crew_fails worst 3 env LD_PRELOAD="$work/die.so" DIE_HOW=kill \
    DIE_AT=" 0 2 4 6 8 10 12 14 16 " "$crew" --from-trace worst
test "$(says_of worst.err | grep -c 'damaged in many places')" = 1 ||
    fail "worst: $(cat worst.err)"

# One of them is killed: all end, and no file is left.
cp -r whole stuck
mkdir folder
readers() {
    ps -eo pid,ppid,args | awk -v found="$work/stuck" \
        '$3 ~ /mpiprof-report-mpi$/ && index($0, found) { print $1, $2 }'
}
# Those that mpiexec has started: their parents are none of them.
members() {
    readers | awk '{ parent[$1] = $2 }
        END { for (one in parent) if (!(parent[one] in parent)) print one }' |
        sort -n
}
# shellcheck disable=SC2086 # a launcher may come with options
timeout -k 5 60 $MPIEXEC -n 3 env TMPDIR="$work/folder" \
    LD_PRELOAD="$work/die.so" DIE_HOW=wait \
    DIE_AT=" 0 2 4 6 8 10 12 14 16 " "$crew" --from-trace "$work/stuck" \
    >stuck.out 2>stuck.err </dev/null &
started=$!
for _ in $(seq 100); do
    test "$(readers | wc -l)" -ge 6 && break
    sleep 0.1
done
found=$(readers | wc -l)
test "$found" -ge 6 || fail "only $found processes read it"
test "$(members | wc -l)" = 3 || fail "not three processes: $(readers)"
kill -KILL "$(members | tail -n 1)"
wait $started && fail "killed, and all is well"
for _ in $(seq 100); do
    test -z "$(readers)" && break
    sleep 0.1
done
test -z "$(readers)" || fail "some processes are left"
test -z "$(ls folder)" || fail "files are left: $(ls folder)"
echo "ok: killed"
