/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layout_id.h - tells builds of a file without a build-id apart.
 *
 * "layout-" and a hash of its path and of what a loaded file shows as well as the file
 * itself, and what strip does not change: where its segments lie, and where its
 * functions start (the table of PT_GNU_EH_FRAME).
 * Threads: any.  No memory, no errors.
 */
#ifndef SYMBOLS_LAYOUT_ID_H
#define SYMBOLS_LAYOUT_ID_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

#define LAYOUT_ID_ROOM 24

static inline uint64_t layout_id_begin(const char *path)
{
    return hash_bytes(path, strlen(path), 0);
}

/* address: as in the file; bytes: in the file. */
static inline uint64_t layout_id_segment(uint64_t hash, uint32_t type,
                                         uint64_t address, uint64_t bytes)
{
    return hash_mix(hash_mix(hash_mix(hash, type), address), bytes);
}

static inline uint64_t layout_id_functions(uint64_t hash, const void *table,
                                           uint64_t bytes)
{
    return hash_bytes(table, bytes, hash);
}

static inline void layout_id_print(uint64_t hash, char out[LAYOUT_ID_ROOM])
{
    snprintf(out, LAYOUT_ID_ROOM, "layout-%016" PRIx64, hash);
}

#endif
