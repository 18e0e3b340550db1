/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unloaded_part.c - the library that sampled_unloaded.c loads: part() uses the
 * processor for so many seconds, some calls deep.
 */
#define _GNU_SOURCE
#include <time.h>

void part(double seconds);

static volatile double sum;

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static void deep(int calls, double end)
{
    if (calls > 0)
        deep(calls - 1, end);
    else
        while (used() < end)
            for (int i = 0; i < 1000; i++)
                sum += i;
    sum += calls;
}

void part(double seconds)
{
    deep(20, used() + seconds);
}
