/*
 * sync.h - the clocks of a run's hosts, compared.
 *
 * Ranks share a clock when they run on one host, under one kernel and, for
 * the system's clock, in one time namespace.  The lowest rank of each clock
 * reads it for all: at the start and the end of the run it asks another one,
 * along a binomial tree that starts at rank 0 (O(log clocks) rounds), many
 * times for the time, and keeps the answer of the shortest round trip: the
 * clock was read somewhere between question and answer, so half of the round
 * trip is the largest error (F. Cristian, Probabilistic clock
 * synchronization, 1989).
 * Shape: one clock_line per clock, known to all ranks (56 bytes per clock).
 * Threads: one; all calls but clear are collective over comm, which is
 * private.  Errors: without memory on any rank all do without the comparison
 * (failed), so that nobody waits.
 */
#ifndef MEASURE_CLOCK_SYNC_H
#define MEASURE_CLOCK_SYNC_H

#include <mpi.h>
#include <stdbool.h>

#include "measure/clock/clock.h"
#include "model/clock_line.h"

struct clock_sync {
    int count;  /* of clocks */
    int own;    /* this rank's; 0 is the run's */
    bool failed;
    struct clock_line line; /* of this rank's clock */
    struct clock_line *lines; /* of each; NULL with only one */
    int *leaders; /* the rank that reads each, ascending */
};

/* Finds the clocks and makes the first marks. */
void clock_sync_start(MPI_Comm comm, const char *host,
                      const struct clock_rate *rate, struct clock_sync *sync);
/* The last marks. */
void clock_sync_end(MPI_Comm comm, const struct clock_rate *rate,
                    struct clock_sync *sync);
void clock_sync_clear(struct clock_sync *sync);

#endif
