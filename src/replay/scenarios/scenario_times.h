/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenario_times.h - when a location starts a call, in the measured run and in
 * each scenario (scenarios.h).
 *
 * Messages and collectives hold the times of their sides; a call continues
 * from the latest times that it needs, which may be another location's in
 * each scenario.  Without scenarios there are none: all are NULL.
 * Units: ns since the first event.  Threads: one owner.  Memory:
 * reference-counted; every holder drops its own.  Errors: NULL or false
 * without memory.
 */
#ifndef REPLAY_SCENARIOS_SCENARIO_TIMES_H
#define REPLAY_SCENARIOS_SCENARIO_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/path.h"

struct scenario_times {
    uint32_t holders, count;
    uint64_t at;            /* in the measured run */
    struct path_node *path; /* in the first scenario; or NULL */
    uint64_t clock[];       /* by scenario */
};

struct scenario_times *scenario_times_create(uint32_t count);
/* Returns it. */
struct scenario_times *scenario_times_hold(struct scenario_times *times);
void scenario_times_drop(struct scenario_times *times); /* NULL does nothing */
/* Sets all to 0. */
void scenario_times_reset(struct scenario_times *times);
/* Raises each clock to that of `from'; NULL does nothing. */
void scenario_times_raise(struct scenario_times *times,
                          const struct scenario_times *from);
/* Same for *into, created at first. */
bool scenario_times_join(struct scenario_times **into,
                         const struct scenario_times *from);

#endif
