/*
 * trace_internal.h - what the files of this folder share.
 *
 * One struct trace per process, a list of writers, one per thread; memory for
 * event records is a pool of equal chunks.  Ids in event records are this
 * rank's own, see archive/definitions/archive.h.
 * Threads: `lock` guards writers and pool.
 */
#ifndef MEASURE_TRACE_INTERNAL_H
#define MEASURE_TRACE_INTERNAL_H

#include <mpi.h>
#include <otf2/otf2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "archive/definitions/archive.h"
#include "base/cancel.h"
#include "measure/comm/exchange.h"
#include "measure/trace/trace.h"
#include "live/persist_chunk.h"

struct OTF2_CollectiveContext {
    MPI_Comm comm;
    int rank, size;
};

/* The first three record; what the rules leave out is known by the state. */
enum writer_state {
    WRITER_ON,      /* there are no rules */
    WRITER_PICKING, /* there are, and the current call, if any, stays */
    WRITER_HOLDING, /* the current call may go: its Enter is not written */
    WRITER_STOPPED,
    WRITER_FAILED
};

struct trace_open_region {
    uint32_t region;
    uint8_t how;  /* trace_region_rules() */
    bool written; /* its Enter is there */
};

/* The call whose Enter is not written. */
struct trace_held {
    uint64_t ticks;
    uint32_t call, path, object;
    uint8_t verdict; /* enum trace_verdict */
    uint8_t passed;  /* the same of the last transfer that was left out */
    bool mute;       /* a collective of it was left out: it has to go */
};

struct trace_writer {
    OTF2_EvtWriter *events;
    OTF2_AttributeList *attributes; /* empty between two records */
    struct trace *trace;
    struct trace_writer *next;
    enum writer_state state;
    bool in_call;           /* between Enter and Leave of an MPI region */
    bool full;              /* the limit is reached, stop when possible */
    bool empty;             /* see trace_writer_empty() */
    bool counted;           /* the last record tells counters */
    uint32_t thread;
    uint64_t calls;         /* written */
    uint8_t *used;          /* per call: whether it occurred */
    struct trace_open_region *open; /* user regions, outermost first */
    size_t open_count, open_room;
    uint64_t first, last;   /* time stamps written */
    uint64_t stopped;       /* 0, or when it stopped */
    uint64_t flush_begin, flush_end; /* not marked in the trace yet */
    uint64_t flush_ticks;   /* not asked for yet */
    int cancelled;          /* of who flushes, cancel_hold() + 1; 0: nobody */
    uint64_t event_count;   /* at close */
    OTF2_MetricValue counters[PROFILE_COUNTERS]; /* as told last */
    uint64_t chunks;        /* of memory that it was given */
    struct trace_held held;
    uint32_t skip_open, only_open; /* regions of rules that are open */
    bool begun;             /* rules of regions hold */
    bool paused;            /* by MPI_Pcontrol, or before the run */
    bool marked_off;        /* what the last MeasurementOnOff says */
    uint64_t skipped, not_only, met; /* see struct trace_totals */
};

/* The begin of a slot, see live/persist_chunk.h. */
struct trace_chunk {
    struct persist_chunk label;
    struct trace_chunk *next; /* in the pool */
    bool kept; /* it outlives the process */
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
    uint32_t chunks_full; /* of all threads, but for the last of each */
    bool record, keep, counter_clock, failed;
    const struct trace_rules *rules;
    uint64_t met; /* rules of regions */
    char error[160]; /* the first, when failed */
    uint8_t counter_count;
    OTF2_MetricValue first_counters[PROFILE_COUNTERS];
    char **counters;
    uint8_t *used;            /* per call: whether it occurred in the run */
    uint64_t *words;          /* for trace_close.c to share, */
    enum exchange_fold *folds; /* and how */
    struct archive_part *parts; /* of all ranks; on rank 0 */
};

/* trace_collectives.c: OTF2's collective calls over PMPI. */
const OTF2_CollectiveCallbacks *trace_collectives(void);

/* trace_memory.c */
extern const OTF2_MemoryCallbacks trace_memory;
extern const OTF2_FlushCallbacks trace_flush;
void trace_memory_release(struct trace *trace);

/* Whether it takes records that only belong to the current call. */
static inline bool writer_is_on(const struct trace_writer *writer)
{
    return writer != NULL &&
           __builtin_expect(writer->state <= WRITER_PICKING, 1);
}

/* trace_pick.c.  hold: true when the call may go.  leave: true when it went.
 * release: it stays, its Enter is written now; false: it has to go. */
bool trace_pick_hold(struct trace_writer *writer, uint64_t ticks,
                     uint32_t call, uint32_t path, uint32_t object);
bool trace_pick_leave(struct trace_writer *writer);
bool trace_pick_release(struct trace_writer *writer);
void trace_pick_readings(struct trace_writer *writer, const uint64_t *values);
/* Brings MeasurementOnOff up to date; end: without rules of regions. */
void trace_pick_mark(struct trace_writer *writer, uint64_t ticks);
/* Enters the regions around one that rules want, when it begins. */
void trace_pick_outer(struct trace_writer *writer, uint64_t ticks);
bool trace_pick_end_of_message(struct trace_writer *writer, uint64_t bytes);
/* A held MPI_Win_test that succeeded stays as MPI_Win_wait does. */
bool trace_pick_sync(struct trace_writer *writer);
void trace_pick_end(struct trace_writer *writer, uint64_t ticks);

/* For records of the end of what began in the trace. */
static inline bool writer_must(struct trace_writer *writer)
{
    return writer_is_on(writer) ||
           (writer != NULL && writer->state == WRITER_HOLDING &&
            trace_pick_release(writer));
}

/* For the records of a message or transfer of that many bytes. */
static inline bool writer_takes_message(struct trace_writer *writer,
                                        uint64_t bytes)
{
    return writer != NULL &&
           (__builtin_expect(writer->state == WRITER_ON, 1) ||
            trace_takes_message(writer, bytes));
}

/* The end of a receive that began in the trace: its size is known now. */
static inline bool writer_takes_end(struct trace_writer *writer,
                                    uint64_t bytes)
{
    return writer != NULL &&
           (__builtin_expect(writer->state == WRITER_ON, 1) ||
            trace_pick_end_of_message(writer, bytes));
}

static inline bool writer_takes_transfer(struct trace_writer *writer,
                                         uint64_t bytes)
{
    return writer != NULL &&
           (__builtin_expect(writer->state == WRITER_ON, 1) ||
            trace_takes_transfer(writer, bytes));
}

/* trace_events.c: records, for trace_pick.c. */
void trace_write_call(struct trace_writer *writer, uint64_t ticks,
                      uint32_t call, uint32_t path, uint32_t object);
void trace_write_region(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region);
void trace_write_on_off(struct trace_writer *writer, uint64_t ticks, bool on);

/* Time stamps of a location never decrease, whatever clocks do. */
static inline uint64_t writer_stamp(struct trace_writer *writer,
                                    uint64_t ticks)
{
    if (ticks < writer->last)
        return writer->last;
    writer->last = ticks;
    return ticks;
}

/* Who flushes is held until all is written, or that has failed. */
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

/* Takes the result of writing a record. */
static inline void writer_expect(struct trace_writer *writer,
                                 OTF2_ErrorCode code)
{
    if (__builtin_expect(code != OTF2_SUCCESS, 0))
        writer_fail(writer);
}

/* trace_events.c: balances, ends and closes the writer's records. */
void trace_writer_finish(struct trace_writer *writer, uint64_t end_ticks);
void trace_writer_destroy(struct trace_writer *writer); /* memory only */
/* The location of a rank that records nothing: readers want its file. */
void trace_writer_empty(struct trace *trace, uint64_t ticks);

/* trace_locals.c: mapping tables and clock offsets of this rank's locations;
 * begin_ticks: of the run, by the run's clock. */
enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const uint32_t *contexts,
                               uint64_t begin_ticks);

/* Keeps the first error of a process. */
void trace_note_error(struct trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* trace_left_out.c: the archive names the ranks that were traced, and the
 * rules and the calls of all ranks that they have left out; rank 0 only. */
void trace_note_left_out(struct trace *trace,
                         const struct trace_totals *totals);

/* trace_close.c: what is shared needs so many words. */
size_t trace_shared_words(void);

/* trace_otf2.c: the worst status of all ranks; rank 0 gets why it is not
 * well. */
enum status trace_settle(const struct trace *trace, MPI_Comm comm,
                         enum status mine, char *why);
void trace_destroy(struct trace *trace);

/* trace_room.c: whether there is room for all events of the writer so far, and
 * if not, notes why; and gives back what was taken too much. */
bool trace_room_take(const struct trace_writer *writer);
void trace_room_return(const struct trace_writer *writer);

/* trace_remove.c: what the files of a closed archive were; collective. */
void trace_remove(const struct trace *trace);

#endif
