/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * clock.h - the time stamps of a run, in ticks.
 *
 * Ticks: cycles of the invariant time-stamp counter (x86-64: constant_tsc and
 * nonstop_tsc; aarch64: cntvct_el0), or nanoseconds of CLOCK_MONOTONIC if
 * there is no such counter or with MPIPROF_CLOCK=posix.  The counter's rate is
 * measured against CLOCK_MONOTONIC between clock_start() and
 * clock_calibrate().
 * Threads: clock_now_ticks() any; the rest one.  No memory, no errors.
 */
#ifndef MEASURE_CLOCK_CLOCK_H
#define MEASURE_CLOCK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Nanoseconds of CLOCK_MONOTONIC. */
static inline uint64_t clock_posix_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if defined(__x86_64__)
static inline uint64_t clock_counter(void)
{
    return __rdtsc();
}
#elif defined(__aarch64__)
static inline uint64_t clock_counter(void)
{
    uint64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
#else
static inline uint64_t clock_counter(void)
{
    return clock_posix_ns();
}
#endif

/* Takes one time stamp; counter selects the clock of the run. */
static inline uint64_t clock_now_ticks(bool counter)
{
    return counter ? clock_counter() : clock_posix_ns();
}

/* Whether this machine's counter is invariant and usable. */
bool clock_has_counter(void);

struct clock_rate {
    bool counter;         /* false: ticks are nanoseconds */
    uint64_t start_ticks; /* read at the same moment as start_ns */
    uint64_t start_ns;
    double ticks_per_ns;
};

/* Takes the first pair of readings and, with counter set, a first rate
 * accurate to about 1e-3 (busy for 200 us); clock_calibrate() refines the rate
 * over the whole time since then. */
void clock_start(struct clock_rate *rate, bool counter);
void clock_calibrate(struct clock_rate *rate);

double clock_ticks_to_ns(const struct clock_rate *rate, double ticks);

/* Both clocks at the same moment. */
struct clock_pair {
    uint64_t ticks, ns;
};
struct clock_pair clock_pair_now(bool counter);
/* Converts a CLOCK_MONOTONIC time between the start and `now' to ticks; later
 * times become `now'. */
uint64_t clock_ticks_at(const struct clock_rate *rate,
                        const struct clock_pair *now, uint64_t ns);

#endif
