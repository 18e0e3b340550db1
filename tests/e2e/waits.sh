#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Waits of known length have their kind, their time, their place and whom they
# wait for, and nothing else is a wait.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: no lines"
needs_virtual_time
build_c late_messages "late_messages.c moments.c" "$(linked_flags)"
build_c late_matched "late_matched.c moments.c" "$(linked_flags)"
build_c late_several "late_several.c moments.c" "$(linked_flags) -pthread"
build_c late_members "late_members.c moments.c" "$(linked_flags)"
build_c late_remote "late_remote.c moments.c" "$(linked_flags)"
build_c late_files "late_files.c moments.c" "$(linked_flags)"

MPIPROF_TRACE=on
export MPIPROF_TRACE

# expect_waits CASE RANKS PROGRAM
expect_waits() {
    measure_virtually "$1.run" "$2" "./$3" "$work/$1"
    as_json "$1.run" "$1"
    std_python "$e2e/check_waits.py" "$1" "$1" || fail "waits of $1"
    echo "ok: $1"
}

expect_waits pairs 2 late_messages
# A loop of these takes fewer calls then.
VIRTUAL_COSTS="MPI_Iprobe=2000000 MPI_Testsome=2000000"
export VIRTUAL_COSTS
expect_waits matched 2 late_matched
unset VIRTUAL_COSTS
expect_waits three 3 late_several
if launch 2 env MPIPROF_ENABLE=off ./late_several "$work/off"; then
    expect_waits threads 2 late_several
else
    echo "skipped: no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"
fi
expect_waits members 3 late_members
expect_waits remote 3 late_remote
expect_waits files 3 late_files
