/* extra_logging.c - every tenth step rank 0 computes and logs diagnostics, which
 * takes it six steps longer than the others.  The cure: none of that. */
#include "cures.h"

static void diagnose(void)
{
    if (me == 0 && !CURED(1))
        work(36);
}

static void run(void)
{
    for (int step = 1; step <= 60; step++) {
        double one = 1, most;

        work(6);
        if (step % 10 == 0)
            diagnose();
        MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    }
}
