/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late.c - MPI_Init is called where no wrapper sees it: measurement starts at
 * the next call.  Also: a call in another thread with many requests, a call
 * that fails, and a forked child, which must not be measured (its call takes
 * nothing from the memory that the child shares with other ranks).
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 150 };

static int rank;
static int data[2 * MANY];

static void *exchange(void *unused)
{
    MPI_Request requests[2 * MANY];

    for (int i = 0; i < MANY; i++)
        MPI_Irecv(&data[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD,
                  &requests[i]);
    for (int i = 0; i < MANY; i++)
        MPI_Isend(&data[MANY + i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD,
                  &requests[MANY + i]);
    MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE);
    return unused;
}

static void run_child(void)
{
    pid_t child = fork();
    int same;

    if (child == 0) {
        MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &same);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided;

    PMPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    pthread_create(&thread, NULL, exchange, NULL);
    pthread_join(thread, NULL);
    MPI_Send(data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    run_child();
    MPI_Finalize();
    return 0;
}
