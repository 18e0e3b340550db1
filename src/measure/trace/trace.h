/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace.h - the OTF2 archive of a run, written during the run.
 *
 * One trace per process, one writer per thread.  Follows the conventions in
 * share/doc/trace-format.md, which readers of Score-P's archives expect.
 * Ids: calls are rows of call_table, regions REGION ids, paths PATH ids, comms
 * COMM ids, all of this rank's own definitions; trace_close() gets the maps to
 * the run's and writes them as mapping tables.  Times: ticks; they must not
 * decrease within a writer.  Ranks and roots are ranks of the communicator (of
 * the remote group of an intercommunicator); TRACE_ROOT_* otherwise.  Threads:
 * a writer belongs to its thread; open and close to one thread, both
 * collective over config.comm.  Memory: of the trace, which trace_close()
 * frees; trace_abandon() leaves it.  Errors: a writer that fails or reaches its
 * limit stops itself (stopped) and ignores all later events.  Without OTF2
 * otf2_null.c returns STATUS_UNSUPPORTED from trace_open.
 */
#ifndef MEASURE_TRACE_TRACE_H
#define MEASURE_TRACE_TRACE_H

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

/* Write granularity of OTF2, which buffers smaller amounts itself. */
#define TRACE_KEPT_LEAST (4u << 20)

/* Room for the reason why there is no trace; written on rank 0. */
#define TRACE_WHY_BYTES 256

struct trace_config {
    char *why;             /* TRACE_WHY_BYTES */
    MPI_Comm comm;         /* private, all ranks of the world */
    const char *directory; /* exists; receives run.otf2, run.def, run/ */
    bool record;           /* whether this rank writes events */
    uint64_t limit_bytes;  /* per rank */
    uint64_t buffer_bytes; /* per rank */
    bool keep; /* hold events in persisted memory; a thread then gets up to
                * TRACE_KEPT_LEAST, whatever buffer_bytes is */
    bool counter_clock; /* clock for time stamps of flushes */
    uint32_t counter_count;
    char *const *counters;           /* names, or NULL */
    const struct trace_rules *rules; /* what to leave out; NULL: nothing.
                                      * Owned by the caller, and must outlive
                                      * the trace */
};

enum status trace_open(const struct trace_config *config, struct trace **out);

/* thread 0 is the master thread.  Returns NULL without memory, or if this rank
 * does not record; every function below accepts a NULL writer and does
 * nothing. */
struct trace_writer *trace_writer_create(struct trace *trace, uint32_t thread,
                                         uint64_t ticks);

/* Applies region rules from here on.  Not needed for writers of other
 * threads. */
void trace_begin_run(struct trace_writer *writer, uint64_t ticks);

/* Returns the ticks spent in flushes since the last query (not the program's
 * time). */
uint64_t trace_writer_flush_ticks(struct trace_writer *writer);

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path);
/* Same on a window or file: object_make(), of own definitions. */
void trace_enter_on(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                    uint32_t path, uint32_t object);
void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call);
/* Same for a failed call. */
void trace_leave_failed(struct trace_writer *writer, uint64_t ticks,
                        uint32_t call, int error);
/* Call directly before the Enter or Leave of the same time; one without
 * readings repeats the last. */
void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values);
/* Sets initial values for writers created from now on; NULL: 0. */
void trace_first_counters(struct trace *trace, const uint64_t *values);

/* Trace rules, in trace_pick.c: between Enter and Leave of a call that may be
 * left out, records that only belong to the call are dropped, and the Enter
 * itself is delayed until a required record: the end of an operation whose
 * start is in the trace.  Without such a record the call leaves no trace. */

/* Keeps the current call, whatever the rules say. */
void trace_keep(struct trace_writer *writer);
/* Whether the trace accepts the operation that the current call begins: a
 * collective; a message of that many bytes; a receive with that much room; a
 * one-sided transfer or a file transfer.  If so, the call is kept. */
bool trace_takes(const struct trace_writer *writer);
bool trace_takes_message(struct trace_writer *writer, uint64_t bytes);
bool trace_takes_receive(struct trace_writer *writer, uint64_t room);
bool trace_takes_transfer(struct trace_writer *writer, uint64_t bytes);
/* Same for what a persistent request will start; only with rules. */
bool trace_takes_persistent(struct trace *trace, uint64_t bytes,
                            bool receives);
/* The current call ends, or starts, an operation left out by its size. */
void trace_passes(struct trace_writer *writer);
/* Whether the thread is in a region, or outside all, that is left out. */
bool trace_is_off(const struct trace_writer *writer);
/* Evaluates the rules for a region; trace may be NULL. */
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
    enum call_coll coll;  /* CALL_COLL_NONE: creation or release, see create */
    bool create, destroy; /* of a communicator handle */
    uint32_t comm;
    int root;
    uint64_t out_bytes, in_bytes;
};
void trace_collective_begin(struct trace_writer *writer, uint64_t ticks);
void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what);
/* start: 0, or of a persistent collective: its number on the communicator, and
 * in the lower half how often it was started. */
void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request, uint64_t start);
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

/* A position of the thread outside calls, for `weight' samples with one record
 * each; distance: see share/doc/trace-format.md. */
struct trace_sample {
    uint32_t path, distance;
    uint64_t weight;
};
/* False: not in the trace. */
bool trace_sample(struct trace_writer *writer, uint64_t ticks,
                  const struct trace_sample *sample);
/* Call after the last of several samples. */
void trace_samples_end(struct trace_writer *writer);

struct trace_closing {
    bool ready;                    /* map and, on rank 0, run are
                                    * valid */
    const struct clock_rate *rate; /* calibrated */
    const struct clock_line *line; /* conversion to the run's clock */
    const struct definitions *own; /* of this rank */
    uint32_t *const *map;          /* own id -> run id, per kind */
    const struct profile
        *run;      /* rank 0, else NULL: program, rank_count, calls,
                    * definitions */
    uint32_t host; /* HOST id of the run */
    uint32_t lead; /* thread that stands for this rank */
    const struct samples *samples;       /* of this rank */
    uint64_t samples_left_out;           /* number of these samples not in
                                          * the trace */
    uint64_t start_ticks, start_unix_ns; /* the same moment on the run's clock
                                          * and since 1970 */
    uint64_t end_ticks;                  /* end of MPI_Finalize */
    char *why;                           /* as in trace_config */
};
/* Totals over the rank's writers. trace_close() frees the trace. */
struct trace_totals {
    uint64_t events, bytes, calls;
    uint64_t stopped_ticks;             /* 0: complete */
    uint64_t skipped, not_only;         /* calls left out by the rules */
    uint64_t met;                       /* matching size and region rules */
    uint64_t run_skipped, run_not_only; /* over all ranks; rank 0 */
    uint64_t run_stopped; /* number of ranks that reached their limit; rank
                           * 0 */
};
enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals);

/* For a forked child or an aborted run: leaves files as they are. */
void trace_abandon(struct trace *trace);

#endif
