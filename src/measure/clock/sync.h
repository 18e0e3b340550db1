/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync.h - compares the clocks of a run's hosts.
 *
 * Ranks share a clock if they run on one host, under one kernel and, for the
 * system's clock, in one time namespace.  The lowest rank of each clock reads
 * it for all: at the start and the end of the run it asks another one for the
 * time, along a binomial tree rooted at rank 0 (O(log clocks) rounds), many
 * times, and keeps the answer of the shortest round trip: the clock was read
 * between question and answer, so half of the round trip bounds the error (F.
 * Cristian, Probabilistic clock synchronization, 1989).
 * Shape: one clock_line per clock, known to all ranks (56 bytes per clock).
 * Threads: one; all calls but clear are collective over comm, which is
 * private.  Errors: if any rank is out of memory, all skip the comparison
 * (failed), so that no rank hangs.
 */
#ifndef MEASURE_CLOCK_SYNC_H
#define MEASURE_CLOCK_SYNC_H

#include <mpi.h>
#include <stdbool.h>

#include "measure/clock/clock.h"
#include "model/clock_line.h"

struct clock_sync {
    int count; /* number of clocks */
    int own;   /* index of this rank's clock; 0 is the run's */
    bool failed;
    struct clock_line line;   /* of this rank's clock */
    struct clock_line *lines; /* per clock; NULL with a single clock */
    int *leaders;             /* rank that reads each clock, ascending */
};

/* Finds the clocks and takes the first marks. */
void clock_sync_start(MPI_Comm comm, const char *host,
                      const struct clock_rate *rate, struct clock_sync *sync);
/* Takes the last marks. */
void clock_sync_end(MPI_Comm comm, const struct clock_rate *rate,
                    struct clock_sync *sync);
void clock_sync_clear(struct clock_sync *sync);

#endif
