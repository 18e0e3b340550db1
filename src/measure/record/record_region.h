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

/* What functions.h shares with them.  Under the recorder's lock: whether there
 * are so many regions that new ones share a row; the node of a region, or of
 * those that do (others within them are in theirs); what the rules of the
 * trace say to it. */
struct thread;
bool record_regions_full(void);
uint32_t record_region_node(uint32_t region, uint32_t parent, bool is_other);
unsigned record_region_rules(uint32_t node, const char *name);
/* Of the calling thread.  Open: false when there is no room.  Close: down to
 * and with that depth, and what has only waited for that. */
bool record_region_open(struct thread *thread, uint64_t now, uint32_t node,
                        uint32_t region, unsigned how);
void record_region_close(struct thread *thread, uint64_t now, int depth);

/* At the thread's end: what others have ended is closed without an error. */
void record_ranges_close(struct thread *thread, uint64_t now);
/* Ranges that did not nest in those of their thread. */
uint64_t record_ranges_crossed(void);

#endif
