/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * named_by_threads.c - threads that name communicators at once.
 *
 *     mpiexec -n N ./named_by_threads PREFIX [STATUS]
 *
 * Each of THREADS threads names one communicator that all of them share, and
 * one of its own, again and again: by a letter of its own, so often, or
 * once more.  With STATUS it ends by exit(STATUS), without MPI_Finalize.
 * Exits with 77 when this MPI has no MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 8
#define ROUNDS 100
#define LEAST 20 /* letters of a name, and THREAD more for each */
#define THREAD 3

static MPI_Comm shared, own[THREADS];
static int numbers[THREADS];
static pthread_barrier_t begin;

/* "Q" and so on are of nothing else in a file of mpiprof. */
static void write_name(char *name, int thread, int round)
{
    size_t length = LEAST + (size_t)thread * THREAD +
                    (size_t)round % 2;

    memset(name, 'Q' + thread, length);
    strcpy(name + length, round == ROUNDS - 1 ? " at last" : "");
}

static void *name_both(void *context)
{
    int thread = *(int *)context;
    char name[MPI_MAX_OBJECT_NAME];

    pthread_barrier_wait(&begin);
    for (int i = 0; i < ROUNDS; i++) {
        write_name(name, thread, i);
        MPI_Comm_set_name(shared, name);
        MPI_Comm_set_name(own[thread], name);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    pthread_t threads[THREADS];
    int level;

    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return 77;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &shared);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_SELF, &own[i]);
    pthread_barrier_init(&begin, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, name_both, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Barrier(shared); /* the report has those that were used */
    for (int i = 0; i < THREADS; i++)
        MPI_Barrier(own[i]);
    if (count > 2)
        exit(atoi(arguments[2]));
    return MPI_Finalize();
}
