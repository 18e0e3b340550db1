/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/call_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/saturate.h"

void call_log_init(struct call_log *calls, struct replay_log *log,
                   double ns_per_tick, uint64_t first_tick)
{
    memset(calls, 0, sizeof(*calls));
    if (log == NULL)
        return;
    calls->log = log;
    calls->ns_per_tick = ns_per_tick;
    calls->first_tick = first_tick;
}

void call_log_clear(struct call_log *calls)
{
    FREE_ALL(calls->ops, calls->posts);
    map_clear(&calls->requests);
    FREE_ALL(calls->work, calls->worked, calls->fences);
}

uint64_t call_log_ns(const struct call_log *calls, uint64_t tick)
{
    if (tick <= calls->first_tick)
        return 0;
    return saturate_below((double)(tick - calls->first_tick) *
                          calls->ns_per_tick);
}

void call_log_put_time(const struct call_log *calls, uint64_t tick,
                       struct replay_op *op)
{
    uint64_t ns = call_log_ns(calls, tick);

    op->tag = (uint32_t)ns;
    op->bytes = (uint32_t)(ns >> 32);
}

void call_log_new_rank(struct call_log *calls)
{
    if (calls->log == NULL)
        return;
    map_reset(&calls->requests);
    if (calls->fences != NULL)
        memset(calls->fences, CALL_LOG_NO_FENCE, calls->fence_room);
    calls->last_number = 0;
}

static void clear_work(struct call_log *calls)
{
    for (uint32_t i = 0; i < calls->worked_count; i++)
        calls->work[calls->worked[i]] = 0;
    calls->worked_count = 0;
}

void call_log_begin(struct call_log *calls, uint32_t rank, uint32_t thread)
{
    if (calls->log == NULL)
        return;
    calls->op_count = calls->post_count = 0;
    calls->excluded = calls->last_end = 0;
    calls->work_since = UINT64_MAX;
    clear_work(calls);
    poll_log_begin(&calls->polls, calls->ns_per_tick);
    replay_log_begin(calls->log, rank, thread);
}

static void leave_region(struct call_log *calls, uint32_t node, uint64_t time)
{
    struct replay_site there = { .region = node };
    struct replay_op op = { .kind = REPLAY_REGION };

    op.time = call_log_ns(calls, time);
    op.comm = replay_log_site(calls->log, &there);
    call_log_op(calls, &op);
}

void call_log_counters(struct call_log *calls, uint64_t time,
                       const uint64_t *values, uint32_t count)
{
    struct replay_op op = { .kind = REPLAY_MOMENT, .coll = (uint16_t)count };

    if (calls->log == NULL || !calls->log->whole)
        return;
    op.time = call_log_ns(calls, time);
    call_log_op(calls, &op);
    op.kind = REPLAY_COUNTER;
    for (uint32_t i = 0; i < count; i++) {
        op.coll = (uint16_t)i;
        op.time = values[i];
        call_log_op(calls, &op);
    }
}

void call_log_work(struct call_log *calls, uint32_t node, uint64_t time)
{
    uint64_t since = calls->work_since;

    if (calls->log == NULL)
        return;
    if (calls->log->whole)
        leave_region(calls, node, time);
    calls->work_since = time;
    if (since >= time)
        return;
    if (!array_reach(&calls->work, node, &calls->work_room,
                     sizeof(*calls->work)) ||
        !array_room(&calls->worked, calls->worked_count, &calls->worked_room,
                    sizeof(*calls->worked))) {
        replay_log_no_memory(calls->log);
        return;
    }
    if (calls->work[node] == 0)
        calls->worked[calls->worked_count++] = node;
    calls->work[node] += time - since;
}

void call_log_op(struct call_log *calls, const struct replay_op *op)
{
    if (calls->log == NULL)
        return;
    if (op->kind >= REPLAY_SEND && op->kind <= REPLAY_UNLOCK &&
        op->kind != REPLAY_PROBE && op->kind != REPLAY_TEST)
        calls->polls.acts = true;
    if (!array_room(&calls->ops, calls->op_count, &calls->op_room,
                    sizeof(*op)))
        replay_log_no_memory(calls->log);
    else
        calls->ops[calls->op_count++] = *op;
}

/* ---- probes and tests ---- */

void call_log_enter(struct call_log *calls, enum call_poll role,
                    uint64_t begin)
{
    poll_log_enter(&calls->polls, role, begin);
}

/* The message that was looked for there is known now. */
static void settle_poll(struct call_log *calls, uint64_t place,
                        const struct replay_op *message,
                        enum replay_op_kind kind, uint32_t request)
{
    struct replay_op op = *message;

    if (place == POLL_LOG_NOWHERE)
        return;
    op.kind = (uint8_t)kind;
    op.flags = REPLAY_SETTLED;
    op.request = request;
    replay_log_settle(calls->log, place, &op);
}

void call_log_receive(struct call_log *calls, const struct replay_op *op)
{
    struct replay_op receive = *op;
    uint64_t probe;

    if (calls->log == NULL)
        return;
    probe = poll_log_receive(&calls->polls);
    if (probe != POLL_LOG_NOWHERE) {
        receive.flags |= REPLAY_PROBED;
        receive.request = ++calls->last_number;
        settle_poll(calls, probe, op, REPLAY_PROBE, receive.request);
    }
    call_log_op(calls, &receive);
}

/* ---- requests ---- */

static struct call_log_request *request_find(const struct call_log *calls,
                                             uint64_t id)
{
    return map_find(&calls->requests, sizeof(struct call_log_request), &id,
                    sizeof(id));
}

static struct call_log_request *find_or_make(struct call_log *calls,
                                             uint64_t id)
{
    struct call_log_request *request =
        map_get(&calls->requests, sizeof(*request), &id, sizeof(id));

    if (request == NULL)
        replay_log_no_memory(calls->log);
    else if (request->number == 0)
        request->number = ++calls->last_number;
    return request;
}

static void forget_request(struct call_log *calls,
                           struct call_log_request *request)
{
    map_remove(&calls->requests, sizeof(*request), sizeof(request->id),
               request);
}

static bool note_post(struct call_log *calls, uint64_t id)
{
    if (!array_room(&calls->posts, calls->post_count, &calls->post_room,
                    sizeof(*calls->posts)))
        return false;
    calls->posts[calls->post_count++] =
        (struct call_log_posted){ id, calls->op_count };
    return true;
}

/* Which start of a persistent collective it is, only its start knows. */
static void keep_start(struct replay_op *post, const struct replay_op *begun)
{
    if (begun->kind != REPLAY_COLLECTIVE_POST)
        return;
    post->tag = begun->tag;
    post->bytes = begun->bytes;
}

/* Another thread, which was read before, has completed it. */
static void take_settled(struct replay_op *post, const struct replay_op *known)
{
    struct replay_op begun = *post;

    if (begun.kind == REPLAY_SEND_POST || (known->flags & REPLAY_CANCELLED)) {
        post->flags |= known->flags;
        return;
    }
    *post = *known;
    post->kind = begun.kind;
    post->request = begun.request;
    if (begun.coll != 0)
        post->coll = begun.coll;
    keep_start(post, &begun);
}

/* Another thread may have completed it before it is read that it began. */
static void note_probe(struct call_log *calls,
                       struct call_log_request *request,
                       struct replay_op *post)
{
    request->probe = poll_log_receive(&calls->polls);
    if (request->probe == POLL_LOG_NOWHERE)
        return;
    post->flags |= REPLAY_PROBED;
    if (request->settled && !(post->flags & REPLAY_CANCELLED))
        settle_poll(calls, request->probe, post, REPLAY_PROBE, post->request);
}

void call_log_post(struct call_log *calls, uint64_t id,
                   const struct replay_op *op)
{
    struct call_log_request *request;
    struct replay_op post = *op;

    if (calls->log == NULL)
        return;
    request = find_or_make(calls, id);
    if (request == NULL || !note_post(calls, id)) {
        replay_log_no_memory(calls->log);
        return;
    }
    post.request = request->number;
    if (request->settled)
        take_settled(&post, &request->op);
    if (post.kind == REPLAY_RECV_POST)
        note_probe(calls, request, &post);
    request->posted = true;
    request->op = post;
    call_log_op(calls, &post);
}

uint16_t call_log_coll(const struct call_log *calls, uint64_t id)
{
    const struct call_log_request *request;

    if (calls->log == NULL)
        return 0;
    request = request_find(calls, id);
    return request == NULL ? 0 : request->op.coll;
}

/* Adds facts that were unknown at the start; a send has none. */
static void settle_request(struct call_log *calls,
                           struct call_log_request *request,
                           const struct replay_op *op)
{
    uint8_t kind = request->op.kind, found = request->op.flags & REPLAY_PROBED;
    uint32_t number = request->number;
    struct replay_op begun = request->op;

    if (op == NULL || kind == REPLAY_SEND_POST) {
        request->op.flags |= op == NULL ? REPLAY_CANCELLED : REPLAY_SETTLED;
    } else if (kind == REPLAY_LOCK) {
        request->op.flags |= REPLAY_SETTLED;
        request->op.tag = op->tag;
        request->op.bytes = op->bytes;
    } else {
        request->op = *op;
        request->op.flags |= REPLAY_SETTLED;
    }
    if (kind == REPLAY_RECV_POST)
        request->op.flags |= found;
    keep_start(&request->op, &begun);
    request->op.request = number;
    if (request->posted)
        request->op.kind = kind;
    request->settled = true;
    if (request->written)
        replay_log_settle(calls->log, request->place, &request->op);
}

static void settle_loops(struct call_log *calls,
                         const struct call_log_request *request,
                         const struct replay_op *op)
{
    if (request->posted && (request->op.flags & REPLAY_PROBED))
        settle_poll(calls, request->probe, op, REPLAY_PROBE, request->number);
    settle_poll(calls, poll_log_complete(&calls->polls), op, REPLAY_TEST,
                request->number);
}

void call_log_done(struct call_log *calls, uint64_t id,
                   enum replay_op_kind kind, const struct replay_op *op)
{
    struct call_log_request *request;
    struct replay_op done = { .kind = (uint8_t)kind };

    if (calls->log == NULL)
        return;
    request = kind == REPLAY_UNLOCK ? request_find(calls, id)
                                    : find_or_make(calls, id);
    if (request == NULL)
        return; /* or a lock that was asked for before the trace begins */
    settle_request(calls, request, op);
    if (op != NULL && kind == REPLAY_RECV_DONE)
        settle_loops(calls, request, op);
    done.request = request->number;
    done.coll = request->op.coll;
    done.comm = request->op.comm;
    done.bytes = request->op.bytes;
    if (op != NULL)
        call_log_op(calls, &done);
    if (request->written)
        forget_request(calls, request);
}

/* ---- calls ---- */

/* The operations of what the call began have their places now. */
static void place_posts(struct call_log *calls, uint64_t place)
{
    for (uint32_t i = 0; i < calls->post_count; i++) {
        const struct call_log_posted *post = &calls->posts[i];
        struct call_log_request *request = request_find(calls, post->id);

        if (request == NULL)
            continue;
        request->written = true;
        request->place = place + post->op * sizeof(struct replay_op);
        if (!request->settled)
            continue;
        replay_log_settle(calls->log, request->place, &request->op);
        forget_request(calls, request);
    }
    calls->post_count = 0;
}

/* They start over where the measured part begins. */
static void add_pause(struct call_log *calls, uint64_t excluded)
{
    struct replay_op pause = { .kind = REPLAY_PAUSE };
    uint64_t before = excluded < calls->excluded ? 0 : calls->excluded;

    calls->excluded = excluded;
    if (excluded == before)
        return;
    pause.time =
        saturate_below((double)(excluded - before) * calls->ns_per_tick);
    call_log_op(calls, &pause);
}

/* Work in other regions than the call's. */
static void add_work(struct call_log *calls, const struct replay_site *site)
{
    for (uint32_t i = 0; i < calls->worked_count; i++) {
        struct replay_site there = *site;
        struct replay_op work = { .kind = REPLAY_WORK };

        there.region = calls->worked[i];
        if (there.region == site->region)
            continue;
        work.comm = replay_log_site(calls->log, &there);
        work.time = saturate_below((double)calls->work[there.region] *
                                   calls->ns_per_tick);
        call_log_op(calls, &work);
    }
    clear_work(calls);
}

/* The operation of a call that looks for a message; its index, or
 * UINT32_MAX. */
static uint32_t add_poll(struct call_log *calls,
                         const struct call_log_times *times)
{
    struct replay_op poll = { .kind = REPLAY_PROBE };

    if (!poll_log_leave(&calls->polls, times->end))
        return UINT32_MAX;
    if (calls->polls.role == CALL_POLL_TEST)
        poll.kind = REPLAY_TEST;
    call_log_op(calls, &poll);
    return calls->op_count - 1;
}

void call_log_call(struct call_log *calls, const struct call_log_times *times,
                   const struct replay_site *site)
{
    struct replay_call call;
    uint64_t place;
    uint32_t poll;

    if (calls->log == NULL)
        return;
    poll = add_poll(calls, times);
    add_pause(calls, times->excluded);
    add_work(calls, site);
    calls->work_since = times->end;
    call.begin = call_log_ns(calls, times->begin);
    call.end = call_log_ns(calls, times->end);
    if (call.begin < calls->last_end)
        call.begin = calls->last_end;
    if (call.end < call.begin)
        call.end = call.begin;
    calls->last_end = call.end;
    call.site = replay_log_site(calls->log, site);
    call.op_count = calls->op_count;
    place = replay_log_call(calls->log, &call, calls->ops);
    place_posts(calls, place);
    if (poll < calls->op_count)
        poll_log_placed(&calls->polls,
                        place + poll * sizeof(struct replay_op));
    calls->op_count = 0;
}

/* Work after the last call. */
static void put_rest(struct call_log *calls)
{
    static const struct replay_site nowhere = { 0 };
    const struct replay_op none = { .kind = REPLAY_NO_CALL };
    struct replay_call call = { calls->last_end, calls->last_end, 0, 0 };

    call_log_op(calls, &none);
    call.site = replay_log_site(calls->log, &nowhere);
    call.op_count = calls->op_count;
    replay_log_call(calls->log, &call, calls->ops);
    calls->op_count = 0;
}

void call_log_end(struct call_log *calls, uint64_t begin, uint64_t end,
                  bool cut)
{
    if (calls->log == NULL)
        return;
    if (calls->log->whole && calls->op_count > 0)
        put_rest(calls);
    replay_log_end(calls->log, call_log_ns(calls, begin),
                   call_log_ns(calls, end), cut);
}
