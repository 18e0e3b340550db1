#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# However many communicators and windows a program makes, what mpiprof keeps of
# them is bounded; no call is lost, and the report says which share a row.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c many_comms "many_comms.c expect.c" "$(linked_flags)"

# rows TABLE RUN
rows() {
    echo 'print(len(rows_of(report, sys.argv[2])))' | with_report "$2.json" "$1"
}

# 99 of the chain, its rest, 999 more of MPI_COMM_WORLD, their rest.
expect_counts two.run 2 ./many_comms 1500
as_json two.run two.run --all
test "$(rows communicators two.run)" -eq 1100 ||
    fail "$(rows communicators two.run) communicators, not 1100"
tr -s '\n ' ' ' <two.run/summary.txt >words
grep -q 'Only the first 1000 communicators of the same parent' words &&
    grep -q 'Only the first 1000 windows of the same communicator' words ||
    fail "the report does not say what shares a row"
if test "$HAVE_OTF2" = yes && command -v otf2-print >/dev/null; then
    otf2-print -Werror --silent two.run/run.otf2 || fail "otf2-print"
fi

# What a communicator leaves behind: nothing of ours.
MPIPROF_TRACE=off
export MPIPROF_TRACE
measure one.run 1 ./many_comms 10000 "$work/one.expected" >bytes
unset MPIPROF_TRACE
MPIPROF_ENABLE=off
export MPIPROF_ENABLE
measure plain.run 1 ./many_comms 10000 "$work/plain.expected" >plain_bytes
ours=$(cut -d ' ' -f 1 bytes) plain=$(cut -d ' ' -f 1 plain_bytes)
echo "bytes for each two communicators: $ours, without mpiprof $plain"
test "$((ours - plain))" -lt 20 || fail "memory grows"
