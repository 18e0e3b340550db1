/*
 * python_embedded.c - a program that has a Python in it, twice.
 *
 *     python_embedded LIBRARY
 *
 * LIBRARY: libpython.  A thread calls MPI without Python's lock while the first
 * Python ends, which may take the thread along.  Where it does there is a
 * second Python, and "twice" is printed, else "once".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    void (*initialize)(void);
    void (*finalize)(void);
    int (*run)(const char *text);
    int (*ensure)(void);
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

static void pause_ms(int ms)
{
    struct timespec pause = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&pause, NULL);
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

static atomic_int looks;
static atomic_bool gone, stop;

static void ends(void *data)
{
    (void)data;
    gone = true;
}

static void *look(void *data)
{
    MPI_Status status;
    int found;

    pthread_cleanup_push(ends, data);
    python.ensure();
    python.save();
    while (!stop) {
        MPI_Iprobe(0, 1, MPI_COMM_SELF, &found, &status);
        looks++;
    }
    pthread_cleanup_pop(0);
    return NULL;
}

/* The thread has called MPI, and now wants the lock. */
static void let_thread_wait(void)
{
    pthread_t thread;
    void *state = python.save();

    pthread_create(&thread, NULL, look, NULL);
    pthread_detach(thread);
    while (looks < 100)
        pause_ms(1);
    python.restore(state);
    pause_ms(200);
}

static bool thread_is_gone(void)
{
    for (int i = 0; i < 300 && !gone; i++)
        pause_ms(1);
    stop = true;
    pause_ms(100);
    return gone;
}

static void second_python(void)
{
    python.initialize();
    call_from_python();
    python.finalize();
}

int main(int argc, char **argv)
{
    int level;

    library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    find(&python.initialize, "Py_Initialize");
    find(&python.finalize, "Py_Finalize");
    find(&python.run, "PyRun_SimpleString");
    find(&python.ensure, "PyGILState_Ensure");
    find(&python.save, "PyEval_SaveThread");
    find(&python.restore, "PyEval_RestoreThread");
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    embedded_barrier();
    python.initialize();
    embedded_barrier();
    call_from_python();
    let_thread_wait();
    python.finalize();
    embedded_barrier();
    puts(thread_is_gone() ? "twice" : "once");
    if (gone)
        second_python();
    embedded_barrier();
    MPI_Finalize();
    return 0;
}
