#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A test that fails ends with 1, one that skips with 77, whatever is said of
# its archives; otherwise nothing else here would mean anything.
. "$SRC_DIR/tests/lib.sh"

# ends WITH LINE: a test of that one line, in a folder of its own.
ends() {
    printf '. "%s/tests/lib.sh"\narchives=together\n%s\n' "$SRC_DIR" "$2" \
        >inner.sh
    "${CONFIG_SHELL:-/bin/sh}" inner.sh lib_itself >inner.log 2>&1
    status=$?
    test $status -eq "$1" || {
        cat inner.log
        fail "'$2' ends with $status, not $1"
    }
}

ends 0 'true'
ends 1 'fail "as it should"'
ends 77 'skip "as it should"'
ends 1 'archives=unchecked; fail "as it should"'
ends 77 'archives=unchecked; skip "as it should"'
ends 3 'exit 3'
printf '#!/bin/sh\nexec "%s" -S "$@"\n' "${PYTHON:-python3}" >bare_python
chmod +x bare_python
TEST_PYTHON=$PWD/bare_python # without the bindings of OTF2
export TEST_PYTHON
ends 1 'fail "without the bindings"'
ends 0 'true'
