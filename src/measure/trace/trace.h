/*
 * trace.h - the OTF2 archive of a run, written while it goes on.
 *
 * One trace per process, one writer per thread.  The conventions are those of
 * share/design on OTF2: what a reader of Score-P's archives expects.
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
#include "measure/clock/clock_line.h"
#include "model/definitions.h"
#include "model/profile.h"

struct trace;
struct trace_writer;

#define TRACE_ROOT_NONE (-1)
#define TRACE_ROOT_SELF (-2)       /* MPI_ROOT */
#define TRACE_ROOT_THIS_GROUP (-3) /* MPI_PROC_NULL as the root */

struct trace_config {
    MPI_Comm comm;          /* private, all ranks of the world */
    const char *directory;  /* exists; gets run.otf2, run.def, run/ */
    bool record;            /* whether this rank writes events */
    uint64_t limit_bytes;   /* per rank */
    uint64_t buffer_bytes;  /* per rank */
    bool counter_clock;     /* which clock flushes are stamped with */
    uint32_t counter_count;
    char *const *counters;  /* names, or NULL */
};

enum status trace_open(const struct trace_config *config, struct trace **out);

/* thread 0 is the master thread.  NULL: no memory, or this rank does not
 * record; every function below takes a NULL writer and does nothing. */
struct trace_writer *trace_writer_create(struct trace *trace,
                                         uint32_t thread, uint64_t ticks);

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
/* Directly before the Enter or Leave of the same time. */
void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values);

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

void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region);
void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region);
void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on);

struct trace_closing {
    MPI_Comm comm;
    const struct clock_rate *rate;         /* calibrated */
    const struct clock_line *line;         /* to the run's clock */
    const struct definitions *own;         /* of this rank */
    uint32_t *const *map;                  /* own id -> run id, per kind */
    const struct profile *run;             /* rank 0, else NULL */
    const uint32_t *host_of_rank;          /* HOST ids; rank 0, or NULL */
    uint64_t start_unix_ns;
    uint64_t end_ticks;
};
/* What was written: summed over the rank's writers.  Frees the trace. */
struct trace_totals {
    uint64_t events, bytes;
    uint64_t stopped_ticks; /* 0: nothing was cut */
};
enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals);

/* A forked child or an aborted run: leaves files as they are. */
void trace_abandon(struct trace *trace);

#endif
