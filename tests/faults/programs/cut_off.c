/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cut_off.c - a job whose unfinished profile is cut off while it runs.
 *
 *     mpiexec -n 2 ./cut_off FOLDER SIZE RANK WHEN [before|after|unmapped]
 *
 * RANK (-1: all) makes FOLDER/<rank> SIZE bytes long (fails: takes its pages
 * away, and all room on that disk) in the middle of round WHEN, or, WHEN being
 * negative, as many microseconds after the first round, from another thread.
 * Last word: when it installs a handler of SIGBUS of its own, before or after
 * MPI_Init, which has to see the one SIGBUS of its own and no other; unmapped:
 * it looks whether such a file is still mapped at the end.  It checks all that
 * it receives; rank 0 prints sums.  Its exit status is 5, or 9 where
 * something was wrong.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mpiprof.h"

#define ROUNDS 400

static int rank, ranks, wrong;
static char path[4096];
static const char *size;
static long nap;
static sigjmp_buf back;
static volatile char *own_page;
static volatile int own_faults, other_faults;

static void fill_disk(void)
{
    static char zeros[1 << 20];
    char full[sizeof(path) + 16];
    int file;

    snprintf(full, sizeof(full), "%s.full", path);
    file = open(full, O_WRONLY | O_CREAT, 0666);
    while (write(file, zeros, sizeof(zeros)) > 0)
        continue;
    close(file);
}

static void take_pages(int file)
{
    wrong += fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                       lseek(file, 0, SEEK_END)) != 0;
    fill_disk();
}

static void cut(void)
{
    int file = open(path, O_RDWR);

    if (file < 0)
        return; /* nothing is measured */
    if (strcmp(size, "fails") == 0)
        take_pages(file);
    else
        wrong += ftruncate(file, atol(size)) != 0;
    close(file);
}

static void *cut_later(void *unused)
{
    usleep((useconds_t)nap);
    cut();
    return unused;
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    own_faults += info->si_addr == (void *)own_page;
    other_faults += info->si_addr != (void *)own_page;
    siglongjmp(back, 1);
}

static void handle_faults(void)
{
    struct sigaction action = { .sa_sigaction = on_fault,
                                .sa_flags = SA_SIGINFO };

    sigaction(SIGBUS, &action, NULL);
}

/* A page behind the end of its file. */
static void fault(void)
{
    char name[] = "cut_off.XXXXXX";
    int file = mkstemp(name);

    unlink(name);
    own_page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (sigsetjmp(back, 1) == 0)
        own_page[0] = 1;
    wrong += own_faults != 1 || other_faults != 0;
    close(file);
}

static int is_mapped(const char *folder)
{
    char line[8192];
    FILE *maps = fopen("/proc/self/maps", "r");
    int found = 0;

    while (fgets(line, sizeof(line), maps) != NULL)
        found += strstr(line, folder) != NULL;
    fclose(maps);
    return found;
}

/* Of every kind of table something is open when the file is cut off. */
static int go_round(int round, int when, MPI_Comm copy, MPI_Request *both)
{
    int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    int out[2] = { round + rank, 7 * round + rank }, in[2] = { -1, -1 };
    int sum = 0;
    MPI_Request requests[4];

    MPIPROF_BEGIN("outer");
    MPI_Irecv(&in[0], 1, MPI_INT, last, 1, copy, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, next, 2, copy, &requests[1]);
    MPI_Startall(2, both);
    MPIPROF_BEGIN("inner");
    if (round == when)
        cut();
    MPI_Isend(&out[0], 1, MPI_INT, next, 1, copy, &requests[2]);
    MPI_Isend(&out[1], 1, MPI_INT, last, 2, copy, &requests[3]);
    MPIPROF_END("inner");
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&out[0], &sum, 1, MPI_INT, MPI_SUM, copy);
    MPIPROF_END("outer");
    wrong += in[0] != round + last || in[1] != 7 * round + next;
    return sum;
}

/* Regions, communicators and windows that are new each time. */
static void make_something(int round)
{
    static int memory;
    char name[32];
    MPI_Comm half;
    MPI_Win win;

    snprintf(name, sizeof(name), "round %d", round);
    MPIPROF_BEGIN(name);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_set_name(half, name);
    MPI_Win_create(&memory, sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&round, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    wrong += memory != round;
    MPI_Win_free(&win);
    MPI_Comm_free(&half);
    MPIPROF_END(name);
}

static void go_on(int when, pthread_t *thread)
{
    static int token[2];
    MPI_Request both[2];
    MPI_Comm copy;
    long total = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Send_init(&token[0], 1, MPI_INT, rank, 3, copy, &both[0]);
    MPI_Recv_init(&token[1], 1, MPI_INT, rank, 3, copy, &both[1]);
    for (int round = 0; round < ROUNDS; round++) {
        total += go_round(round, when, copy, both);
        if (round == 0 && nap > 0 &&
            pthread_create(thread, NULL, cut_later, NULL) != 0)
            wrong++;
        if (round % 20 == 0)
            make_something(round);
        MPI_Pcontrol(round % 50 != 40);
    }
    MPI_Request_free(&both[0]);
    MPI_Request_free(&both[1]);
    MPI_Comm_free(&copy);
    if (rank == 0)
        printf("total %ld\n", total);
}

int main(int count, char **arguments)
{
    const char *handler = count > 5 ? arguments[5] : "";
    int who, when, level, all = 0;
    pthread_t thread;

    if (count < 5)
        return 2;
    if (strcmp(handler, "before") == 0)
        handle_faults();
    MPI_Init_thread(&count, &arguments, MPI_THREAD_SERIALIZED, &level);
    if (strcmp(handler, "after") == 0)
        handle_faults();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    snprintf(path, sizeof(path), "%s/%d", arguments[1], rank);
    size = arguments[2];
    who = atoi(arguments[3]);
    when = who == rank || who < 0 ? atoi(arguments[4]) : ROUNDS;
    nap = when < 0 ? -when : 0;
    go_on(when, &thread);
    if (nap > 0)
        pthread_join(thread, NULL);
    if (strcmp(handler, "before") == 0 || strcmp(handler, "after") == 0)
        fault();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d were wrong\n", all);
    fflush(stdout); /* a launcher may end who is not the first to exit */
    MPI_Finalize();
    if (strcmp(handler, "unmapped") == 0)
        wrong += is_mapped(arguments[1]);
    return all == 0 && wrong == 0 ? 5 : 9;
}
