#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A run that is killed can be recorded: what its ranks leave has no path of this
# machine.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$(id -u)" = 0 && unshare -m -u true 2>/dev/null ||
    skip "only root can record, where it may make namespaces"
run=$(awk '($2 == "sigkill" || $2 == "deadlock") && $1 ~ "-" mpi "$" {
    print $1 }' mpi="$MPI_FLAVOUR" "$SRC_DIR/tests/recorded/runs.tsv")
test -n "$run" || skip "no killed run of $MPI_FLAVOUR is recorded"

RECORD_INTO=$work "$SRC_DIR/tests/recorded/record" "$run" "$run-left" \
    >record.out 2>&1 || fail "$(cat record.out)"
for made in "$run" "$run-left"; do
    tar -tf "$made.tar.gz" >files || fail "$made is not kept"
    grep -q "^$made/" files || fail "$made.tar.gz has no folder $made"
done
echo "ok: $run"
