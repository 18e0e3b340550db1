#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# By however many processes a trace is read, the report is the same.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
jobs="2 3 7 40"

# reads NAME STATUS [VARIABLE=VALUE]...: with any -j the same output, the same
# lines on standard error, and that exit status; with the words of $part.  JSON has
# all that others are made of.
part=--from-trace
reads() {
    reads_name=$1
    reads_status=$2
    shift 2
    for format in text json csv; do
        numbers=3
        test $format != json || numbers=$jobs
        for number in 1 $numbers; do
            # shellcheck disable=SC2086 # words
            env "$@" "$report" -j "$number" --all --format $format \
                $part "$reads_name" >"$reads_name.$number" \
                2>"$reads_name.$number.err"
            test $? -eq "$reads_status" ||
                fail "$reads_name -j $number: $(cat "$reads_name.$number.err")"
        done
        for number in $numbers; do
            for file in "" .err; do
                cmp "$reads_name.1$file" "$reads_name.$number$file" || {
                    diff "$reads_name.1$file" "$reads_name.$number$file" |
                        head -n 20
                    fail "$reads_name$file: -j $number says something else"
                }
            done
        done
        test -f "$reads_name.text" || cp "$reads_name.1" "$reads_name.text"
    done
    tr -s '\n ' ' ' <"$reads_name.text" >"$reads_name.line"
    echo "ok: $reads_name"
}

# says NAME PATTERN: in its report.
says() {
    grep -q "$2" "$1.line" || fail "$1: nothing is said of: $2"
}

mkdir whole
"$programs/write_mixed" whole 9 200 || fail "no archive was written"
reads whole 0
says whole "of 1700 messages only 1600"
says whole "program_1"
says whole "The trace of 1 of 9 ranks ends before the run did"

# What is damaged is said in the order of ranks, whoever reads them.
cp -r whole cut
head -c 700 whole/run/4.evt >cut/run/4.evt
head -c 900 whole/run/7.evt >cut/run/7.evt
head -c 800 whole/run/12.evt >cut/run/12.evt
reads cut 0
says cut "The trace of rank 2 is damaged after .* The trace of rank 6 is"

cp -r whole lacking
rm lacking/run/10.evt lacking/run/0.evt lacking/run/1.evt
: >lacking/run/8.def
reads lacking 0
says lacking "The trace of rank 4 is left out: 8.def"

cp -r whole headless
head -c 500 whole/run.def >headless/run.def
reads headless 1
test "$(wc -l <headless.3.err)" = 1 || fail "headless: not one line"

# No rank ends early, so the critical path is known; a rank is read by one
# process, however many are wanted.
mkdir three
"$programs/write_mixed" three 3 50 || fail "no archive of three was written"
reads three 0
says three "Critical path"

# Long enough for gains, which are simulated.
"$BUILD_DIR/tests/bench/make_trace" ring 4 160000 || fail "no ring was written"
reads ring 0
says ring "1. Rank 3 works 2.0 times as long as the others"
says ring "Run time with this work spread evenly"

# The other commands read traces, too.
for number in 1 3; do
    "$report" whatif -j $number --format csv ring MPI_Allreduce=off \
        MPI_Recv=off >"whatif.$number" ||
        fail "whatif -j $number"
    "$report" compare -j $number --format csv --from-trace whole cut \
        >"compare.$number" || fail "compare -j $number"
    "$report" scaling -j $number --format csv --from-trace three whole \
        >"scaling.$number" || fail "scaling -j $number"
    "$report" history -j $number --format csv --from-trace three whole \
        >"history.$number" || fail "history -j $number"
    "$report" info -j $number --from-trace whole >"info.$number" ||
        fail "info -j $number"
done
for command in whatif compare scaling history info; do
    cmp $command.1 $command.3 || fail "$command: -j 3 says something else"
done
echo "ok: other commands"

# ---- processes that come to no good end ----

$CC -shared -fPIC -o die.so "$SRC_DIR/tests/trace/die_reading.c" \
    -ldl 2>die.log || skip "die_reading.c: $(cat die.log)"
if env LD_PRELOAD="$work/die.so" "$report" --version 2>&1 |
    grep -v '^mpiprof [0-9]' | grep .; then
    skip "nothing can be preloaded here"
fi

cp -r whole killed
reads killed 0 LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
says killed "The trace of rank 1 is damaged and left out: reading 2.evt"
says killed "The trace of rank 8 is damaged and left out: reading 16.evt"

# To know where the run begins its first events are read, too.
part="--from 0.0003 --to 0.0008"
cp -r cut cut_part
reads cut_part 0
says cut_part "seconds 0.0003 to 0.0008 of the run: .*9 ranks"
says cut_part "The trace of rank 2 is damaged after .* The trace of rank 6 is"
cp -r whole killed_part
reads killed_part 0 LD_PRELOAD="$work/die.so" DIE_HOW=kill DIE_AT=" 2 7 16 "
says killed_part "Incomplete: no data for 1 of 9 ranks"
says killed_part "The trace of rank 1 is damaged and left out: reading 2.evt"
says killed_part "trace of 8 of 9 ranks: seconds 0.0003 to 0.0008 of the run"
part=--from-trace

# Eight locations of all are left out, but not nine.
cp -r whole worse
reads worse 0 LD_PRELOAD="$work/die.so" DIE_HOW=kill \
    DIE_AT=" 0 2 4 6 8 10 12 14 "
cp -r whole worst
for number in 1 $jobs; do
    env LD_PRELOAD="$work/die.so" DIE_HOW=kill \
        DIE_AT=" 0 2 4 6 8 10 12 14 16 " \
        "$report" -j "$number" --from-trace worst >worst.out 2>worst.err &&
        fail "worst -j $number: a report of no rank"
    test "$(grep -c '^mpiprof: ' worst.err)" = 1 ||
        fail "worst -j $number: not one line: $(cat worst.err)"
    grep -q 'damaged in many places' worst.err ||
        fail "worst -j $number: $(cat worst.err)"
done
echo "ok: worst"

cp -r whole unnamed
reads unnamed 1 LD_PRELOAD="$work/die.so" DIE_HOW=names DIE_AT=" 11 "
grep -q 'it or its definitions (.def) are damaged' unnamed.3.err ||
    fail "unnamed: $(cat unnamed.3.err)"

# ---- being interrupted ----

# How many processes still read that archive.
readers() {
    ps -eo args | grep -c "^$report -j 3 .*$work/stuck"
}

# ends SIGNAL: of the one that was started; all are gone then, and no file is
# left.
cp -r whole stuck
mkdir folder
ends() {
    env TMPDIR="$work/folder" LD_PRELOAD="$work/die.so" DIE_HOW=wait \
        DIE_AT=" 0 2 4 6 8 10 12 14 16 " "$report" -j 3 --from-trace "$work/stuck" \
        >stuck.out 2>stuck.err &
    started=$!
    for _ in $(seq 100); do
        test "$(readers)" -ge 5 && break
        sleep 0.1
    done
    found=$(readers)
    kill -"$1" $started
    wait $started 2>/dev/null
    for _ in $(seq 100); do
        test "$(readers)" = 0 && break
        sleep 0.1
    done
    test "$found" -ge 5 || fail "$1: only $found processes read it"
    test "$(readers)" = 0 || fail "$1: some processes are left"
    test -z "$(ls folder)" || fail "$1: files are left: $(ls folder)"
    echo "ok: $1"
}
ends TERM
ends KILL
