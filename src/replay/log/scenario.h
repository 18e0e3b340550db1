/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenario.h - what is changed in a simulated run, and what comes of it
 * (replay/scenarios.h simulates).
 *
 * Units: ns, world ranks.  Threads: constant data, or one owner.  Memory:
 * changes belong to who makes them; scenarios_clear() frees results.
 */
#ifndef REPLAY_LOG_SCENARIO_H
#define REPLAY_LOG_SCENARIO_H

#include "replay/log/replay_result.h"

enum change_kind {
    CHANGE_WORK,    /* work takes `factors' of its time */
    CHANGE_COST,    /* calls take `factors' of their time without waits */
    CHANGE_OFF,     /* calls cost nothing and wait for nobody */
    CHANGE_NO_WAIT, /* calls wait for nobody */
    CHANGE_OVERLAP  /* a call ends after the work that follows it */
};

struct change {
    enum change_kind kind;
    const bool *sites;     /* by site of the log: those that it changes */
    const double *factors; /* by rank, of CHANGE_WORK and CHANGE_COST */
};

/* The steps of a run: a rank's first step ends with the first of its calls at
 * certain sites, and so on.  Work in each can have a factor of its own. */
struct steps {
    const bool *ends; /* by site of the log */
    uint32_t count;   /* steps that are told apart, */
    uint32_t merged;  /* each of so many */
    bool known;       /* false: `work' is to be found, as changes of work cover
                       * it; true: it is multiplied by `factors' */
    uint64_t *work;   /* by rank, then by step: ns */
    double *factors;  /* same order */
    uint32_t *ended;  /* by rank: steps that it ended */
};

struct scenario {
    const struct change *changes; /* all apply; factors multiply */
    size_t count;
    bool ideal; /* on a network without latency: calls have no inner time */
    struct steps *steps; /* the same in all scenarios that have some; or NULL */
};

struct scenario_result {
    uint64_t length;                  /* T */
    uint64_t useful_sum, useful_most; /* work of the ranks */
    uint32_t last;                    /* rank that ends last */
};

struct scenarios {
    struct scenario_result *results; /* by scenario */
    uint64_t *changed;         /* by scenario, then by rank: measured work of its
                                * first thread that changes of work cover */
    uint64_t measured;         /* T of the measured run */
    struct replay_result *run; /* counts; no waits, and no path */
    struct path_part *path;    /* critical path of the first scenario */
    size_t path_count;
};

/* Replaces the factors of ranks, those that are 1 apart, so that they share
 * their changed work evenly: mean / own.  A rank that has little of it gets no
 * more than as much again: more would make its own noise that of the run. */
void scenario_even(double *factors, const uint64_t *changed, uint32_t ranks);
/* Finds the factors with which all ranks share the work of each step. */
void steps_even(struct steps *steps, uint32_t ranks);
/* Whether all ranks ended as many. */
bool steps_agree(const struct steps *steps, uint32_t ranks);
/* Whether a simulation without changes took as long as the run, but for 1 %:
 * only then it is to be believed. */
bool scenarios_agree(const struct scenarios *scenarios, uint64_t unchanged);
void scenarios_clear(struct scenarios *scenarios);

#endif
