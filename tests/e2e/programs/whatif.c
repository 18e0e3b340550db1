/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * whatif.c - a run whose length with changes is known, for whatif.sh.
 *
 *     mpiexec -n 3 ./whatif
 *
 * In each of three steps another rank works longer in region solve; then rank
 * 1 waits for a message of rank 0.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <stdio.h>
#include <time.h>

static int me, ranks;

static void work_for(int ms)
{
    struct timespec time = { 0, ms * 1000000L };

    nanosleep(&time, NULL);
}

static void step(int late)
{
    MPIPROF_BEGIN("solve");
    work_for(me == late ? 300 : 100);
    MPIPROF_END("solve");
    MPI_Barrier(MPI_COMM_WORLD); /* in each step */
    work_for(50);
}

__attribute__((noinline)) static void exchange(void)
{
    int number = 0;

    if (me == 0) {
        work_for(200);
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (me == 1) {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* waits */
                 MPI_STATUS_IGNORE);
        work_for(150);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 3) {
        fprintf(stderr, "usage: mpiexec -n 3 whatif\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int i = 0; i < ranks; i++)
        step(i);
    exchange();
    MPI_Finalize();
    return 0;
}
