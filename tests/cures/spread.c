/* spread.c - rank 2 works twice as long before each of many calls, none of which
 * has much of what the others wait. */
#include "cures.h"

static double sum;

static void compute(void)
{
    work(CURED(1) ? 1.25 : me == 2 ? 2 : 1);
}

static void step(void)
{
    double one = 1;

    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    compute();
    MPI_Barrier(WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    compute();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    compute();
    MPI_Barrier(WORLD);
}

static void run(void)
{
    for (int i = 0; i < 8; i++)
        step();
}
