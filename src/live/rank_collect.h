/*
 * rank_collect.h - the rank_data of a process out of what its threads
 * recorded.
 *
 * Ticks become nanoseconds, rows of all threads with the same key become one.
 * Class times, regions, the time line and useful counters are the master
 * thread's.  The tables are those of a process that ends, or were left behind
 * by one that has gone.
 * Threads: one.  Memory: tables are the caller's; rank_data_clear() by the
 * caller, also when this fails.
 */
#ifndef LIVE_RANK_COLLECT_H
#define LIVE_RANK_COLLECT_H

#include "live/persist_thread.h"
#include "model/profile.h"
#include "model/resource_bins.h"
#include "model/timebins.h"

/* What one thread recorded. */
struct thread_tables {
    const struct persist_thread *kept;
    const struct row *rows;
    uint32_t row_count;
    const struct peer *peers, *targets; /* NULL: none */
    uint32_t peer_room;
    const struct timebins *bins; /* of the master thread */
    const struct resource_bins *resources; /* likewise; NULL: none */
    uint64_t lost_calls, memory_bytes;
};

/* What it has to know of a procedure; made by rank_collect_call(). */
struct collect_call {
    uint8_t class; /* enum call_class */
    bool is_init, is_finalize;
};

struct collect_call rank_collect_call(const char *name, uint8_t class);

struct rank_collect {
    const struct collect_call *calls; /* of each row's call */
    const struct thread_tables *threads; /* the master thread among them */
    size_t thread_count;
    uint32_t ranks, counter_count;
    double ns_per_tick;
    uint64_t begin, end; /* ticks: of the measured part */
    uint64_t excluded;   /* ticks of it that do not count */
};

/* Leaves to the caller: rank, host, begin, the open_... and trace_... */
enum status rank_collect(const struct rank_collect *in,
                         struct rank_data *out);

/* From own ids to those of the run. */
void rank_collect_map(struct rank_data *rank, uint32_t *const *map);

#endif
