/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * held_free.c - a library below mpiprof: one MPI_Comm_free returns late, after
 * MPI has given the handle to others.  late_free.c uses it.
 */
#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "held_free.h"

_Thread_local bool held;
atomic_bool was_freed, may_return;

int MPI_Comm_free(MPI_Comm *comm)
{
    int result = PMPI_Comm_free(comm);

    if (held) {
        atomic_store(&was_freed, true);
        wait_for(&may_return);
    }
    return result;
}

void wait_for(atomic_bool *what)
{
    const struct timespec time = { 0, 1000000 };

    while (!atomic_load(what))
        nanosleep(&time, NULL);
}
