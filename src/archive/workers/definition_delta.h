/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * definition_delta.h - transfers additions to a definition table to a process
 * that has the table's earlier state.
 *
 * Shape: the writer watches its copy of the table and repeatedly takes the new
 * entries; the reader merges these into its own table, together with additions
 * of other writers.  A definition_delta_map maps the ids of one writer to the
 * reader's.  For notes on earlier entries, the first note read wins.
 * Threads: one owner.  Memory: clear frees.  Errors: out of memory sticks in
 * the writer's bytes; the reader returns false, also for invalid input.
 */
#ifndef ARCHIVE_WORKERS_DEFINITION_DELTA_H
#define ARCHIVE_WORKERS_DEFINITION_DELTA_H

#include "base/bytes.h"
#include "model/definitions.h"

struct definition_delta {
    struct definitions *table;
    struct bytes_writer bytes;
};

/* Starts watching; the table must outlive the delta. */
void definition_delta_begin(struct definition_delta *delta,
                            struct definitions *table);
void definition_delta_clear(struct definition_delta *delta);
/* Appends all entries since the last call. */
void definition_delta_take(struct definition_delta *delta,
                           struct bytes_writer *out);

/* Shared by all writers: their reader's table. */
struct definition_delta_into {
    struct definitions *table;
    uint32_t before[DEFINITION_KINDS]; /* number of entries that the writers
                                        * started with */
    uint8_t *noted[DEFINITION_KINDS];  /* per such entry: a writer has set the
                                        * note */
};

bool definition_delta_into_init(struct definition_delta_into *into,
                                struct definitions *table);
void definition_delta_into_clear(struct definition_delta_into *into);

struct definition_delta_map {
    uint32_t *ids[DEFINITION_KINDS];
    uint32_t count[DEFINITION_KINDS];
    size_t room[DEFINITION_KINDS];
    bool moved; /* not all have the same id */
};

bool definition_delta_map_init(struct definition_delta_map *map,
                               const struct definition_delta_into *into);
void definition_delta_map_clear(struct definition_delta_map *map);

bool definition_delta_read(struct bytes_reader *in,
                           struct definition_delta_into *into,
                           struct definition_delta_map *map);

#endif
