/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ompt_told.c - tells the library what OpenMP runtimes of all versions tell,
 * by the interface of the specification: each kind of work, once.
 *
 *     mpiexec -n 1 mpiprof-run ./ompt_told PREFIX
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "visits.h"

typedef void callback(void);
typedef callback *lookup(const char *name);
typedef void work_callback(int kind, int endpoint, void *parallel, void *task,
                           uint64_t count, const void *caller);

struct tool {
    int (*initialize)(lookup *find, int device, uint64_t *data);
    void (*finalize)(uint64_t *data);
    uint64_t data;
};

enum { WORK = 20, BEGIN = 1, END = 2 };

static work_callback *work;

static int set_callback(int event, callback *function)
{
    if (event == WORK)
        work = (work_callback *)(void *)function;
    return 5; /* ompt_set_always */
}

static callback *find(const char *name)
{
    return strcmp(name, "ompt_set_callback") == 0
               ? (callback *)(void *)set_callback
               : NULL;
}

/* By their numbers in OpenMP 5.2, ompt_work_t; 9 is none. */
static const char *const kinds[] = {
    NULL, "omp loop", "omp sections", "omp single", NULL, "omp workshare",
    "omp distribute", "omp taskloop", "omp scope", NULL, "omp loop",
    "omp loop", "omp loop", "omp loop", NULL
};

static void tell(int kind)
{
    work(kind, BEGIN, NULL, NULL, 1, NULL);
    sleep_ms(2);
    work(kind, END, NULL, NULL, 1, NULL);
    if (kinds[kind] != NULL)
        visits(kinds[kind], 1, 0.002);
}

int main(int argc, char **argv)
{
    struct tool *(*start)(unsigned, const char *) =
        (struct tool *(*)(unsigned, const char *))dlsym(RTLD_DEFAULT,
                                                       "ompt_start_tool");
    struct tool *tool = start != NULL ? start(202111, "a runtime") : NULL;

    MPI_Init(&argc, &argv);
    if (argc != 2 || tool == NULL || !tool->initialize(find, 0, &tool->data) ||
        work == NULL) {
        fprintf(stderr, "no tool, or not told what it wants\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < (int)(sizeof(kinds) / sizeof(*kinds)); i++)
        tell(i);
    visits_write(argv[1], 0);
    MPI_Finalize();
    return 0;
}
