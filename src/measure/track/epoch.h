/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * epoch.h - pending operations on one window: incomplete transfers and held
 * locks.  Needed for traces only.
 *
 * A transfer completes twice: locally, when the origin's buffer is reusable,
 * and at the target.  A fetching transfer completes in both ways at once.
 * Transfers that can only complete together share an id: transfers to one
 * target while locks are held, else all of the window, with fetching ones
 * separate from others.  A transfer with a request has its own id.
 * Threads: serialised by the caller.  Memory: grows; epoch_clear() frees.
 * Transfers that only wait for completion at the target are limited to
 * EPOCH_AWAITING, or to the number otherwise pending; the oldest are
 * forgotten.  Without memory a transfer has id 0 and is not tracked.
 */
#ifndef MEASURE_TRACK_EPOCH_H
#define MEASURE_TRACK_EPOCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EPOCH_ALL (-1) /* all targets */
#define EPOCH_AWAITING 64
#define EPOCH_RECENT 32

struct epoch_transfer {
    uint64_t id;
    int target;
    bool fetches, with_request;
    bool local; /* complete locally */
    bool over;  /* completed both ways: about to be removed */
};

struct epoch_lock {
    int target; /* or EPOCH_ALL */
    bool exclusive, granted;
    bool traced; /* request is in the trace; set by the caller */
};

struct epoch {
    struct epoch_transfer *transfers; /* oldest first, by id */
    uint32_t count;
    size_t room, lock_room;
    uint32_t idle;                 /* of these: how many are local */
    uint32_t recent[EPOCH_RECENT]; /* index + 1 of one used lately */
    struct epoch_lock *locks;
    uint32_t lock_count;
    uint32_t access, exposure; /* GROUPs of start and post; 0: none */
};

/* Effect of a call. */
enum epoch_ending {
    EPOCH_ENDS_LOCALLY, /* flush_local, the Wait of a request */
    EPOCH_ENDS_HERE,    /* complete: the rest is up to the target */
    EPOCH_ENDS          /* fence, flush, unlock */
};

/* Called per id: complete locally, or (remote) also at the target. */
typedef void epoch_ended_function(void *context, uint64_t id, bool remote);

void epoch_clear(struct epoch *epoch);

/* Returns the id of a new transfer, unique in the process, never 0; 0 without
 * memory. */
uint64_t epoch_begin(struct epoch *epoch, int target, bool fetches,
                     bool with_request);
/* Completes all transfers to that target, or to all.  Returns the number of
 * ids completed. */
uint32_t epoch_end(struct epoch *epoch, int target, enum epoch_ending how,
                   epoch_ended_function *on_end, void *context);
/* Completes the transfer with that id, of a request. */
void epoch_end_one(struct epoch *epoch, uint64_t id,
                   epoch_ended_function *on_end, void *context);

/* Whether any transfer to that target is incomplete there. */
bool epoch_is_open(const struct epoch *epoch, int target);
/* Whether that transfer is locally incomplete. */
bool epoch_is_open_one(const struct epoch *epoch, uint64_t id);

/* Returns the new lock, valid until the next one; NULL without memory. */
struct epoch_lock *epoch_lock(struct epoch *epoch, int target, bool exclusive);
/* Returns that lock if it has just become known as granted; or NULL.  Valid
 * until the next lock or unlock. */
const struct epoch_lock *epoch_grant(struct epoch *epoch, int target);
/* Returns whether that lock existed and was traced. */
bool epoch_unlock(struct epoch *epoch, int target);

#endif
