#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A limit on the size of files, met in the middle of the run: whatever the
# program does about SIGXFSZ, mpiprof brings none upon it.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_trace
build_job
command -v prlimit >/dev/null || skip "no prlimit"
plain launch $job_ranks ./job

# limited NAME KIB MARKS SIGNAL
limited() {
    injured_in "$1.run" "$1.run" launch $job_ranks ./job_measured "$3" \
        "prlimit --pid \$PPID --fsize=$(($2 * 1024)):" "$4"
    left "$1.run" "$1.run"
    echo "ok: $1: $what_is_left"
}

for signal in kills ignored handled; do
    limited trace_$signal 200 0 $signal
    limited profile_$signal 8 0 $signal
    test $what_is_left = nothing || fail "profile: $what_is_left"
done
limited enough 64000 0 handled
test $what_is_left = all || fail "enough: $what_is_left"
MPIPROF_TRACE_BUFFER_MB=1
export MPIPROF_TRACE_BUFFER_MB
limited middle 1500 90000 kills
test $what_is_left = profile+summary || fail "middle: $what_is_left"
