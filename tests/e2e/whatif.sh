#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# How long a run would take with changes is what its sleeps come to.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: no lines"
needs_virtual_time
build_c whatif whatif.c "$(linked_flags)"
MPIPROF_TRACE=on
export MPIPROF_TRACE
measure_virtually whatif.run 3 ./whatif

# line_of COMMENT: FILE:LINE of the program.
line_of() {
    echo "whatif.c:$(grep -n "/\* $1 \*/" "$programs/whatif.c" | cut -d: -f1)"
}
barrier=$(line_of "in each step")
receive=$(line_of waits)

# takes SECONDS CHANGE...: T with all changes, to a thousandth.
takes() {
    takes_seconds=$1
    shift
    "$report" whatif --format csv --table whatif whatif.run "$@" >found.csv ||
        fail "whatif $*"
    tail -n 1 found.csv | awk -F, -v s="$takes_seconds" '
        { off = $2 - s; exit off < -0.001 || off > 0.001 }' ||
        fail "$* should take $takes_seconds s: $(cat found.csv)"
    echo "ok: $*"
}

takes 1.400 network=ideal
takes 1.100 'solve@1-2*0.5' # steps of 350, 200 and 200
takes 0.950 'solve*0.5'
takes 1.000 solve=even # 500 / 3 in each step
takes 1.400 solve=even-total # each has 500 of it in the whole run
takes 1.250 exchange=even # a third of 250 + 50 until those calls
takes 1.300 exchange@0-1=even # half of that
takes 1.000 MPI_Barrier=off # 650 and what follows
takes 1.000 "MPI_Barrier@$barrier=off"
takes 1.250 "overlap:$receive"
takes 1.275 'exchange@0*0.5' # all of 250 since the last barrier
takes 0.800 'solve*0.5' "overlap:$receive"
takes 2.300 'solve*2'

"$report" whatif whatif.run 'solve*1' >same || fail "solve*1"
grep 'With solve\*1 the run takes as long as before, 1.40 s' same >/dev/null ||
    fail "solve*1: $(cat same)"

# Each alone and all together; who is then critical; the run itself.
"$report" whatif whatif.run 'solve*0.5' "overlap:$receive" >text ||
    fail "whatif in text"
for words in 'With all of these changes: 1.40 s -> 800 ms (-43 %)' \
    'Without changes the simulated run takes 1.40 s; the measured run took 1.40 s' \
    'would then have the most time on the critical path'; do
    grep -F -e "$words" text >/dev/null || fail "no '$words': $(cat text)"
done
"$report" whatif --table whatif --format csv whatif.run 'solve*0.5' \
    "overlap:$receive" | cut -d, -f1 >rows
printf '%s\n' change none 'solve*0.5' "overlap:$receive" 'all of these' |
    cmp - rows || fail "rows: $(cat rows)"
for jobs in 1 3; do
    "$report" whatif -j $jobs --format json -o $jobs.json whatif.run \
        'solve*0.5' "overlap:$receive" || fail "-j $jobs"
done
cmp 1.json 3.json || fail "-j changes the result"
"$report" whatif --format csv -o 1.csv whatif.run 'solve*0.5' \
    "overlap:$receive" && same_formats 1 || fail "JSON and CSV"
if (needs_schema); then
    needs_schema
    check_schema 1.json || fail "JSON is not what its schema says"
fi

# refused WORDS CHANGE...: with one line, and no gains.
refused() {
    refused_words=$1
    shift
    refuses 2 "$refused_words" "$report" whatif whatif.run "$@"
}
refused "did you mean solve?" 'slove*0.5'
refused "did you mean exchange?" 'exchnge@0*0.5'
refused "did you mean MPI_Barrier?" MPI_Barier=off
refused "did you mean $receive?" "overlap:${receive%?}"
refused "there is no such MPI call at" "MPI_Barrier@$receive=off"
refused "did you mean solve?" slove=even
refused "give a factor above 0 and at most" 'solve*0'
refused "give a factor above 0 and at most" 'solve*-1'
refused "give a factor above 0 and at most" 'solve*fast'
refused "'3' is not a rank" 'solve@3*0.5'
refused "write NAME\*FACTOR" solve
refused "write network=ideal" network=fast
refused "'\*0.5': the name of a region or function is missing" '*0.5'
refused "'@1\*0.5': the name of a region or function is missing" '@1*0.5'
refused "'overlap:': FILE:LINE is missing" overlap:
refused "'MPI_Barrier@=off': FILE:LINE is missing" MPI_Barrier@=off
refused "what to change is missing" ""
refused "'' is not a rank" 'solve@*0.5'
refused "'1-0' is not a rank" 'solve@1-0*0.5'
refused "'7' is not a rank" solve@7=even
refused "a single rank cannot share its work" solve@1=even
refused "give a factor above 0 and at most" 'solve*nan'
refused "give a factor above 0 and at most" 'solve*1e9'
refused "give a run and what to change"

# Half of a rank's trace: nothing is simulated, and no gain of it is claimed.
cp -r whatif.run cut.run
size=$(wc -c <whatif.run/run/1.evt)
head -c $((size / 2)) whatif.run/run/1.evt >cut.run/run/1.evt
"$report" whatif cut.run 'solve*0.5' >out 2>err
test $? -eq 1 && test ! -s out && test "$(wc -l <err)" -eq 1 &&
    grep 'cannot be simulated: the trace of some ranks ends before' err \
        >/dev/null || fail "a cut trace: $(cat err)"
"$report" --format csv --table advice cut.run >cut.csv || fail "cut.run"
! grep -e simulated -e pipeline cut.csv >/dev/null || fail "cut: $(cat cut.csv)"
"$report" compare whatif.run cut.run >compared || fail "compare with a cut one"
tr -s '\n ' ' ' <compared | grep "gains of A are simulated, and those of B only" \
    >/dev/null || fail "compare with a cut one: $(cat compared)"
rm -r cut.run

# Parts of the run that are not there, and ranks and regions.
asks() {
    asks_words=$1
    shift
    "$report" "$@" whatif.run >out 2>err
    test $? -eq 2 && test ! -s out && test "$(wc -l <err)" -eq 1 &&
        grep -e "$asks_words" err >/dev/null || fail "$*: $(cat err)"
}
asks "ends at 1.4[0-9]* s" --from 5
asks "is after --to 0.1: there is nothing between" --from 0.5 --to 0.1
asks "give seconds of the run" --from -1
asks "'9' is not a rank" --ranks 9
asks "no region of this run matches" --region nosuch
asks "no region of this run matches" --region ''
