#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Reports and exports of a part of a run: what is known to be in it, parts that
# add up to the whole, the time line of the same part, words.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
check() {
    std_python "$SRC_DIR/tests/trace/check_windows.py" "$report" "$@" ||
        fail "check_windows.py $*"
}

mkdir known mixed
"$programs/write_window" known || fail "no archive was written"
"$programs/write_mixed" mixed 9 200 || fail "no mixed archive was written"
write_run sample 2 5 100000 1000

check closed known
check adds known 3 5.2 8.5 11
check adds known 0.1 0.5 6.5
check adds mixed 0.0005003 0.0015
check adds sample 0.000002001 0.0000051237
check chrome known 3 6
check chrome mixed 0.0005003 0.0015

# Programs with regions, files, windows of memory, wherever they are cut.
programs=$e2e/programs
MPIPROF_TRACE=on
export MPIPROF_TRACE
build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags)"
# On a busy machine ranks may begin so far apart that there is hardly anything
# else; nothing may be in the middle then.
for try in 1 2 3; do
    rm -rf heat
    measure heat 4 ./heat2d --size 64 --steps 100
    "$report" --from-trace --no-waits --format csv --table rank_times heat |
        std_python -c "import csv, sys
rows = list(csv.DictReader(sys.stdin))
times = [float(row['total_s']) for row in rows]
sys.exit(min(times) < 0.8 * max(times))" && check chrome heat 30% 70% &&
        break
    echo "try $try: ranks began apart"
done
check adds heat 20% 50% 90%
build_c io "io.c expect.c" "$(linked_flags)"
measure io.run 3 ./io "$work/io.counts"
check adds io.run 10% 60%
build_c rma "rma.c expect.c" "$(linked_flags)"
measure rma.run 3 ./rma "$work/rma.counts"
check adds rma.run 20% 50%

# All of a run is what it is without; of waits what is of the whole run alone
# is left out.
for run in known mixed heat io.run; do
    "$report" --all --format json --no-waits --from-trace $run >whole.json &&
        "$report" --all --format json --no-waits --to 1000 $run >part.json ||
        fail "reports of $run"
    std_python "$e2e/check_same.py" whole.json part.json >out ||
        fail "all of $run: $(cat out)"
    "$report" --all --format json --from-trace $run >whole.json &&
        "$report" --all --format json --to 1000 $run >part.json ||
        fail "reports of $run with waits"
    std_python "$e2e/check_same.py" --only wait_states,wait_sites,wait_culprits,\
waits_per_rank,wait_pairs,collectives whole.json part.json >out ||
        fail "waits of all of $run: $(cat out)"
done
echo "ok: all of a run is a part of it"

# By however many processes it is read, in each format the same.
for format in text json csv; do
    for number in 1 3; do
        "$report" -j $number --all --format $format --from 0.0005003 \
            --to 0.0012 mixed >out.$number || fail "-j $number"
    done
    cmp out.1 out.3 || fail "-j 3 says something else in $format"
done
"$report" export --format json --from 3 --to 6 known >exported.json &&
    "$report" --all --format json --from 3 --to 6 known >reported.json ||
    fail "JSON of a part"
cmp exported.json reported.json || fail "the export is another report"
echo "ok: processes and formats"

# part_has RUN FROM TO: exports of calls have the numbers of the report of that
# part.
part_has() {
    cat >part_of_report <<WORDS
#!/bin/sh
if test "\$1" = export; then
    shift
    exec "$report" export --from $2 --to $3 "\$@"
fi
exec "$report" --from $2 --to $3 "\$@"
WORDS
    chmod +x part_of_report
    std_python "$SRC_DIR/tests/export/check_calls.py" "$work/part_of_report" \
        "$1" >out || fail "exports of a part of $1: $(cat out)"
}
part_has known 3 6
part_has heat 0.0005 0.3
echo "ok: exports"

# ---- what is said ----

"$report" --full --from 3 --to 6 known | tr -s '\n ' ' ' >said
for sentence in "seconds 3 to 6 of the run: .*2 ranks on 1 host, 3.00 s" \
    "only seconds 3 to 6 of the run" "This report covers seconds 3 to 6 of the" \
    "root causes and the critical path are left out"; do
    grep -q "$sentence" said || fail "nothing is said of: $sentence"
done
"$report" --full --from 1.8 --to 3 known >said
sed -n '/^[0-9] Wait states/,/^[0-9] Comm/p' said | tr -s '\n ' ' ' |
    grep -q 'waits in seconds 1.8 to 3 of the run; critical path' ||
    fail "wait states do not say what they are of"
grep -q 'Critical path (' said &&
    fail "the critical path is that of the whole run"
# What was cut off behind the part does not matter to it.
"$report" --full --to 0.0008 mixed | grep -q 'ends before the run did' &&
    fail "rank 3's trace has all of the first 0.8 ms"
"$report" --full --to 0.0012 mixed | tr -s '\n ' ' ' |
    grep -q 'trace of 1 of 9 ranks ends before the run' ||
    fail "rank 3's trace ends after 1 ms"
echo "ok: words"

# ---- what is refused ----

for command in "" "export --format folded"; do
    refuses 2 "--from x: give seconds of the run" "$report" $command --from x known
    refuses 2 "--to -1: give seconds of the run" "$report" $command --to -1 known
    refuses 2 "--to inf: give seconds of the run" "$report" $command --to inf known
    refuses 2 "--from 2 is after --to 1" "$report" $command --from 2 --to 1 known
    refuses 2 "--from 2 is the same as --to 2" \
        "$report" $command --from 2 --to 2 known
    refuses 2 "--to 0: the run begins there" "$report" $command --to 0 known
    refuses 2 "--from 16: known ends at 16 s; give an earlier second" \
        "$report" $command --from 16 known
done
mkdir bare
cp heat/run.mpiprof bare
refuses 1 "no such trace; .* MPIPROF_TRACE=on records one" "$report" --from 1 bare
refuses 1 "no such trace; .* MPIPROF_TRACE=on records one" \
    "$report" export --format tau -o tau --from 1 bare
test "$HAVE_HTML" != yes ||
    refuses 2 "the whole run, and --window FROM:TO adds" \
        "$report" --format html -o page.html --from 3 known
echo "ok: what is refused"
