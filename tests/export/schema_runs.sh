#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Reports of real runs of each kind are what share/doc/report-schema.json says,
# with all tables: of profiles, traces, samples, Python, and of a run that was
# killed; see check_schema.py.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_schema
archives=unchecked

# reports RUN TABLE...: its report has rows in these.
reports() {
    run=$1
    shift
    "$report" export --format json -o "$run.json" "$run" 2>err ||
        fail "$run: $(cat err)"
    with_report "$run.json" "$@" <<'END' || fail "$run: tables"
lacks = [name for name in sys.argv[2:]
         if not report["tables"].get(name, {}).get("rows")]
sys.exit("no rows in %s" % lacks if lacks else 0)
END
    made="$made $run.json"
}
made=

build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags)"
measure plain 2 ./heat2d --size 64 --steps 20
reports plain run efficiency procedures regions comm_pairs timeline \
    calls_per_rank
test "$HAVE_OTF2" != yes || {
    MPIPROF_TRACE=on measure traced 2 ./heat2d --size 64 --steps 20
    reports traced wait_states wait_sites critical_path
    mv traced/run.mpiprof . && mv traced trace_alone
    reports trace_alone wait_states wait_sites timeline
}
MPIPROF_SAMPLE=1000 measure sampled 2 ./heat2d --size 256 --steps 100
reports sampled functions functions_by_rank
# shellcheck disable=SC2086
$MPICC -g -O1 -fPIC -shared "$programs/python_native.c" -o native.so ||
    fail "python_native.c"
measure python 1 "$mpiprof_run" "$PYTHON" "$programs/python_calls.py" \
    "$work/native.so" sites
reports python python_mpi

cat >dies.c <<'END'
#include <mpi.h>
#include <signal.h>
int main(int argc, char **argv)
{
    int rank, one = 1, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++)
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 1)
        raise(SIGKILL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
# shellcheck disable=SC2046
$MPICC -g dies.c -o dies $(linked_flags) || fail "dies.c"
MPIPROF_OUTPUT=$work/killed launch 2 ./dies >dies.log 2>&1 &&
    fail "killed: nobody was"
reports killed endings procedures
# shellcheck disable=SC2086
check_schema $made || fail "check_schema.py"
