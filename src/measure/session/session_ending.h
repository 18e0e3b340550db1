/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_ending.h - data collected at the end of a session.
 *
 * Lives from the start of our part of MPI_Finalize to its end.
 * Threads: one.  Memory: freed by run_finalize().  Errors: what is lost is
 * reported in one line (told); the rest is written.
 */
#ifndef MEASURE_SESSION_SESSION_ENDING_H
#define MEASURE_SESSION_SESSION_ENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "measure/clock/clock.h"
#include "model/definitions.h"
#include "measure/reduce/profile_writer.h"
#include "model/profile.h"

struct ending {
    uint64_t end;  /* ticks at the start of MPI_Finalize */
    uint64_t over; /* ticks when all ranks were in it: our own part starts */
    struct clock_rate rate;
    uint64_t begin_ns; /* of this rank, relative to the run's */
    struct rank_data data;
    uint32_t *map[DEFINITION_KINDS];
    struct definitions *run; /* rank 0 */
    struct profile *profile; /* rank 0 */
    uint64_t lost_ranks;     /* number of ranks that lost their measurements */
    uint64_t first_lost;     /* the first of these ranks */
    bool collected;          /* data is filled */
    bool merged;             /* map and, on rank 0, profile are filled */
    struct profile_writer *writer;
    uint64_t start_ticks;   /* start of the run and of its first rank, on
                             * the run's clock */
    uint64_t start_unix_ns; /* the same moment, since 1970 */
    double cost_ns;         /* per call, mean over all ranks' samples */
    bool traced;            /* the trace is complete */
    bool told;              /* the loss has been reported in a line */
    bool written;           /* the profile was written; the same on all
                             * ranks */
};

/* session_share.c: clocks and sums that all ranks need; collective.  False on
 * all ranks if one was not ready, or has lost its data. */
bool ending_share(struct ending *ending, bool ready);

/* session_describe.c: adds facts about communicators, windows and the host to
 * recorder.definitions. */
void ending_describe_definitions(struct ending *ending);

/* Adds the facts of the run, on rank 0: creates ending->profile, which takes
 * ending->run. */
enum status ending_describe_run(struct ending *ending);

/* session_trace.c: reports the state of the trace, and calls left out by its
 * rules; collective. */
struct trace_totals;
void ending_describe_trace(struct ending *ending,
                           const struct trace_totals *totals);

/* Reports which MPI procedures mpiprof covers. */
void ending_describe_coverage(struct profile *profile);

#endif
