#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPI_Pcontrol of one thread holds for all threads of its rank: a call that goes
# on meanwhile counts without the pause.  It is in the trace of all of them, and
# the trace gives the times of the profile.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
build_c pauses "pauses.c expect.c" "-pthread $(linked_flags)"
launch 2 env MPIPROF_ENABLE=off ./pauses "$work/off" ||
    skip "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"
measure_virtually pauses.run 2 ./pauses "$work/expected"
as_json pauses.run counts --all
std_python "$e2e/check_counts.py" counts.json expected.[01].tsv ||
    fail "counts"
std_python "$e2e/check_times.py" counts.json expected.times.tsv ||
    fail "a pause counts as time of MPI_Recv"

needs_trace
command -v otf2-print >/dev/null || skip "no otf2-print"
otf2-print -Werror pauses.run/run.otf2 >pauses.print ||
    fail "otf2-print: $(cat pauses.print)"

# Off and on by turns: four pauses.
awk '$1 == "MEASUREMENT_ON_OFF" {
    if ((last[$2] == "OFF") == ($NF == "OFF")) exit 1
    last[$2] = $NF
    count[$2]++
}
END {
    for (at in count) print at, count[at], last[at]
}' pauses.print | sort -n >switches ||
    fail "off or on twice: $(grep ON_OFF pauses.print)"
cat >wanted <<END
0 10 ON
1 10 ON
4294967296 8 ON
4294967297 8 ON
END
diff wanted switches || fail "switches of the locations"

cp -r pauses.run trace_pauses.run
rm trace_pauses.run/run.mpiprof
as_json pauses.run pauses
as_json trace_pauses.run/run.otf2 trace_pauses
std_python "$e2e/check_same.py" pauses.json trace_pauses.json ||
    fail "trace and profile differ"
