/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_embedded.c - a program that has a Python in it, twice.
 *
 *     python_embedded LIBRARY [late]
 *
 * LIBRARY: libpython.  late: it is loaded after MPI_Init.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    void (*initialize)(void);
    void (*finalize)(void);
    int (*run)(const char *text);
    void *(*save)(void);
    void (*restore)(void *thread);
} python;

static void *library;

static void find(void *slot, const char *name)
{
    void *found = dlsym(library, name);

    if (found == NULL) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    memcpy(slot, &found, sizeof(found));
}

/* Called by Python, too: with the lock. */
__attribute__((visibility("default"))) int embedded_barrier(void)
{
    int error = MPI_Barrier(MPI_COMM_SELF);

    __asm__ volatile("" ::: "memory");
    return error;
}

static void call_from_python(void)
{
    if (python.run("import ctypes\n"
                   "barrier = ctypes.PyDLL(None).embedded_barrier\n"
                   "def inner():\n"
                   "    barrier()\n"
                   "inner()\n") != 0)
        exit(1);
}

/* A call with the lock in hand, and one without. */
static void one_python(void)
{
    void *state;

    python.initialize();
    call_from_python();
    embedded_barrier();
    state = python.save();
    embedded_barrier();
    python.restore(state);
    python.finalize();
}

static void load(const char *name)
{
    library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find(&python.initialize, "Py_Initialize");
    find(&python.finalize, "Py_Finalize");
    find(&python.run, "PyRun_SimpleString");
    find(&python.save, "PyEval_SaveThread");
    find(&python.restore, "PyEval_RestoreThread");
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    int level;

    if (argc < 3)
        load(name);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (argc > 2)
        load(name);
    embedded_barrier();
    one_python();
    embedded_barrier();
    one_python();
    embedded_barrier();
    MPI_Finalize();
    return 0;
}
