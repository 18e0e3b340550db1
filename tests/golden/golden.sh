#!/bin/sh
# The reports of synthetic runs are, byte by byte, those in expected/: of the
# one that ended well, and of those that did not.
#
#     BUILD_DIR=... SRC_DIR=... golden.sh [--update]
. "$SRC_DIR/tests/lib.sh"
made=$work
expected=$SRC_DIR/tests/golden/expected
files="report.txt report.json report.csv deadlock.txt dead.txt dead.csv
    mismatch.txt late.txt waits.txt"
for run in 4 deadlock dead mismatch late waits; do
    "$BUILD_DIR/tests/golden/make_reports" "$made" $run ||
        fail "make_reports $run"
done
if test "${1-}" = --update; then
    for file in $files; do
        cp "$made/$file" "$expected" || exit 1
    done
    exit 0
fi
wrong=0
for file in $files; do
    diff -u "$expected/$file" "$made/$file" || wrong=1
done
for run in report deadlock dead mismatch late waits; do
    "${PYTHON:-python3}" "$SRC_DIR/tests/golden/check_formats.py" \
        "$made/$run.json" "$made/$run.csv" ||
        fail "JSON and CSV of $run differ"
done
# A report from the file is that of the run in memory.
for run in deadlock dead mismatch late; do
    "$report" --format csv --all "$made/$run.mpiprof" |
        sed '/^# run/,/^\r*$/d' >"$made/$run.read"
    sed '/^# run/,/^\r*$/d' "$made/$run.csv" |
        diff - "$made/$run.read" || wrong=1
done
test $wrong -eq 0 ||
    fail "reports differ; if that is meant: golden.sh --update"
