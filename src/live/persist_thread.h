/*
 * persist_thread.h - what one thread leaves behind beside its tables.
 *
 * Belongs to a struct thread of measure/record, in memory that outlives the
 * process.  Units: ticks.  Threads: one owner.
 */
#ifndef LIVE_PERSIST_THREAD_H
#define LIVE_PERSIST_THREAD_H

#include "live/persist_call.h"
#include "model/pauses.h"
#include "live/regions.h"

struct persist_thread {
    struct persist_call now;
    uint64_t last;   /* when the program went on after a call */
    uint32_t number; /* 0: the master thread */
    uint32_t node;   /* REGION_NODE it is in */
    uint32_t path;   /* PATH of the call it is in, or was last in; 0: not
                      * known before the call is over */
    uint64_t ended;  /* when its thread ended; 0: it goes on */
    uint64_t flush_ticks; /* writing out the trace, not the program's time */
    uint64_t lost_peers;
    uint32_t interfaces; /* bits of enum hook_interface */
    struct pauses_seen pauses;
    struct regions regions;
};

#endif
