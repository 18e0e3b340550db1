/* fixed_results.c - in each step, rank 0 works on the results of the others in the
 * order of their ranks, while those of rank 1 come last: it works longer.  Cure 1:
 * MPI_ANY_SOURCE, which is easy to do.  Cure 2: all ranks work alike before that. */
#include "cures.h"

#define COUNT 200000

static double result[COUNT];

static void collect(void)
{
    for (int rank = 1; rank < ranks; rank++) {
        MPI_Recv(result, COUNT, MPI_DOUBLE, CURED(1) ? MPI_ANY_SOURCE : rank,
                 0, WORLD, MPI_STATUS_IGNORE);
        work(4);
    }
}

static void compute(void)
{
    if (!CURED(2))
        work(me == 1 ? 24 : me == 2 ? 8 : 10);
    MPI_Send(result, COUNT, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 10; i++) {
        if (CURED(2))
            work(10.5);
        if (me == 0)
            collect();
        else
            compute();
        MPI_Barrier(WORLD);
    }
}
