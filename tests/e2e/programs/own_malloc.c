/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * own_malloc.c - a program whose malloc is its own, and one of the functions
 * that are measured: what ours allocates must not wait for itself.
 *
 * A thread of it may be cancelled anywhere.  That calls functions and marks
 * regions alone, so what allocates in it is ours: it must not be one then, or
 * what malloc of other programs locks would be locked for ever.
 *
 * To be compiled with -finstrument-functions.  Memory is never given back.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "must.h"

#define POOL_BYTES ((size_t)256 << 20)
#define CALLS 20000
#define HEAD_BYTES 16 /* before each piece: its size */

static _Alignas(16) char pool[POOL_BYTES];
static size_t taken;
static volatile double sum;
static _Thread_local bool is_free; /* to be cancelled anywhere */
static int allocated, cut_off;     /* by such a thread, and free even then */

static void look(void)
{
    int type = PTHREAD_CANCEL_DEFERRED;

    if (!is_free)
        return;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    allocated++;
    cut_off += type == PTHREAD_CANCEL_ASYNCHRONOUS;
    pthread_setcanceltype(type, &type);
}

void *malloc(size_t size)
{
    size_t bytes = HEAD_BYTES + (size + 15) / 16 * 16;
    size_t at = __atomic_fetch_add(&taken, bytes, __ATOMIC_RELAXED);

    look();
    if (size > POOL_BYTES || at + bytes > POOL_BYTES)
        return NULL;
    memcpy(pool + at, &size, sizeof(size));
    return pool + at + HEAD_BYTES;
}

void free(void *piece)
{
    (void)piece;
    look();
}

/* What was never given out is zero. */
void *calloc(size_t count, size_t size)
{
    return size > 0 && count > SIZE_MAX / size ? NULL : malloc(count * size);
}

void *realloc(void *piece, size_t size)
{
    void *grown = malloc(size);
    size_t before;

    if (piece == NULL || grown == NULL)
        return grown;
    memcpy(&before, (char *)piece - HEAD_BYTES, sizeof(before));
    return memcpy(grown, piece, before < size ? before : size);
}

__attribute__((no_instrument_function)) static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((no_instrument_function)) static void *work(void *argument)
{
    double end = used() + 0.05;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += i;
    return argument;
}

static int stage; /* of that thread and the first, in turn */

__attribute__((noinline)) static void called(void)
{
    __asm__ volatile("" ::: "memory");
}

static void call(const char *name)
{
    for (int i = 0; i < CALLS; i++) {
        MPIPROF_BEGIN(name);
        called();
        MPIPROF_END(name);
    }
}

static void next_stage(int after)
{
    __atomic_store_n(&stage, after + 1, __ATOMIC_RELEASE);
    while (__atomic_load_n(&stage, __ATOMIC_ACQUIRE) == after + 1)
        continue;
}

/* What the system itself gives back at its end is not ours. */
static void end(void *argument)
{
    (void)argument;
    is_free = false;
}

static void *roam(void *argument)
{
    int type;

    pthread_cleanup_push(end, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    is_free = true;
    call("before");
    next_stage(0);
    call("after");
    next_stage(2);
    pthread_cleanup_pop(1);
    return argument;
}

static void await(int what)
{
    while (__atomic_load_n(&stage, __ATOMIC_ACQUIRE) != what)
        continue;
}

int main(int argc, char **argv)
{
    pthread_t thread, roaming;
    void *result = NULL;

    pthread_create(&roaming, NULL, roam, NULL);
    await(1);
    must(allocated > 0, "regions before MPI_Init take memory");
    MPI_Init(&argc, &argv);
    __atomic_store_n(&stage, 2, __ATOMIC_RELEASE);
    await(3);
    pthread_cancel(roaming);
    pthread_join(roaming, &result);
    must(result == PTHREAD_CANCELED, "cancelled");
    must(cut_off == 0, "who may be cancelled anywhere takes memory");
    for (int i = 0; i < 20; i++)
        if (pthread_create(&thread, NULL, work, NULL) == 0)
            pthread_join(thread, NULL);
    MPI_Finalize();
    return wrong;
}
