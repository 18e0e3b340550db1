/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * work.c - how programs of tests/cures spend time.
 *
 * Under tests/virtual the clock of all ranks advances.  Otherwise the thread
 * spins on the clock, four times as long, so that what disturbs it weighs less;
 * or it sleeps where CURES_SLEEP is set, because the machine has fewer cores
 * than the run has ranks.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define REAL_TIMES 4

enum how { SLEEPS, COMPUTES }; /* enum sleep of virtual_time.h */

static uint64_t real_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void pass_really(uint64_t ns, enum how how)
{
    uint64_t end = real_now_ns() + ns;
    struct timespec time = { (time_t)(ns / 1000000000u),
                             (long)(ns % 1000000000u) };

    if (how == SLEEPS || getenv("CURES_SLEEP") != NULL)
        nanosleep(&time, NULL);
    while (real_now_ns() < end)
        continue;
}

static void pass(double ms, enum how how)
{
    uint64_t ns = (uint64_t)(ms * 1e6);
    uint64_t (*now)(void) =
        (uint64_t(*)(void))dlsym(RTLD_DEFAULT, "virtual_now_ns");
    void (*sleep_until)(uint64_t, enum how) =
        (void (*)(uint64_t, enum how))dlsym(RTLD_DEFAULT,
                                            "virtual_sleep_until");

    if (ns > 0 && now != NULL && sleep_until != NULL)
        sleep_until(now() + ns, how);
    else if (ns > 0)
        pass_really(REAL_TIMES * ns, how);
}

void work(double ms);
void work(double ms)
{
    pass(ms, COMPUTES);
}

void wait_for_disk(double ms);
void wait_for_disk(double ms)
{
    pass(ms, SLEEPS);
}
