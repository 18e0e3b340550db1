/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ranges.h - regions that programs mark for other tools: Kokkos, NVTX.
 *
 * A range ends by its source and an id.  With two copies of this library in a
 * process the first one records, as for MPI calls; ranges go there, whichever
 * copy the program has opened.
 * Threads: any; a range belongs to the thread that starts it.  Before MPI_Init
 * ranges are kept like marks; after the end, in a child of fork(), inside MPI
 * calls and with MPIPROF_ENABLE=off nothing happens. errno is preserved.
 * Names are copied.
 */
#ifndef WRAPPERS_BY_HAND_RANGES_H
#define WRAPPERS_BY_HAND_RANGES_H

#include "wrap.h"

/* Room for a composed name; longer ones are cut. */
enum { RANGE_NAME_ROOM = 512 };

void ranges_begin(enum hook_source source, uint64_t id, const char *name);
void ranges_end(enum hook_source source, uint64_t id);
/* An event without duration: counted as one visit. */
void ranges_moment(enum hook_source source, const char *name);

/* Unique in this process, and never 0. */
uint64_t ranges_new_id(void);

/* Entry points for recording; only the first copy of this library uses its
 * own. */
EXPORTED void mpiprof_range_begin(int source, uint64_t id, const char *name);
EXPORTED void mpiprof_range_end(int source, uint64_t id);
EXPORTED uint64_t mpiprof_range_id(void);

#endif
