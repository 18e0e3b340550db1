/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenarios.h - how long the run would take if something in it were changed.
 *
 * One pass over the log advances a clock per location and scenario:
 *   work    its measured time, times the factors of the scenario
 *   a call  ends at max(own start, starts that it needs of others) + inner
 *           time; the inner time is the measured end - the later of the
 *           measured own start and measured starts that it needs
 * So a scenario without changes takes exactly as long as the measured run.
 * A call needs what it needs on an ideal network (replay.h), and a receive
 * that the measured send waited for.
 * Units: ns, world ranks.  Threads: one owner.  Memory: per location three
 * words per scenario, and one per message or member in flight.  Errors:
 * logged.
 */
#ifndef REPLAY_SCENARIOS_H
#define REPLAY_SCENARIOS_H

#include "replay/replay.h"

enum change_kind {
    CHANGE_WORK,   /* work takes `factors' of its time */
    CHANGE_OFF,    /* calls cost nothing and wait for nobody */
    CHANGE_OVERLAP /* a call ends after the work that follows it */
};

struct change {
    enum change_kind kind;
    const bool *sites;     /* by site of the log: those that it changes */
    const double *factors; /* of CHANGE_WORK, by rank */
};

struct scenario {
    const struct change *changes; /* all apply; factors multiply */
    size_t count;
    bool ideal; /* on a network without latency: calls have no inner time */
};

struct scenario_result {
    uint64_t length;                  /* T */
    uint64_t useful_sum, useful_most; /* work of the ranks */
    uint32_t last;                    /* rank that ends last */
};

struct scenarios {
    struct scenario_result *results; /* by scenario */
    uint64_t *work;                  /* by scenario, then by rank */
    uint64_t measured;               /* T of the measured run */
    struct replay_result *run;       /* counts; no waits, and no path */
    struct path_part *path;          /* critical path of the first scenario */
    size_t path_count;
};

/* Computes them all; the caller clears *out. */
enum status replay_scenarios(const struct replay_log *log,
                             const struct profile *profile,
                             const struct scenario *scenarios, uint32_t count,
                             const struct progress *progress,
                             struct scenarios *out);
void scenarios_clear(struct scenarios *scenarios);

#endif
