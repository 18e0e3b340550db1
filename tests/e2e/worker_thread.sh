#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A rank whose first thread only waits for a worker in pthread_join() is what its
# worker does: rank 1 works three times as long as rank 0, which waits for it.
. "$SRC_DIR/tests/lib.sh"
needs_virtual_time
build_c worker_thread worker_thread.c "-pthread"
launch 2 ./worker_thread || skip "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"
measure_virtually worker.run 2 ./worker_thread

# cell TABLE ROW COLUMN: one that is a number, with three digits.
cell() {
    # shellcheck disable=SC2086 # none, or one
    "$report" $from --format csv --table "$1" worker.run | tr -d '\r' |
        awk -F , -v row="$2" -v column="$3" 'NR == 1 {
            for (i = 1; i <= NF; i++) if ($i == column) at = i
        }
        NR == row + 1 { printf "%.3f\n", $at }'
}

for from in "" --from-trace; do
    test "$from" = "" || test "$HAVE_OTF2" = yes || continue
    test "$(cell rank_times 1 useful_s) $(cell rank_times 2 useful_s)" = \
        "0.500 1.500" || fail "useful: $("$report" $from --table rank_times worker.run)"
    test "$(cell rank_times 1 collective_s)" = 1.000 ||
        fail "in MPI: $("$report" $from --table rank_times worker.run)"
    "$report" $from worker.run | grep -q 'Rank 1 works 3.0 times as long as rank 0: 1.50 s against 500 ms' ||
        fail "verdict: $("$report" --full $from worker.run | head -5)"
    test "$HAVE_OTF2" != yes || test "$(cell critical_path 1 rank)" = 1.000 ||
        fail "critical path: $("$report" $from --table critical_path worker.run)"
    "$report" --full $from worker.run | sed -n 1,5p >"verdict$from"
    diff verdict "verdict$from" || fail "another verdict by the trace"
done

# A job that rank 1 ends in its worker: the first threads are in pthread_join().
MPIPROF_OUTPUT=$work/aborted.run MPIPROF_CLOCK=posix MPIPROF_TRACE=off
export MPIPROF_OUTPUT MPIPROF_CLOCK MPIPROF_TRACE
launch 2 env VIRTUAL_TIME="$work/aborted.clock" \
    LD_PRELOAD="$libs/libmpiprof.so $virtual_library" ./worker_thread abort \
    >aborted.out 2>&1 && fail "no job was ended"
unset MPIPROF_OUTPUT MPIPROF_CLOCK MPIPROF_TRACE
"$report" --format csv --table rank_times aborted.run >aborted.csv ||
    fail "aborted: no report"
tr -d '\r' <aborted.csv | awk -F , '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == 2 { exit !($at["useful_s"] > 0.49 && $at["useful_s"] < 0.51) }' ||
    fail "aborted: rank 0 does not lead by its worker: $(cat aborted.csv)"

test "$HAVE_OTF2" = yes || exit 0
"$report" export --format chrome -o line.json worker.run &&
    "${TEST_PYTHON:-$PYTHON}" - line.json <<'END' || fail "threads of the time line"
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
sys.exit(any(e["ph"] == "X" and e["tid"] == 0 and e["name"] == "MPI_Barrier"
             for e in events))
END
