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

# measure_case CASE [COSTS]
measure_case() {
    VIRTUAL_COSTS=${2-} measure_virtually "$1.run" 2 ./advised "$1" "$1.file"
    as_json "$1.run" "$1"
    cases="$cases $1"
}

cases=
for name in unequal reading serial barriers reductions leaks senders order \
    receivers roots fences openers late end fine; do
    measure_case $name
done
# Calls that cost so much that the run is not too short to judge.
measure_case small "MPI_Send=5000 MPI_Recv=5000"
measure_case creation MPI_Comm_dup=600000
measure_case files MPI_File_write=60000
measure_case slow "MPI_Send=100000000 MPI_Recv=100000000"
measure_case spinning MPI_Test=100000
measure_case together MPI_Waitall=4000000
# shellcheck disable=SC2086 # words
std_python "$e2e/check_advice.py" $cases || fail "advice"

# The cure brings what was promised.
measure_virtually equal.run 2 ./advised equal
"$report" compare --format json -o compared.json unequal.run equal.run ||
    fail "mpiprof-report compare"
std_python "$e2e/check_advice.py" kept unequal.json compared.json ||
    fail "the promise"
echo "ok: kept"
