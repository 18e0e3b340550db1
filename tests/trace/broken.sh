#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Folders that cannot be written and archives that cannot be read: one line.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces

one_line() {
    test "$(grep -c '^mpiprof: ' "$1")" = 1 || {
        cat "$1"
        fail "$2: not one line"
    }
    ! grep -q '^\[OTF2\]' "$1" || fail "$2: OTF2 prints on its own"
}

touch file
timeout 60 $MPIEXEC -n 2 "$programs/write_sample" file/run 5 100 100 \
    >folder.out 2>folder.err </dev/null && fail "a file served as a folder"
one_line folder.err "not a folder"
echo "ok: not a folder"

# refused NAME ANCHOR: the reader says what is wrong, once.
refused() {
    "$programs/check_sample" "$2" 2 5 >"$1.out" 2>"$1.err" &&
        fail "$1: accepted"
    test $? -lt 128 || fail "$1: crashed"
    one_line "$1.err" "$1"
    echo "ok: $1"
}

refused missing nothing.otf2
echo "this is no archive" >text.otf2
refused text text.otf2
write_run good 2 5 1024 512 || fail "good: not written"
cp -r good headless
rm headless/run.def
refused headless headless/run.otf2
grep -q "headless/run.def: No such file" headless.err ||
    fail "headless: $(cat headless.err)"
cp -r good cut
head -c 700 good/run.def >cut/run.def
refused cut cut/run.otf2
grep -q "copy the whole archive again" cut.err || fail "cut: $(cat cut.err)"

# Events that are damaged are left out with a remark, the rest is read.
cp -r good torn
head -c 300 good/run/1.evt >torn/run/1.evt
"$programs/check_sample" torn/run.otf2 2 5 >torn.out 2>torn.err
test $? -lt 128 || fail "torn: crashed"
grep -q "^remarks: 1, not 0" torn.out || fail "torn: no remark"
echo "ok: torn"
cp -r good gone
rm gone/run/1.evt
"$programs/check_sample" gone/run.otf2 2 5 >gone.out 2>gone.err
test $? -lt 128 || fail "gone: crashed"
grep -q "^remarks: " gone.out || fail "gone: no remark"
echo "ok: gone"
