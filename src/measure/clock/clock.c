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
static void read_pair(uint64_t *ticks, uint64_t *ns)
{
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < 16; i++) {
        uint64_t before = clock_counter();
        uint64_t now = clock_posix_ns();
        uint64_t after = clock_counter();

        if (after - before < best) {
            best = after - before;
            *ticks = before + best / 2;
            *ns = now;
        }
    }
}

void clock_start(struct clock_rate *rate, bool counter)
{
    rate->counter = counter;
    rate->ticks_per_ns = 1.0;
    if (!counter) {
        rate->start_ns = clock_posix_ns();
        rate->start_ticks = rate->start_ns;
        return;
    }
    read_pair(&rate->start_ticks, &rate->start_ns);
    while (clock_posix_ns() - rate->start_ns < FIRST_CALIBRATION_NS)
        continue;
    clock_calibrate(rate);
}

void clock_calibrate(struct clock_rate *rate)
{
    uint64_t ticks, ns;

    if (!rate->counter)
        return;
    read_pair(&ticks, &ns);
    if (ns > rate->start_ns && ticks > rate->start_ticks)
        rate->ticks_per_ns = (double)(ticks - rate->start_ticks) /
                             (double)(ns - rate->start_ns);
}

double clock_ticks_to_ns(const struct clock_rate *rate, double ticks)
{
    return ticks / rate->ticks_per_ns;
}
