/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_thread.h - persisted state of one thread, besides its tables.
 *
 * Belongs to a struct thread of measure/record.
 * Units: ticks.  Threads: one owner.
 */
#ifndef LIVE_PERSIST_THREAD_H
#define LIVE_PERSIST_THREAD_H

#include "live/persist_call.h"
#include "model/pauses.h"
#include "live/regions.h"

struct persist_thread {
    struct persist_call now;
    uint64_t last;   /* time at which the program continued after a call */
    uint32_t number; /* 0: master thread */
    uint32_t node;   /* current REGION_NODE */
    uint32_t path;   /* PATH of the current or last call; 0: unknown until the
                      * call ends */
    uint64_t ended;  /* end of the thread; 0: still running */
    uint64_t flush_ticks; /* time spent writing the trace, excluded from the
                           * program's time */
    uint64_t lost_peers;  /* messages of peers that are not in the table, of
                          * which a thread may have none */
    uint32_t interfaces;  /* bits of enum hook_interface */
    bool waits;           /* the current region waits outside MPI */
    struct pauses_seen pauses;
    struct regions regions;
};

/* Class of the time line that time outside MPI belongs to now. */
static inline unsigned
persist_thread_class(const struct persist_thread *thread)
{
    return thread->waits ? PROFILE_TIMELINE_OUTSIDE : PROFILE_TIMELINE_USEFUL;
}

#endif
