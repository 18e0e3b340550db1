/*
 * session_ending.h - what the end of a session puts together.
 *
 * Between the begin of our part of MPI_Finalize and its end.  Threads: one.
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
    uint64_t end; /* ticks at the begin of MPI_Finalize, */
    uint64_t over; /* and when all ranks were in it: what follows is ours */
    struct clock_rate rate;
    uint64_t begin_ns;         /* of this rank, after the run's */
    struct rank_data data;
    uint32_t *map[DEFINITION_KINDS];
    struct definitions *run;    /* rank 0 */
    struct profile *profile;    /* rank 0 */
    uint64_t lost_ranks;       /* have lost what they measured; the first of
                                * them */
    uint64_t first_lost;
    bool collected;             /* data is there */
    bool merged;                /* map and, on rank 0, profile are there */
    struct profile_writer *writer;
    uint64_t start_ticks;       /* of the run: the first rank's begin, by the
                                 * run's clock, */
    uint64_t start_unix_ns;     /* and since 1970 */
    double cost_ns;             /* of a call, mean over all ranks' samples */
    bool traced;                /* there is a whole trace */
    bool told;                  /* what is lost, in a line */
    bool written;               /* the profile is; the same on all ranks */
};

/* session_share.c: clocks and sums that all ranks need; collective.  False on
 * all ranks: one of them was not ready, or has lost what it had. */
bool ending_share(struct ending *ending, bool ready);

/* session_describe.c: what is known of communicators, windows and the host,
 * into recorder.definitions. */
void ending_describe_definitions(struct ending *ending);

/* The facts of the run, on rank 0: makes ending->profile, which takes
 * ending->run. */
enum status ending_describe_run(struct ending *ending);

/* session_trace.c: what has become of the trace, and what its rules have left
 * out; collective. */
struct trace_totals;
void ending_describe_trace(struct ending *ending,
                           const struct trace_totals *totals);

/* Which procedures of MPI go through mpiprof. */
void ending_describe_coverage(struct profile *profile);

#endif
