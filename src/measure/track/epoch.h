/*
 * epoch.h - what is under way on one window: transfers that are not complete
 * yet and locks that are held.  Only traces need to know.
 *
 * A transfer ends twice: locally, when the origin's buffer is its own again,
 * and at the target.  One that fetches something ends both ways at once.
 * Transfers that can only end together share an id: those to one target while
 * locks are held, else all of the window; those that fetch and those that do
 * not apart.  One with a request has an id of its own.
 * Threads: the caller's business.  Memory: grows; epoch_clear() frees.  Of
 * those that wait for nothing but their end at the target EPOCH_AWAITING are
 * kept, or as many as are under way; the oldest are forgotten.  Without memory
 * a transfer has id 0 and is not known.
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
    bool local; /* is complete locally */
    bool over;  /* both ways: is about to be removed */
};

struct epoch_lock {
    int target; /* or EPOCH_ALL */
    bool exclusive, granted;
    bool traced; /* its request is in the trace; set by the caller */
};

struct epoch {
    struct epoch_transfer *transfers; /* oldest first, by id */
    uint32_t count;
    size_t room, lock_room;
    uint32_t idle; /* of these: how many are local */
    uint32_t recent[EPOCH_RECENT]; /* index + 1 of one used lately */
    struct epoch_lock *locks;
    uint32_t lock_count;
    uint32_t access, exposure; /* GROUPs of start and post; 0: none */
};

/* What a call brings about. */
enum epoch_ending {
    EPOCH_ENDS_LOCALLY, /* flush_local, the Wait of a request */
    EPOCH_ENDS_HERE,    /* complete: the rest is the target's business */
    EPOCH_ENDS          /* fence, flush, unlock */
};

/* Of one id: complete locally, or (remote) at the target as well. */
typedef void epoch_ended_function(void *context, uint64_t id, bool remote);

void epoch_clear(struct epoch *epoch);

/* The id of a new transfer, unique in the process, never 0; 0: no memory. */
uint64_t epoch_begin(struct epoch *epoch, int target, bool fetches,
                     bool with_request);
/* All transfers to that target, or to all.  Returns how many ids ended. */
uint32_t epoch_end(struct epoch *epoch, int target, enum epoch_ending how,
                   epoch_ended_function *on_end, void *context);
/* The one transfer with that id, of a request. */
void epoch_end_one(struct epoch *epoch, uint64_t id,
                   epoch_ended_function *on_end, void *context);

/* Whether any transfer to that target is not complete there. */
bool epoch_is_open(const struct epoch *epoch, int target);
/* Whether that one is not complete locally. */
bool epoch_is_open_one(const struct epoch *epoch, uint64_t id);

/* The new lock, valid until the next one; NULL: no memory. */
struct epoch_lock *epoch_lock(struct epoch *epoch, int target,
                              bool exclusive);
/* That lock, when it is now known to be granted and was not before; or NULL.
 * Valid until the next lock or unlock. */
const struct epoch_lock *epoch_grant(struct epoch *epoch, int target);
/* Whether that lock was there and traced. */
bool epoch_unlock(struct epoch *epoch, int target);

#endif
