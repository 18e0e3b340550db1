#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The command line of mpiprof-report: answers, exit statuses, one-line errors.
. "$SRC_DIR/tests/lib.sh"

"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
mkdir run empty
mv run.mpiprof run

# ---- what is read ----
gives 0 "heat2d" "$report" run
gives 0 "heat2d" "$report" run/
gives 0 "heat2d" "$report" run/run.mpiprof
: >run/run.otf2
gives 0 "complete, beside the trace" "$report" --full --no-waits run/run.otf2
"$report" run/run.otf2 >out 2>err || fail "a profile beside a broken trace"
grep -q "^mpiprof: wait states: .*run.def" err || fail "says $(cat err)"
test "$(wc -l <err)" -eq 1 || fail "not one line: $(cat err)"
grep -q "Wait states are unknown" out || fail "no word on wait states"
mkdir run/run
truncate -s 3G run/run/0.evt
gives 0 "not looked for, as the trace has 3.00 GiB" "$report" run
"$report" --waits run >out 2>err || fail "--waits"
grep -q "^mpiprof: wait states: " err || fail "--waits is ignored: $(cat err)"
truncate -s 5G run/run/1.evt
gives 0 "not looked for, as the trace has 8.00 GiB" "$report" run
rm -r run/run
rm run/run.otf2
gives 0 "1.125" "$report" --full run
gives 0 "made-up" sh -c "mkdir 'a b'; cp run/run.mpiprof 'a b/'
    '$report' --full 'a b' | tr M m"

# ---- options ----
gives 0 "usage: mpiprof-report" "$report" --help
gives 0 "usage: mpiprof-report info" "$report" info --help
gives 0 "mpiprof [0-9]" "$report" --version
gives 0 '"schema": "mpiprof-report"' "$report" --format json run
gives 0 "^rank,procedure,calls,time_s" \
    "$report" --format csv --table calls_per_rank run
gives 0 "Communication matrix" "$report" --table comm_matrix run
gives 0 "(2 of 5 rows" "$report" --full --top 2 run
gives 0 "(2 of 5 rows, [0-9]* of 11 columns; all: --table call_sites)" "$report" --top 2 run
gives 0 "^5 Where time goes" "$report" --full run
refuses 2 "--full is for text" "$report" --full --table procedures run
refuses 2 "--full is for text" "$report" --full --format json run
# Short, and as wide as asked.
for columns in 40 80 132; do
    COLUMNS=$columns "$report" run >out || fail "COLUMNS=$columns"
    test "$(wc -l <out)" -le 80 || fail "$columns: $(wc -l <out) lines"
    awk -v most=$columns 'length($0) > most { print; wide = 1 }
        length($0) > most / 2 { used = 1 }
        END { exit wide || !used }' out || fail "COLUMNS=$columns: too wide"
done
for columns in wide 0 -1 ''; do
    COLUMNS=$columns "$report" run >out || fail "COLUMNS=$columns"
    "$report" run | diff - out || fail "COLUMNS=$columns changes the report"
done
gives 0 "^     3  4.000" "$report" --ranks 1,3 --table rank_times run
gives 0 "only regions  *main/solve" "$report" --full --region main/solve run
gives 0 "useful" "$report" --all run
gives 0 "$(printf '\033')" "$report" --color always run
if command -v script >/dev/null; then
    TERM=xterm script -qec "'$report' run" /dev/null >out </dev/null
    grep "$(printf '\033')" out >/dev/null || fail "no colour on a terminal"
    NO_COLOR=1 TERM=xterm script -qec "'$report' run" /dev/null >out </dev/null
    ! grep "$(printf '\033')" out || fail "NO_COLOR is ignored"
fi
gives 0 "" "$report" -o out.txt run
test -s out.txt || fail "-o wrote nothing"
gives 0 "" "$report" -o out.txt --format csv run
grep '^# procedures' out.txt >/dev/null || fail "-o did not replace the file"
test "$(find . -name 'out.txt*' | wc -l)" -eq 1 || fail "a file was left"
COLUMNS=300 "$report" --sort calls --table procedures run | sed -n 4p |
    grep MPI_I >/dev/null ||
    fail "--sort calls"
"$report" --sort "PER CALL" --table procedures run >by_title ||
    fail "--sort with a title"
"$report" --sort mean_call_s --table procedures run | cmp - by_title ||
    fail "name and title sort differently"
COLUMNS=300 "$report" --table rank_times run | grep "finalize  paused" >/dev/null ||
    fail "names of columns as titles: $("$report" --table rank_times run)"
"$report" --table efficiency run | tr -s ' \n' ' ' >out
grep "the remainder is what even the most loaded rank spends in MPI, waiting or transferring\." out >/dev/null ||
    fail "a definition is cut: $(cat out)"
gives 0 "" sh -c "'$report' run | head -1 >/dev/null"

# ---- info and explain ----
gives 0 "run.mpiprof  *[0-9]* bytes" "$report" info run
gives 0 "MPIPROF_TRACE" "$report" info run
gives 0 "mean useful time" "$report" explain "Load balance"
gives 0 "mean useful time" "$report" explain load balance
gives 0 "max - mean" "$report" explain avoidable_s
gives 0 "time_s" "$report" explain procedures
gives 0 "imbalance_useful: region" "$report" explain

# ---- errors: one line that names it, no more ----
refuses 2 "no run given; give its directory" "$report"
for number in 0 x 100000 -3 3x 257; do
    refuses 2 "--jobs $number: give a number from 1 to 256" \
        "$report" -j "$number" run
    refuses 2 "--jobs $number: " "$report" info --jobs="$number" run
    refuses 2 "--jobs $number: " "$report" compare -j "$number" run run
done
refuses 2 "option -j needs a value" "$report" run -j
gives 0 "heat2d" "$report" -j 256 run
refuses 2 "--top and --all" "$report" --top 5 --all run
refuses 2 "no run given; give its directory" "$report" ''
refuses 2 "give one run" "$report" info ''
recover="$report recover"
refuses 1 "nosuch: No such file or directory; give the directory of a run" \
    $recover nosuch
refuses 1 "run.mpiprof: is not a directory; give the directory of a run" \
    $recover run/run.mpiprof
refuses 1 "run: this run has its results, .*; mpiprof-report run shows it" \
    $recover run
refuses 1 "empty: holds neither run.mpiprof nor run.otf2" $recover empty
refuses 1 "contains runs, but is not one itself; the newest run: " $recover .
refuses 1 "mistyped: No such file or directory; give a FOLDER" \
    $recover run mistyped
refuses 1 "empty: no rank has left its file in this FOLDER" \
    $recover run empty
refuses 2 "which term" "$report" explain ''
refuses 2 "which term" "$report" explain ' '
refuses 2 "--top 0" "$report" --top 0 run
refuses 2 "--open needs --format html" "$report" --open --format csv run
refuses 2 "--open needs a file" "$report" --open -o - run
refuses 2 "--ranks: '1-9' is not a rank" "$report" --ranks 1-9 run
refuses 2 "x" "$report" --ranks x run
refuses 2 "\"nosuch\"; the table \"regions\" lists" "$report" --region nosuch run
refuses 2 "\"slove\"; did you mean solve?" "$report" --region slove run
refuses 1 "no table counters in this report" "$report" --table counters run
refuses 1 "missing" "$report" missing
refuses 1 "neither" "$report" empty
mkdir -p above/run
cp run/run.mpiprof above/run
refuses 1 "newest run: mpiprof-report above/run$" "$report" above
mkdir dead dead/run
refuses 1 "dead/: this run has no results" "$report" dead/
rmdir dead/run
echo "the program ended" >dead/summary.txt
refuses 1 "dead: this run has no results" "$report" dead
echo text >text.txt
refuses 1 "not a profile of mpiprof; give the directory" "$report" text.txt
# On machines of 32 bits no memory has room for all of it.
truncate -s 5G large.mpiprof
refuses 1 "large.mpiprof: \(the run ended before\|File too large\)" \
    "$report" large.mpiprof
rm large.mpiprof
refuses 1 "dead: .*if it is still running, .*kill -USR1" "$report" dead
mkdir dead/unfinished
refuses 1 "dead/unfinished/: .*the directory that it is in$" \
    "$report" dead/unfinished/
mkdir -m 0 closed
test -r closed || refuses 1 "closed: Permission denied" "$report" closed
test ! -r closed || test "$(id -u)" != 0 || ! setpriv --version >/dev/null ||
    refuses 1 "closed: Permission denied" \
        setpriv --inh-caps=-all --bounding-set=-all "$report" closed
rmdir closed
for name in 1st 2nd 3rd; do
    mkdir -p "my runs/$name"
    cp run/run.mpiprof "my runs/$name"
    test $name = 2nd || touch -d 2020-01-01 "my runs/$name/run.mpiprof"
done
refuses 1 "newest run: mpiprof-report 'my runs/2nd'$" "$report" "my runs"
refuses 1 "empty/run.mpiprof: the file is empty; copy it again" sh -c \
    ": >empty/run.mpiprof; '$report' empty"
refuses 1 "run.otf2" "$report" --from-trace run
# A link stays one, and standard output stays where it goes.
ln -s linked.txt link.txt
gives 0 "" "$report" -o link.txt run
test -L link.txt || fail "-o replaced a link"
test -s linked.txt || fail "-o did not follow a link"
gives 0 "^heat2d, " "$report" -o - run
test ! -e ./- || fail "-o - made a file"
echo "before" >appended
"$report" -o /dev/stdout run >>appended || fail "-o /dev/stdout"
test -L /dev/stdout || fail "/dev/stdout is no link any more"
{ read -r first <appended && test "$first" = before; } ||
    fail "-o /dev/stdout lost what was there"
refuses 1 "out/x" "$report" -o out/x run
refuses 2 "give one run" "$report" info
test -e /dev/full && refuses 1 "standard output" \
    sh -c "'$report' run >/dev/full"

# ---- ended while a file is written: it is there whole, and nothing else ----
# (SIGTERM: a job in the background ignores SIGINT)
cat >interrupt.c <<'END'
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
int rename(const char *from, const char *to)
{
    raise(SIGTERM);
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}
END
if ${CC:-cc} -w -shared -fPIC interrupt.c -o interrupt.so 2>/dev/null; then
    mkdir interrupted
    LD_PRELOAD=$PWD/interrupt.so "$report" --format csv -o interrupted/out run
    test $? -eq 143 || fail "SIGTERM does not end it"
    test "$(ls interrupted)" = out || fail "left: $(ls interrupted)"
    "$report" --format csv run | cmp - interrupted/out ||
        fail "what was written before SIGTERM is not whole"
fi

# ---- a damaged file is refused or read, never a crash ----
size=$(wc -c <run/run.mpiprof)
mkdir bad
for at in 1 40 64 100 200 500 $((size / 2)) $((size - 1)); do
    head -c "$at" run/run.mpiprof >bad/run.mpiprof
    "$report" bad >bad.out 2>&1
    test $? -le 1 || fail "crash on the first $at bytes"
done
head -c 64 run/run.mpiprof >bad/run.mpiprof
refuses 1 "copy the file again" "$report" bad
: >bad/run.otf2
"$report" bad 2>&1 | grep '^mpiprof: .*--from-trace' >/dev/null ||
    fail "no word of the trace beside a damaged profile"
exit 0
