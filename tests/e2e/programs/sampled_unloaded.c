/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_unloaded.c - libraries that come and go while threads of the program
 * work in them, and others take their samples.
 *
 *     sampled_unloaded SECONDS LIBRARY...
 *
 * A LIBRARY has `void part(double seconds)'.  For each a thread loads it, works
 * in it, unloads it, again and again; the first thread calls MPI all the time,
 * which is when samples are looked at.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST 16

static volatile int over;

static void *come_and_go(void *argument)
{
    const char *library = argument;

    while (!over) {
        void *loaded = dlopen(library, RTLD_NOW);
        void (*part)(double) =
            loaded == NULL ? NULL
                           : (void (*)(double))dlsym(loaded, "part");

        if (part == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            exit(1);
        }
        part(0.002);
        dlclose(loaded);
        usleep(1000);
    }
    return NULL;
}

int main(int count, char **words)
{
    int given, libraries = count - 2;
    pthread_t threads[MOST];
    double end;

    if (libraries < 1 || libraries > MOST)
        return 2;
    MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &given);
    for (int i = 0; i < libraries; i++)
        pthread_create(&threads[i], NULL, come_and_go, words[2 + i]);
    end = MPI_Wtime() + atof(words[1]);
    while (MPI_Wtime() < end)
        MPI_Barrier(MPI_COMM_SELF);
    over = 1;
    for (int i = 0; i < libraries; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
