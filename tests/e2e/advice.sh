#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each advice is given to the program that needs it, with the gain that follows
# from its sleeps, and none to one that does all well.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: no lines"
needs_virtual_time
build_c advised advised.c "$(linked_flags)"

MPIPROF_TRACE=on
export MPIPROF_TRACE

# expect_advice CASE [COSTS]
expect_advice() {
    VIRTUAL_COSTS=${2-} measure_virtually "$1.run" 2 ./advised "$1" "$1.file"
    as_json "$1.run" "$1"
    "$PYTHON" "$e2e/check_advice.py" "$1" "$1.json" || fail "advice for $1"
    echo "ok: $1"
}

for name in unequal reading serial barriers reductions leaks senders order \
    receivers roots fences openers late end fine; do
    expect_advice $name
done
# Calls that cost so much that the run is not too short to judge.
expect_advice small "MPI_Send=5000 MPI_Recv=5000"
expect_advice creation MPI_Comm_dup=600000
expect_advice files MPI_File_write=60000
expect_advice slow "MPI_Send=100000000 MPI_Recv=100000000"
expect_advice spinning MPI_Test=100000
expect_advice together MPI_Waitall=4000000

# The cure brings what was promised.
measure_virtually equal.run 2 ./advised equal
"$report" compare --format json -o compared.json unequal.run equal.run ||
    fail "mpiprof-report compare"
"$PYTHON" "$e2e/check_advice.py" kept unequal.json compared.json ||
    fail "the promise"
echo "ok: kept"
