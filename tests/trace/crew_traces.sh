#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What else a trace may hold or lack is read by several processes of mpiexec as
# by one: nothing here depends on the MPI, see crew.sh.
# Takes longer than 30 s: some 50 jobs of two to five processes.
. "$SRC_DIR/tests/lib.sh"
needs_crew

mkdir whole three
"$programs/write_mixed" whole 9 200 || fail "no archive was written"
"$programs/write_mixed" three 3 50 || fail "no archive of three was written"
crew_reads three
crew_says three "Critical path"

"$BUILD_DIR/tests/bench/make_trace" ring 8 40000 || fail "no ring was written"
# Long enough for gains, which are simulated.
"$BUILD_DIR/tests/bench/make_trace" long 4 160000 || fail "no long ring"
crew_reads long
crew_says long "Run time with this work spread evenly"

# Of a part of the run each process knows which, also when it plays its own.
part="--from 0.0005 --to 0.012"
for name in whole ring; do
    for number in 2 5; do
        crew_same $name $number json
        grep -q '"window_from_s": 0.0005' crew.out || fail "$name: which part?"
        grep -q '"wait_states": {' crew.out || fail "$name: it has no waits"
    done
done
part="--from 1000"
crew_same whole 2 text
# All count from the first rank's begin, whoever reads it.
mkdir known
"$programs/write_window" known || fail "no archive of known seconds"
part="--from 3 --to 6"
for number in 1 2 3; do
    crew_same known $number json
done
part=--from-trace
echo "ok: parts of runs"

# Also what is said of single calls.
if "$report" --format html -o alone.html --from-trace ring >/dev/null 2>&1; then
    launch 3 "$crew" --format html -o crew.html --from-trace ring \
        >ring.out 2>ring.err || fail "a page of the ring: $(cat ring.err)"
    cmp -s alone.html crew.html || fail "the page of the ring is another one"
fi

# That cannot: it has threads.
launch 2 env MPIPROF_VERBOSE=2 "$crew" --from-trace three >three.out \
    2>three.err || fail "three by 2"
grep -q "is replayed by process 0" three.err || fail "three: $(cat three.err)"

cp -r whole cut
head -c 700 whole/run/4.evt >cut/run/4.evt
head -c 900 whole/run/7.evt >cut/run/7.evt
head -c 800 whole/run/12.evt >cut/run/12.evt
crew_reads cut
crew_says cut "The trace of rank 2 is damaged after .* The trace of rank 6 is"

cp -r whole lacking
rm lacking/run/10.evt lacking/run/0.evt lacking/run/1.evt
: >lacking/run/8.def
crew_reads lacking
crew_says lacking "The trace of rank 4 is left out: 8.def"

# What all of them find is said once.
cp -r whole headless
head -c 500 whole/run.def >headless/run.def
crew_reads headless
mkdir empty
crew_reads empty

# ---- recorded ----

programs=$e2e/programs
build_c late_several "late_several.c moments.c" "$(linked_flags) -pthread"
build_c late_remote "late_remote.c moments.c" "$(linked_flags)"
build_c late_files "late_files.c moments.c" "$(linked_flags)"
MPIPROF_TRACE=on
export MPIPROF_TRACE
if launch 2 env MPIPROF_ENABLE=off ./late_several "$work/off"; then
    crew_records threads 2 late_several "late sender"
fi
crew_records remote 3 late_remote "late post"
crew_records files 3 late_files "collective I/O"

# ---- processes that come to no good end ----

needs_crashes
cp -r whole killed
part="--from 0.0005 --to 0.012"
crew_same killed 3 json LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
# Process 0 finds no begin then, only the other does.
part="--from 3 --to 6"
crew_same known 2 json LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 0 "
part=--from-trace
cp -r whole worse
crew_reads worse LD_PRELOAD="$work/die.so" DIE_HOW=kill \
    DIE_AT=" 0 2 4 6 8 10 12 14 "

# Nine are too many, of all processes together.
cp -r whole worst
for number in 2 5; do
    crew_fails worst $number env LD_PRELOAD="$work/die.so" DIE_HOW=kill \
        DIE_AT=" 0 2 4 6 8 10 12 14 16 " "$crew" --from-trace worst
    test "$(says_of worst.err | grep -c 'damaged in many places')" = 1 ||
        fail "worst by $number: $(cat worst.err)"
done
echo "ok: worst"

cp -r whole unnamed
crew_reads unnamed LD_PRELOAD="$work/die.so" DIE_HOW=names DIE_AT=" 11 "

# No room for what is replayed: the same report as without, and one line.
"$report" -j 1 --no-waits --format csv --table rank_times --from-trace whole \
    >no_waits.alone || fail "--no-waits"
for number in 1 3; do
    launch $number env TMPDIR="$work/nowhere" "$crew" --format csv \
        --table rank_times --from-trace whole >no_waits.crew 2>no_waits.err ||
        fail "without TMPDIR: $(cat no_waits.err)"
    cmp no_waits.alone no_waits.crew || fail "without TMPDIR: another report"
    test "$(says_of no_waits.err | grep -c 'set TMPDIR')" = 1 ||
        fail "without TMPDIR: $(cat no_waits.err)"
done
