/* SPDX-License-Identifier: BSD-3-Clause */
/* log_files.c - in each step all ranks write a few lines to a log file of their own and
 * wait until they are stored.  The cure: all lines at the end. */
#include "cures.h"

#include <stdio.h>

#define STEPS 60

static char name[32];
static FILE *file;

static void write_lines(int step)
{
    for (int i = 0; i < 3; i++)
        fprintf(file, "rank %d, step %d: residual %d is %g\n", me, step, i,
                1.0 / (step + i + 1));
    if (CURED(1) && step < STEPS - 1)
        return;
    fflush(file);
    wait_for_disk(1);
}

static void run(void)
{
    double one = 1, sum;

    snprintf(name, sizeof(name), "log.%d", me);
    file = fopen(name, "w");
    if (file == NULL)
        MPI_Abort(WORLD, 1);
    setvbuf(file, NULL, _IOFBF, 1 << 16);
    for (int step = 0; step < STEPS; step++) {
        work(4);
        write_lines(step);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
    fclose(file);
}
