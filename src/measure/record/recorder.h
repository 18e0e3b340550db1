/*
 * recorder.h - what all threads of a process share while recording.
 *
 * Made by the session before the first hook runs, and read by it at the end.
 * Threads: fields are constant while recording, except definitions, pauses
 * and the list of threads, which need the lock.
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
    struct journal *journal; /* of what is left behind; NULL: nothing is */
    struct persist_head *head; /* the same; made by the session */
    struct modules *modules;
    struct thread *threads; /* newest first */
    uint32_t thread_count;
    struct trace *trace;    /* NULL: no trace */
    const struct trace_rules *rules; /* of the trace; NULL: it has all */
    struct clock_rate rate;
    uint64_t begin;         /* end of MPI_Init, ticks */
    uint32_t world_size, world_rank;
    int callpath;           /* frames to keep */
    bool python_wanted;     /* MPIPROF_PYTHON */
    bool python;            /* there is an interpreter, and its frames are
                             * looked at */
    int counter_count;
    uint64_t memory_bytes;  /* for the tables of the master thread */
    struct pauses pauses;   /* MPI_Pcontrol; changed under the lock */
    uint64_t regions_shared, files_shared; /* that found no row of their own;
                                            * likewise */
};

extern struct recorder recorder;
extern const struct hook_ops record_ops;

/* Announces a communicator to the definitions and the traces. */
struct comm_info;
void record_new_comm(struct comm_info *info, void *context);
/* What is known of it now: as the note of its definition, and into the
 * journal.  With the lock held. */
void record_note_comm(const struct comm_info *info);
void record_keep_comm(struct comm_info *info);

/* Ticks up to now that MPI_Pcontrol has switched off. */
uint64_t record_paused_ticks(uint64_t now);

/* What a recorded call costs the program beyond its own time, in nanoseconds:
 * two readings of the clock, and the mean of what our work after the call took
 * in the samples of all threads, with frames of Python and counters that were
 * read before it.  samples: how many there were. */
double record_cost_ns(uint64_t *samples);
/* What a reading of the clock takes, in ticks: the least of many. */
uint64_t record_clock_ticks(void);

/* Takes out of the thread's time what was paused since it looked last, and
 * marks that in its trace.  Not while recording is off. */
void record_settle(struct thread *thread, uint64_t now);
/* Whether that is still to be done; from: what of it will be marked in the
 * trace begins there. */
bool record_unsettled(const struct thread *thread, uint64_t now,
                      uint64_t *from);

/* Ticks up to now that do not count as the program's on this thread: switched
 * off by MPI_Pcontrol, or writing out the trace. */
static inline uint64_t record_excluded_ticks(const struct thread *thread,
                                             uint64_t now)
{
    const struct persist_thread *kept = thread->kept;
    bool known = pauses_unchanged(&recorder.pauses, &kept->pauses);

    return (__builtin_expect(known, 1) ? kept->pauses.ticks
                                       : record_paused_ticks(now)) +
           kept->flush_ticks;
}

/* A time stamp of the run's clock. */
static inline uint64_t record_now(void)
{
    return clock_now_ticks(recorder.rate.counter);
}

#endif
