/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/returns.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "replay/replay_state.h"

#define CALL_LEAST_NS 10000u /* shorter ones are no waits */
#define COMEBACKS_MOST 4096u /* kept for one group */
#define LITTLE \
    0.1 /* of a wait: before the other rank left MPI, after its return */

/* A rank that has come back to MPI, with the time and mark of that call. */
struct comeback {
    struct message_side side;
    uint64_t began, left; /* its call before */
    bool enters;          /* the collective of those that wait */
};

/* Calls that wait for the members of one collective, or for one target, with the ranks
 * that came back near the end of one of these calls: others do not matter. */
struct returns_group {
    const struct collective *one; /* NULL: a target */
    uint32_t target;
    uint32_t waiting;          /* calls */
    uint64_t first_use, ended; /* comebacks outside of these matter to none */
    struct comeback *list;     /* by time */
    size_t count;
    struct returns_group *next;
};

void returns_clear(struct returns *returns)
{
    message_side_clear(&returns->last);
    *returns = (struct returns){ .group = NULL };
}

static void destroy_group(struct returns_group *group)
{
    for (size_t i = 0; i < group->count; i++)
        message_side_clear(&group->list[i].side);
    FREE_ALL(group->list, group);
}

static void destroy_groups(struct returns_group *group)
{
    while (group != NULL) {
        struct returns_group *next = group->next;

        destroy_group(group);
        group = next;
    }
}

void returns_forget(struct replay_state *state)
{
    destroy_groups(state->looking);
    for (uint32_t i = 0;
         state->targets != NULL && i < state->profile->rank_count; i++)
        destroy_groups(state->targets[i]);
    free(state->targets);
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
    if (one->members == state->profile->rank_count)
        return true;
    for (uint32_t i = 0; i < one->members; i++)
        if (one->arrivals[i] != NULL && one->arrivals[i]->rank == rank)
            return true;
    return false;
}

static bool is_awaited(const struct replay_state *state, uint32_t rank,
                       const struct returns_group *group)
{
    return group->one != NULL ? is_member(state, rank, group->one)
                              : group->target == rank;
}

/* Keeps the later half of a group that never ends. */
static void drop_half(struct returns_group *group)
{
    size_t half = group->count / 2;

    for (size_t i = 0; i < half; i++)
        message_side_clear(&group->list[i].side);
    memmove(group->list, group->list + half,
            (group->count - half) * sizeof(*group->list));
    group->count -= half;
}

static void come_back(struct replay_state *state, struct location *location,
                      struct returns_group *group)
{
    uint64_t at = location->call.begin;

    for (; group != NULL; group = group->next) {
        struct message_side side;
        struct comeback *back;

        if (at < group->first_use || at >= group->ended ||
            !is_awaited(state, location->about->rank, group))
            continue;
        if (group->count == COMEBACKS_MOST)
            drop_half(group);
        if (!array_more(&group->list, group->count, sizeof(*group->list))) {
            state->status = log_fail(STATUS_NO_MEMORY, "wait states");
            return;
        }
        back = &group->list[group->count++];
        *back =
            (struct comeback){ .began = location->last_begin,
                               .left = location->last_end,
                               .enters = call_enters(location, group->one) };
        side = replay_state_side(state, location);
        message_side_take(&back->side, &side);
        back->side.mark = replay_state_mark(state, location);
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
            ((flags & SITE_FLUSHES) != 0 && location->accesses &&
             location->accessed < state->profile->rank_count));
}

/* Where the list begins that such a group is in; NULL: no memory. */
static struct returns_group **list_of(struct replay_state *state,
                                      const struct collective *one,
                                      uint32_t target)
{
    if (one != NULL)
        return &state->looking;
    if (state->targets == NULL)
        state->targets =
            calloc(state->profile->rank_count, sizeof(*state->targets));
    return state->targets == NULL ? NULL : &state->targets[target];
}

static struct returns_group *group_of(struct replay_state *state,
                                      const struct collective *one,
                                      uint32_t target)
{
    struct returns_group **first = list_of(state, one, target);
    struct returns_group *group = first == NULL ? NULL : *first;

    while (group != NULL && group->one != one)
        group = group->next;
    if (group != NULL)
        return group;
    group = first == NULL ? NULL : malloc(sizeof(*group));
    if (group == NULL) {
        state->status = log_fail(STATUS_NO_MEMORY, "wait states");
        return NULL;
    }
    *group = (struct returns_group){
        .one = one, .target = target, .first_use = UINT64_MAX, .next = *first
    };
    *first = group;
    return group;
}

static bool group_join(struct replay_state *state, struct location *location)
{
    const struct replay_call *call = &location->call;
    const struct collective *one = awaited_collective(location);
    struct returns_group *group =
        group_of(state, one, one != NULL ? REPLAY_ALL : location->accessed);
    double least = (double)(call->end - call->begin) / (1 + LITTLE);

    if (group == NULL)
        return false;
    group->waiting++;
    group->first_use =
        order_least(group->first_use, call->begin + (uint64_t)least);
    group->ended = order_most(group->ended, call->end);
    location->returns = (struct returns){
        .some = one != NULL && one->form == COLLECTIVE_SOME,
        .comm = one != NULL ? one->comm : UINT32_MAX,
        .group = group,
    };
    return true;
}

bool returns_begin(struct replay_state *state, struct location *location)
{
    if (location->has_others || location->about->thread != 0)
        return false;
    if (location->call.op_count > 0) {
        come_back(state, location, state->looking);
        if (state->targets != NULL)
            come_back(state, location, state->targets[location->about->rank]);
    }
    location->last_begin = location->call.begin;
    return may_wait(state, location) && group_join(state, location);
}

static void leave_group(struct replay_state *state,
                        struct returns_group *group)
{
    struct returns_group **at = list_of(state, group->one, group->target);

    if (--group->waiting > 0)
        return;
    while (*at != group)
        at = &(*at)->next;
    *at = group->next;
    destroy_group(group);
}

/* Whether that is little of the time from `since' to `at'. */
static bool is_little(uint64_t ns, uint64_t since, uint64_t at)
{
    return (double)ns <= LITTLE * (double)(at - since);
}

/* Whether a rank that came back did so from work: it was hardly inside its call before
 * that while the other one waited. */
static bool comes_from_work(const struct comeback *back,
                            const struct replay_call *waiting)
{
    uint64_t from = order_most(back->began, waiting->begin);

    return back->enters || is_little(back->left > from ? back->left - from : 0,
                                     waiting->begin, back->side.at);
}

/* The last one that came back from work shortly before the end of the call; NULL:
 * none. */
static const struct comeback *last_back(const struct returns_group *group,
                                        const struct replay_call *waiting)
{
    for (size_t i = group->count; i > 0; i--) {
        const struct comeback *back = &group->list[i - 1];
        uint64_t at = back->side.at;

        if (at >= waiting->end)
            continue;
        if (at <= waiting->begin ||
            !is_little(waiting->end - at, waiting->begin, at))
            return NULL;
        if (comes_from_work(back, waiting))
            return back;
    }
    return NULL;
}

const struct message_side *returns_end(struct replay_state *state,
                                       struct location *location)
{
    struct returns *returns = &location->returns;
    const struct comeback *back;

    if ((state->sites[location->call.site] & SITE_FLUSHES) != 0)
        location->accesses = false;
    if (returns->group == NULL)
        return NULL;
    back = last_back(returns->group, &location->call);
    if (back != NULL) {
        message_side_take(&returns->last, &back->side);
        if (returns->last.mark != NULL)
            returns->last.mark->holders++;
    }
    leave_group(state, returns->group);
    returns->group = NULL;
    return back != NULL ? &returns->last : NULL;
}
