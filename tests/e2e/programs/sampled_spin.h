/* SPDX-License-Identifier: BSD-3-Clause */
/* sampled_spin.h - CPU time of the calling thread, in seconds. */
#ifndef TESTS_E2E_PROGRAMS_SAMPLED_SPIN_H
#define TESTS_E2E_PROGRAMS_SAMPLED_SPIN_H

#include <time.h>

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
