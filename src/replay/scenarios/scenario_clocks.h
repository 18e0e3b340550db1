/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenario_clocks.h - the clocks of scenarios during a replay; internal to
 * this folder.
 *
 * All functions do nothing in a replay without scenarios.
 */
#ifndef REPLAY_SCENARIOS_SCENARIO_CLOCKS_H
#define REPLAY_SCENARIOS_SCENARIO_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct replay_state;
struct location;
struct scenario_times;

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
