#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Archives that are cut anywhere and that have flipped bits.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces

write_run whole 2 3 1024 512 || fail "no archive was written"
timeout 900 "$programs/damage" whole 61 >damage.out 2>&1 || {
    tail -n 20 damage.out
    fail "damaged archives"
}
tail -n 1 damage.out

# Without its own definitions the names of a location would be those of others.
: >whole/run/0.def
"$BUILD_DIR/mpiprof-report" --from-trace whole >emptied.txt 2>&1 ||
    fail "an emptied file of definitions: $(cat emptied.txt)"
tr -s '\n ' ' ' <emptied.txt |
    grep -q 'The trace of rank 0 is left out: 0.def' ||
    fail "nothing is said of an emptied file of definitions"
