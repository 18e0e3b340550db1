/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pauses.c - MPI_Pcontrol of one thread holds for all threads of its rank.
 *
 *     mpiexec -n 2 ./pauses PREFIX
 *
 * Writes PREFIX.RANK.tsv, what the profile must count, and PREFIX.times.tsv: a
 * receive of rank 0 that went on during a pause, whose time is what lies
 * outside of it.
 * Exits with 77 when this MPI has no MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "expect.h"

#define CALLS 100
#define PAUSES 3
#define PART_MS 150  /* of the receive, before and after the pause */
#define PAUSE_MS 400

static void sleep_ms(long ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

    nanosleep(&time, NULL);
}

/* A barrier of both threads, made of what virtual time knows. */
static void together(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t met = PTHREAD_COND_INITIALIZER;
    static int came;
    int turn;

    pthread_mutex_lock(&lock);
    turn = came++ / 2;
    if (came % 2 == 0)
        pthread_cond_broadcast(&met);
    while (came / 2 == turn)
        pthread_cond_wait(&met, &lock);
    pthread_mutex_unlock(&lock);
}

static void call(void)
{
    int data = 0;

    for (int i = 0; i < CALLS; i++)
        MPI_Send(&data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

/* Both threads call before, during and after each pause. */
static void call_around_pauses(int mine)
{
    for (int i = 0; i < PAUSES; i++) {
        call();
        together();
        if (mine)
            MPI_Pcontrol(0);
        together();
        call();
        together();
        if (mine)
            MPI_Pcontrol(1);
        together();
    }
    call();
}

static void *other_thread(void *unused)
{
    (void)unused;
    call_around_pauses(1);
    together();
    sleep_ms(PART_MS);
    MPI_Pcontrol(0);
    sleep_ms(PAUSE_MS);
    MPI_Pcontrol(1);
    return NULL;
}

static void write_times(const char *prefix)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s.times.tsv", prefix);
    file = fopen(path, "w");
    if (file == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    /* In virtual time the pause has a microsecond of MPI_Pcontrol, too. */
    fprintf(file, "0\tMPI_Recv\t%.6f\n", 2 * PART_MS / 1000.0 - 1e-6);
    fclose(file);
}

static void run(int rank)
{
    pthread_t thread;
    int data = 0;

    pthread_create(&thread, NULL, other_thread, NULL);
    call_around_pauses(0);
    MPI_Barrier(MPI_COMM_WORLD);
    together();
    if (rank == 0) {
        MPI_Recv(&data, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        sleep_ms(2 * PART_MS + PAUSE_MS);
        MPI_Send(&data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    pthread_join(thread, NULL);
}

static void expect_all(int rank)
{
    uint64_t counted = 2 * (PAUSES + 1) * CALLS;

    expect("MPI_Init_thread", 1, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    expect("MPI_Send", counted, 0, 0);
    expect("MPI_Pcontrol", PAUSES + 1, 0, 0); /* those that switch off */
    expect("MPI_Barrier", 1, 0, 0);
    if (rank == 0)
        expect("MPI_Recv", 1, 0, sizeof(int));
    else
        expect("MPI_Send", 1, sizeof(int), 0);
}

int main(int argc, char **argv)
{
    int level, rank;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level == MPI_THREAD_MULTIPLE && argc == 2) {
        run(rank);
        expect_all(rank);
        expect_write(argv[1], rank);
        if (rank == 0)
            write_times(argv[1]);
    }
    MPI_Finalize();
    return level == MPI_THREAD_MULTIPLE ? 0 : 77;
}
