/*
 * collect.h - the rank_data of this process out of what its threads recorded.
 *
 * Ids stay this rank's; rank_collect_map() changes them to the run's.
 * Threads: one, after recording.  Memory: rank_data_clear() by the caller.
 */
#ifndef MEASURE_SESSION_COLLECT_H
#define MEASURE_SESSION_COLLECT_H

#include "measure/clock/clock.h"
#include "live/rank_collect.h"

/* end: ticks at the begin of MPI_Finalize; rate: calibrated. */
enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out);

#endif
