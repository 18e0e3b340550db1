#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every file of the corpus once, without libFuzzer: what was once found is
# survived, and small real files are read.
# Takes longer than 30 s on a busy machine: some 7,900 damaged files.
. "$SRC_DIR/tests/lib.sh"

# A small real run cut short, and with flipped bits; beside the rest, since it
# takes longest.
damage() {
    timeout 900 "$BUILD_DIR/tests/fuzz/$1" --damage "$2" \
        "$SRC_DIR/tests/data/fuzz/$1/$3" >"damage.$1" 2>&1
}
damage profile 601 heat.mpiprof &
damage_profile=$!

for format in $FUZZ_KNOWN_FORMATS; do
    timeout 600 "$BUILD_DIR/tests/fuzz/$format" \
        "$SRC_DIR/tests/data/fuzz/$format" >"$format.out" 2>&1 || {
        tail -n 20 "$format.out"
        fail "$format"
    }
    echo "ok: $format, $(tail -n 1 "$format.out")"
done

# The structures of these are those of this version: others say nothing.
grep -q ' of them accepted' left.out ||
    fail "no file of a rank is read: make others, tests/fuzz/squeeze_left.py"
for format in pyfiles pyprof; do
    grep -q ' of them accepted' $format.out ||
        fail "no file of Python is read: $format"
done

# survives FORMAT STATUS: of that damage.
survives() {
    test "$2" = 0 || {
        tail -n 20 "damage.$1"
        fail "damaged: $1"
    }
    echo "ok: damaged $1, $(tail -n 1 "damage.$1")"
}
damage left 211 deadlock
survives left $?
damage pyprof 7 real
survives pyprof $?
damage pyfiles 7 lines
survives pyfiles $?
wait $damage_profile
survives profile $?
