/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_region.h - the hooks of MPIPROF_BEGIN and MPIPROF_END, and of ranges
 * marked for other tools.
 *
 * Threads: the calling one, except record_regions_finish().  Memory: names that
 * a thread has cached, until it is destroyed.  Errors: none towards the program;
 * ends that do not match, and regions without room, are counted.
 */
#ifndef MEASURE_RECORD_RECORD_REGION_H
#define MEASURE_RECORD_RECORD_REGION_H

#include "measure/record/hook.h"

void record_region_begin(struct hook_thread *thread, const char *name,
                         const char *file, int line);
void record_region_end(struct hook_thread *thread, const char *name);

/* An end without a range of its source and id is an error, unless the range
 * may have begun on another thread: that thread closes the range when it next
 * opens or closes one. */
void record_range_begin(struct hook_thread *thread, struct hook_range range,
                        const char *name);
void record_range_end(struct hook_thread *thread, struct hook_range range);

/* Shared with record_functions.h.  Under the recorder's lock: whether there are
 * so many regions that new ones share a row; the node of a region, or of the
 * shared one (regions nested in it stay there); the trace rules of a region. */
struct thread;
bool record_regions_full(void);
uint32_t record_region_node(uint32_t region, uint32_t parent, bool is_other);
unsigned record_region_rules(uint32_t node, const char *name);
/* Whether that name is of a region that waits outside MPI, and not one that
 * shares the row of others. */
bool record_region_waits(const char *name, bool is_other);
/* Both act on the calling thread.  Open: false without room.  Close: down to
 * and including that depth, and ranges that were waiting for this. */
bool record_region_open(struct thread *thread, uint64_t now, uint32_t node,
                        uint32_t region, unsigned how, bool waits);
void record_region_close(struct thread *thread, uint64_t now, int depth);

/* At the end of the run, after thread_finish(): closes open regions. */
void record_regions_finish(struct thread *thread, uint64_t now);
/* Number of ranges that did not nest in others of their thread. */
uint64_t record_ranges_crossed(void);

#endif
