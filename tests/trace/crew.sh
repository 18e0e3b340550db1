#!/bin/sh
# By however many processes of mpiexec a trace is read, the report is that of
# mpiprof-report.
# Takes longer than 30 s: some 70 jobs of two to five processes.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
MPIPROF_LIBDIR=$BUILD_DIR/tools
export MPIPROF_LIBDIR
crew="$BUILD_DIR/mpiprof-report-mpi"
launch_seconds=60

# says_of FILE: what mpiprof said there, whichever process it was, and whichever
# of the two commands is to be asked for help.
says_of() {
    sed -n 's/^mpiprof: process [0-9]* on [^:]*: /mpiprof: /
        s/; see mpiprof-report\(-mpi\)* --help$/; see its --help/
        /^mpiprof: /p' "$1"
}

# same NAME NUMBER FORMAT [VARIABLE=VALUE]...: of the archive, with the words of
# $part.  The exit status is that of process 0, where the launcher passes it on.
part=--from-trace
same() {
    same_name=$1
    same_number=$2
    same_format=$3
    shift 3
    # shellcheck disable=SC2086 # words
    env "$@" "$report" -j 1 --all --format "$same_format" $part \
        "$same_name" >alone.out 2>alone.err
    same_status=$?
    for _ in 1 2 3 4 5 6; do # a launcher may lose what was said
        # shellcheck disable=SC2086 # words
        launch "$same_number" env "$@" "$crew" --all --format "$same_format" \
            $part "$same_name" >crew.out 2>crew.err
        found_status=$?
        test ! -s alone.err || test -s crew.err || continue
        break
    done
    says_of alone.err >alone.said
    says_of crew.err >crew.said
    test $found_status -eq $same_status ||
        fail "$same_name by $same_number: status $found_status: $(cat crew.err)"
    for file in out said; do
        cmp alone.$file crew.$file && continue
        diff alone.$file crew.$file | head -n 20
        fail "$same_name by $same_number: other $same_format"
    done
}

# reads NAME [VARIABLE=VALUE]...: by more processes than ranks have room on, and by
# two.
reads() {
    reads_name=$1
    shift
    same "$reads_name" 5 json "$@"
    same "$reads_name" 2 text "$@"
    tr -s '\n ' ' ' <crew.out >"$reads_name.line"
    echo "ok: $reads_name"
}

# fails NAME RANKS COMMAND...: with $fails_status, and says why in NAME.err.  The
# launcher of MPICH at times loses what ranks said last: again then.
fails() {
    fails_name=$1
    shift
    for _ in 1 2 3 4 5 6; do
        launch "$@" >"$fails_name.out" 2>"$fails_name.err" &&
            fail "$fails_name: a report by nobody"
        fails_status=$?
        test ! -s "$fails_name.err" || break
    done
}

# says NAME PATTERN: in its report.
says() {
    grep -q "$2" "$1.line" || fail "$1: nothing is said of: $2"
}

# ---- made up: messages between all processes, also without another end ----

mkdir whole three
"$programs/write_mixed" whole 9 200 || fail "no archive was written"
reads whole
# One process, and the other formats: they are made of the same tables.
same whole 1 json
same whole 2 csv
same whole 2 html
says whole "of 1700 messages only 1600"
"$programs/write_mixed" three 3 50 || fail "no archive of three was written"
reads three
says three "Critical path"

# A ring, whose time can be cut: all of it is played in parts.
"$BUILD_DIR/tests/bench/make_trace" ring 8 40000 || fail "no ring was written"
reads ring
for number in 1 2 3 5; do
    launch $number env MPIPROF_VERBOSE=2 "$crew" --from-trace ring \
        >ring.out 2>ring.err || fail "ring by $number"
    case $number in
    1) grep -q 'is replayed' ring.err && fail "ring: alone in slices" ;;
    *) grep -q "is replayed in $number slices" ring.err ||
        fail "ring by $number: $(cat ring.err)" ;;
    esac
done

# Long enough for gains, which are simulated.
"$BUILD_DIR/tests/bench/make_trace" long 4 160000 || fail "no long ring"
reads long
says long "Run time with this work spread evenly"

# Of a part of the run each process knows which, also when it plays its own.
part="--from 0.0005 --to 0.012"
for name in whole ring; do
    for number in 2 5; do
        same $name $number json
        grep -q '"window_from_s": 0.0005' crew.out || fail "$name: which part?"
        grep -q '"wait_states": {' crew.out || fail "$name: it has no waits"
    done
done
part="--from 1000"
same whole 2 text
# All count from the first rank's begin, whoever reads it.
mkdir known
"$programs/write_window" known || fail "no archive of known seconds"
part="--from 3 --to 6"
for number in 1 2 3; do
    same known $number json
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
reads cut
says cut "The trace of rank 2 is damaged after .* The trace of rank 6 is"

cp -r whole lacking
rm lacking/run/10.evt lacking/run/0.evt lacking/run/1.evt
: >lacking/run/8.def
reads lacking
says lacking "The trace of rank 4 is left out: 8.def"

# What all of them find is said once.
cp -r whole headless
head -c 500 whole/run.def >headless/run.def
reads headless
mkdir empty
reads empty

# ---- recorded ----

as_measured=measure
! has_virtual_time || as_measured=measure_virtually
# records NAME RANKS PROGRAM SECTION: and its waits are in the report.
records() {
    "$as_measured" "$1" "$2" "./$3" "$work/$1.expected"
    reads "$1"
    says "$1" "$4"
}
programs=$e2e/programs
build_c late_messages "late_messages.c moments.c" "$(linked_flags)"
build_c late_several "late_several.c moments.c" "$(linked_flags) -pthread"
build_c late_members "late_members.c moments.c" "$(linked_flags)"
build_c late_remote "late_remote.c moments.c" "$(linked_flags)"
build_c late_files "late_files.c moments.c" "$(linked_flags)"
MPIPROF_TRACE=on
export MPIPROF_TRACE
records messages 2 late_messages "late sender"
if launch 2 env MPIPROF_ENABLE=off ./late_several "$work/off"; then
    records threads 2 late_several "late sender"
fi
records members 3 late_members "wait at barrier"
records remote 3 late_remote "late post"
records files 3 late_files "collective I/O"

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
fails nowhere 2 env MPIPROF_LIBDIR="$work/empty" "$crew" members
test "$(says_of nowhere.err | grep -c 'is not installed')" = 1 ||
    fail "MPIPROF_LIBDIR: $(cat nowhere.err)"
launch_seconds=20 fails itself 2 env MPIPROF_LIBDIR="$work/prefix/bin" \
    ./prefix/bin/mpiprof-report-mpi members
test "$(says_of itself.err | grep -c 'is this program')" = 1 ||
    fail "MPIPROF_LIBDIR of itself: $(cat itself.err)"

# ---- options ----

launch 2 "$crew" --help >help.out || fail "--help"
grep -q '^usage: mpiexec .* mpiprof-report-mpi' help.out || fail "--help"
! grep -q -e '--jobs' help.out || fail "--help: $(cat help.out)"
for wrong in "-j 2 whole" "--such" "whole three"; do
    # shellcheck disable=SC2086 # words
    fails wrong 2 "$crew" $wrong
    test $fails_status -eq 2 || fail "$wrong: not refused: $(cat wrong.err)"
    test "$(says_of wrong.err | wc -l)" = 1 || fail "$wrong: not one line"
    grep -q 'see mpiprof-report-mpi --help$' wrong.err || fail "$wrong: which help?"
done

# ---- processes that come to no good end ----

$CC -shared -fPIC -o die.so "$SRC_DIR/tests/trace/die_reading.c" \
    -ldl 2>die.log || skip "die_reading.c: $(cat die.log)"
if env LD_PRELOAD="$work/die.so" "$report" --version 2>&1 |
    grep -v '^mpiprof [0-9]' | grep .; then
    skip "nothing can be preloaded here"
fi

cp -r whole killed
reads killed LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
says killed "The trace of rank 1 is damaged and left out: reading 2.evt"
part="--from 0.0005 --to 0.012"
same killed 3 json LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
# Process 0 finds no begin then, only the other does.
part="--from 3 --to 6"
same known 2 json LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 0 "
part=--from-trace
cp -r whole worse
reads worse LD_PRELOAD="$work/die.so" DIE_HOW=kill \
    DIE_AT=" 0 2 4 6 8 10 12 14 "

# Nine are too many, of all processes together.
cp -r whole worst
for number in 2 3 5; do
    fails worst $number env LD_PRELOAD="$work/die.so" DIE_HOW=kill \
        DIE_AT=" 0 2 4 6 8 10 12 14 16 " "$crew" --from-trace worst
    test "$(says_of worst.err | grep -c 'damaged in many places')" = 1 ||
        fail "worst by $number: $(cat worst.err)"
done
echo "ok: worst"

cp -r whole unnamed
reads unnamed LD_PRELOAD="$work/die.so" DIE_HOW=names DIE_AT=" 11 "

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
