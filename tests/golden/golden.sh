#!/bin/sh
# The reports of the synthetic run are, byte by byte, those in expected/.
#
#     BUILD_DIR=... SRC_DIR=... golden.sh [--update]
set -u
made=$BUILD_DIR/tests/golden/made
expected=$SRC_DIR/tests/golden/expected
rm -rf "$made"
mkdir -p "$made" || exit 1
"$BUILD_DIR/tests/golden/make_reports" "$made" || {
    echo "FAIL: make_reports"
    exit 1
}
if test "${1-}" = --update; then
    cp "$made"/report.* "$expected" && exit 0
    exit 1
fi
wrong=0
for file in report.txt report.json report.csv; do
    diff -u "$expected/$file" "$made/$file" || wrong=1
done
"${PYTHON:-python3}" "$SRC_DIR/tests/golden/check_formats.py" \
    "$made/report.json" "$made/report.csv" || {
    echo "FAIL: JSON and CSV differ"
    exit 1
}
test $wrong -eq 0 || {
    echo "FAIL: reports differ; if that is meant: golden.sh --update"
    exit 1
}
