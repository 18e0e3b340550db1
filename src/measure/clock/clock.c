/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/clock/clock.h"

#include <stdio.h>
#include <string.h>

#define FIRST_CALIBRATION_NS 200000u

/* Whether the flags line of /proc/cpuinfo has a word. */
#if defined(__x86_64__)
static bool flags_have(const char *flags, const char *word)
{
    const char *at = flags;
    size_t length = strlen(word);

    while ((at = strstr(at, word)) != NULL) {
        if ((at[length] == ' ' || at[length] == '\n') && at[-1] == ' ')
            return true;
        at += length;
    }
    return false;
}

bool clock_has_counter(void)
{
    char line[8192];
    bool found = false;
    FILE *file = fopen("/proc/cpuinfo", "re");

    if (file == NULL)
        return false;
    while (!found && fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, "flags", 5) == 0)
            break;
    found = strncmp(line, "flags", 5) == 0 &&
            flags_have(line, "constant_tsc") &&
            flags_have(line, "nonstop_tsc");
    fclose(file);
    return found;
}
#elif defined(__aarch64__)
bool clock_has_counter(void)
{
    return true; /* the architecture's generic timer is invariant */
}
#else
bool clock_has_counter(void)
{
    return false;
}
#endif

/* Counter and clock at the same instant: of several tries the one in which
 * the two counter readings around the clock's are closest. */
static struct clock_pair read_pair(void)
{
    struct clock_pair pair = { 0, 0 };
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < 16; i++) {
        uint64_t before = clock_counter();
        uint64_t now = clock_posix_ns();
        uint64_t after = clock_counter();

        if (after - before < best) {
            best = after - before;
            pair.ticks = before + best / 2;
            pair.ns = now;
        }
    }
    return pair;
}

void clock_start(struct clock_rate *rate, bool counter)
{
    struct clock_pair start;

    rate->counter = counter;
    rate->ticks_per_ns = 1.0;
    if (!counter) {
        rate->start_ns = clock_posix_ns();
        rate->start_ticks = rate->start_ns;
        return;
    }
    start = read_pair();
    rate->start_ticks = start.ticks;
    rate->start_ns = start.ns;
    while (clock_posix_ns() - rate->start_ns < FIRST_CALIBRATION_NS)
        continue;
    clock_calibrate(rate);
}

void clock_calibrate(struct clock_rate *rate)
{
    struct clock_pair now;

    if (!rate->counter)
        return;
    now = read_pair();
    if (now.ns > rate->start_ns && now.ticks > rate->start_ticks)
        rate->ticks_per_ns = (double)(now.ticks - rate->start_ticks) /
                             (double)(now.ns - rate->start_ns);
}

struct clock_pair clock_pair_now(bool counter)
{
    uint64_t ns;

    if (counter)
        return read_pair();
    ns = clock_posix_ns();
    return (struct clock_pair){ ns, ns };
}

/* By all the time up to now: a rate that is a little wrong is so for the short
 * time since then only. */
uint64_t clock_ticks_at(const struct clock_rate *rate,
                        const struct clock_pair *now, uint64_t ns)
{
    double per_ns = rate->ticks_per_ns;

    if (ns >= now->ns)
        return now->ticks;
    if (!rate->counter)
        return ns;
    if (now->ns > rate->start_ns && now->ticks > rate->start_ticks)
        per_ns = (double)(now->ticks - rate->start_ticks) /
                 (double)(now->ns - rate->start_ns);
    return now->ticks - (uint64_t)((double)(now->ns - ns) * per_ns);
}

double clock_ticks_to_ns(const struct clock_rate *rate, double ticks)
{
    return ticks / rate->ticks_per_ns;
}
