/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collect.h - builds the rank_data of this process from its threads' records.
 *
 * Ids remain this rank's; rank_collect_map() converts them to the run's.
 * Threads: one, after recording.  Memory: the caller calls rank_data_clear().
 */
#ifndef MEASURE_SESSION_COLLECT_H
#define MEASURE_SESSION_COLLECT_H

#include "measure/clock/clock.h"
#include "live/rank_collect.h"

/* end: ticks at the start of MPI_Finalize; rate: calibrated. */
enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out);

#endif
