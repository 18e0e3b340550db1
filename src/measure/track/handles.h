/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * handles.h - maps handles of MPI objects to our data on them.
 *
 * MPI reuses handle values: the end of an object removes its entry.  A hash
 * table with open addressing; all zero is empty.
 * Threads: the caller's lock.  Memory: grows; the values are the caller's.
 */
#ifndef MEASURE_TRACK_HANDLES_H
#define MEASURE_TRACK_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

struct handle_slot {
    uint64_t handle;
    void *value; /* NULL: empty */
};

struct handles {
    struct handle_slot *slots;
    uint32_t mask, used;
};

void handles_clear(struct handles *handles);
/* NULL: not found. */
void *handles_get(const struct handles *handles, uint64_t handle);
/* Stores or replaces a value; false without memory. */
bool handles_put(struct handles *handles, uint64_t handle, void *value);
/* Removes an entry; NULL: not found. */
void *handles_take(struct handles *handles, uint64_t handle);

#endif
