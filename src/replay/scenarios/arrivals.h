/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * arrivals.h - the clock of a rank that receives in the order in which messages
 * arrive, in a scenario; internal to this folder.
 *
 * The replay goes on in the measured order.  The time from one receive to the next
 * is a unit; it starts when its message is there, in the first gap between other
 * units that is long enough.  So the clock may go back, until the rank closes the
 * series.
 * Units: ns.  Threads: one owner.  Memory: none; of more gaps than there is room for,
 * the first ones are left empty.
 */
#ifndef REPLAY_SCENARIOS_ARRIVALS_H
#define REPLAY_SCENARIOS_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#define ARRIVAL_GAPS 32u

struct arrival_gap {
    uint64_t begin, end;
};

/* All zero: no series is open. */
struct arrivals {
    bool open, running;  /* running: a unit is */
    uint32_t units;      /* that have ended */
    uint64_t begin, end; /* of the running unit; of all that have ended */
    uint64_t length;     /* of the unit before */
    uint64_t sum;        /* of all that have ended */
    uint32_t in; /* the gap of the running unit; gap_count: behind all */
    uint32_t gap_count;
    struct arrival_gap gaps[ARRIVAL_GAPS]; /* by time */
};

/* The rank, at `clock', comes to a receive: opens a series, or ends its unit.
 * Returns the first time at which it has nothing else to do. */
uint64_t arrivals_turn(struct arrivals *arrivals, uint64_t clock);
/* Returns when it starts the unit of a message that is there at `ready'. */
uint64_t arrivals_start(struct arrivals *arrivals, uint64_t ready);
/* Whether work of that length belongs to no unit: it is much longer than these. */
bool arrivals_ends_at(const struct arrivals *arrivals, uint64_t work);
/* Returns when all units are done. */
uint64_t arrivals_close(struct arrivals *arrivals, uint64_t clock);

#endif
