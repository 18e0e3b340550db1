/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenario.h - changes of a simulated run, and the results of the simulation
 * (replay/scenarios/scenarios.h simulates).
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
    CHANGE_OVERLAP, /* a call ends after the work that follows it */
    CHANGE_POSTED, /* messages of calls without work in between start together */
    CHANGE_ORDER,  /* receives take the messages in the order of arrival */
    CHANGE_NETWORK /* latency and bandwidth of calls change */
};

/* A call without its waits takes latency + bytes x byte.  Both 0: unknown. */
struct network_cost {
    double latency, byte; /* ns */
};

struct change {
    enum change_kind kind;
    const bool *sites;     /* by site of the log: those that it changes */
    const double *factors; /* by rank, of CHANGE_WORK and CHANGE_COST */
    const double
        *step_factors; /* by rank, then by step of the scenario: further
                                 * factors of CHANGE_WORK; or NULL */
    /* CHANGE_NETWORK alone; costs: by procedure, then on one host, between
     * hosts */
    const struct network_cost *costs;
    double latency, bandwidth; /* factors */
};

/* The steps of a run: a rank's first step ends with the first of its calls at
 * certain sites, and so on. */
struct steps {
    const bool *ends; /* by site of the log */
    uint32_t count;   /* number of steps in arrays by step */
    uint32_t merged;  /* steps of the run in each of these */
    uint32_t *ended;  /* by rank: how often it came to an end */
};

#define GRID_DIMENSIONS 3

/* Ranks as a grid, whose first coordinate changes fastest. */
struct rank_grid {
    uint32_t length[GRID_DIMENSIONS]; /* 0: no grid */
};

/* The messages sent by calls that a scenario makes cheaper.  Those that are no
 * parts of others in the same exchange: `answers' are behind messages that the
 * sender has received since its last one to that rank. */
struct packing {
    uint64_t gap; /* ns of work after which another exchange begins */
    struct rank_grid grid;
    /* Are counted: */
    uint64_t messages;
    uint64_t again;   /* further ones of an exchange to the same rank */
    uint64_t detours; /* of the others: to diagonal ranks of the grid */
    uint64_t answers;
};

struct scenario {
    const struct change *changes; /* all apply; factors multiply */
    size_t count;
    bool ideal; /* on a network without latency: calls have no inner time */
    struct steps
        *steps; /* the same in all scenarios that have them; or NULL */
    uint64_t *step_work; /* by rank, then by step: receives the measured work
                          * that is changed; or NULL */
    uint64_t
        *behind; /* by site, then of the rank `watched' and of this and all
                       * workers: receives the changed work behind calls there;
                       * or NULL */
    const bool *workers; /* by rank */
    uint32_t watched;
    uint64_t
        *follows; /* by site: receives the number of calls there that follow
                        * one of `leads' on the same communicator, with less
                        * than `follows_ns' of work in between; or NULL */
    uint64_t follows_ns;
    const bool
        *leads; /* by procedure; NULL: calls of the rank `watched' at the
                        * same site */
    struct packing *packing; /* or NULL */
};

struct scenario_result {
    uint64_t length;                  /* T */
    uint64_t useful_sum, useful_most; /* work of the ranks */
    uint32_t last;                    /* rank that ends last */
};

struct scenarios {
    struct scenario_result *results; /* by scenario */
    uint64_t *changed; /* by scenario, then by rank: measured work of its
                                * first thread that changes of work cover */
    uint64_t measured; /* T of the measured run */
    struct replay_result *run; /* counts; no waits, and no path */
    struct path_part *path;    /* critical path of the first scenario */
    size_t path_count;
};

uint32_t rank_grid_coordinate(const struct rank_grid *grid, uint32_t rank,
                              int dimension);
/* Returns in how many dimensions the ranks are next to each other, also over the
 * edges of a grid that is periodic; -1: they are further apart in one, or not both in
 * the grid. */
int rank_grid_steps(const struct rank_grid *grid, uint32_t a, uint32_t b);
/* Finds the factors with which the members, by rank, share the changed work
 * evenly: mean / own; 1 for others.  No rank gets more than twice its work:
 * scaling up a small share would scale up its noise. */
void scenario_even(double *factors, const uint64_t *changed,
                   const bool *members, uint32_t ranks);
/* The same for each step; work: by rank, then by step. */
void steps_even(const struct steps *steps, const uint64_t *work,
                const bool *members, uint32_t ranks, double *factors);
/* How much of what members have more than the mean of a step they also have
 * more over all steps: 1 where it is always the same ranks, near 0 where they
 * take turns. */
double steps_fixed(const struct steps *steps, const uint64_t *work,
                   const bool *members, uint32_t ranks);
/* Whether all ranks ended as many. */
bool steps_agree(const struct steps *steps, uint32_t ranks);
/* Whether a simulation without changes took as long as the run, but for 1 %:
 * only then it is to be believed. */
bool scenarios_agree(const struct scenarios *scenarios, uint64_t unchanged);
void scenarios_clear(struct scenarios *scenarios);

#endif
