/*
 * record_region.h - the hooks of MPIPROF_BEGIN and MPIPROF_END, and of the
 * ranges that programs mark for other tools.
 */
#ifndef MEASURE_RECORD_REGION_H
#define MEASURE_RECORD_REGION_H

#include "measure/record/hook.h"

void record_region_begin(struct hook_thread *thread, const char *name,
                         const char *file, int line);
void record_region_end(struct hook_thread *thread, const char *name);

/* An end that finds no range of its source and id is an error, unless that
 * may have begun on another thread: this closes it when it comes to open or
 * close something. */
void record_range_begin(struct hook_thread *thread, struct hook_range range,
                        const char *name);
void record_range_end(struct hook_thread *thread, struct hook_range range);

/* At the thread's end: what others have ended is closed without an error. */
struct thread;
void record_ranges_close(struct thread *thread, uint64_t now);
/* Ranges that did not nest in those of their thread. */
uint64_t record_ranges_crossed(void);

#endif
