#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where threads or pauses take a part of the run out of the ranks' times, the
# report keeps to what it knows, and says what it does not.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
build_c shares shares.c "-pthread $(linked_flags)"

# right CASE
right() {
    measure_virtually "$1.run" 2 ./shares "$1" >out
    ! grep -q "no threads" out || return 0
    as_json "$1.run" "$1"
    std_python "$e2e/check_shares.py" "$1" "$1.json" ||
        fail "$1: not as it was made"
}

right threads
right pause
