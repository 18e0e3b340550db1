#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A wrong setting gives one clear line, and the run goes on with the default.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"

# goes_on RUN SETTING=VALUE...: a run with these goes on, and its report suffers
# nothing; each of them has one line of stderr, see `told'.
goes_on() {
    run=$1
    shift
    MPIPROF_OUTPUT=$work/$run launch 2 env "$@" ./p2p "$work/expected" \
        >wrong.err 2>&1 || fail "$* broke the run: $(cat wrong.err)"
    test -s "$run/run.mpiprof" || fail "$*: no profile"
    ! grep 'not complete' wrong.err || fail "$*: the report suffers"
    "$report" --full "$run" >said.txt 2>said.err && test ! -s said.err ||
        fail "$*: reading it says: $(cat said.err)"
    grep '^mpiprof: MPIPROF_' wrong.err >lines
    test "$(wc -l <lines)" -eq $# || fail "$* gave: $(cat wrong.err)"
}

# told SETTING WORDS...: its line of the last run names all the words.
told() {
    setting=$1
    shift
    grep "^mpiprof: $setting[ =:]" lines >line || fail "no $setting: $(cat lines)"
    for word in "$@"; do
        grep -q -e "$word" line || fail "no $word in: $(cat line)"
    done
}

goes_on wrong MPIPROF_CALLPAHT=4 MPIPROF_CALLPATH=many MPIPROF_ENABLE=perhaps \
    MPIPROF_TRACE=sometimes MPIPROF_CLOCK=sun MPIPROF_SAMPLE=0 MPIPROF_COUNTERS=sun
told MPIPROF_CALLPAHT MPIPROF_CALLPATH
told MPIPROF_CALLPATH many 0 64
told MPIPROF_ENABLE perhaps on off
told MPIPROF_TRACE sometimes on off 0-15
told MPIPROF_CLOCK sun tsc posix
told MPIPROF_SAMPLE "=0 is not one of off|1..10000; using off"

# Each counter that the line about a wrong one names can be had.
told MPIPROF_COUNTERS "cannot count sun (.*); measuring without these; available here: "
offered=$(sed 's/.*; available here: //; s/;.*//; s/^nothing//; s/,//g' line)
for counter in $offered; do
    MPIPROF_OUTPUT=$work/$counter.run launch 2 env \
        "MPIPROF_COUNTERS=$counter" ./p2p "$work/expected" \
        >counter.err 2>&1 || fail "$counter: $(cat counter.err)"
    ! grep MPIPROF_COUNTERS counter.err || fail "no $counter, but offered"
done

goes_on %q.run MPIPROF_CALLPATH=65 MPIPROF_TRACE=0-9 "MPIPROF_OUTPUT=$work/%q.run" \
    MPIPROF_SAMPLE=1000000 MPIPROF_COUNTERS=1,2,3,4,5,6,7,8,9
told MPIPROF_CALLPATH 65 0 64
told MPIPROF_SAMPLE "=1000000 is not one of off|1..10000; using off"
told MPIPROF_TRACE "ranks of this run are 0-1" "traced: 0 and 1"
told MPIPROF_OUTPUT "'%q' is not a placeholder"
told MPIPROF_COUNTERS "cannot count .*9 (.*); measuring without these; available here: "

# What rank 0 is told holds for all; other ranks' variables change nothing, and
# nobody waits for a step that others leave out.
MPIPROF_OUTPUT=$work/unequal.run
export MPIPROF_OUTPUT
launch 1 env MPIPROF_TRACE=off ./p2p "$work/expected" : \
    -n 1 env MPIPROF_COUNTERS=perf::TASK-CLOCK ./p2p "$work/expected" \
    >unequal.err 2>&1 || fail "status $? of unequal ranks: $(cat unequal.err)"
test -s unequal.run/run.mpiprof || fail "unequal ranks: no profile"
test ! -e unequal.run/run.otf2 || fail "rank 0 wanted no trace"

# Without symbols the report has no names of functions either.  A switch is
# known by other words, too.
MPIPROF_OUTPUT=$work/nameless.run
export MPIPROF_OUTPUT
launch 2 env MPIPROF_SYMBOLS=off MPIPROF_VERBOSE=2 MPIPROF_TRACE=No ./p2p "$work/expected" \
    >nameless.err 2>&1 || fail "status $?: $(cat nameless.err)"
test ! -e nameless.run/run.otf2 || fail "a trace in spite of MPIPROF_TRACE=No"
"$report" --full nameless.run >nameless.txt || fail "no report without symbols"
! grep -q 'p2p\.c:' nameless.txt || fail "MPIPROF_SYMBOLS=off, but names"
tr -s '\n ' ' ' <nameless.txt | grep -q 'as addresses: MPIPROF_SYMBOLS was off' ||
    fail "not why there are no names: $(sed -n '/^Caveats/,$p' nameless.txt)"
MPIPROF_OUTPUT=$work/later.run
launch 2 env MPIPROF_SYMBOLS=later ./p2p "$work/expected" >later.err 2>&1 ||
    fail "status $?: $(cat later.err)"
tr -s '\n ' ' ' <later.run/summary.txt |
    grep -q 'as addresses: with MPIPROF_SYMBOLS=later, mpiprof-report looks' ||
    fail "SYMBOLS=later: $(sed -n '/^Caveats/,$p' later.run/summary.txt)"
"$report" --full later.run | tr -s '\n ' ' ' >later.txt
! grep -q 'with MPIPROF_SYMBOLS=later' later.txt || fail "mpiprof-report looked nothing up"
for words in 'results go to .*nameless.run' 'profile and summary took'; do
    grep -q "^mpiprof: $words" nameless.err ||
        fail "MPIPROF_VERBOSE=2 does not say '$words'"
done
