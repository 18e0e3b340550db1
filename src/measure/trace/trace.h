/*
 * trace.h - the OTF2 archive of a run, written while it goes on.
 *
 * One trace per process, one writer per thread.  share/doc/trace-format.md says
 * what is in it: what a reader of Score-P's archives expects.
 * Ids: calls are rows of call_table, regions REGION ids, paths PATH ids,
 * comms COMM ids, all of this rank's own definitions; trace_close() gets the
 * maps to those of the run and writes them as mapping tables.
 * Times: ticks; they must not decrease within a writer.  Ranks and roots are
 * ranks of the communicator (of the remote group of an intercommunicator);
 * TRACE_ROOT_* otherwise.
 * Threads: a writer belongs to its thread; open and close to one thread, both
 * collective over config.comm.
 * Errors: a writer that fails or meets its limit stops itself (stopped); all
 * later events to it do nothing.
 * Without OTF2 trace_null.c answers STATUS_UNSUPPORTED to trace_open.
 */
#ifndef MEASURE_TRACE_H
#define MEASURE_TRACE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "measure/clock/clock.h"
#include "model/clock_line.h"
#include "model/definitions.h"
#include "model/profile.h"
#include "settings/trace_rules.h"

struct trace;
struct trace_writer;

#define TRACE_ROOT_NONE (-1)
#define TRACE_ROOT_SELF (-2)       /* MPI_ROOT */
#define TRACE_ROOT_THIS_GROUP (-3) /* MPI_PROC_NULL as the root */

/* What OTF2 writes at a time: it gathers less in memory of its own. */
#define TRACE_KEPT_LEAST (4u << 20)

/* For why there is no trace; written on rank 0. */
#define TRACE_WHY_BYTES 256

struct trace_config {
    char *why;              /* TRACE_WHY_BYTES */
    MPI_Comm comm;          /* private, all ranks of the world */
    const char *directory;  /* exists; gets run.otf2, run.def, run/ */
    bool record;            /* whether this rank writes events */
    uint64_t limit_bytes;   /* per rank */
    uint64_t buffer_bytes;  /* per rank */
    bool keep;              /* in memory that outlives the process, a thread
                             * up to TRACE_KEPT_LEAST in any case */
    bool counter_clock;     /* which clock flushes are stamped with */
    uint32_t counter_count;
    char *const *counters;  /* names, or NULL */
    const struct trace_rules *rules; /* what is left out; NULL: nothing.  The
                                      * caller's, for as long as the trace */
};

enum status trace_open(const struct trace_config *config, struct trace **out);

/* thread 0 is the master thread.  NULL: no memory, or this rank does not
 * record; every function below takes a NULL writer and does nothing. */
struct trace_writer *trace_writer_create(struct trace *trace,
                                         uint32_t thread, uint64_t ticks);

/* From here on rules of regions hold.  Other threads' writers need it not. */
void trace_begin_run(struct trace_writer *writer, uint64_t ticks);

/* Ticks that flushes have taken since the last question (not the program's
 * time). */
uint64_t trace_writer_flush_ticks(struct trace_writer *writer);
/* 0, or when the writer stopped. */
uint64_t trace_writer_stopped(const struct trace_writer *writer);

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path);
/* The same on a window or file: object_make(), of own definitions. */
void trace_enter_on(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                    uint32_t path, uint32_t object);
void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call);
/* Of a call that has failed. */
void trace_leave_failed(struct trace_writer *writer, uint64_t ticks,
                        uint32_t call, int error);
/* Directly before the Enter or Leave of the same time; one without has what
 * was told last. */
void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values);
/* What they are in writers that are created from now on; NULL: 0. */
void trace_first_counters(struct trace *trace, const uint64_t *values);

/* What the rules leave out, in trace_pick.c: between Enter and Leave of a call
 * that may go, records that only belong to it do nothing, and the Enter itself
 * is not written before the first one that has to be there: the end of what
 * began in the trace.  A call without such leaves nothing behind. */

/* The call that was entered is to be there whatever the rules say. */
void trace_keep(struct trace_writer *writer);
/* Whether the trace takes what the current call begins: a collective; a
 * message of so many bytes; a receive that has room for so many; a one-sided
 * transfer or one of a file.  The call stays if so. */
bool trace_takes(const struct trace_writer *writer);
bool trace_takes_message(struct trace_writer *writer, uint64_t bytes);
bool trace_takes_receive(struct trace_writer *writer, uint64_t room);
bool trace_takes_transfer(struct trace_writer *writer, uint64_t bytes);
/* The same of what a persistent request will start; there are rules. */
bool trace_takes_persistent(struct trace *trace, uint64_t bytes,
                            bool receives);
/* The current call ends, or starts, something that was left out by its size. */
void trace_passes(struct trace_writer *writer);
/* Whether the thread is in a region, or outside of all, that is left out. */
bool trace_is_off(const struct trace_writer *writer);
/* How a region stands to the rules; trace may be NULL. */
unsigned trace_region_rules(struct trace *trace, const char *path,
                            const char *name);

void trace_send(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int dest, int tag, uint64_t bytes);
void trace_isend(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int dest, int tag, uint64_t bytes, uint64_t request);
void trace_isend_complete(struct trace_writer *writer, uint64_t ticks,
                          uint64_t request);
void trace_recv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int source, int tag, uint64_t bytes);
void trace_irecv_request(struct trace_writer *writer, uint64_t ticks,
                         uint64_t request);
void trace_irecv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int source, int tag, uint64_t bytes, uint64_t request);
void trace_cancelled(struct trace_writer *writer, uint64_t ticks,
                     uint64_t request);

struct trace_collective {
    enum call_coll coll; /* CALL_COLL_NONE: creating or freeing, see create */
    bool create, destroy; /* of a communicator handle */
    uint32_t comm;
    int root;
    uint64_t out_bytes, in_bytes;
};
void trace_collective_begin(struct trace_writer *writer, uint64_t ticks);
void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what);
void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request);
void trace_icollective_complete(struct trace_writer *writer, uint64_t ticks,
                                const struct trace_collective *what,
                                uint64_t request);
void trace_comm_create(struct trace_writer *writer, uint64_t ticks,
                       uint32_t comm);
void trace_comm_destroy(struct trace_writer *writer, uint64_t ticks,
                        uint32_t comm);

/* how: trace_region_rules(). */
void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region, unsigned how);
void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region);
void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on);

/* Where the thread was, outside of calls.  It stands for `weight' samples, and
 * has as many records; distance: see share/doc/trace-format.md. */
struct trace_sample {
    uint32_t path, distance;
    uint64_t weight;
};
/* False: it is not in the trace. */
bool trace_sample(struct trace_writer *writer, uint64_t ticks,
                  const struct trace_sample *sample);
/* After the last of several. */
void trace_samples_end(struct trace_writer *writer);

struct trace_closing {
    bool ready;                            /* map and, on rank 0, run */
    const struct clock_rate *rate;         /* calibrated */
    const struct clock_line *line;         /* to the run's clock */
    const struct definitions *own;         /* of this rank */
    uint32_t *const *map;                  /* own id -> run id, per kind */
    const struct profile *run; /* rank 0, else NULL: program, rank_count, calls,
                                * definitions */
    uint32_t host;                         /* HOST id of the run */
    const struct samples *samples;         /* of this rank */
    uint64_t samples_left_out;             /* of them, not in the trace */
    uint64_t start_ticks, start_unix_ns; /* one moment: by the run's clock, and
                                          * since 1970 */
    uint64_t end_ticks;                    /* MPI_Finalize was over then */
    char *why;                             /* as in trace_config */
};
/* What was written: summed over the rank's writers.  Frees the trace. */
struct trace_totals {
    uint64_t events, bytes, calls;
    uint64_t stopped_ticks; /* 0: nothing was cut */
    uint64_t skipped, not_only; /* calls that the rules have left out */
    uint64_t met;               /* rules of sizes and regions that match */
    uint64_t run_skipped, run_not_only; /* of all ranks; rank 0 */
    uint64_t run_stopped; /* ranks that met their limit; rank 0 */
};
enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals);

/* A forked child or an aborted run: leaves files as they are. */
void trace_abandon(struct trace *trace);

#endif
