/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled.c - work of known shares, measured by the CPU time of the
 * thread itself.
 *
 *     sampled STEPS [threads|slow]
 *
 * In each step part_a takes 12 UNIT, part_b 6 and part_c 2; on rank 3 part_b
 * takes 12, with `slow' 48.  A step is no multiple of a tick of the system: or
 * samples that a timer takes would always meet the same part.  With `threads' four threads of OpenMP do so, of which
 * three never call MPI.  The parts are in sampled_parts.* or sampled_part_c.c.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 0.00109 /* seconds */

void part_a(double seconds);
void part_b(double seconds);
void part_c(double seconds);

static void work(int rank, int slow)
{
    part_a(12 * UNIT);
    part_b((rank != 3 ? 6 : slow ? 48 : 12) * UNIT);
    part_c(2 * UNIT);
}

int main(int argc, char **argv)
{
    int rank, steps = argc > 1 ? atoi(argv[1]) : 1;
    int threads = argc > 2 && strcmp(argv[2], "threads") == 0;
    int slow = argc > 2 && strcmp(argv[2], "slow") == 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < steps; i++) {
#pragma omp parallel num_threads(4) if (threads)
        work(rank, slow);
        if (i % 8 == 7)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
