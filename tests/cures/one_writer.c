/* SPDX-License-Identifier: BSD-3-Clause */
/* one_writer.c - rank 0 writes the data of all, while the others wait at a
 * barrier.  The cure: each writes its own. */
#include "cures.h"
#include <stdio.h>

static void checkpoint(void)
{
    static char data[65536];
    char name[64];
    FILE *file;

    snprintf(name, sizeof name, "one_writer.%d.%d", cure, me);
    if ((me == 0 || CURED(1)) && (file = fopen(name, "w")) != NULL) {
        fwrite(data, sizeof data, 1, file);
        fclose(file);
        wait_for_disk(CURED(1) ? 30.0 / ranks : 30);
    }
    MPI_Barrier(WORLD);
}

static void run(void)
{
    for (int i = 0; i < 5; i++) {
        work(10);
        checkpoint();
    }
}
