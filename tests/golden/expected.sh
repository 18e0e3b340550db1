# shellcheck shell=sh
# expected.sh - files that a test has made are, byte by byte, those that are
# expected; sourced.

# as_expected MADE EXPECTED UPDATE FILE...: the FILEs of the folder MADE are
# those of EXPECTED; with UPDATE=--update they become so.  Shows what differs.
as_expected() {
    expected_made=$1
    expected_in=$2
    expected_update=$3
    shift 3
    expected_status=0
    for file in "$@"; do
        if test "$expected_update" = --update; then
            cp "$expected_made/$file" "$expected_in" || expected_status=1
        else
            diff -u "$expected_in/$file" "$expected_made/$file" ||
                expected_status=1
        fi
    done
    return $expected_status
}

# same_formats NAME: NAME.json and NAME.csv hold the same.
same_formats() {
    "${PYTHON:-python3}" "$SRC_DIR/tests/golden/check_formats.py" \
        "$1.json" "$1.csv" || {
        echo "FAIL: JSON and CSV of $1 differ"
        return 1
    }
}
