/*
 * collect.h - the rank_data of this process out of what its threads recorded.
 *
 * Ticks become nanoseconds, rows of all threads with the same key become one.
 * Class times, regions, the time line and useful counters are the master
 * thread's.  Ids stay this rank's; collect_map() changes them to the run's.
 * Threads: one, after recording.  Memory: rank_data_clear() by the caller.
 */
#ifndef MEASURE_COLLECT_H
#define MEASURE_COLLECT_H

#include "measure/clock/clock.h"
#include "model/profile.h"

/* end: ticks at the begin of MPI_Finalize; rate: calibrated. */
enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out);

void collect_map(struct rank_data *rank, uint32_t *const *map);

#endif
