/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pauses.h - times at which MPI_Pcontrol switched recording off, for all
 * threads.
 *
 * One struct pauses per process holds the current state; each thread keeps
 * what it has seen of that state and settles the difference itself before it
 * records again: no thread writes another's data, and without a change a
 * thread compares only one number.  The ticks of a pause are removed from the
 * thread's current activity: the time between two calls, or a call that spans
 * the pause.
 * Units: ticks.  Threads: changes under the caller's lock, `number' is read
 * without the lock; pauses_seen belongs to its thread.  No memory, no errors.
 */
#ifndef MODEL_PAUSES_H
#define MODEL_PAUSES_H

#include <stdbool.h>
#include <stdint.h>

#define PAUSES_FOR_EVER UINT32_MAX

struct pauses {
    uint32_t number; /* number of changes; odd: recording is off;
                      * PAUSES_FOR_EVER */
    uint64_t since;  /* start of the current pause, or of the last one */
    uint64_t until;  /* end of the last finished pause */
    uint64_t ticks;  /* sum over all finished pauses */
};

struct pauses_seen {
    uint32_t number; /* always even */
    uint64_t ticks;  /* ticks already removed */
};

/* Both do nothing if the state is already the wanted one. */
void pauses_begin(struct pauses *pauses, uint64_t now);
void pauses_end(struct pauses *pauses, uint64_t now);

/* Stops recording for good.  Needs no lock, also in a signal handler. */
void pauses_for_ever(struct pauses *pauses);

/* All paused ticks up to now. */
uint64_t pauses_ticks(const struct pauses *pauses, uint64_t now);

/* Joins a new thread, for which earlier pauses do not count. */
void pauses_join(const struct pauses *pauses, uint64_t now,
                 struct pauses_seen *seen);

/* Returns the paused ticks since the thread last looked; not while off. */
uint64_t pauses_settle(const struct pauses *pauses, struct pauses_seen *seen);

/* Returns the part of these ticks inside a call that has just ended. */
uint64_t pauses_within(const struct pauses *pauses, uint64_t ticks,
                       uint64_t begin, uint64_t end);

static inline bool pauses_off(const struct pauses *pauses)
{
    return __atomic_load_n(&pauses->number, __ATOMIC_ACQUIRE) % 2 != 0;
}

/* False if recording is off or was off since the last look. */
static inline bool pauses_unchanged(const struct pauses *pauses,
                                    const struct pauses_seen *seen)
{
    return __atomic_load_n(&pauses->number, __ATOMIC_ACQUIRE) == seen->number;
}

#endif
