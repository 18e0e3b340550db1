#!/bin/sh
# A spawned world is a run of its own, and says where it came from.
. "$(dirname "$0")/lib.sh"
needs_launcher
build_c spawn spawn.c "$(linked_flags)"
launch 2 ./spawn >plain 2>&1 ||
    skip "this $MPI_FLAVOUR cannot spawn: $(grep -m 1 -i spawn plain)"
measure world-%p 2 ./spawn
set -- world-*/run.mpiprof
test $# -eq 2 || fail "$# runs: $*"

# The children's run has the remark, and both have the message's bytes.
grep -l 'started by MPI_Comm_spawn' world-*/summary.txt >spawned
test "$(wc -l <spawned)" -eq 1 || fail "remark in: $(cat spawned)"
for run in world-*; do
    case $run in *.err) continue ;; esac
    "$report" --format csv --table calls_per_rank "$run" >"$run.csv" ||
        fail "report of $run"
done
grep -h '^0,MPI_Send,' world-*.csv | grep -q ',40,0,' ||
    fail "no 40 bytes sent: $(cat world-*.csv)"
grep -h '^1,MPI_Recv,' world-*.csv | grep -q ',0,40,' ||
    fail "no 40 bytes received: $(cat world-*.csv)"
