/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_internal.h - private to the files of this folder.
 *
 * One struct trace per process, a list of writers, one per thread; memory for
 * event records is a pool of equal chunks.  Ids in event records are this
 * rank's own, see archive/definitions/archive.h.
 * Threads: `lock' guards writers and pool.  Errors: trace_note_error() keeps
 * the first, which all ranks learn by trace_settle().
 */
#ifndef MEASURE_TRACE_TRACE_INTERNAL_H
#define MEASURE_TRACE_TRACE_INTERNAL_H

#include <mpi.h>
#include <otf2/otf2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "archive/definitions/archive.h"
#include "base/cancel.h"
#include "base/own_use.h"
#include "measure/comm/exchange.h"
#include "measure/trace/trace.h"
#include "live/persist_chunk.h"

struct OTF2_CollectiveContext {
    MPI_Comm comm;
    int rank, size;
};

/* The first three record; the state determines the effect of the rules. */
enum writer_state {
    WRITER_ON,      /* without rules */
    WRITER_PICKING, /* with rules; the current call, if any, is kept */
    WRITER_HOLDING, /* the current call may be left out: its Enter is
                     * delayed */
    WRITER_STOPPED,
    WRITER_FAILED
};

struct trace_open_region {
    uint32_t region;
    uint8_t how;  /* trace_region_rules() */
    bool written; /* its Enter was written */
};

/* The call whose Enter is delayed. */
struct trace_held {
    uint64_t ticks;
    uint32_t call, path, object;
    uint8_t verdict; /* enum trace_verdict */
    uint8_t passed;  /* same, for the last transfer that was left out */
    bool mute;       /* one of its collectives was left out: drop the call */
};

struct trace_writer {
    OTF2_EvtWriter *events;
    OTF2_AttributeList *attributes; /* empty between two records */
    struct trace *trace;
    struct trace_writer *next;
    enum writer_state state;
    bool in_call; /* between Enter and Leave of an MPI region */
    bool full;    /* the limit is reached; stop as soon as
                   * possible */
    bool empty;   /* see trace_writer_empty() */
    bool counted; /* the last record has counters */
    uint32_t thread;
    uint64_t calls;                 /* number written */
    uint8_t *used;                  /* per call: occurred */
    struct trace_open_region *open; /* user regions, outermost first */
    size_t open_count, open_room;
    uint64_t first, last; /* time stamps written */
    uint64_t stopped;     /* time at which the writer stopped, or 0 */
    uint64_t flush_begin, flush_end; /* flush not yet marked in the trace */
    struct own_use flush_use;
    uint64_t flush_ticks; /* flush time not yet queried */
    int cancelled;        /* cancel_hold() + 1 of the flushing thread; 0: no
                           * flush */
    uint64_t event_count; /* at close */
    OTF2_MetricValue counters[PROFILE_COUNTERS]; /* last values written */
    uint64_t chunks; /* number of memory chunks received */
    struct trace_held held;
    uint32_t skip_open, only_open;   /* open regions that have rules */
    bool begun;                      /* region rules apply */
    bool paused;                     /* by MPI_Pcontrol, or before the run */
    bool marked_off;                 /* state of the last MeasurementOnOff */
    uint64_t skipped, not_only, met; /* see struct trace_totals */
};

/* Start of a slot, see live/persist_chunk.h. */
struct trace_chunk {
    struct persist_chunk label;
    struct trace_chunk *next; /* in the pool */
    bool kept;                /* in persisted memory */
};

struct trace_slab;

struct trace {
    OTF2_Archive *archive;
    struct OTF2_CollectiveContext collective;
    OTF2_ErrorCallback previous_errors;
    char *directory;
    pthread_mutex_t lock;
    struct trace_writer *writers;
    struct trace_slab *slabs;
    struct trace_chunk *pool;
    uint64_t chunk_bytes, limit_bytes;
    uint32_t chunks_held, chunks_most;
    uint32_t chunks_full; /* of all threads, without the last of each */
    bool record, keep, counter_clock, failed;
    bool stores; /* events are on storage; see base/own_use.h */
    const struct trace_rules *rules;
    uint64_t met;    /* matching region rules */
    char error[160]; /* first error, if failed */
    uint8_t counter_count;
    OTF2_MetricValue first_counters[PROFILE_COUNTERS];
    char **counters;
    uint8_t *used;              /* per call: occurred in the run */
    uint64_t *words;            /* shared by trace_close.c */
    enum exchange_fold *folds;  /* operation for each of words */
    struct archive_part *parts; /* all ranks; on rank 0 */
};

/* trace_collectives.c: OTF2's collective callbacks, on top of PMPI. */
const OTF2_CollectiveCallbacks *trace_collectives(void);

/* trace_memory.c */
extern const OTF2_MemoryCallbacks trace_memory;
extern const OTF2_FlushCallbacks trace_flush;
void trace_memory_release(struct trace *trace);

/* Whether the writer takes records that only belong to the current call. */
static inline bool writer_is_on(const struct trace_writer *writer)
{
    return writer != NULL &&
           __builtin_expect(writer->state <= WRITER_PICKING, 1);
}

/* trace_pick.c. hold: true if the call may be left out. leave: true if it was
 * left out. release: writes the Enter now, the call is kept; false: drop the
 * call. */
bool trace_pick_hold(struct trace_writer *writer, uint64_t ticks,
                     uint32_t call, uint32_t path, uint32_t object);
bool trace_pick_leave(struct trace_writer *writer);
bool trace_pick_release(struct trace_writer *writer);
void trace_pick_readings(struct trace_writer *writer, const uint64_t *values);
/* Brings MeasurementOnOff up to date. */
void trace_pick_mark(struct trace_writer *writer, uint64_t ticks);
/* Enters the regions around a region that the rules want, at its start. */
void trace_pick_outer(struct trace_writer *writer, uint64_t ticks);
bool trace_pick_end_of_message(struct trace_writer *writer, uint64_t bytes);
/* Keeps a held MPI_Win_test that succeeded, like MPI_Win_wait. */
bool trace_pick_sync(struct trace_writer *writer);
/* Same at the end, when region rules no longer apply. */
void trace_pick_end(struct trace_writer *writer, uint64_t ticks);

/* For end records of operations whose start is in the trace. */
static inline bool writer_must(struct trace_writer *writer)
{
    return writer_is_on(writer) ||
           (writer != NULL && writer->state == WRITER_HOLDING &&
            trace_pick_release(writer));
}

/* For records of a message or transfer with that many bytes. */
static inline bool writer_takes_message(struct trace_writer *writer,
                                        uint64_t bytes)
{
    return writer != NULL &&
           (__builtin_expect(writer->state == WRITER_ON, 1) ||
            trace_takes_message(writer, bytes));
}

/* For the end of a receive whose start is in the trace: its size is now
 * known. */
static inline bool writer_takes_end(struct trace_writer *writer,
                                    uint64_t bytes)
{
    return writer != NULL &&
           (__builtin_expect(writer->state == WRITER_ON, 1) ||
            trace_pick_end_of_message(writer, bytes));
}

/* trace_events.c: writes records, for trace_pick.c. */
void trace_write_call(struct trace_writer *writer, uint64_t ticks,
                      uint32_t call, uint32_t path, uint32_t object);
void trace_write_region(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region);
void trace_write_on_off(struct trace_writer *writer, uint64_t ticks, bool on);

/* Keeps time stamps of a location from decreasing, whatever clocks do. */
static inline uint64_t writer_stamp(struct trace_writer *writer,
                                    uint64_t ticks)
{
    if (ticks < writer->last)
        return writer->last;
    writer->last = ticks;
    return ticks;
}

/* Holds cancellation of a flushing thread until everything is written, or has
 * failed. */
static inline void writer_hold(struct trace_writer *writer)
{
    if (writer->cancelled == 0)
        writer->cancelled = cancel_hold() + 1;
}

static inline void writer_let_go(struct trace_writer *writer)
{
    int before = writer->cancelled;

    writer->cancelled = 0;
    if (before != 0)
        cancel_release(before - 1);
}

static inline void writer_fail(struct trace_writer *writer)
{
    writer->state = WRITER_FAILED;
    writer->stopped = writer->last;
    writer_let_go(writer);
}

/* Takes the result of an OTF2 write. */
static inline void writer_expect(struct trace_writer *writer,
                                 OTF2_ErrorCode code)
{
    if (__builtin_expect(code != OTF2_SUCCESS, 0))
        writer_fail(writer);
}

/* Writes a record, in a function that has a writer and the ticks. */
#define WRITE(record, ...)                          \
    writer_expect(writer, OTF2_EvtWriter_##record(  \
                              writer->events, NULL, \
                              writer_stamp(writer, ticks), __VA_ARGS__))

/* trace_events.c: balances, ends and closes the writer's records. */
void trace_writer_finish(struct trace_writer *writer, uint64_t end_ticks);
void trace_writer_destroy(struct trace_writer *writer); /* memory only */
/* Creates the location of a rank that records nothing: readers expect its
 * file. */
void trace_writer_empty(struct trace *trace, uint64_t ticks);

/* trace_locals.c: mapping tables and clock offsets of this rank's locations;
 * begin_ticks: of the run, on the run's clock. */
enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const uint32_t *contexts, uint64_t begin_ticks);

/* Keeps the first error of a process. */
void trace_note_error(struct trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* trace_left_out.c: notes in the archive the ranks traced, the rules, and the
 * number of calls they left out on all ranks; rank 0 only. */
void trace_note_left_out(struct trace *trace,
                         const struct trace_totals *totals);

/* trace_close.c: number of words needed for sharing. */
size_t trace_shared_words(void);

/* trace_otf2.c: worst status of all ranks; rank 0 gets the reason. */
enum status trace_settle(const struct trace *trace, MPI_Comm comm,
                         enum status mine, char *why);
void trace_destroy(struct trace *trace);

/* trace_room.c: checks for room for all the writer's events so far, and notes
 * the reason if there is none; returns unused room. */
bool trace_room_take(const struct trace_writer *writer);
void trace_room_return(const struct trace_writer *writer);

/* trace_remove.c: deletes the files of a closed archive; collective. */
void trace_remove(const struct trace *trace);

#endif
