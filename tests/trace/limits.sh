#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Buffers that fill up, a limit that is met, ranks that do not record.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces

field() {
    cut -d ' ' -f "$1" "$2.totals"
}

# Memory is written out between calls, and nothing is lost.
write_run flushed 2 8000 100000 512 || fail "flushed: not written"
print_run flushed
"$programs/check_sample" flushed/run.otf2 2 8000 >flushed.check
grep -q "^MPI_Send calls\|^messages\|^MPI_Send bytes" flushed.check &&
    fail "flushed: calls are lost"
test "$(field 3 flushed)" = 0 || fail "flushed: stopped"
if test -f flushed.print; then
    test "$(how_many BUFFER_FLUSH flushed)" -gt 2 ||
        fail "flushed: no BUFFER_FLUSH"
fi
echo "ok: flushed"

# Past the limit the trace stops, is marked, and is complete in itself.
write_run limited 2 8000 1024 512 || fail "limited: not written"
print_run limited
test "$(field 3 limited)" = 2 || fail "limited: not all ranks stopped"
for rank in 0 1; do
    bytes=$(wc -c <limited/run/$rank.evt)
    test "$bytes" -gt 700000 || fail "limited: stopped too early at $bytes"
    test "$bytes" -lt 1100000 || fail "limited: stopped too late at $bytes"
done
if test -f limited.print; then
    test "$(how_many ENTER limited)" = "$(how_many LEAVE limited)" ||
        fail "limited: not balanced"
    test "$(how_many PROGRAM_END limited)" = 2 || fail "limited: no end"
    test "$(how_many MEASUREMENT_ON_OFF limited)" = 3 ||
        fail "limited: not marked on all locations"
fi
"$programs/check_sample" limited/run.otf2 2 8000 >limited.check
grep -q "^remarks: 1, not 0" limited.check || fail "limited: no remark"
echo "ok: limited"

# A rank that does not record is a member of communicators all the same.
write_run silent 3 5 1024 512 1 || fail "silent: not written"
print_run silent
"$programs/check_sample" silent/run.otf2 3 5 >silent.check
grep -q "^missing: 1, not 0" silent.check || fail "silent: not missing"
echo "ok: silent"
