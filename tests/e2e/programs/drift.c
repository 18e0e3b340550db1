/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * drift.c - preloaded: CLOCK_MONOTONIC runs faster by CLOCK_PPM parts per
 * million.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double more(void)
{
    static double rate = -1.0;
    const char *ppm;

    if (rate < 0.0) {
        ppm = getenv("CLOCK_PPM");
        rate = ppm == NULL ? 0.0 : atof(ppm) * 1e-6;
    }
    return rate;
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    long status = syscall(SYS_clock_gettime, which, now);
    long long ns;

    if (status != 0 || which != CLOCK_MONOTONIC)
        return (int)status;
    ns = (long long)now->tv_sec * 1000000000 + now->tv_nsec;
    ns += (long long)((double)ns * more());
    now->tv_sec = (time_t)(ns / 1000000000);
    now->tv_nsec = (long)(ns % 1000000000);
    return 0;
}
