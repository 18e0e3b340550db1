#!/bin/sh
# Where threads or pauses take a part of the run out of the ranks' times, the
# report keeps to what it knows, and says what it does not.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c shares shares.c "-pthread $(linked_flags)"

# A busy machine makes waits longer: each must be right in one of three runs.
# right CASE
right() {
    for try in 1 2 3; do
        measure "$1$try.run" 2 ./shares "$1" >out
        ! grep -q "no threads" out || return 0
        as_json "$1$try.run" "$1"
        "$PYTHON" "$e2e/check_shares.py" "$1" "$1.json" && return
    done
    fail "$1: not as it was made"
}

right threads
right pause
