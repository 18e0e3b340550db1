#include "archive/reader/call_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/saturate.h"

#define FIRST_REQUESTS 256u

bool call_log_init(struct call_log *calls, struct replay_log *log,
                   double ns_per_tick, uint64_t first_tick)
{
    memset(calls, 0, sizeof(*calls));
    if (log == NULL)
        return true;
    calls->log = log;
    calls->ns_per_tick = ns_per_tick;
    calls->first_tick = first_tick;
    calls->request_mask = FIRST_REQUESTS - 1;
    calls->requests = calloc(FIRST_REQUESTS, sizeof(*calls->requests));
    return calls->requests != NULL;
}

void call_log_clear(struct call_log *calls)
{
    free(calls->ops);
    free(calls->posts);
    free(calls->requests);
    free(calls->work);
    free(calls->worked);
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

static void no_memory(struct call_log *calls)
{
    if (calls->log->status == STATUS_OK)
        calls->log->status = log_fail(STATUS_NO_MEMORY, "replay");
}

void call_log_new_rank(struct call_log *calls)
{
    if (calls->log == NULL)
        return;
    memset(calls->requests, 0,
           (calls->request_mask + (size_t)1) * sizeof(*calls->requests));
    calls->request_count = calls->last_number = 0;
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
    replay_log_begin(calls->log, rank, thread);
}

/* Whether there is room for one more element. */
static bool more(void **list, uint32_t count, uint32_t *room, size_t size)
{
    uint32_t wanted = *room * 2 + 16;
    void *grown;

    if (count < *room)
        return true;
    grown = realloc(*list, wanted * size);
    if (grown == NULL)
        return false;
    *list = grown;
    *room = wanted;
    return true;
}

/* Room for that node, all new ones without any time. */
static bool make_work(struct call_log *calls, uint32_t node)
{
    uint32_t room = node + 64;
    uint64_t *work;
    uint32_t *worked;

    if (node < calls->work_room)
        return true;
    work = realloc(calls->work, room * sizeof(*work));
    if (work != NULL)
        calls->work = work;
    worked = realloc(calls->worked, room * sizeof(*worked));
    if (worked != NULL)
        calls->worked = worked;
    if (work == NULL || worked == NULL)
        return false;
    memset(work + calls->work_room, 0,
           (room - calls->work_room) * sizeof(*work));
    calls->work_room = room;
    return true;
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
    if (!make_work(calls, node)) {
        no_memory(calls);
        return;
    }
    if (calls->work[node] == 0)
        calls->worked[calls->worked_count++] = node;
    calls->work[node] += time - since;
}

void call_log_op(struct call_log *calls, const struct replay_op *op)
{
    void *list = calls->ops;

    if (calls->log == NULL)
        return;
    if (!more(&list, calls->op_count, &calls->op_room, sizeof(*op))) {
        no_memory(calls);
        return;
    }
    calls->ops = list;
    calls->ops[calls->op_count++] = *op;
}

/* ---- requests ---- */

static uint32_t home_of(const struct call_log *calls, uint64_t id)
{
    return (uint32_t)hash_mix(0, id) & calls->request_mask;
}

static struct call_log_request *find(const struct call_log *calls,
                                     uint64_t id)
{
    uint32_t at = home_of(calls, id);

    while (calls->requests[at].number != 0 && calls->requests[at].id != id)
        at = (at + 1) & calls->request_mask;
    return &calls->requests[at];
}

static bool grow(struct call_log *calls)
{
    struct call_log_request *before = calls->requests;
    uint32_t old = calls->request_mask + 1;

    calls->requests = calloc((size_t)old * 2, sizeof(*before));
    if (calls->requests == NULL) {
        calls->requests = before;
        no_memory(calls);
        return false;
    }
    calls->request_mask = 2 * old - 1;
    for (uint32_t i = 0; i < old; i++)
        if (before[i].number != 0)
            *find(calls, before[i].id) = before[i];
    free(before);
    return true;
}

static struct call_log_request *find_or_make(struct call_log *calls,
                                             uint64_t id)
{
    struct call_log_request *request;

    if (calls->request_count * 4 >= calls->request_mask * 3 && !grow(calls))
        return NULL;
    request = find(calls, id);
    if (request->number == 0) {
        *request = (struct call_log_request){
            .id = id, .number = ++calls->last_number
        };
        calls->request_count++;
    }
    return request;
}

/* Those behind move up, so that all are found. */
static void forget(struct call_log *calls, struct call_log_request *request)
{
    uint32_t mask = calls->request_mask;
    uint32_t hole = (uint32_t)(request - calls->requests), at = hole;

    for (;;) {
        at = (at + 1) & mask;
        if (calls->requests[at].number == 0)
            break;
        if (((at - home_of(calls, calls->requests[at].id)) & mask) <
            ((at - hole) & mask))
            continue;
        calls->requests[hole] = calls->requests[at];
        hole = at;
    }
    calls->requests[hole].number = 0;
    calls->request_count--;
}

static bool note_post(struct call_log *calls, uint64_t id)
{
    void *list = calls->posts;

    if (!more(&list, calls->post_count + 1, &calls->post_room,
              2 * sizeof(*calls->posts)))
        return false;
    calls->posts = list;
    calls->posts[2 * calls->post_count] = id;
    calls->posts[2 * calls->post_count + 1] = calls->op_count;
    calls->post_count++;
    return true;
}

/* Another thread, which was read before, has completed it. */
static void take_settled(struct replay_op *post, const struct replay_op *known)
{
    uint32_t request = post->request;
    uint16_t coll = post->coll;
    uint8_t kind = post->kind;

    if (kind == REPLAY_SEND_POST || (known->flags & REPLAY_CANCELLED)) {
        post->flags |= known->flags;
        return;
    }
    *post = *known;
    post->kind = kind;
    post->request = request;
    post->coll = coll != 0 ? coll : known->coll;
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
        no_memory(calls);
        return;
    }
    post.request = request->number;
    if (request->settled)
        take_settled(&post, &request->op);
    request->posted = true;
    request->op = post;
    call_log_op(calls, &post);
}

uint16_t call_log_coll(const struct call_log *calls, uint64_t id)
{
    const struct call_log_request *request;

    if (calls->log == NULL)
        return 0;
    request = find(calls, id);
    return request->number == 0 ? 0 : request->op.coll;
}

/* What the begin did not know; of a send all is known there. */
static void settle(struct call_log *calls, struct call_log_request *request,
                   const struct replay_op *op)
{
    uint8_t kind = request->op.kind;
    uint32_t number = request->number;

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
    request->op.request = number;
    if (request->posted)
        request->op.kind = kind;
    request->settled = true;
    if (request->written)
        replay_log_settle(calls->log, request->place, &request->op);
}

void call_log_done(struct call_log *calls, uint64_t id,
                   enum replay_op_kind kind, const struct replay_op *op)
{
    struct call_log_request *request;
    struct replay_op done = { .kind = (uint8_t)kind };

    if (calls->log == NULL)
        return;
    request = kind == REPLAY_UNLOCK ? find(calls, id)
                                    : find_or_make(calls, id);
    if (request == NULL || request->number == 0)
        return; /* or a lock that was asked for before the trace begins */
    settle(calls, request, op);
    done.request = request->number;
    done.coll = request->op.coll;
    done.comm = request->op.comm;
    done.bytes = request->op.bytes;
    if (op != NULL)
        call_log_op(calls, &done);
    if (request->written)
        forget(calls, request);
}

/* ---- calls ---- */

/* The operations of what the call began have their places now. */
static void place_posts(struct call_log *calls, uint64_t place)
{
    for (uint32_t i = 0; i < calls->post_count; i++) {
        struct call_log_request *request = find(calls, calls->posts[2 * i]);

        if (request->number == 0)
            continue;
        request->written = true;
        request->place = place + calls->posts[2 * i + 1] *
                                     sizeof(struct replay_op);
        if (!request->settled)
            continue;
        replay_log_settle(calls->log, request->place, &request->op);
        forget(calls, request);
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

/* What was done in other regions than that of the call. */
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

void call_log_call(struct call_log *calls, const struct call_log_times *times,
                   const struct replay_site *site)
{
    struct replay_call call;
    uint64_t place;

    if (calls->log == NULL)
        return;
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
    calls->op_count = 0;
}

/* What came after the last call. */
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
