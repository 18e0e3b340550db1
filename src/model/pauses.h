/*
 * pauses.h - when MPI_Pcontrol has switched recording off, for all threads.
 *
 * One struct pauses per process says what holds now; each thread keeps what it
 * has seen of it, and settles the difference itself before it records again:
 * no thread writes what is another's, and while nothing changes a thread only
 * compares one number.  A pause takes its ticks out of whatever the thread was
 * in: the time between two calls, or a call that went on all the while.
 * Units: ticks.  Threads: changes under the caller's lock, `number` is read
 * without; pauses_seen belongs to its thread.  No memory, no errors.
 */
#ifndef MODEL_PAUSES_H
#define MODEL_PAUSES_H

#include <stdbool.h>
#include <stdint.h>

#define PAUSES_FOR_EVER UINT32_MAX

struct pauses {
    uint32_t number; /* of changes; odd: recording is off; PAUSES_FOR_EVER */
    uint64_t since;  /* of the pause under way, or the last one */
    uint64_t until;  /* of the last one that is over */
    uint64_t ticks;  /* of all that are over */
};

struct pauses_seen {
    uint32_t number; /* always even */
    uint64_t ticks;  /* of those left out already */
};

/* Both do nothing when it is so already. */
void pauses_begin(struct pauses *pauses, uint64_t now);
void pauses_end(struct pauses *pauses, uint64_t now);

/* Nothing is recorded any more.  Without the lock, also in a signal handler. */
void pauses_for_ever(struct pauses *pauses);

/* All ticks up to now. */
uint64_t pauses_ticks(const struct pauses *pauses, uint64_t now);

/* A thread starts: what was before is none of its business. */
void pauses_join(const struct pauses *pauses, uint64_t now,
                 struct pauses_seen *seen);

/* The ticks that came since the thread looked last; not while off. */
uint64_t pauses_settle(const struct pauses *pauses, struct pauses_seen *seen);

/* Of these the ones within a call that has just ended. */
uint64_t pauses_within(const struct pauses *pauses, uint64_t ticks,
                       uint64_t begin, uint64_t end);

static inline bool pauses_off(const struct pauses *pauses)
{
    return __atomic_load_n(&pauses->number, __ATOMIC_ACQUIRE) % 2 != 0;
}

/* False: it is off, or was since. */
static inline bool pauses_unchanged(const struct pauses *pauses,
                                    const struct pauses_seen *seen)
{
    return __atomic_load_n(&pauses->number, __ATOMIC_ACQUIRE) ==
           seen->number;
}

#endif
