#!/bin/sh
# Waits of known length have their kind, their time, their place and whom they
# wait for, and nothing else is a wait.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: no lines"
test "$(getconf _NPROCESSORS_ONLN)" -ge 2 || skip "needs two processors"
build_c late_messages "late_messages.c moments.c" "$(linked_flags)"
build_c late_several "late_several.c moments.c" "$(linked_flags) -pthread"
build_c late_members "late_members.c moments.c" "$(linked_flags)"
build_c late_remote "late_remote.c moments.c" "$(linked_flags)"
build_c late_files "late_files.c moments.c" "$(linked_flags)"

MPIPROF_TRACE=on
export MPIPROF_TRACE

# expect_waits CASE RANKS PROGRAM: in one of three runs each, for the machine
# may be busy with something else for a while.
expect_waits() {
    case=$1
    names=
    for try in 1 2 3; do
        name=$case$try
        names="$names $name"
        measure "$name.run" "$2" "./$3" "$work/$name"
        as_json "$name.run" "$name"
        # shellcheck disable=SC2086 # a list of names
        if "$PYTHON" "$e2e/check_waits.py" "$case" $names >"$case.wrong" 2>&1
        then
            echo "ok: $case, $try runs"
            return
        fi
    done
    cat "$case.wrong"
    fail "waits of $case"
}

expect_waits pairs 2 late_messages
expect_waits three 3 late_several
if launch 2 env MPIPROF_ENABLE=off ./late_several "$work/off"; then
    expect_waits threads 2 late_several
else
    echo "skipped: no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"
fi
expect_waits members 3 late_members
expect_waits remote 3 late_remote
expect_waits files 3 late_files
