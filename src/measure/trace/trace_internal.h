/*
 * trace_internal.h - what the files of this folder share.
 *
 * One struct trace per process, a list of writers, one per thread; memory for
 * event records is a pool of equal chunks.  Ids in event records are this
 * rank's own: region = call, or call_count + user region (call_count alone is
 * the root region); communicator = COMM id - 1; calling context = PATH id.
 * Mapping tables turn them into the ids of the archive.
 * Threads: `lock` guards writers and pool.
 */
#ifndef MEASURE_TRACE_INTERNAL_H
#define MEASURE_TRACE_INTERNAL_H

#include <mpi.h>
#include <otf2/otf2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "measure/reduce/exchange.h"
#include "measure/trace/trace.h"

/* Definitions whose ids are fixed, because events name them. */
#define TRACE_STRING_EMPTY 0
#define TRACE_STRING_PROGRAM 1
#define TRACE_ATTRIBUTE_PATH 0
#define TRACE_ATTRIBUTE_WINDOW 1
#define TRACE_ATTRIBUTE_FILE 2
#define TRACE_ATTRIBUTE_ERROR 3
#define TRACE_METRIC_CLASS 0
#define TRACE_IO_PARADIGM 0
#define TRACE_REGION_ROOT 0 /* in the archive; call_count in event records */

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

struct trace_chunk {
    struct trace_chunk *next;
};

/* What rank 0 has to know of each rank. */
struct trace_part {
    uint64_t events; /* of the master thread */
    uint32_t host;   /* HOST id of the run */
    uint32_t locations;
};

struct trace {
    OTF2_Archive *archive;
    struct OTF2_CollectiveContext collective;
    OTF2_ErrorCallback previous_errors;
    char *directory;
    pthread_mutex_t lock;
    struct trace_writer *writers;
    struct trace_chunk *pool;
    uint64_t chunk_bytes, limit_bytes;
    uint32_t chunks_held, chunks_most, chunks_given;
    bool record, counter_clock, failed;
    const struct trace_rules *rules;
    uint64_t met; /* rules of regions */
    char error[160]; /* the first, when failed */
    uint8_t counter_count;
    OTF2_MetricValue first_counters[PROFILE_COUNTERS];
    char **counters;
    uint8_t *used;            /* per call: whether it occurred in the run */
    uint64_t *words;          /* for trace_close.c to share, */
    enum exchange_fold *folds; /* and how */
    struct trace_part *parts; /* of all ranks; on rank 0 */
};

/* A location of the run, gathered to rank 0. */
struct trace_location {
    uint64_t location, events;
};

static inline uint64_t trace_location_id(uint32_t thread, uint32_t rank)
{
    return (uint64_t)thread << 32 | rank;
}

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

static inline void writer_fail(struct trace_writer *writer)
{
    writer->state = WRITER_FAILED;
    writer->stopped = writer->last;
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

/* trace_paths.c: for each PATH of the run its calling context; collective, the
 * caller frees it.  NULL: this rank has no memory for it. */
uint32_t *trace_contexts(const struct trace *trace,
                         const struct definitions *run, uint32_t paths);

/* What turns this rank's ids into those of the archive, besides its maps. */
struct trace_ids {
    const uint8_t *used;      /* per call: whether it occurred in the run */
    const uint32_t *contexts; /* per PATH of the run */
};

/* trace_locals.c: mapping tables and clock offsets of this rank's locations;
 * begin_ticks: of the run, by the run's clock. */
enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const struct trace_ids *ids,
                               uint64_t begin_ticks);

/* Keeps the first error of a process. */
void trace_note_error(struct trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* trace_left_out.c: the archive names the rules and the calls of all ranks
 * that they have left out; rank 0 only. */
void trace_note_left_out(struct trace *trace,
                         const struct trace_totals *totals);

/* trace_close.c: what is shared needs so many words. */
size_t trace_shared_words(void);

/* trace_otf2.c: the worst status of all ranks; rank 0 says why it is not well,
 * and what follows from it. */
enum status trace_settle(const struct trace *trace, MPI_Comm comm,
                         enum status mine, const char *consequence);
void trace_destroy(struct trace *trace);

/* trace_room.c: whether there is room for all events of the writer so far;
 * and gives back what was taken too much. */
bool trace_room_take(const struct trace_writer *writer);
void trace_room_return(const struct trace_writer *writer);

/* trace_remove.c: what the files of a closed archive were; collective. */
void trace_remove(const struct trace *trace);

/* trace_definitions.c: the global definitions; rank 0 only. */
struct trace_facts {
    const struct trace_closing *closing;
    const struct trace_ids *ids;
    const struct trace_part *parts;         /* of each rank */
    const struct trace_location *locations; /* ascending rank, then thread */
    size_t location_count;
    uint64_t begin_ticks, end_ticks; /* by the run's clock */
};
enum status trace_write_definitions(struct trace *trace,
                                    const struct trace_facts *facts);

/* The archive's ids are dense, as otf2-print wants them.
 * Regions: root, used calls, user regions, functions.  Communicators: those
 * of the run without number 0.  Calling contexts: see trace_paths.c. */
uint32_t trace_count_used(const uint8_t *used, uint32_t calls);
static inline uint32_t trace_user_region(uint32_t used_count, uint32_t region)
{
    return region == 0 ? TRACE_REGION_ROOT : used_count + region;
}

static inline uint32_t trace_comm(uint32_t run_comm)
{
    return run_comm == 0 ? OTF2_UNDEFINED_COMM : run_comm - 1;
}

/* Groups of one-sided calls come right behind that of all locations. */
static inline uint32_t trace_group(uint32_t run_group)
{
    return run_group == 0 ? OTF2_UNDEFINED_GROUP : run_group;
}

/* Of windows, files ...: those of the run without number 0. */
static inline uint32_t trace_object(uint32_t run_id)
{
    return run_id == 0 ? UINT32_MAX : run_id - 1;
}

#endif
