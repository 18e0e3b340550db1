/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * many_regions.c - far more marks of regions than calls of MPI.
 *
 *     mpiexec -n 1 ./many_regions [KIB]
 *
 * KIB: files may not grow beyond it any more, as on a full disk.
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "mpiprof.h"

#define ROUNDS 60
#define MARKS 4000

static void limit_files(rlim_t kib)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = kib * 1024;
    setrlimit(RLIMIT_FSIZE, &limit);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 1)
        limit_files((rlim_t)atol(argv[1]));
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
