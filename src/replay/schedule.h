/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * schedule.h - picks the location with the smallest time.
 *
 * Shape: a binary heap that knows the position of each location; ties go by
 * index.
 * Threads: one owner.  Memory: schedule_clear() frees.
 */
#ifndef REPLAY_SCHEDULE_H
#define REPLAY_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_NONE UINT32_MAX

struct schedule {
    uint64_t *times;  /* by location */
    uint32_t *places; /* by location: position in the heap, or SCHEDULE_NONE */
    uint32_t *heap;
    uint32_t count;
};

bool schedule_init(struct schedule *schedule, uint32_t locations);
void schedule_clear(struct schedule *schedule);
/* Inserts a location, or changes its time. */
void schedule_put(struct schedule *schedule, uint32_t location, uint64_t time);
/* Does nothing if the location is absent. */
void schedule_remove(struct schedule *schedule, uint32_t location);
/* Removes and returns the next location; SCHEDULE_NONE: none left. */
uint32_t schedule_next(struct schedule *schedule);

#endif
