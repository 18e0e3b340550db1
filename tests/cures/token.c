/* SPDX-License-Identifier: BSD-3-Clause */
/* token.c - a token goes around, and only the rank that has it writes to a file.  The
 * cure: all ranks write to files of their own. */
#include "cures.h"

#define ROUNDS 40

static void write_with_token(int round)
{
    double token = 0;

    if ((me > 0 || round > 0) && !CURED(1))
        MPI_Recv(&token, 1, MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
                 MPI_STATUS_IGNORE);
    wait_for_disk(3);
    if ((me < ranks - 1 || round < ROUNDS - 1) && !CURED(1))
        MPI_Send(&token, 1, MPI_DOUBLE, (me + 1) % ranks, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        work(4);
        write_with_token(i);
    }
}
