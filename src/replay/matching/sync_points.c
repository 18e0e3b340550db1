/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/sync_points.h"

#include <stdlib.h>

#include "model/call.h"
#include "replay/lookup.h"
#include "replay/matching/collectives.h"

/* One location, call after call. */
struct walk {
    const struct replay_log *log;
    uint32_t ranks;
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops;
    uint64_t begin, end; /* of the call, in its file */
    uint32_t *numbers;   /* by communicator: collectives before the call */
    struct map requests; /* pending, without the call's own */
    int64_t open;        /* epochs and locks, likewise */
    bool failed;
};

static bool walk_begin(struct walk *walk, const struct replay_log *log,
                       uint32_t location, uint32_t ranks)
{
    *walk = (struct walk){ .log = log, .ranks = ranks };
    replay_stream_init(&walk->stream, log, location);
    walk->numbers = calloc(log->comm_count + 1u, sizeof(*walk->numbers));
    return walk->numbers != NULL;
}

static void walk_end(struct walk *walk)
{
    replay_stream_clear(&walk->stream);
    map_clear(&walk->requests);
    free(walk->numbers);
}

static void note_post(struct walk *walk, const struct replay_op *op)
{
    if ((op->flags & REPLAY_SETTLED) && !(op->flags & REPLAY_CANCELLED) &&
        !lookup_put(&walk->requests, op->request, walk))
        walk->failed = true;
}

static void note_op(struct walk *walk, const struct replay_op *op)
{
    bool begins = op->kind == REPLAY_COLLECTIVE ||
                  (op->kind == REPLAY_COLLECTIVE_POST &&
                   (op->flags & REPLAY_SETTLED) && op->tag == 0);

    if (begins && op->comm < walk->log->comm_count)
        walk->numbers[op->comm]++;
    switch (op->kind) {
    case REPLAY_SEND_POST:
    case REPLAY_RECV_POST:
    case REPLAY_COLLECTIVE_POST: note_post(walk, op); break;
    case REPLAY_SEND_DONE:
    case REPLAY_RECV_DONE:
    case REPLAY_COLLECTIVE_DONE:
        lookup_take(&walk->requests, op->request);
        break;
    case REPLAY_EXPOSE:
    case REPLAY_START:
    case REPLAY_LOCK: walk->open++; break;
    case REPLAY_EXPOSED:
    case REPLAY_COMPLETE:
    case REPLAY_UNLOCK: walk->open--; break;
    default: break;
    }
}

/* Operations of the last call count from now on. */
static bool walk_on(struct walk *walk)
{
    for (uint32_t i = 0; walk->begin < walk->end && i < walk->call.op_count;
         i++)
        note_op(walk, &walk->ops[i]);
    walk->begin = replay_stream_place(&walk->stream);
    if (walk->failed ||
        !replay_stream_next(&walk->stream, &walk->call, &walk->ops))
        return false;
    walk->end = replay_stream_place(&walk->stream);
    return true;
}

/* All ranks, and each gets something of all. */
static bool is_of_all(const struct walk *walk, const struct replay_op *op)
{
    if (op->comm >= walk->log->comm_count ||
        walk->log->comms[op->comm].members != walk->ranks ||
        collective_form_of(op->coll) != COLLECTIVE_ALL)
        return false;
    if (op->coll == CALL_COLL_BARRIER)
        return true;
    return collective_moves(op->coll) && (op->flags & REPLAY_SENDS) &&
           (op->flags & REPLAY_RECEIVES) && !(op->flags & REPLAY_IDLE);
}

/* The call's only operation, where nothing is pending; or NULL. */
static const struct replay_op *sync_point_of(const struct walk *walk)
{
    const struct replay_op *found = NULL;

    if (walk->requests.count > 0 || walk->open != 0)
        return NULL;
    for (uint32_t i = 0; i < walk->call.op_count; i++) {
        const struct replay_op *op = &walk->ops[i];

        if (op->kind == REPLAY_PAUSE || op->kind == REPLAY_WORK)
            continue;
        if (found != NULL || op->kind != REPLAY_COLLECTIVE ||
            !is_of_all(walk, op))
            return NULL;
        found = op;
    }
    return found;
}

static enum status end_of(const struct walk *walk)
{
    if (walk->failed)
        return STATUS_NO_MEMORY;
    return walk->stream.failed ? STATUS_IO : STATUS_OK;
}

static uint32_t how_many_each(uint32_t cuts)
{
    uint32_t each = SYNC_POINTS_MOST / (cuts + 1);

    return each > SYNC_POINTS_EACH    ? SYNC_POINTS_EACH
           : each < SYNC_POINTS_LEAST ? SYNC_POINTS_LEAST
                                      : each;
}

bool sync_points_possible(const struct replay_log *log, uint32_t ranks)
{
    uint32_t masters = 0;

    for (uint32_t i = 0; i < log->comm_count; i++)
        if (log->comms[i].remote > 0)
            return false; /* who makes one counts what was before */
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread != 0 && location->calls > 0)
            return false;
        masters += location->thread == 0 && location->calls > 0;
    }
    return ranks > 1 && masters == ranks;
}

enum status sync_points_propose(const struct replay_log *log,
                                uint32_t location, uint32_t ranks,
                                uint32_t cuts, struct sync_point *list,
                                uint32_t *count)
{
    const struct replay_location *where = &log->locations[location];
    uint32_t cut = 1, given = 0, each = how_many_each(cuts);
    struct walk walk;

    *count = 0;
    if (!walk_begin(&walk, log, location, ranks))
        return STATUS_NO_MEMORY;
    while (cut <= cuts && walk_on(&walk)) {
        uint64_t done = walk.begin - where->offset;
        const struct replay_op *op;

        while (cut <= cuts && done >= where->bytes / (cuts + 1) * (cut + 1)) {
            cut++;
            given = 0;
        }
        if (cut > cuts || given == each ||
            done < where->bytes / (cuts + 1) * cut ||
            (op = sync_point_of(&walk)) == NULL)
            continue;
        list[(*count)++] =
            (struct sync_point){ op->comm, walk.numbers[op->comm], cut };
        given++;
    }
    walk_end(&walk);
    return end_of(&walk);
}

enum status sync_points_find(const struct replay_log *log, uint32_t location,
                             uint32_t ranks, const struct sync_point *list,
                             uint32_t count, struct sync_point_place *places)
{
    uint32_t at = 0;
    struct walk walk;

    if (!walk_begin(&walk, log, location, ranks))
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        places[i] = (struct sync_point_place){ 0 };
    while (at < count && walk_on(&walk)) {
        const struct replay_op *op = sync_point_of(&walk);

        if (op == NULL)
            continue;
        for (uint32_t i = at; i < count; i++)
            if (op->comm == list[i].comm &&
                walk.numbers[op->comm] == list[i].number) {
                places[i] = (struct sync_point_place){ walk.begin, walk.end };
                at = i + 1;
                break;
            }
    }
    walk_end(&walk);
    return end_of(&walk);
}
