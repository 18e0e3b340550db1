/*
 * many_regions.c - far more marks of regions than calls of MPI.
 *
 *     mpiexec -n 1 ./many_regions
 */
#include <mpi.h>

#include "mpiprof.h"

#define ROUNDS 60
#define MARKS 4000

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < ROUNDS; i++) {
        MPIPROF_BEGIN("outer");
        for (int k = 0; k < MARKS; k++) {
            MPIPROF_BEGIN("inner");
            MPIPROF_END("inner");
        }
        MPIPROF_END("outer");
        MPI_Barrier(MPI_COMM_SELF);
    }
    MPI_Finalize();
    return 0;
}
