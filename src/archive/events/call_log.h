/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_log.h - logs the calls of one location after the other, for a replay.
 *
 * Messages and collectives of a call are added between its start and end;
 * call_log_end() writes the call (replay/log/replay_log.h).  The match of a
 * request is known when the request completes, in any thread.
 * Units: ticks of the archive come in, ns since the first event go out.
 * Threads: one owner.  Memory: grows with the operations per call and with
 * pending requests.  Errors: stick in log->status.
 */
#ifndef ARCHIVE_EVENTS_CALL_LOG_H
#define ARCHIVE_EVENTS_CALL_LOG_H

#include "archive/events/poll_log.h"
#include "replay/log/replay_log.h"

struct call_log_request {
    uint64_t id;     /* of the archive */
    uint32_t number; /* counted from 1 on */
    bool posted, settled;
    bool written; /* the operation already has its place in the log */
    uint64_t place;
    uint64_t probe; /* place of the probe that found it, or POLL_LOG_NOWHERE */
    struct replay_op op;
};

struct call_log_posted {
    uint64_t id;
    uint32_t op; /* its index */
};

struct call_log {
    struct replay_log *log; /* NULL: no log wanted, every function does
                             * nothing */
    double ns_per_tick;
    uint64_t first_tick;
    struct replay_op *ops;         /* of the current call */
    struct call_log_posted *posts; /* requests that it began */
    uint32_t op_count, post_count;
    size_t op_room, post_room;
    struct map requests; /* struct call_log_request */
    uint32_t last_number;
    uint64_t excluded;   /* ticks, told already */
    uint64_t last_end;   /* ns */
    uint64_t work_since; /* tick: the last call or change of regions */
    uint64_t *work;      /* ticks since the last call, by REGION_NODE */
    uint32_t *worked;    /* nodes where that is not 0 */
    uint32_t worked_count;
    size_t worked_room;
    size_t work_room;
    struct poll_log polls;
    uint8_t *fences; /* enum call_log_fence, by window */
    size_t fence_room;
};

/* State of a window on a rank. */
enum call_log_fence {
    CALL_LOG_NO_FENCE,
    CALL_LOG_FENCED, /* nothing since its last fence */
    CALL_LOG_MOVED   /* transferred something since then */
};

void call_log_init(struct call_log *calls, struct replay_log *log,
                   double ns_per_tick, uint64_t first_tick);
void call_log_clear(struct call_log *calls);

/* Converts a tick to log time. */
uint64_t call_log_ns(const struct call_log *calls, uint64_t tick);

void call_log_new_rank(struct call_log *calls);
void call_log_begin(struct call_log *calls, uint32_t rank, uint32_t thread);

/* The program leaves this REGION_NODE for another one. */
void call_log_work(struct call_log *calls, uint32_t node, uint64_t time);

/* Adds counters of the location, for a complete log. */
void call_log_counters(struct call_log *calls, uint64_t time,
                       const uint64_t *values, uint32_t count);

/* A call begins; its operations follow. */
void call_log_enter(struct call_log *calls, enum call_poll role,
                    uint64_t begin);
void call_log_op(struct call_log *calls, const struct replay_op *op);
/* A blocking receive. */
void call_log_receive(struct call_log *calls, const struct replay_op *op);
/* Start and completion of a request: op at completion is complete, with the
 * kind it had at the start.  A request that ended without completing has op
 * NULL.  A lock starts when requested and completes when released, which is
 * all that op (a REPLAY_LOCK) records; see call_log_lock_id(). */
void call_log_post(struct call_log *calls, uint64_t request,
                   const struct replay_op *op);
void call_log_done(struct call_log *calls, uint64_t request,
                   enum replay_op_kind kind, const struct replay_op *op);
/* Request ids count from 0; lock ids are far above. */
static inline uint64_t call_log_lock_id(uint32_t window, uint32_t target)
{
    return ~((uint64_t)window << 32 | (uint32_t)~target);
}
/* Stores the log time of a tick in op, in two halves. */
void call_log_put_time(const struct call_log *calls, uint64_t tick,
                       struct replay_op *op);
/* Collective that started the request; CALL_COLL_NONE: unknown. */
uint16_t call_log_coll(const struct call_log *calls, uint64_t request);

/* excluded: ticks without recording since the location's start. */
struct call_log_times {
    uint64_t begin, end, excluded;
};
void call_log_call(struct call_log *calls, const struct call_log_times *times,
                   const struct replay_site *site);
void call_log_end(struct call_log *calls, uint64_t begin, uint64_t end,
                  bool cut);

#endif
