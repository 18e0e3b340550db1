/* SPDX-License-Identifier: BSD-3-Clause */
/* Two threads of each rank compute and call MPI; rank 1 computes more.  The source
 * has what a page must not take for HTML. */
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

static volatile double sink;

static void relax(double seconds)
{
    double end = MPI_Wtime() + seconds;

    while (MPI_Wtime() < end)
        for (int i = 0; i < 1000; i++)
            sink += sqrt(i); /* </script><img src=x onerror=alert(1)>	\ */
}

static void exchange(int rank, int ranks, int thread, double *value)
{
    MPI_Sendrecv_replace(value, 1, MPI_DOUBLE, (rank + 1) % ranks, thread,
                         (rank + ranks - 1) % ranks, thread, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, ranks, given;
    double sums[2] = { 0 }, total[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    if (given < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 77);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int step = 0; step < 10; step++) {
#pragma omp parallel num_threads(2)
        {
            int thread = omp_get_thread_num();

            relax(rank == 1 ? 0.02 : 0.01);
            exchange(rank, ranks, thread, &sums[thread]);
        }
        MPI_Allreduce(sums, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
