/* SPDX-License-Identifier: BSD-3-Clause */
/* network.c - rank 0 sends to rank 1 and to the last rank messages of several
 * sizes, ten of each; then all ranks reduce a number, and all wait for rank 0. */
#include <mpi.h>
#include <stdlib.h>

#define TIMES 10
#define MOST (1 << 20)

static void send_to(int receiver, int me, char *data)
{
    for (int size = 1; size <= MOST; size *= 4)
        for (int i = 0; i < TIMES; i++) {
            if (me == 0)
                MPI_Send(data, size, MPI_CHAR, receiver, 0, MPI_COMM_WORLD);
            if (me == receiver)
                MPI_Recv(data, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    char *data = calloc(MOST, 1);
    int me, ranks;
    double one = 1, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    send_to(1, me, data);
    send_to(ranks - 1, me, data);
    for (int i = 0; i < TIMES; i++)
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(data, MOST, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    free(data);
    return 0;
}
