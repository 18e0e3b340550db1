/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * passes.c - what one pass over the calls of a trace takes, for `make
 * bench-report'.
 *
 *     passes waits|COUNT RUN.otf2
 *
 * Reads the trace, and replays it once for its wait states, or in COUNT
 * scenarios, which change work and calls in all ways.  Prints the CPU seconds of
 * the pass, and by how much it raised the peak of resident memory, in KiB.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "by_hand.h"
#include "replay/parallel/replay_trace.h"
#include "replay/replay.h"
#include "replay/scenarios/scenarios.h"

#define KINDS (CHANGE_OVERLAP + 1)

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static long peak_kib(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Each changes every other site, of work and calls to the half. */
static struct change change_make(const struct replay_log *log, uint32_t ranks,
                                 uint32_t number)
{
    bool *sites = must_have(log->site_count + 1, sizeof(*sites));
    double *factors = must_have(ranks, sizeof(*factors));

    for (uint32_t i = 0; i < log->site_count; i++)
        sites[i] = (i + number / KINDS) % 2 == 0;
    for (uint32_t i = 0; i < ranks; i++)
        factors[i] = 0.5;
    return (struct change){ .kind = (enum change_kind)(number % KINDS),
                            .sites = sites,
                            .factors = factors };
}

static enum status run_scenarios(const struct replay_log *log,
                                 const struct profile *profile, uint32_t count)
{
    struct change *changes = must_have(count, sizeof(*changes));
    struct scenario *scenarios = must_have(count, sizeof(*scenarios));
    struct scenarios found;
    enum status status;

    for (uint32_t i = 0; i < count; i++) {
        changes[i] = change_make(log, profile->rank_count, i);
        scenarios[i] = (struct scenario){ .changes = &changes[i], .count = 1 };
    }
    status = replay_scenarios(log, profile, scenarios, count, NULL, &found);
    scenarios_clear(&found);
    for (uint32_t i = 0; i < count; i++) {
        free((void *)changes[i].sites);
        free((void *)changes[i].factors);
    }
    free(changes);
    free(scenarios);
    return status;
}

static enum status pass(const struct replay_log *log,
                        const struct profile *profile, const char *what)
{
    struct replay_result *result = NULL;
    enum status status;

    if (strcmp(what, "waits") != 0)
        return run_scenarios(log, profile, (uint32_t)atoi(what));
    status = replay_run(log, profile, NULL, &result);
    replay_result_destroy(result);
    return status;
}

int main(int count, char **arguments)
{
    struct readers readers = { .jobs = 1 };
    struct replay_log *log = NULL;
    struct profile *profile = NULL;
    double began;
    long kib;

    if (count != 3 || replay_log_create(&log) != STATUS_OK ||
        replay_trace_log(arguments[2], &readers, log, &profile) != STATUS_OK)
        return 2;
    kib = peak_kib();
    began = now();
    if (pass(log, profile, arguments[1]) != STATUS_OK)
        return 1;
    printf("%.6f %ld\n", now() - began, peak_kib() - kib);
    profile_destroy(profile);
    replay_log_destroy(log);
    return 0;
}
