/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/returns.h"

#include "replay/replay_state.h"

#define CALL_LEAST_NS 10000u /* shorter ones are no waits */
#define LITTLE \
    0.1 /* of a wait: before the other rank left MPI, after its return */

void returns_clear(struct returns *returns)
{
    message_side_clear(&returns->last);
    *returns = (struct returns){ .looks = false };
}

/* Whether MPI does not say for which ranks the operation may wait. */
static bool is_open(const struct replay_op *op)
{
    enum collective_form form = collective_form_of(op->coll);

    return op->kind == REPLAY_COLLECTIVE_DONE ||
           (op->kind == REPLAY_COLLECTIVE &&
            (form == COLLECTIVE_SOME ||
             (form == COLLECTIVE_ALL_TO_ONE && !(op->flags & REPLAY_ROOT))));
}

/* The first such collective of the call; NULL: none. */
static const struct collective *
awaited_collective(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (is_open(&location->ops[i]) && location->held[i].arrival != NULL)
            return location->held[i].arrival->of;
    return NULL;
}

/* A nonblocking one is known by its communicator alone. */
static bool call_enters(const struct location *location,
                        const struct collective *one)
{
    for (uint32_t i = 0; one != NULL && i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];

        if ((op->kind == REPLAY_COLLECTIVE &&
             location->held[i].arrival != NULL &&
             location->held[i].arrival->of == one) ||
            (op->kind == REPLAY_COLLECTIVE_POST && op->comm == one->comm))
            return true;
    }
    return false;
}

/* Members that have not come yet are only known where all ranks are members. */
static bool is_member(const struct replay_state *state, uint32_t rank,
                      const struct collective *one)
{
    for (uint32_t i = 0; i < one->members; i++)
        if (one->arrivals[i] != NULL && one->arrivals[i]->rank == rank)
            return true;
    return one->members == state->profile->rank_count;
}

static bool is_awaited(const struct replay_state *state, uint32_t rank,
                       const struct location *other)
{
    return other->returns.target == REPLAY_ALL
               ? is_member(state, rank, awaited_collective(other))
               : other->returns.target == rank;
}

/* Whether that is little of the time from `since' to `at'. */
static bool is_little(uint64_t ns, uint64_t since, uint64_t at)
{
    return (double)ns <= LITTLE * (double)(at - since);
}

/* Whether the location comes back to MPI in the other one's call: from work, with
 * hardly any time inside MPI since that call began. */
static bool comes_back(const struct replay_state *state,
                       const struct location *location,
                       const struct location *other)
{
    const struct message_side *last = &other->returns.last;
    uint64_t at = location->call.begin, since = other->call.begin;
    bool again = last->here && last->rank == location->about->rank;
    uint64_t back = again ? last->at : since;
    uint64_t left = location->last_end > back ? location->last_end : back;

    return at > since && at < other->call.end &&
           (is_little(left - back, since, at) ||
            call_enters(location, awaited_collective(other))) &&
           is_awaited(state, location->about->rank, other);
}

static void come_back(struct replay_state *state, struct location *location)
{
    for (struct location *other = state->looking; other != NULL;
         other = other->returns.next) {
        struct message_side side = replay_state_side(state, location);

        if (!comes_back(state, location, other))
            continue;
        message_side_clear(&other->returns.last);
        message_side_take(&other->returns.last, &side);
        other->returns.last.mark = replay_state_mark(state, location);
    }
}

/* Whether the location's call may wait at all. */
static bool may_wait(const struct replay_state *state,
                     const struct location *location)
{
    const struct replay_call *call = &location->call;
    uint8_t flags = state->sites[call->site];

    return (flags & SITE_TESTS) == 0 &&
           call->end - call->begin >= CALL_LEAST_NS &&
           (awaited_collective(location) != NULL ||
            ((flags & SITE_FLUSHES) != 0 && location->accesses));
}

bool returns_begin(struct replay_state *state, struct location *location)
{
    const struct collective *one;

    if (location->has_others || location->about->thread != 0)
        return false;
    if (location->call.op_count > 0)
        come_back(state, location);
    if (!may_wait(state, location))
        return false;
    one = awaited_collective(location);
    location->returns = (struct returns){
        .looks = true,
        .some = one != NULL && one->form == COLLECTIVE_SOME,
        .comm = one != NULL ? one->comm : UINT32_MAX,
        .target = one != NULL ? REPLAY_ALL : location->accessed,
        .next = state->looking,
    };
    state->looking = location;
    return true;
}

static void stop_looking(struct replay_state *state, struct location *location)
{
    struct location **at = &state->looking;

    while (*at != location)
        at = &(*at)->returns.next;
    *at = location->returns.next;
    location->returns.looks = false;
}

const struct message_side *returns_end(struct replay_state *state,
                                       struct location *location)
{
    const struct message_side *last = &location->returns.last;
    const struct replay_call *call = &location->call;

    if (!location->returns.looks)
        return NULL;
    stop_looking(state, location);
    return last->here && is_little(call->end - last->at, call->begin, last->at)
               ? last
               : NULL;
}
