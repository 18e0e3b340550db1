/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late.c - four ranks or more in a ring, of which one is late at times: rank 2
 * by two seconds in step 20, rank 1 by 60 ms in step 180.  With the argument `die'
 * rank 1 is killed in step 60; with `apart' rank 2 switches recording off for
 * 600 ms in step 60, and rank 3 is in MPI_Finalize a second before the others.
 * All else takes milliseconds, where the machine is not too busy.
 */
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#define STEPS 200
#define BYTES 3000

static void sleep_ms(long ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

    nanosleep(&time, NULL);
}

static void step(int number, int rank, int ranks)
{
    static char out[BYTES], in[BYTES];
    MPI_Request requests[2];
    double mine = rank, all;

    sleep_ms(10); /* so few messages in a second that all have arrows */
    if (number == 20 && rank == 2)
        sleep_ms(2000);
    if (number == 180 && rank == 1)
        sleep_ms(60);
    MPI_Irecv(in, BYTES, MPI_CHAR, (rank + ranks - 1) % ranks, number,
              MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, BYTES, MPI_CHAR, (rank + 1) % ranks, number,
              MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void switch_off(void)
{
    MPI_Pcontrol(0);
    sleep_ms(600);
    MPI_Pcontrol(1);
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "";
    int rank, ranks;

    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < STEPS; i++) {
        step(i, rank, ranks);
        if (strcmp(how, "die") == 0 && i == 60 && rank == 1)
            raise(SIGKILL);
        if (strcmp(how, "apart") == 0 && i == 60 && rank == 2)
            switch_off();
    }
    if (strcmp(how, "apart") == 0 && rank != 3)
        sleep_ms(1000);
    MPI_Finalize();
    return 0;
}
