/*
 * handles.h - from the handles of MPI objects to what is known of them.
 *
 * MPI uses handle values again: whoever ends an object takes it out.
 * A hash table with open addressing; all-zero is an empty one.
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
/* NULL: not there. */
void *handles_get(const struct handles *handles, uint64_t handle);
/* Replaces what was there; false: no memory. */
bool handles_put(struct handles *handles, uint64_t handle, void *value);
/* Takes it out; NULL: was not there. */
void *handles_take(struct handles *handles, uint64_t handle);

#endif
