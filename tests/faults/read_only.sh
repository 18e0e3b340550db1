#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# File systems that cannot be written: from the start, from the middle of the
# run on, on one rank only, or not by the rank that another host's disk is for.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
in_namespace "$@"
needs_trace
build_job
plain launch $job_ranks ./job
elsewhere=$faults/programs/elsewhere.sh

# disk NAME [OPTIONS]
disk() {
    mkdir -p "$1"
    mount -t tmpfs -o "${2-size=16m}" none "$1" ||
        skip "mounting a tmpfs is not permitted"
}

disk start ro
injured_in start start/run launch $job_ranks ./job_measured
left start start/run
line start 'Read-only file system' 'set MPIPROF_OUTPUT'
test "$what_is_left" = nothing || fail "start: $what_is_left"
echo "ok: from the start"

# From the middle on: the directory stays, as nobody can remove it.
disk middle
MPIPROF_SCRATCH=off # a file that is mapped holds the file system
export MPIPROF_SCRATCH
injured_in middle middle/run launch $job_ranks ./job_measured 0 \
    "mount -o remount,ro '$work/middle'"
line middle 'Read-only file system.*\(are lost\|own files remain\)'
test ! -s middle/run/run.mpiprof || fail "middle: $(ls -R middle)"
unset MPIPROF_SCRATCH
echo "ok: from the middle on"

# by_one NAME HOW RANK: one rank sees the disk otherwise.
by_one() {
    disk "$1"
    MPIPROF_OUTPUT=$work/$1/run
    export MPIPROF_OUTPUT
    if test "$3" = 0; then
        injured "$1" launch 1 "$elsewhere" "$2" "$work/$1" \
            ./job_measured : -n $((job_ranks - 1)) ./job_measured
    else
        injured "$1" launch $((job_ranks - 1)) ./job_measured : \
            -n 1 "$elsewhere" "$2" "$work/$1" ./job_measured
    fi
    unset MPIPROF_OUTPUT
}

# Rank 0 makes everything; the other one's events are lost, and with them the
# trace, but the profile has its numbers.
for how in read_only missing other; do
    by_one last_$how $how $((job_ranks - 1))
    left last_$how last_$how/run
    reason='No such file or directory'
    test $how != read_only || reason='Read-only file system'
    line last_$how "trace of rank $((job_ranks - 1)): $reason (.*/run);"
    whole last_$how/run
    echo "ok: $how on the last rank: $what_is_left"
done

by_one first_read_only read_only 0
left first_read_only first_read_only/run
test "$what_is_left" = nothing || fail "first: $what_is_left"
echo "ok: read-only on rank 0"
