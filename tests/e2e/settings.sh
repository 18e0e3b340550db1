#!/bin/sh
# A wrong setting gives one clear line, and the run goes on with the default.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"

number=0

# one_line SETTING=VALUE WORDS...: a line of stderr names all the words.
one_line() {
    setting=$1
    shift
    number=$((number + 1))
    name=$number.run
    MPIPROF_OUTPUT=$work/$name
    export MPIPROF_OUTPUT
    launch 2 env "$setting" ./p2p "$work/expected" >"$name.err" 2>&1 ||
        fail "$setting broke the run: $(cat "$name.err")"
    grep "${setting%%=*}" "$name.err" >lines
    test "$(wc -l <lines)" -eq 1 || fail "$setting gave: $(cat "$name.err")"
    for word in "$@"; do
        grep -q -e "$word" lines || fail "no $word in: $(cat lines)"
    done
    test -s "$name/run.mpiprof" || fail "$setting: no profile"
    ! grep 'not complete' "$name.err" || fail "$setting: the report suffers"
    "$report" "$name" >"$name.txt" 2>"$name.said" && test ! -s "$name.said" ||
        fail "$setting: reading it says: $(cat "$name.said")"
}

one_line MPIPROF_CALLPAHT=4 MPIPROF_CALLPATH
one_line MPIPROF_CALLPATH=many many 0 64
one_line MPIPROF_CALLPATH=65 65 0 64
one_line MPIPROF_ENABLE=perhaps perhaps on off
one_line MPIPROF_TRACE=sometimes sometimes on off 0-15
one_line MPIPROF_TRACE=0-9 "ranks of this run are 0-1" "traced: 0,1"
test "$HAVE_PAPI" != yes || one_line MPIPROF_COUNTERS=1,2,3,4,5,6,7,8,9 \
    "names 9 counters: there may be 8"
one_line MPIPROF_CLOCK=sun sun tsc posix

# Each counter that the line about a wrong one names can be had.
if test "$HAVE_PAPI" = yes; then
    one_line MPIPROF_COUNTERS=sun "sun: .*; available: "
    offered=$(sed 's/.*; available: //; s/;.*//; s/^none .*//; s/,//g' lines)
    for counter in $offered; do
        MPIPROF_OUTPUT=$work/$counter.run
        launch 2 env "MPIPROF_COUNTERS=$counter" ./p2p "$work/expected" \
            >counter.err 2>&1 || fail "$counter: $(cat counter.err)"
        ! grep MPIPROF_COUNTERS counter.err || fail "no $counter, but offered"
    done
fi

MPIPROF_OUTPUT=$work/%q.run
export MPIPROF_OUTPUT
launch 2 ./p2p "$work/expected" >field.err 2>&1 || fail "%q broke the run"
test "$(grep -c "MPIPROF_OUTPUT=.*'%q' stands for nothing" field.err)" = 1 ||
    fail "MPIPROF_OUTPUT=%q gave: $(cat field.err)"
test -s "$work/%q.run/run.mpiprof" || fail "%q: no profile"

MPIPROF_OUTPUT=$work/no-trace.run
export MPIPROF_OUTPUT
launch 2 env MPIPROF_TRACE=No ./p2p "$work/expected" >no-trace.err 2>&1 ||
    fail "status $?: $(cat no-trace.err)"
test ! -e no-trace.run/run.otf2 || fail "a trace in spite of MPIPROF_TRACE=No"

# What rank 0 is told holds for all; other ranks' variables change nothing, and
# nobody waits for a step that others leave out.
MPIPROF_OUTPUT=$work/unequal.run
export MPIPROF_OUTPUT
launch 1 env MPIPROF_TRACE=off ./p2p "$work/expected" : \
    -n 1 env MPIPROF_COUNTERS=perf::TASK-CLOCK ./p2p "$work/expected" \
    >unequal.err 2>&1 || fail "status $? of unequal ranks: $(cat unequal.err)"
test -s unequal.run/run.mpiprof || fail "unequal ranks: no profile"
test ! -e unequal.run/run.otf2 || fail "rank 0 wanted no trace"

# Without symbols the report has no names of functions either.
MPIPROF_OUTPUT=$work/nameless.run
export MPIPROF_OUTPUT
launch 2 env MPIPROF_SYMBOLS=off MPIPROF_VERBOSE=2 ./p2p "$work/expected" \
    >nameless.err 2>&1 || fail "status $?: $(cat nameless.err)"
"$report" nameless.run >nameless.txt || fail "no report without symbols"
! grep -q 'p2p\.c:' nameless.txt || fail "MPIPROF_SYMBOLS=off, but names"
grep -q 'no name: MPIPROF_SYMBOLS was off' nameless.txt ||
    fail "not why there are no names: $(sed -n '/^14/,$p' nameless.txt)"
MPIPROF_OUTPUT=$work/later.run
launch 2 env MPIPROF_SYMBOLS=later ./p2p "$work/expected" >later.err 2>&1 ||
    fail "status $?: $(cat later.err)"
tr -s '\n ' ' ' <later.run/summary.txt |
    grep -q 'no name: MPIPROF_SYMBOLS was later: mpiprof-report looks' ||
    fail "SYMBOLS=later: $(sed -n '/^14/,$p' later.run/summary.txt)"
"$report" later.run | tr -s '\n ' ' ' >later.txt
! grep -q 'SYMBOLS was later' later.txt || fail "mpiprof-report looked nothing up"
for words in 'results go to .*nameless.run' 'profile and summary took'; do
    grep -q "^mpiprof: $words" nameless.err ||
        fail "MPIPROF_VERBOSE=2 does not say '$words'"
done
