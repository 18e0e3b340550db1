/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenario_clocks.h - the clocks of scenarios during a replay; internal to
 * this folder.
 *
 * All functions do nothing in a replay without scenarios.
 */
#ifndef REPLAY_SCENARIOS_SCENARIO_CLOCKS_H
#define REPLAY_SCENARIOS_SCENARIO_CLOCKS_H

#include "replay/scenarios/arrivals.h"
#include "replay/scenarios/packing.h"
#include "replay/scenarios/scenario_times.h"
#include "replay/scenarios/scenarios.h"

struct replay_state;
struct location;

/* The latest starts of others that a call needs. */
struct scenario_needs {
    struct scenario_times *all;       /* in every scenario */
    struct scenario_times *receivers; /* not on an ideal network */
};

/* The scenarios of a replay. */
struct scenario_clocks {
    const struct scenario *scenarios;
    uint32_t count;
    struct steps *steps; /* or NULL */
    bool packs;          /* some count messages */
    uint8_t *acts;       /* by site, then by scenario: bits 1 << change_kind */
    struct scenario_needs needs; /* of the call that ends */
};

/* One location in all scenarios. */
struct location_clocks {
    struct arrivals *arrivals; /* by scenario, of CHANGE_ORDER; or NULL */
    struct sent_list *sent;    /* if scenarios pack messages */
    uint64_t *clock, *pending, *useful; /* pending: end of a call that work
                                         * overlaps, or 0 */
    uint64_t *changed;                  /* measured work that is changed */
    uint64_t *posted; /* start of the first call since the last work */
    uint32_t first_site, first_peer; /* of that call */
    uint32_t last_site, last_comm;   /* of the call before */
    uint64_t last_worked;            /* work until that call */
    uint64_t inner; /* of the last call, measured, without its waits */
    bool worked;    /* long, since that call */
    uint32_t step;  /* of first threads: steps that have ended */
    struct scenario_times *times;        /* of the current call, or NULL */
    struct path_node *pending_path;      /* of the first scenario, and what */
    uint64_t pending_key, pending_inner; /* follows there */
};

bool scenario_clocks_init(struct replay_state *state);
void scenario_clocks_clear(struct replay_state *state);

/* The location's first call: its clocks start at `last_end'. */
void scenario_wake(const struct replay_state *state,
                   struct location *location);
/* A thread starts where the master was at measured time `reached'. */
void scenario_fork(const struct replay_state *state, struct location *location,
                   const struct location *master, uint64_t reached);
void scenario_work(struct replay_state *state, struct location *location,
                   uint32_t site, uint64_t ns);
/* Time in which nothing was recorded, which no scenario changes. */
void scenario_pause(const struct replay_state *state,
                    struct location *location, uint64_t ns);
/* The work before the call, or at_end before the end of the run, is done. */
void scenario_arrive(struct replay_state *state, struct location *location,
                     bool at_end);
void scenario_begin_call(struct replay_state *state,
                         struct location *location);
/* A loop waited for nobody: its time inside calls. */
void scenario_held(struct replay_state *state, struct location *location,
                   uint64_t inside);
/* rest: between the send that a loop waited for and the call. */
void scenario_end_call(struct replay_state *state, struct location *location,
                       uint64_t rest);
/* The location's clock after its last call. */
uint64_t scenario_ended(const struct location *location, uint32_t scenario);
/* The call that ends needs those times; only_measured: no ideal network
 * does. */
void scenario_need(struct replay_state *state,
                   const struct scenario_times *times, bool only_measured);

#endif
