/*
 * ranges.h - regions that programs mark for other tools: Kokkos, NVTX.
 *
 * A range ends by its source and an id.  Of two copies of this library in a
 * process the first one records, as with calls of MPI; a range goes there,
 * whichever copy the program has opened.
 * Threads: any; a range is of the thread that begins it.  Before MPI_Init
 * ranges are kept as marks are; after the end, in a child of fork(), inside
 * calls of MPI and with MPIPROF_ENABLE=off nothing happens.  errno is kept.
 * Names are copied.
 */
#ifndef WRAPPERS_RANGES_H
#define WRAPPERS_RANGES_H

#include "wrap.h"

/* Room for a name that is put together; longer ones are cut. */
enum { RANGE_NAME_ROOM = 512 };

void ranges_begin(enum hook_source source, uint64_t id, const char *name);
void ranges_end(enum hook_source source, uint64_t id);
/* Something that has no length: counted as one visit. */
void ranges_moment(enum hook_source source, const char *name);

/* Never the same twice in this process, and never 0. */
uint64_t ranges_new_id(void);

/* What the first copy of this library records; of it alone. */
EXPORTED void mpiprof_range_begin(int source, uint64_t id, const char *name);
EXPORTED void mpiprof_range_end(int source, uint64_t id);
EXPORTED uint64_t mpiprof_range_id(void);

#endif
