/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recorder.h - state shared by all threads of a process while recording.
 *
 * Created by the session before the first hook runs, and read by it at the
 * end.
 * Threads: fields are constant while recording, except definitions, pauses and
 * the list of threads, which need the lock.  Memory: the session
 * frees what they point to.  Errors: none.
 */
#ifndef MEASURE_RECORD_RECORDER_H
#define MEASURE_RECORD_RECORDER_H

#include <pthread.h>

#include "measure/clock/clock.h"
#include "measure/record/hook.h"
#include "model/pauses.h"
#include "measure/record/thread.h"
#include "measure/trace/trace.h"
#include "model/definitions.h"
#include "live/journal.h"

struct persist_head;
struct modules;

struct recorder {
    pthread_mutex_t lock;
    struct definitions *definitions; /* of this rank */
    struct journal *journal;         /* in persisted memory; NULL: nothing is
                              * persisted */
    struct persist_head *head;       /* same; made by the session */
    struct modules *modules;
    uint32_t unloading; /* how many dlclose() of the program are in progress */
    struct thread *threads; /* newest first */
    uint32_t thread_count;
    struct trace *trace;             /* NULL: no trace */
    const struct trace_rules *rules; /* trace rules; NULL: the trace has
                                      * everything */
    struct clock_rate rate;
    uint64_t begin; /* end of MPI_Init, ticks */
    uint32_t world_size, world_rank;
    int callpath;       /* limit on frames per path */
    bool python_wanted; /* MPIPROF_PYTHON */
    bool python;        /* an interpreter is present, and its frames are
                             * read */
    int counter_count;
    uint64_t memory_bytes; /* for the master thread's tables */
    struct pauses pauses;  /* MPI_Pcontrol; changed under the lock */
    uint64_t regions_shared, files_shared; /* number without a row of their
                                            * own; under the lock */
};

extern struct recorder recorder;
extern const struct hook_ops record_ops;

/* Adds a communicator to the definitions and the traces. */
struct comm_info;
void record_new_comm(struct comm_info *info, void *context);
/* Stores current facts: as the note of its definition, and in the journal.
 * Requires the lock. */
void record_note_comm(const struct comm_info *info);
void record_keep_comm(struct comm_info *info);

/* Ticks up to now with recording switched off by MPI_Pcontrol. */
uint64_t record_paused_ticks(uint64_t now);

/* Overhead of a recorded call beyond its own time, in nanoseconds: two clock
 * readings, and the mean of our work after the call in the samples of all
 * threads, plus Python frames and counters read before it. samples: their
 * number. */
double record_cost_ns(uint64_t *samples);
/* Cost of a clock reading, in ticks: the minimum of many. */
uint64_t record_clock_ticks(void);

/* Removes pauses since the last look from the thread's time, and marks them in
 * its trace.  Not while recording is off. */
void record_settle(struct thread *thread, uint64_t now);
/* Whether settling is still due; from: start of the part to be marked in the
 * trace. */
bool record_unsettled(const struct thread *thread, uint64_t now,
                      uint64_t *from);

/* Ticks up to now that do not count as the program's on this thread: recording
 * switched off by MPI_Pcontrol, or writing the trace. */
static inline uint64_t record_excluded_ticks(const struct thread *thread,
                                             uint64_t now)
{
    const struct persist_thread *kept = thread->kept;
    bool known = pauses_unchanged(&recorder.pauses, &kept->pauses);

    return (__builtin_expect(known, 1) ? kept->pauses.ticks
                                       : record_paused_ticks(now)) +
           kept->flush_ticks;
}

/* Excludes time spent writing the trace after the last record from the
 * program's time between calls; all time is excluded while recording is off.
 * True: the trace was written. */
static inline bool record_exclude_flush(struct thread *thread)
{
    uint64_t flush = trace_writer_flush_ticks(thread->writer);

    if (__builtin_expect(flush == 0, 1))
        return false;
    if (!pauses_off(&recorder.pauses)) {
        thread->kept->flush_ticks += flush;
        thread->kept->last += flush;
    }
    return true;
}

/* A time stamp of the run's clock. */
static inline uint64_t record_now(void)
{
    return clock_now_ticks(recorder.rate.counter);
}

#endif
