/*
 * definition_delta.h - what comes into a table of definitions, for another
 * process that has the table as it was.
 *
 * Shape: the writer watches its copy of the table and takes, again and again,
 * what has come since; the reader puts that into its own table, together with
 * what other writers have added to theirs.  An definition_delta_map gives of
 * each id of one writer the reader's.  Of notes on what was in the table
 * before, the first that is read counts. Threads: one owner.  Memory: clear
 * frees.  Errors: no memory sticks in the bytes of the writer; the reader
 * answers false, also when what it reads is no addition.
 */
#ifndef ARCHIVE_WORKERS_DEFINITION_DELTA_H
#define ARCHIVE_WORKERS_DEFINITION_DELTA_H

#include "base/bytes.h"
#include "model/definitions.h"

struct definition_delta {
    struct definitions *table;
    struct bytes_writer bytes;
};

/* From now on; the table lives longer. */
void definition_delta_begin(struct definition_delta *delta,
                            struct definitions *table);
void definition_delta_clear(struct definition_delta *delta);
/* Appends what has come since the last time. */
void definition_delta_take(struct definition_delta *delta,
                           struct bytes_writer *out);

/* Of all writers together: their reader's table. */
struct definition_delta_into {
    struct definitions *table;
    uint32_t before[DEFINITION_KINDS]; /* how many the writers had at first */
    uint8_t *noted[DEFINITION_KINDS];  /* of these: a writer has a note */
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
