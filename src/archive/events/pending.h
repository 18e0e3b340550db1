/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pending.h - nonblocking collectives between start and completion.
 *
 * Request id -> the call that started it, which is charged with the bytes that
 * the record of the end tells.  Ids are unique per rank; all zero is empty.
 * Threads: one owner.  Memory: grows; pending_clear() frees.
 */
#ifndef ARCHIVE_EVENTS_PENDING_H
#define ARCHIVE_EVENTS_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "archive/events/tally.h"
#include "base/map.h"

#define PENDING_NO_ROW UINT32_MAX

/* A call that started collectives.  Its communicator becomes known when the
 * first of them completes; until then no row has the call. */
struct pending_call {
    struct tally_key key;
    uint32_t row;   /* PENDING_NO_ROW: not yet charged */
    bool counts;    /* the call begins inside the window */
    uint64_t ticks; /* ticks of the call inside the window */
    uint64_t counters[PROFILE_COUNTERS];
};

struct pending_request {
    uint64_t request;
    uint32_t call; /* index into calls */
};

struct pending {
    struct map requests;
    struct pending_call *calls;
    uint32_t call_count;
    size_t call_room;
};

void pending_clear(struct pending *pending);
void pending_reset(struct pending *pending);

/* Returns the index of a new call; UINT32_MAX without memory. */
uint32_t pending_add_call(struct pending *pending);
bool pending_add(struct pending *pending, uint64_t request, uint32_t call);
/* Same, with a number of the caller's instead of a call. */
bool pending_take_number(struct pending *pending, uint64_t request,
                         uint32_t *number);
/* Removes the request.  NULL: not started here.  Valid until the next add. */
struct pending_call *pending_take(struct pending *pending, uint64_t request);

#endif
