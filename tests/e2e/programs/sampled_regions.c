/*
 * sampled_regions.c - work of known shares inside and outside of regions.
 *
 *     sampled_regions STEPS
 *
 * In each step part_b takes 12 UNIT outside of regions; in region phase part_a
 * takes 12, part_b 6 and part_c 2; in phase/last part_c takes 12.  See
 * sampled.c.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <stdlib.h>

#define UNIT 0.00109 /* seconds */

void part_a(double seconds);
void part_b(double seconds);
void part_c(double seconds);

static void phase(void)
{
    MPIPROF_BEGIN("phase");
    part_a(12 * UNIT);
    part_b(6 * UNIT);
    part_c(2 * UNIT);
    MPIPROF_BEGIN("last");
    part_c(12 * UNIT);
    MPI_Barrier(MPI_COMM_WORLD);
    MPIPROF_END("last");
    MPIPROF_END("phase");
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 1;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < steps; i++) {
        part_b(12 * UNIT);
        phase();
    }
    MPI_Finalize();
    return 0;
}
