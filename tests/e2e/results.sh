#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What a run leaves: its files, three lines on stderr, nothing on stdout.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"

# run_it OUT ERR: without MPIPROF_OUTPUT.
run_it() {
    launch 2 ./p2p "$work/expected" >"$1" 2>"$2" ||
        fail "status $?: $(cat "$2")"
}

run_it out err
test ! -s out || fail "stdout: $(cat out)"
test "$(grep -c '^mpiprof: ' err)" -eq 3 || fail "stderr: $(cat err)"
test "$(wc -l <err)" -eq 3 || fail "stderr: $(cat err)"

run=$(ls -d mpiprof-p2p-2-*)
test -d "$run" || fail "the default name gives $run"
for file in run.mpiprof summary.txt; do
    test -s "$run/$file" || fail "no $file"
done
test "$HAVE_OTF2" != yes || test -s "$run/run.otf2" || fail "no run.otf2"
grep -q "$run" err || fail "the last line does not say where: $(cat err)"

# The summary and the report are the same tables; the report adds the wait
# states of the trace, as the summary says.
"$report" --no-waits "$run" | grep -v '^All sections: ' >report.txt
sed '/^The trace is not/,$d; /^All sections: /,$d' "$run/summary.txt" |
    diff - report.txt || fail "summary.txt and the report differ"
one_line <"$run/summary.txt" | grep -q "mpiprof-report .*$run" ||
    fail "summary.txt names no command: $(tail -n 3 "$run/summary.txt")"
test "$HAVE_OTF2" != yes || one_line <"$run/summary.txt" | grep -q \
    "$run adds wait states, their causes and simulated gains" ||
    fail "summary.txt does not say what it lacks"
test "$(wc -l <"$run/summary.txt")" -le 80 || fail "a long summary"

# An existing folder is never overwritten.
cp -r "$run" before
MPIPROF_OUTPUT=$work/$run
export MPIPROF_OUTPUT
run_it out err
diff -r before "$run" || fail "an existing folder was changed"
test "$(find . -maxdepth 1 -name 'mpiprof-p2p-2-*' | wc -l)" -eq 2 ||
    fail "no second folder: $(ls)"

# What it suggests can be pasted, and what it shows as command, too.
MPIPROF_OUTPUT="$work/two words"
launch 2 ./p2p "$work/it's two words" 2>err || fail "two words: $(cat err)"
PATH=$BUILD_DIR:$PATH sh -c "$(sed -n 's/.*summary\.txt ([^:]*: \(.*\))$/\1/p' err)" >out ||
    fail "does not run: $(tail -1 err)"
as_json "$MPIPROF_OUTPUT" words
command=$(std_python -c "import json
print(json.load(open('words.json'))['run']['command'])")
test "$(sh -c "printf '%s,' $command")" = "./p2p,$work/it's two words," ||
    fail "command: $command"
MPIPROF_OUTPUT=$work/$run

MPIPROF_VERBOSE=0
export MPIPROF_VERBOSE
run_it out err
test ! -s err || fail "stderr with MPIPROF_VERBOSE=0: $(cat err)"
