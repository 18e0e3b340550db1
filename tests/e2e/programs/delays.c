/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * delays.c - waits of known length, for check_times.py.
 *
 *     mpiexec -n 2 ./delays PREFIX    (2 ranks or more)
 *
 * One rank sleeps, others wait for it inside MPI.  Each rank writes
 * PREFIX.RANK.tsv: rank, procedure, seconds that this procedure must show.
 * The procedures compared are used for nothing else in this program.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DELAY_MS 200

static FILE *expected;
static int me, ranks;

static void expect_seconds(const char *procedure, double seconds)
{
    fprintf(expected, "%d\t%s\t%.3f\n", me, procedure, seconds);
}

static void sleep_for(int ms)
{
    struct timespec time = { 0, ms * 1000000L };

    nanosleep(&time, NULL);
}

/* All ranks leave this at nearly the same time. */
static void together(void)
{
    int one = 1, all;

    for (int i = 0; i < 5; i++)
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* Rank 1 comes late: the others wait for it. */
static void late_to_a_barrier(void)
{
    together();
    if (me == 1)
        sleep_for(DELAY_MS);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_seconds("MPI_Barrier", me == 1 ? 0 : DELAY_MS / 1e3);
}

/* Rank 0 sends late: rank 1 waits. */
static void late_sender(void)
{
    int number = 0;

    together();
    if (me == 0) {
        sleep_for(DELAY_MS);
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        expect_seconds("MPI_Send", 0);
    } else if (me == 1) {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        expect_seconds("MPI_Recv", DELAY_MS / 1e3);
    }
}

/* Rank 0 receives late: rank 1's synchronous send is complete only then. */
static void late_receiver(void)
{
    int number = 0;
    MPI_Request request;
    MPI_Status status;

    together();
    if (me == 1) {
        MPI_Issend(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        expect_seconds("MPI_Issend", 0);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect_seconds("MPI_Wait", DELAY_MS / 1e3);
    } else if (me == 0) {
        sleep_for(DELAY_MS);
        MPI_Irecv(&number, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Waitall(1, &request, &status);
        expect_seconds("MPI_Waitall", 0);
    }
}

/* Sleeping between Isend and Wait is not MPI's time. */
static void slept_over(void)
{
    int number = 0, index;
    MPI_Request request;

    together();
    if (me == 0) {
        MPI_Isend(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
        sleep_for(DELAY_MS);
        MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
        expect_seconds("MPI_Waitany", 0);
    } else if (me == 1) {
        MPI_Irecv(&number, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
        sleep_for(DELAY_MS);
        MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
        expect_seconds("MPI_Waitany", 0);
    }
}

static void open_expected(const char *prefix)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.%d.tsv", prefix, me);
    expected = fopen(path, "w");
    if (expected == NULL) {
        perror(path);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks < 2) {
        fprintf(stderr, "usage: mpiexec -n 2... delays PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    open_expected(argv[1]);
    late_to_a_barrier();
    late_sender();
    late_receiver();
    slept_over();
    fclose(expected);
    MPI_Finalize();
    return 0;
}
