/*
 * record_resources.h - what the process uses, read every so often.
 *
 * At the begin and the end of the measured run, and between at the end of an
 * MPI call or a change of regions of the master thread, when the time for it
 * has come: no more often than asked for, nor than its bins are wide.  The hot
 * path compares one number.
 * Threads: the master thread, or who ends the run.  A reading makes system
 * calls, see measure/resources/usage.h.  No errors: what cannot be read is left
 * out, and counted.
 */
#ifndef MEASURE_RECORD_RECORD_RESOURCES_H
#define MEASURE_RECORD_RECORD_RESOURCES_H

#include "measure/record/thread.h"

/* Before the first thread is made.  ms: the least between two readings. */
void record_resources_setup(int64_t ms);
/* This rank reads the energy of its host. */
void record_resources_take_power(void);
/* Whether it could. */
bool record_resources_find_power(void);

/* NULL without memory, or when nothing is to be read. */
struct resource_bins *record_resources_bins(void);
/* The run begins, on the calling thread. */
void record_resources_begin(struct thread *master, uint64_t now);
/* A reading at once: of the end, or before a pause. */
void record_resources_read(struct thread *master, uint64_t now);
/* The time has come, unless recording is off. */
void record_resources_look(struct thread *master, uint64_t now);

static inline void record_resources(struct thread *thread, uint64_t now)
{
    if (__builtin_expect(now >= thread->look_at, 0))
        record_resources_look(thread, now);
}

#endif
