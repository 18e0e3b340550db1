#!/bin/sh
# Waits of 200 ms show as such within 10 %, with their rank and procedure.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c delays delays.c "$(linked_flags)"

# A rank per core, for an MPI that never sleeps takes the others' turn.
ranks=$(getconf _NPROCESSORS_ONLN)
test "$ranks" -ge 2 || skip "needs two processors"
test "$ranks" -le 3 || ranks=3

# The machine may be busy with something else for a while; that makes waits
# longer.  Each wait must be right in one of five runs.
for try in 1 2 3 4 5; do
    measure "delays$try.run" "$ranks" ./delays "$work/expected"
    as_json "delays$try.run" "delays$try"
    if "$PYTHON" "$e2e/check_times.py" expected.*.tsv delays*.json; then
        exit 0
    fi
done
fail "the waits are not as long as they were made"
