/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * snapshots.c - a program that knows how often it has called MPI when a
 * snapshot is taken.
 *
 *     snapshots HOW COUNTS
 *
 * Two threads of each rank go round in calls, and then rest: how many calls
 * they have come back from, MPI_Init_thread among them, is written to the file
 * COUNTS.<rank>.  Then HOW: signal (raises SIGUSR1), pcontrol (calls
 * MPI_Pcontrol(2), which is counted), wait (does nothing until its snapshot has
 * been replaced twice, in the directory MPIPROF_OUTPUT), before or after
 * (raises SIGUSR1, for which it has had a handler since before or after
 * MPI_Init_thread), blocked (makes a file that is in the way, and raises).
 * It goes on, writes its process id to COUNTS.<rank>.ready, rests until there
 * is COUNTS.go, and comes to its end.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS 200

static pthread_barrier_t at_rest, go_on;
static int main_calls, other_calls;
static volatile sig_atomic_t handled;

static void handle(int signal)
{
    (void)signal;
    handled = 1;
}

static void *go_alone(void *comm)
{
    for (int i = 0; i < ROUNDS; i++) {
        int out = i, in;

        MPI_Sendrecv(&out, 1, MPI_INT, 0, 1, &in, 1, MPI_INT, 0, 1,
                     *(MPI_Comm *)comm, MPI_STATUS_IGNORE);
        other_calls++;
    }
    pthread_barrier_wait(&at_rest);
    pthread_barrier_wait(&go_on);
    return NULL;
}

static void go_round(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        int out = i, sum;

        MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        main_calls++;
    }
}

static void write_file(const char *path, int number)
{
    FILE *file = fopen(path, "w");

    if (file == NULL)
        exit(9);
    fprintf(file, "%08d\n", number);
    fclose(file);
}

static void rest_until(const char *path)
{
    while (access(path, F_OK) != 0)
        usleep(1000);
}

/* Two changes, since the first may be of what was begun before. */
static void wait_for_two(int rank)
{
    char path[4096];
    struct stat facts;
    ino_t last = 0;
    int changes = 0;

    snprintf(path, sizeof(path), "%s/snapshot/%d", getenv("MPIPROF_OUTPUT"),
             rank);
    while (changes < 3) {
        usleep(1000);
        if (stat(path, &facts) != 0 || facts.st_ino == last)
            continue;
        last = facts.st_ino;
        changes++;
    }
}

static void block(int rank)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s/snapshot", getenv("MPIPROF_OUTPUT"));
    if (rank == 0)
        write_file(path, 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void ask(const char *how, int rank, const char *counts)
{
    if (strcmp(how, "blocked") == 0)
        block(rank);
    main_calls += strcmp(how, "pcontrol") == 0;
    write_file(counts, main_calls + other_calls);
    if (strcmp(how, "pcontrol") == 0)
        MPI_Pcontrol(2);
    else if (strcmp(how, "wait") == 0)
        wait_for_two(rank);
    else
        raise(SIGUSR1);
}

int main(int argc, char **argv)
{
    const char *how = argv[1];
    char counts[4096], path[4200];
    pthread_t other;
    MPI_Comm alone;
    int level, rank;

    if (strcmp(how, "before") == 0)
        signal(SIGUSR1, handle);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    main_calls++;
    if (strcmp(how, "after") == 0)
        signal(SIGUSR1, handle);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    main_calls++;
    snprintf(counts, sizeof(counts), "%s.%d", argv[2], rank);
    pthread_barrier_init(&at_rest, NULL, 2);
    pthread_barrier_init(&go_on, NULL, 2);
    if (level == MPI_THREAD_MULTIPLE)
        pthread_create(&other, NULL, go_alone, &alone);
    go_round(ROUNDS);
    if (level == MPI_THREAD_MULTIPLE)
        pthread_barrier_wait(&at_rest);
    ask(how, rank, counts);
    if (level == MPI_THREAD_MULTIPLE) {
        pthread_barrier_wait(&go_on);
        pthread_join(other, NULL);
    }
    go_round(ROUNDS);
    snprintf(path, sizeof(path), "%s.ready", counts);
    write_file(path, (int)getpid());
    snprintf(path, sizeof(path), "%s.go", argv[2]);
    rest_until(path);
    if (rank == 0)
        printf("%d calls, %d signals\n", main_calls + other_calls,
               (int)handled);
    MPI_Finalize();
    return 5;
}
