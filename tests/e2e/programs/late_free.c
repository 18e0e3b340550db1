/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_free.c - a communicator is freed by one thread, and its handle is made and
 * freed again by another before the first call returns.
 *
 * Prints whether MPI did give out the handle again.  Exits with 77 when this MPI
 * has no MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#include "held_free.h"

static MPI_Comm first;

static void *free_first(void *unused)
{
    (void)unused;
    held = true;
    MPI_Comm_free(&first);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    MPI_Comm second, handle;
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return 77;
    }
    MPI_Comm_dup(MPI_COMM_SELF, &first);
    handle = first;
    pthread_create(&thread, NULL, free_first, NULL);
    wait_for(&was_freed);
    MPI_Comm_dup(MPI_COMM_SELF, &second);
    printf("%s\n", second == handle ? "again" : "another");
    MPI_Comm_free(&second);
    atomic_store(&may_return, true);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
