/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_resources.h - periodic readings of the process's resources.
 *
 * Reads at the start and the end of the measured run, and in between at the
 * end of an MPI call or a change of regions of the master thread, when a
 * reading is due: no more often than requested, or than its bins are wide.
 * The hot path compares one number.
 * Threads: the master thread, or the one that ends the run.  A reading makes
 * system calls, see measure/resources/usage.h.  Memory: the bins, which are
 * persisted and the thread's.  No errors: unreadable sources
 * are left out, and counted.
 */
#ifndef MEASURE_RECORD_RECORD_RESOURCES_H
#define MEASURE_RECORD_RECORD_RESOURCES_H

#include "measure/record/thread.h"

/* Call before the first file is mapped. ms: the shortest interval. */
void record_resources_setup(int64_t ms);
/* Makes this rank read the energy of its host. */
void record_resources_take_power(void);
/* Whether this rank could read the energy. */
bool record_resources_find_power(void);

/* NULL without memory, or if nothing is to be read. */
struct resource_bins *record_resources_bins(void);
/* Starts the run, on the calling thread. */
void record_resources_begin(struct thread *master, uint64_t now);
/* Reads at once: at the end, or before a pause. */
void record_resources_read(struct thread *master, uint64_t now);
/* Takes a due reading, unless recording is off. */
void record_resources_look(struct thread *master, uint64_t now);

static inline void record_resources(struct thread *thread, uint64_t now)
{
    if (__builtin_expect(now >= thread->look_at, 0))
        record_resources_look(thread, now);
}

/* Reads once more: what comes from here on, such as the wait for other ranks in
 * MPI_Finalize, is no use of the program's. */
void record_resources_stop(void);

#endif
