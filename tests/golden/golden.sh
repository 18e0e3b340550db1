#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The reports of synthetic runs are, byte by byte, those in expected/: of the
# one that ended well, and of those that did not.
#
#     BUILD_DIR=... SRC_DIR=... golden.sh [--update]
. "$SRC_DIR/tests/lib.sh"
made=$work
expected=$SRC_DIR/tests/golden/expected
files="report.txt report.json deadlock.txt dead.txt dead.csv
    mismatch.txt late.txt waits.txt report.short.txt deadlock.short.txt
    waits.short.txt"
for run in 4 deadlock dead mismatch late waits; do
    "$BUILD_DIR/tests/golden/make_reports" "$made" $run ||
        fail "make_reports $run"
done
wrong=0
# shellcheck disable=SC2086 # a list of words
as_expected "$made" "$expected" "${1-}" $files || wrong=1
for run in report deadlock dead mismatch late waits; do
    same_formats "$made/$run" || exit 1
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
