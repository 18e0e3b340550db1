/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/epoch.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

static uint64_t last_id; /* of all windows */

void epoch_clear(struct epoch *epoch)
{
    FREE_ALL(epoch->transfers, epoch->locks);
    memset(epoch, 0, sizeof(*epoch));
}

static uint32_t *recent_of(struct epoch *epoch, int target, bool fetches)
{
    uint32_t at = 2 * (uint32_t)target + fetches;

    return &epoch->recent[at % EPOCH_RECENT];
}

/* Whether a new transfer may have the id of that one. */
static bool transfer_can_share(const struct epoch_transfer *transfer,
                               int target, bool fetches)
{
    return transfer->target == target && transfer->fetches == fetches &&
           !transfer->with_request && !transfer->local;
}

static const struct epoch_transfer *find_shared(struct epoch *epoch,
                                                int target, bool fetches)
{
    uint32_t *recent = recent_of(epoch, target, fetches);

    if (*recent > 0 && *recent <= epoch->count &&
        transfer_can_share(&epoch->transfers[*recent - 1], target, fetches))
        return &epoch->transfers[*recent - 1];
    for (uint32_t i = epoch->count; i > 0; i--)
        if (transfer_can_share(&epoch->transfers[i - 1], target, fetches)) {
            *recent = i;
            return &epoch->transfers[i - 1];
        }
    return NULL;
}
uint64_t epoch_begin(struct epoch *epoch, int target, bool fetches,
                     bool with_request)
{
    const struct epoch_transfer *shared = NULL;
    uint64_t id;

    if (epoch->lock_count == 0 && !with_request)
        target = EPOCH_ALL;
    if (!with_request)
        shared = find_shared(epoch, target, fetches);
    if (shared != NULL)
        return shared->id;
    if (!array_room(&epoch->transfers, epoch->count, &epoch->room,
                    sizeof(*epoch->transfers)))
        return 0;
    id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
    epoch->transfers[epoch->count++] =
        (struct epoch_transfer){ .id = id,
                                 .target = target,
                                 .fetches = fetches,
                                 .with_request = with_request };
    return id;
}

/* Returns true if it is over and may be forgotten. */
static bool end_transfer(struct epoch_transfer *transfer,
                         enum epoch_ending how, epoch_ended_function *on_end,
                         void *context)
{
    bool over = transfer->fetches || how == EPOCH_ENDS;

    if (!transfer->local)
        on_end(context, transfer->id, false);
    transfer->local = true;
    if (over)
        on_end(context, transfer->id, true);
    return over || how == EPOCH_ENDS_HERE;
}

/* Keeps the newest of those that wait for their end at the target. */
static void forget_oldest(struct epoch *epoch)
{
    uint32_t awaiting = 0, kept = 0;

    for (uint32_t i = 0; i < epoch->count; i++)
        awaiting += epoch->transfers[i].local && !epoch->transfers[i].over;
    epoch->idle = awaiting < EPOCH_AWAITING ? awaiting : EPOCH_AWAITING;
    for (uint32_t i = 0; i < epoch->count; i++) {
        const struct epoch_transfer *transfer = &epoch->transfers[i];

        if (transfer->over)
            continue;
        if (transfer->local && awaiting > EPOCH_AWAITING)
            awaiting--;
        else
            epoch->transfers[kept++] = *transfer;
    }
    epoch->count = kept;
}

uint32_t epoch_end(struct epoch *epoch, int target, enum epoch_ending how,
                   epoch_ended_function *on_end, void *context)
{
    uint32_t kept = 0, ended = 0, idle = 0;

    for (uint32_t i = 0; i < epoch->count; i++) {
        struct epoch_transfer transfer = epoch->transfers[i];

        if (transfer.over)
            continue;
        if (target == EPOCH_ALL || transfer.target == target) {
            transfer.over = end_transfer(&transfer, how, on_end, context);
            ended++;
        }
        if (transfer.over)
            continue;
        idle += transfer.local;
        epoch->transfers[kept++] = transfer;
    }
    epoch->count = kept;
    epoch->idle = idle;
    if (idle > EPOCH_AWAITING)
        forget_oldest(epoch);
    return ended;
}

/* Ids only grow. */
static struct epoch_transfer *find_one(const struct epoch *epoch, uint64_t id)
{
    uint32_t from = 0, to = epoch->count;

    while (from < to) {
        uint32_t middle = from + (to - from) / 2;

        if (epoch->transfers[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from < epoch->count && epoch->transfers[from].id == id
               ? &epoch->transfers[from]
               : NULL;
}

/* Clears up when most are idle, so that many requests take no longer each
 * than few. */
void epoch_end_one(struct epoch *epoch, uint64_t id,
                   epoch_ended_function *on_end, void *context)
{
    struct epoch_transfer *transfer = find_one(epoch, id);

    if (transfer == NULL || transfer->over)
        return;
    epoch->idle += !transfer->local;
    transfer->over =
        end_transfer(transfer, EPOCH_ENDS_LOCALLY, on_end, context);
    if (epoch->idle > EPOCH_AWAITING && epoch->idle > epoch->count / 2)
        forget_oldest(epoch);
}

bool epoch_is_open(const struct epoch *epoch, int target)
{
    for (uint32_t i = 0; i < epoch->count; i++)
        if (epoch->transfers[i].target == target && !epoch->transfers[i].over)
            return true;
    return false;
}

bool epoch_is_open_one(const struct epoch *epoch, uint64_t id)
{
    const struct epoch_transfer *transfer = find_one(epoch, id);

    return transfer != NULL && !transfer->local;
}

static struct epoch_lock *find_lock(struct epoch *epoch, int target)
{
    for (uint32_t i = 0; i < epoch->lock_count; i++)
        if (epoch->locks[i].target == target)
            return &epoch->locks[i];
    return NULL;
}

struct epoch_lock *epoch_lock(struct epoch *epoch, int target, bool exclusive)
{
    struct epoch_lock *lock;

    if (!array_room(&epoch->locks, epoch->lock_count, &epoch->lock_room,
                    sizeof(*epoch->locks)))
        return NULL;
    lock = &epoch->locks[epoch->lock_count++];
    *lock = (struct epoch_lock){ .target = target, .exclusive = exclusive };
    return lock;
}

const struct epoch_lock *epoch_grant(struct epoch *epoch, int target)
{
    struct epoch_lock *lock = find_lock(epoch, target);

    if (lock == NULL || lock->granted)
        return NULL;
    lock->granted = true;
    return lock;
}

bool epoch_unlock(struct epoch *epoch, int target)
{
    struct epoch_lock *lock = find_lock(epoch, target);
    bool traced;

    if (lock == NULL)
        return false;
    traced = lock->traced;
    *lock = epoch->locks[--epoch->lock_count];
    return traced;
}
