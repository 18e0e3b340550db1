/*
 * journal.h - definitions and facts of a rank, written as they come to be.
 *
 * Records are appended to persisted memory (PERSIST_JOURNAL), so that who reads
 * them after the process has gone has the names that the tables refer to.  A
 * record is its length (4 bytes, written last), its kind and its body; a length
 * of 0 ends a segment.
 *
 *   kind         body, as base/bytes.h writes it
 *   DEFINITION   kind, two refs, key; ids follow from the order
 *   NOTE         kind, id, note
 *   COMM         handle in C, handle in Fortran, COMM id: it means this from
 *                here on
 *   WINDOW       likewise, of a window on that COMM; id 0: what any window is
 *                on is not known from here on
 *   FACT         name, value
 *   MODULE       lowest and behind the highest address, bias, path, build-id
 *
 * Threads: the caller serialises.  Memory: kept, taken as it grows.
 * Errors: what finds no room is left out, and all that follows, too.
 */
#ifndef LIVE_JOURNAL_H
#define LIVE_JOURNAL_H

#include <stdbool.h>

#include "base/bytes.h"
#include "live/persist.h"
#include "model/definitions.h"

enum journal_kind {
    JOURNAL_DEFINITION = 1,
    JOURNAL_NOTE,
    JOURNAL_COMM,
    JOURNAL_FACT,
    JOURNAL_MODULE,
    JOURNAL_WINDOW
};

struct journal_module {
    uint64_t low, high, bias;
    const char *path, *build_id;
};

struct journal; /* NULL: nothing is written */

struct journal *journal_create(void);
void journal_destroy(struct journal *journal);

/* All that is in the table, and all that comes into it from now on; NULL: no
 * more. */
void journal_watch(struct journal *journal, struct definitions *table);
void journal_comm(struct journal *journal, uint64_t handle, uint64_t fortran,
                  uint32_t id);
void journal_window(struct journal *journal, uint64_t handle,
                    uint64_t fortran, uint32_t comm);
void journal_fact(struct journal *journal, const char *name,
                  const char *value);
void journal_module(struct journal *journal,
                    const struct journal_module *module);

/* Reads: calls each function that is not NULL, in the order of the records,
 * and stops at the first that is damaged.  Texts are valid during the call. */
struct journal_reader {
    void *context;
    void (*comm)(void *context, uint64_t handle, uint64_t fortran,
                 uint32_t id);
    void (*window)(void *context, uint64_t handle, uint64_t fortran,
                   uint32_t comm);
    void (*fact)(void *context, const char *name, const char *value);
    void (*module)(void *context, const struct journal_module *module);
    struct definitions *definitions; /* takes in all definitions and notes */
    uint32_t ranks; /* of the run: notes that cannot be of it are damage */
};

/* False: there was damage. */
bool journal_read(const struct persist_file *file,
                  const struct journal_reader *reader);

#endif
