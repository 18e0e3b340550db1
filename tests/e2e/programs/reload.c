/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reload.c - loads each library that its arguments name, calls its part(), which
 * calls MPI_Barrier, 10 times from the first, 20 from the second and so on, and
 * unloads it; prints where part() was.
 *
 *     reload LIBRARY|NEW=LIBRARY...
 *     reload during FIRST SECOND
 *
 * NEW=LIBRARY: a file that is moved there before.
 * during: the second is loaded while another thread is still in the dlclose() that
 * unloads the first, see slow_dlclose.c.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern volatile int slow_dlclose; /* 1: the next one is; 2: it has unloaded */

static void *load(const char *name)
{
    void *library = dlopen(name, RTLD_NOW);

    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return library;
}

static void call_part(void *library, int calls)
{
    void (*part)(void) = (void (*)(void))dlsym(library, "part");

    printf("%p\n", (void *)part);
    for (int call = 0; call < calls; call++)
        part();
}

/* The library of a word of the command line. */
static const char *moved(char *word)
{
    char *library = strchr(word, '=');

    if (library == NULL)
        return word;
    *library++ = '\0';
    if (rename(word, library) != 0)
        perror(library);
    return library;
}

static void load_and_call(const char *name, int calls)
{
    void *library = load(name);

    call_part(library, calls);
    dlclose(library);
}

static void *unload(void *library)
{
    dlclose(library);
    return NULL;
}

static pthread_t start_unload(void *library)
{
    pthread_t thread;

    slow_dlclose = 1;
    pthread_create(&thread, NULL, unload, library);
    while (slow_dlclose != 2)
        usleep(1000);
    return thread;
}

/* All calls have the same callers: the loop is not to be unrolled. */
static void load_during_unload(const char *first, const char *second)
{
    void *library = load(first);
    volatile int turns = 3;
    pthread_t thread = 0;

    for (int i = 0; i < turns; i++) {
        if (i == 2)
            thread = start_unload(library);
        load_and_call(i < 2 ? first : second, i < 2 ? 5 : 20);
    }
    slow_dlclose = 0;
    pthread_join(thread, NULL);
}

int main(int count, char **words)
{
    int given;

    MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &given);
    if (count == 4 && strcmp(words[1], "during") == 0)
        load_during_unload(words[2], words[3]);
    else
        for (int i = 1; i < count; i++)
            load_and_call(moved(words[i]), 10 * i);
    return MPI_Finalize();
}
