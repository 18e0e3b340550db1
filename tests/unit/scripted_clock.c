/* SPDX-License-Identifier: BSD-3-Clause */
#include "scripted_clock.h"

#include <time.h>

static uint64_t moment = SCRIPT_START_NS, step;

void script_start(void)
{
    __atomic_store_n(&moment, SCRIPT_START_NS, __ATOMIC_RELAXED);
    step = 0;
}

void script_pass(uint64_t ns)
{
    __atomic_fetch_add(&moment, ns, __ATOMIC_RELAXED);
}

void script_step(uint64_t ns)
{
    step = ns;
}

uint64_t script_moment(void)
{
    return __atomic_load_n(&moment, __ATOMIC_RELAXED) - SCRIPT_START_NS;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    uint64_t ns = __atomic_fetch_add(&moment, step, __ATOMIC_RELAXED);

    (void)clock;
    now->tv_sec = (time_t)(ns / 1000000000u);
    now->tv_nsec = (long)(ns % 1000000000u);
    return 0;
}
