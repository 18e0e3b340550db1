/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * device_events.h - sums up the events of a stream of an accelerator, and writes
 * its kernels and copies to the replay log; and how much memory is in use.
 *
 * Shape: an outermost region is a kernel, unless it is artificial: Score-P has
 * such regions for an idle device, also around copies; a transfer of memory that is in none
 * is a copy of its own, from its start to its completion, and a region in which
 * one starts is that copy.  As Score-P does, a stream gets what comes to the
 * device and puts what leaves it.
 * Units: ticks of the trace.  Threads: one owner.  Memory: none of its own.
 * Errors: out of memory sticks in names->status.
 */
#ifndef ARCHIVE_EVENTS_DEVICE_EVENTS_H
#define ARCHIVE_EVENTS_DEVICE_EVENTS_H

#include "archive/events/call_log.h"
#include "archive/events/names.h"
#include "archive/events/tally.h"
#include "model/resources/memory_uses.h"

#define DEVICE_COPIES 16 /* of a stream at the same time */

struct device_copy {
    uint64_t id, since, bytes;
    uint32_t kind; /* enum device_kind */
};

struct device_events {
    struct names *names;
    const struct tally *tally;
    const struct call_log *calls;
    struct device_use *use;
    uint32_t rank;
    struct memory_uses *memory;
    uint64_t origin;       /* start of the run */
    uint64_t from, to;     /* what counts starts between these */
    uint64_t count;        /* of events */
    uint64_t since, bytes; /* of the outermost region */
    uint32_t depth, region, kind, copy_count;
    struct device_copy copies[DEVICE_COPIES]; /* under way */
};

/* A transfer by the stream. */
struct device_transfer {
    uint32_t window, remote;
    bool gets; /* else it puts */
    uint64_t bytes, id;
};

void device_events_enter(struct device_events *events, uint64_t time,
                         uint32_t region);
void device_events_leave(struct device_events *events, uint64_t time,
                         uint32_t region);
void device_events_transfer(struct device_events *events, uint64_t time,
                            const struct device_transfer *transfer);
void device_events_completed(struct device_events *events, uint64_t time,
                             uint64_t id);
/* So much memory is in use from then on; other metrics are ignored. */
void device_events_memory(struct device_events *events, uint64_t time,
                          uint32_t metric, uint64_t bytes);
/* The whole stream has been read: a kernel that goes on ends with the run. */
void device_events_end(struct device_events *events);

#endif
