/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resources.c - four ranks that use known amounts: rank 0 computes, rank 1
 * touches 64 MiB, rank 2 sleeps a second outside of MPI, rank 3 writes 32 MiB
 * to a file and reads them again; all come to a barrier.
 *
 * usage: resources FILE [fork|nofiles|kill]
 *   fork: each has a child that computes, nofiles: no file can be opened any
 *   more, kill: it ends with a signal
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TOUCHED (64 << 20)
#define BLOCK (1 << 20)
#define BLOCKS 32

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double processor(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* So much CPU time. */
static void compute(double seconds)
{
    double end = processor() + seconds;

    while (processor() < end)
        continue;
}

static char *touch(void)
{
    char *memory = malloc(TOUCHED);

    for (int i = 0; memory != NULL && i < TOUCHED; i += 1024)
        ((volatile char *)memory)[i] = 1;
    return memory;
}

static void use_file(const char *path)
{
    char *block = calloc(1, BLOCK);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    long moved = 0;

    for (int i = 0; i < BLOCKS; i++)
        moved += write(file, block, BLOCK);
    lseek(file, 0, SEEK_SET);
    for (int i = 0; i < BLOCKS; i++)
        moved += read(file, block, BLOCK);
    if (moved != 2L * BLOCKS * BLOCK)
        MPI_Abort(MPI_COMM_WORLD, 3);
    close(file);
    unlink(path);
    free(block);
}

static void be_odd(const char *how)
{
    struct rlimit none = { 0, 0 };

    if (strcmp(how, "nofiles") == 0)
        setrlimit(RLIMIT_NOFILE, &none);
    if (strcmp(how, "fork") == 0) {
        pid_t child = fork();

        if (child == 0) {
            compute(0.2);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

/* MPI waits without a processor, so that what it takes is not much. */
static void come_together(void)
{
    MPI_Request request;
    int there = 0;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (;;) {
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
        if (there)
            return;
        usleep(10000);
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 2 ? argv[2] : "";
    struct timespec second = { 1, 0 };
    char *memory = NULL;
    double begin;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    come_together();
    begin = now();
    be_odd(how);
    if (rank == 0)
        compute(1.0);
    else if (rank == 1)
        memory = touch();
    else if (rank == 2)
        nanosleep(&second, NULL);
    else if (strcmp(how, "nofiles") != 0)
        use_file(argv[1]);
    MPI_Barrier(MPI_COMM_SELF); /* a reading, if it is time */
    come_together();
    free(memory);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (rank == 0)
        printf("took %.3f\n", now() - begin);
    MPI_Finalize();
    return 0;
}
