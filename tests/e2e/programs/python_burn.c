/* SPDX-License-Identifier: BSD-3-Clause */
/* python_burn.c - native code that Python calls, and that calls Python. */
#include <time.h>

static volatile double sum;

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void burn_for(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 100000; i++)
            sum += i;
}

void burn_and_call(void (*call)(void))
{
    burn_for(0.1);
    call();
    burn_for(0.1);
}
