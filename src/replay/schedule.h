/*
 * schedule.h - which location is next: the one with the smallest time.
 *
 * Shape: a binary heap that knows where each location is in it; equal times
 * go by index.  Threads: one owner.  Memory: schedule_clear() frees.
 */
#ifndef REPLAY_SCHEDULE_H
#define REPLAY_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_NONE UINT32_MAX

struct schedule {
    uint64_t *times;  /* by location */
    uint32_t *places; /* by location: in the heap, or SCHEDULE_NONE */
    uint32_t *heap;
    uint32_t count;
};

bool schedule_init(struct schedule *schedule, uint32_t locations);
void schedule_clear(struct schedule *schedule);
/* Puts it in, or changes its time. */
void schedule_put(struct schedule *schedule, uint32_t location,
                  uint64_t time);
/* Does nothing when it is not there. */
void schedule_remove(struct schedule *schedule, uint32_t location);
/* Takes it out; SCHEDULE_NONE: there is none. */
uint32_t schedule_next(struct schedule *schedule);

#endif
