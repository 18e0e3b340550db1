/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_regions.c - work of known shares inside and outside of regions.
 *
 *     sampled_regions STEPS [slow]
 *
 * In each step part_b takes 12 UNIT outside of regions; in region phase part_a
 * takes 12, part_b 6 and part_c 2; in phase/last part_c takes 12.  With `slow'
 * rank 3 takes 24 more in part_b of phase and in part_c of phase/last.  See
 * sampled.c.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 0.00109 /* seconds */

void part_a(double seconds);
void part_b(double seconds);
void part_c(double seconds);

static void phase(int slow)
{
    MPIPROF_BEGIN("phase");
    part_a(12 * UNIT);
    part_b((slow ? 30 : 6) * UNIT);
    part_c(2 * UNIT);
    MPIPROF_BEGIN("last");
    part_c((slow ? 36 : 12) * UNIT);
    MPI_Barrier(MPI_COMM_WORLD);
    MPIPROF_END("last");
    MPIPROF_END("phase");
}

int main(int argc, char **argv)
{
    int rank, steps = argc > 1 ? atoi(argv[1]) : 1;
    int slow = argc > 2 && strcmp(argv[2], "slow") == 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < steps; i++) {
        part_b(12 * UNIT);
        phase(slow && rank == 3);
    }
    MPI_Finalize();
    return 0;
}
