/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * life.c - how a program ends, and whom it starts meanwhile.
 *
 *     mpiexec -n 2 ./life WAY [PROGRAM]
 *
 * Every rank sends 3 messages round the ring, adds up twice, and then:
 * finalize: ends as it should, with status 3
 * elsewhere: the same in another directory than where it began
 * exit, return, _exit, abort: without MPI_Finalize (rank 0 at once, the others
 *         some seconds later)
 * children: starts PROGRAM, without MPI, by fork and exec, system() and
 *         posix_spawn(), and forks a child that ends by exit(), before it ends
 *         as it should, with status 0
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int rank, ranks;

static void work(void)
{
    int one = 1, sum, got;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 3; i++) {
        MPI_Request request;

        MPI_Irecv(&got, 1, MPI_INT, (rank + ranks - 1) % ranks, 1,
                  MPI_COMM_WORLD, &request);
        MPI_Send(&one, 1, MPI_INT, (rank + 1) % ranks, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static int ended_well(pid_t child)
{
    int status = -1;

    return waitpid(child, &status, 0) == child && status == 0;
}

static int children(char *program)
{
    char *words[] = { program, NULL };
    pid_t child = fork();
    int good;

    if (child == 0) {
        execv(program, words);
        _exit(9);
    }
    good = ended_well(child);
    child = fork();
    if (child == 0)
        exit(0);
    good &= ended_well(child);
    good &= system(program) == 0;
    good &= posix_spawn(&child, program, NULL, NULL, words, environ) == 0 &&
            ended_well(child);
    MPI_Finalize();
    return good ? 0 : 1;
}

int main(int count, char **arguments)
{
    const char *way = count > 1 ? arguments[1] : "";

    MPI_Init(&count, &arguments);
    work();
    if (strcmp(way, "elsewhere") == 0 && chdir("/") == 0)
        way = "finalize";
    if (strcmp(way, "children") == 0)
        return children(arguments[2]);
    if (strcmp(way, "finalize") == 0)
        return MPI_Finalize() == MPI_SUCCESS ? 3 : 4;
    if (rank > 0)
        sleep(8);
    if (strcmp(way, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 6);
    if (strcmp(way, "_exit") == 0)
        _exit(0);
    if (strcmp(way, "exit") == 0)
        exit(0);
    return 0;
}
