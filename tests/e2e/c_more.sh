#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is hard to count is counted exactly: intercommunicators, threads, many
# requests and communicators, more than 4 GiB, calls of MPI 4.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

build_c groups "groups.c expect.c" "$(linked_flags)"
expect_counts groups.run 3 ./groups
trace_agrees groups.run

build_c limits "limits.c expect.c" "$(linked_flags)"
expect_counts limits.run 2 ./limits
trace_agrees limits.run

build_c threads "threads.c expect.c" "-pthread $(linked_flags)"
if launch 2 env MPIPROF_ENABLE=off ./threads "$work/off"; then
    expect_counts threads.run 2 ./threads
    build_c reuse "reuse.c expect.c" "-pthread $(linked_flags)"
    expect_counts reuse.run 2 ./reuse
    echo 'sys.exit(len(rows_of(report, "communicators")) != 3 * 60)' |
        with_report reuse.run.json || fail "not 180 communicators"
else
    echo "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"
fi

echo '#include <mpi.h>' >version.c
echo 'int mpi_4[MPI_VERSION >= 4 ? 1 : -1];' >>version.c
if $MPICC -c version.c 2>/dev/null; then
    build_c mpi4 "mpi4.c expect.c" "$(linked_flags)"
    expect_counts mpi4.run 2 ./mpi4
else
    echo "this $MPI_FLAVOUR is older than MPI 4"
fi
