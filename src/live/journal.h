/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * journal.h - definitions and facts of a rank, written as they arise.
 *
 * Records are appended to persisted memory (PERSIST_JOURNAL), so that a reader
 * has the names used in the tables even after the process has gone.  A record
 * is its length (4 bytes, written last), its kind and its body; a length of 0
 * ends a segment.
 *
 *   kind         body, as base/bytes.h writes it
 *   DEFINITION   kind, two refs, key; ids follow from the order
 *   NOTE         kind, id, note
 *   COMM         handle in C, handle in Fortran, COMM id: meaning of the
 *                handles from here on
 *   WINDOW       same, for a window on that COMM; id 0: the communicators of
 *                all windows are unknown from here on
 *   FACT         name, value
 *   MODULE       lowest address, end address, bias, path, build-id
 *
 * Threads: the caller serialises.  Memory: persisted, taken as the journal
 * grows.  Errors: a record without room is dropped, and so are all that
 * follow.
 */
#ifndef LIVE_JOURNAL_H
#define LIVE_JOURNAL_H

#include <stdbool.h>

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

/* Writes everything in the table, and all later additions; NULL: stops. */
void journal_watch(struct journal *journal, struct definitions *table);
void journal_comm(struct journal *journal, uint64_t handle, uint64_t fortran,
                  uint32_t id);
void journal_window(struct journal *journal, uint64_t handle, uint64_t fortran,
                    uint32_t comm);
void journal_fact(struct journal *journal, const char *name,
                  const char *value);
void journal_module(struct journal *journal,
                    const struct journal_module *module);

/* Reader: calls each function that is not NULL, in record order, and stops at
 * the first damaged record.  Texts are valid during the call. */
struct journal_reader {
    void *context;
    void (*comm)(void *context, uint64_t handle, uint64_t fortran,
                 uint32_t id);
    void (*window)(void *context, uint64_t handle, uint64_t fortran,
                   uint32_t comm);
    void (*fact)(void *context, const char *name, const char *value);
    void (*module)(void *context, const struct journal_module *module);
    struct definitions *definitions; /* receives all definitions and notes */
    uint32_t ranks; /* ranks of the run: notes that do not fit are damage */
};

/* Returns false on damage. */
bool journal_read(const struct persist_file *file,
                  const struct journal_reader *reader);

#endif
