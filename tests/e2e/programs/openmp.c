/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * openmp.c - parallel regions of two threads, with known counts and waits.
 *
 *     mpiexec -n 1 ./openmp PREFIX
 *
 * Only the second thread sleeps, so that the runtime may wake it when it likes.
 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#include "visits.h"

/* The first thread waits for the second one. */
static void waits(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            sleep_ms(30);
#pragma omp barrier
    }
    visits("omp parallel", 1, 0.03);
    visits("omp parallel/omp barrier", 1, 0.03);
    visits("omp parallel/omp implicit barrier", 1, 0);
}

static void shares_work(void)
{
    int sum = 0;

#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 2; i++) {
#pragma omp atomic
            sum += i;
            if (omp_get_thread_num() == 1)
                sleep_ms(2);
        }
    }
    visits("omp parallel", 1, 0.002);
    visits("omp parallel/omp loop", 1, 0);
    visits("omp parallel/omp implicit barrier", 1, 0.002);
    if (sum != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    int rank, provided;

    if (argc != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 openmp PREFIX\n");
        return 2;
    }
#pragma omp parallel num_threads(2)
    sleep_ms(1); /* before it is measured */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        waits();
        shares_work();
    }
    visits_write(argv[1], rank);
    MPI_Finalize();
#pragma omp parallel num_threads(2)
    sleep_ms(1);
    return 0;
}
