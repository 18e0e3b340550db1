/*
 * own_malloc.c - a program whose malloc is its own, and one of the functions
 * that are measured: what ours allocates must not wait for itself.
 *
 * To be compiled with -finstrument-functions.  Memory is never given back.
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define POOL_BYTES ((size_t)256 << 20)
#define HEAD_BYTES 16 /* before each piece: its size */

static _Alignas(16) char pool[POOL_BYTES];
static size_t taken;
static volatile double sum;

void *malloc(size_t size)
{
    size_t bytes = HEAD_BYTES + (size + 15) / 16 * 16;
    size_t at = __atomic_fetch_add(&taken, bytes, __ATOMIC_RELAXED);

    if (size > POOL_BYTES || at + bytes > POOL_BYTES)
        return NULL;
    memcpy(pool + at, &size, sizeof(size));
    return pool + at + HEAD_BYTES;
}

void free(void *piece)
{
    (void)piece;
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

int main(int argc, char **argv)
{
    pthread_t thread;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 20; i++)
        if (pthread_create(&thread, NULL, work, NULL) == 0)
            pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
