/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_openmp.c - MPI in OpenMP programs.
 * odd-flags: -fopenmp
 * Its own code of the compiler has no names to print:
 * odd-remark: functions on call paths ha(s|ve) no name */
#include "odd.h"

#include <omp.h>
#include <stddef.h>

#define WORLD MPI_COMM_WORLD
#define THREADS 3

static bool begin(int wanted)
{
    int level = -1;

    CALL(MPI_Init_thread, NULL, NULL, wanted, &level);
    odd_started();
    if (level < wanted)
        odd_skip("not this level of thread support");
    return level >= wanted;
}

JOB(all_threads_send, 2, 0)
{
    if (begin(MPI_THREAD_MULTIPLE)) {
#pragma omp parallel num_threads(THREADS)
        {
            int tag = omp_get_thread_num(), room = -1;

            CALL(MPI_Sendrecv, &tag, 1, MPI_INT, RIGHT, tag, &room, 1, MPI_INT,
                 LEFT, tag, WORLD, MPI_STATUS_IGNORE);
            CHECK(room == tag);
        }
    }
    odd_finalize();
}

JOB(one_at_a_time, 2, 0)
{
    if (begin(MPI_THREAD_SERIALIZED)) {
#pragma omp parallel for num_threads(THREADS)
        for (int i = 0; i < 9; i++) {
#pragma omp critical
            {
                int room = -1;

                CALL(MPI_Sendrecv, &i, 1, MPI_INT, 0, 1, &room, 1, MPI_INT, 0,
                     1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
                CHECK(room == i);
            }
        }
    }
    odd_finalize();
}

JOB(only_the_master, 2, 0)
{
    int sum = 0, all = 0;

    if (begin(MPI_THREAD_FUNNELED)) {
#pragma omp parallel for num_threads(THREADS) reduction(+ : sum)
        for (int i = 0; i < 100; i++)
            sum += i;
#pragma omp parallel num_threads(THREADS)
        {
#pragma omp master
            CALL(MPI_Allreduce, &sum, &all, 1, MPI_INT, MPI_SUM, WORLD);
        }
        CHECK(all == odd_ranks * 4950);
    }
    odd_finalize();
}
