/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counted.c - rank 1 touches 1000 pages in the region touch, others 200; all
 * sleep five times in the region nap.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST 1000

static void touch(long pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *at = mmap(NULL, MOST * page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 2);
    madvise(at, MOST * page, MADV_NOHUGEPAGE);
    MPIPROF_BEGIN("touch");
    for (long i = 0; i < pages; i++)
        at[i * (long)page] = 1;
    MPIPROF_END("touch");
    munmap(at, MOST * page);
}

int main(int count, char **words)
{
    int me;

    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    touch(me == 1 ? MOST : 200);
    MPIPROF_BEGIN("nap");
    for (int i = 0; i < 5; i++)
        usleep(1000);
    MPIPROF_END("nap");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
