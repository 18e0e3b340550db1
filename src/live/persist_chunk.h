/*
 * persist_chunk.h - a chunk of event records, as it is left behind.
 *
 * A segment of persisted memory (PERSIST_CHUNKS) is a row of slots; a slot is a
 * label, and PERSIST_CHUNK_AT bytes behind its begin the chunk: byte for byte
 * what goes to the file of its location, zeros where nothing has been written
 * yet.  All slots of a rank are equal; a slot that was never used is zeros, a
 * hole. Threads: one writer at a time.
 */
#ifndef LIVE_PERSIST_CHUNK_H
#define LIVE_PERSIST_CHUNK_H

#include <stdint.h>

#include "live/persist.h"

#define PERSIST_CHUNK_AT PERSIST_ALIGNMENT

struct persist_chunk {
    uint64_t location; /* as in the archive: thread << 32 | rank */
    uint64_t bytes;    /* of the chunk; 0: the slot was never used */
    uint32_t index;    /* of the chunk in the location's file, from 0 on */
    uint32_t ready;    /* the rest holds; it is written last */
};

#endif
