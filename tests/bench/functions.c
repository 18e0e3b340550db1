/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions.c - what an enter and an exit of a function cost: nanoseconds of a
 * call of an empty one, compiled with -finstrument-functions.
 *
 *     functions CALLS
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define QUIET __attribute__((no_instrument_function))

__attribute__((noinline, noclone)) static void empty(void)
{
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline, noclone)) static void caller(long calls)
{
    for (long i = 0; i < calls; i++)
        empty();
}

QUIET static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* The least of many short stretches: the machine may have other work. */
QUIET static double least_ns(long calls)
{
    double least = 1e300;

    for (long done = 0; done < calls; done += 1000) {
        double begin = now_ns(), ns;

        caller(1000);
        ns = (now_ns() - begin) / 1000;
        if (ns < least)
            least = ns;
    }
    return least;
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 1000000;

    MPI_Init(&argc, &argv);
    printf("functions %.3f\n", least_ns(calls));
    MPI_Finalize();
    return 0;
}
