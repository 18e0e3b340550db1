/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moments.h - where a location is at the start of a call, in the measured run
 * and in each scenario (scenarios.h).
 *
 * Messages and collectives hold the moments of their sides; a call continues
 * from the latest moment that it needs, which may be another location's in
 * each scenario.  Without scenarios there are no moments: all are NULL.
 * Units: ns since the first event.  Threads: one owner.  Memory:
 * reference-counted; every holder drops its own.  Errors: NULL or false
 * without memory.
 */
#ifndef REPLAY_MOMENTS_H
#define REPLAY_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/path.h"

struct moment {
    uint32_t holders, count;
    uint64_t at;            /* in the measured run */
    struct path_node *path; /* in the first scenario; or NULL */
    uint64_t clock[];       /* by scenario */
};

struct moment *moment_create(uint32_t count);
struct moment *moment_hold(struct moment *moment); /* returns it */
void moment_drop(struct moment *moment);           /* NULL does nothing */
/* Sets all to 0. */
void moment_reset(struct moment *moment);
/* Raises each clock to that of `from'; NULL does nothing. */
void moment_raise(struct moment *moment, const struct moment *from);
/* Same for *into, created at first. */
bool moment_join(struct moment **into, const struct moment *from);

#endif
