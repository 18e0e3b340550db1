/* SPDX-License-Identifier: BSD-3-Clause */
/* All work and all MPI is in a thread, for which the first one waits; with an
 * argument rank 1 ends the job in it. */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static int rank, aborts;

static void *work(void *none)
{
    for (int i = 0; i < 10; i++) {
        usleep(rank == 0 ? 50000 : 150000);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (aborts && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (aborts)
        MPI_Barrier(MPI_COMM_WORLD);
    return none;
}

int main(int argc, char **argv)
{
    pthread_t worker;
    int level;

    aborts = argc > 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (pthread_create(&worker, NULL, work, NULL) == 0)
        pthread_join(worker, NULL);
    MPI_Finalize();
    return level != MPI_THREAD_MULTIPLE;
}
