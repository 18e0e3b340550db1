#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where the trace cannot be written to its end it is taken away, and the
# profile has all.  A limit on the size of files stands for a full disk.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_launcher
needs_trace
build_c many_regions many_regions.c "$(linked_flags)"

# check RUN: a profile, no trace, and why.
check() {
    test ! -e "$1/run.otf2" && test ! -e "$1/run" ||
        fail "left of the trace: $(ls -R "$1")"
    test "$(grep -c 'trace of rank.*: File too large (.*/run);' "$1.err")" -eq 1 ||
        fail "stderr: $(cat "$1.err")"
    grep -q 'trace could not be completed' "$1/summary.txt" ||
        fail "the summary of $1 does not say so"
    ! grep -q 'at its limit' "$1/summary.txt" || fail "$1 blames a limit"
    "$report" --full "$1" >"$1.txt" || fail "no report of $1"
    grep -q 'outer/inner' "$1.txt" || fail "no regions in $1"
}

# In the middle of the run, at its end, on one rank only.
MPIPROF_TRACE_BUFFER_MB=1
export MPIPROF_TRACE_BUFFER_MB
measure middle.run 2 ./many_regions 300
check middle.run
MPIPROF_TRACE_BUFFER_MB=64
measure end.run 2 ./many_regions 300
check end.run
measure one.run 1 ./many_regions : -n 1 ./many_regions 300
check one.run

# No room for the profile beside the trace: the trace goes.
build_c no_room ../../faults/programs/no_room.c "-rdynamic $(linked_flags)"
NO_ROOM=$work/beside.run/run.otf2
export NO_ROOM
measure beside.run 2 ./no_room
test ! -e beside.run/run.otf2 && test ! -e beside.run/run ||
    fail "left of the trace: $(ls -R beside.run)"
test "$(grep -c 'trace of this run was removed' beside.run.err)" -eq 1 ||
    fail "stderr: $(cat beside.run.err)"
grep -q 'trace was removed' beside.run/summary.txt ||
    fail "the summary does not say that the trace was removed"

# No room for one of the files that OTF2 writes at the end, without telling
# anybody but its handler of errors: the trace goes, in one line that says why.
test -w /dev/full || skip "no /dev/full"
for file in 0.def 1.def run.def run.otf2 1.evt; do
    NO_ROOM_FOR=/$file
    export NO_ROOM_FOR
    measure "$file.run" 2 ./no_room
    unset NO_ROOM_FOR
    test ! -e "$file.run/run.otf2" && test ! -e "$file.run/run" ||
        fail "$file: left of the trace: $(ls -R "$file.run")"
    grep -q "trace of rank [01]: No space left.*; the trace is removed" \
        "$file.run.err" || fail "$file: $(cat "$file.run.err")"
    test "$(grep -c "trace" "$file.run.err")" -eq 1 ||
        fail "$file: more than a line: $(cat "$file.run.err")"
    grep -q 'trace could not be completed' "$file.run/summary.txt" ||
        fail "$file: the summary does not say so"
    grep -q MPI_Barrier "$file.run/summary.txt" || fail "$file: no profile"
done

# No room for the results: one line, and what the ranks kept while they ran is
# there.  Without that nothing is left.
NO_ROOM=$work
measure pieces.run 2 ./no_room
test "$(grep -c . pieces.run.err)" -eq 1 &&
    grep -q 'pieces.run/run.mpiprof: No space left.* mpiprof-report' \
        pieces.run.err || fail "stderr: $(cat pieces.run.err)"
"$report" --full pieces.run >pieces.txt || fail "no report of what is left"
grep -q 'MPI_Barrier' pieces.txt || fail "not all calls are left"
MPIPROF_SCRATCH=off
export MPIPROF_SCRATCH
measure nothing.run 2 ./no_room
test ! -e nothing.run || fail "left: $(ls -R nothing.run)"
test "$(grep -c . nothing.run.err)" -eq 1 &&
    grep -q 'nothing.run/run.mpiprof: No space left.* are lost' \
        nothing.run.err || fail "stderr: $(cat nothing.run.err)"
# The same when it is the user's quota that is used up.
NO_ROOM_QUOTA=1
export NO_ROOM_QUOTA
measure quota.run 2 ./no_room
test ! -e quota.run || fail "left: $(ls -R quota.run)"
test "$(grep -c . quota.run.err)" -eq 1 &&
    grep -q 'quota.run/run.mpiprof: Disk quota exceeded.* are lost' \
        quota.run.err || fail "stderr: $(cat quota.run.err)"
NO_ROOM=$work/beside_quota.run/run.otf2
measure beside_quota.run 2 ./no_room
test ! -e beside_quota.run/run.otf2 ||
    fail "left of the trace: $(ls -R beside_quota.run)"
grep -q 'trace was removed' beside_quota.run/summary.txt ||
    fail "the summary does not say that the trace was removed"
unset NO_ROOM NO_ROOM_QUOTA MPIPROF_SCRATCH

# A limit on the size of files that the profile meets ends no program.
MPIPROF_TRACE=off
export MPIPROF_TRACE
measure limit.run 2 ./many_regions 8
unset MPIPROF_TRACE
grep -q 'run.mpiprof: File too large.* mpiprof-report' limit.run.err ||
    fail "stderr: $(cat limit.run.err)"
"$report" --full limit.run >limit.txt || fail "no report of what is left"
