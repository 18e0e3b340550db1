/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_collect.h - builds the rank_data of a process from its threads' tables.
 *
 * Converts ticks to nanoseconds and merges rows of all threads with the same
 * key.  Class times, regions, the time line and useful counters come from
 * the lead thread: the first thread, unless it was idle for more than half of
 * the measured part while another one called what may wait for other ranks.
 * Then it is the one of these that was at it longest, from its first call to
 * its last one.  A thread is idle while it is blocked in pthread_join() and
 * after it has ended; of a process that was killed only the pthread_join() that
 * it was in is known.  Tables come from a process at its end, or were left by
 * one that has gone.
 * Threads: one.  Memory: tables are the caller's; the caller calls
 * rank_data_clear(), also after an error.
 */
#ifndef LIVE_RANK_COLLECT_H
#define LIVE_RANK_COLLECT_H

#include "live/persist_thread.h"
#include "model/profile.h"
#include "model/resources/resource_bins.h"
#include "model/timebins.h"

/* Data recorded by one thread. */
struct thread_tables {
    const struct persist_thread *kept;
    const struct row *rows;
    uint32_t row_count;
    const struct peer *peers, *targets; /* NULL: none */
    uint32_t peer_room;
    const struct timebins *bins;           /* from the first call on */
    const struct resource_bins *resources; /* master thread only; NULL:
                                            * none */
    uint64_t idle;                         /* ticks of the measured part */
    uint64_t excluded; /* ticks of the measured part that do not count */
    uint64_t lost_calls, memory_bytes;
};

/* Facts about a procedure; made by rank_collect_call(). */
struct collect_call {
    uint8_t class; /* enum call_class */
    bool is_init, is_finalize;
};

struct collect_call rank_collect_call(const char *name, uint8_t class);

struct rank_collect {
    const struct collect_call *calls;    /* by the rows' call index */
    const struct thread_tables *threads; /* includes the master thread */
    size_t thread_count;
    uint32_t ranks, counter_count;
    double ns_per_tick;
    uint64_t begin, end; /* ticks: the measured part */
};

/* Leaves to the caller: rank, host, begin, open_... and trace_... fields. */
enum status rank_collect(const struct rank_collect *in, struct rank_data *out);

/* Maps own ids to ids of the run. */
void rank_collect_map(struct rank_data *rank, uint32_t *const *map);

#endif
