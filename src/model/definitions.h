/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * definitions.h - the names of a run: regions, call paths, communicators ...
 *
 * A definition is identified by its kind, the definitions it refers to, and
 * its key bytes; equal definitions share one id.  Ids count from 0 per kind,
 * and a definition refers only to ids created before its own, so that tables
 * of two ranks merge by walking one and interning into the other.  Id 0 of
 * REGION, REGION_NODE, PATH, COMM, WINDOW, FILE, GROUP, FILE_HANDLE and PROGRAM
 * always exists and means "none / root".  GROUP, FILE_HANDLE and TOPOLOGY are
 * created for traces only.
 *
 *   kind         refs                 key and note
 *   REGION       -                    name \0 file \0 line (decimal);
 *                                     note: the same for a function of the
 *                                     program, see function_names.h
 *   REGION_NODE  parent node, region  -
 *   MODULE       -                    build-id in hex, or layout_id.h;
 *                                     note: path of the file
 *   FRAME        module               offset (8 bytes LE);
 *                                     note: see symbols.h
 *   PATH         parent path, frame   -   (the caller is the parent)
 *   COMM         parent or 0          8 bytes; note: see comm_note.h
 *   HOST         -                    name; note: cpu model
 *   WINDOW       creating COMM        8 bytes LE: number of windows created
 *                                     on that COMM before;
 *                                     note: name \0 kind ("allocate")
 *   FILE         -                    name as the program gave it
 *   GROUP        -                    world rank of each member, 4 bytes LE
 *   FILE_HANDLE  FILE, COMM           8 bytes LE: number of handles already
 *                                     open on that file and communicator
 *   TOPOLOGY     COMM                 for each Cartesian dimension its size,
 *                                     4 bytes LE, and a byte: periodic
 *   PROGRAM      -                    base name; note: the command line of a
 *                                     rank that ran it
 *
 * A note is not part of the identity: the first non-empty note is kept.  Keys
 * and notes are followed by zeros, so text in them is terminated.
 * Threads: one owner.  Memory: owned by the table.  Errors: a definition for
 * which there is no memory has the id DEFINITION_NONE; create and merge log a
 * lack of memory; decode returns STATUS_BAD_FORMAT for damaged input, and logs
 * nothing.
 */
#ifndef MODEL_DEFINITIONS_H
#define MODEL_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

/* Frames examined per call path, from the innermost; a recorded path has at
 * most 64, and of Python 32 more. */
#define PATH_FRAMES_MOST 128

enum definition_kind {
    DEFINITION_REGION,
    DEFINITION_REGION_NODE,
    DEFINITION_MODULE,
    DEFINITION_FRAME,
    DEFINITION_PATH,
    DEFINITION_COMM,
    DEFINITION_HOST,
    DEFINITION_WINDOW,
    DEFINITION_FILE,
    DEFINITION_GROUP,
    DEFINITION_FILE_HANDLE,
    DEFINITION_TOPOLOGY,
    DEFINITION_PROGRAM,
    DEFINITION_KINDS
};

#define DEFINITION_NONE UINT32_MAX /* interning failed: out of memory */

struct definition {
    uint32_t refs[2]; /* 0 if unused */
    const uint8_t *key;
    uint32_t key_size;
    const uint8_t *note; /* NULL: no note */
    uint32_t note_size;
};

struct definitions;

enum status definitions_create(struct definitions **out);
void definitions_destroy(struct definitions *table);

/* Returns the id of that definition, created if new; DEFINITION_NONE without
 * memory or if a reference does not exist. */
uint32_t definitions_intern(struct definitions *table,
                            enum definition_kind kind, uint32_t ref0,
                            uint32_t ref1, const void *key, size_t key_size);
/* Same for an existing definition; DEFINITION_NONE if not found. */
uint32_t definitions_find(const struct definitions *table,
                          enum definition_kind kind, uint32_t ref0,
                          uint32_t ref1, const void *key, size_t key_size);
/* Both for a key that is a number: 8 bytes LE. */
uint32_t definitions_intern_number(struct definitions *table,
                                   enum definition_kind kind, uint32_t ref0,
                                   uint32_t ref1, uint64_t number);
uint32_t definitions_find_number(const struct definitions *table,
                                 enum definition_kind kind, uint32_t ref0,
                                 uint32_t ref1, uint64_t number);
/* Adds the next definition of a file; returns false if the definition is
 * invalid for its kind, is a duplicate, or has a dangling reference. */
bool definitions_add(struct definitions *table, enum definition_kind kind,
                     const struct definition *item);
/* Whether a note read from a file can be valid for that kind in a run of
 * `ranks' ranks. */
bool definitions_note_fits(enum definition_kind kind, const void *note,
                           size_t size, uint32_t ranks);
/* Sets the note if there is none yet, or replaces it (force). */
void definitions_note(struct definitions *table, enum definition_kind kind,
                      uint32_t id, const void *note, size_t size, int force);

/* Called after a definition was created or (noted) its note was set; NULL
 * stops the calls. */
typedef void definitions_watch_function(void *context,
                                        const struct definitions *table,
                                        enum definition_kind kind, uint32_t id,
                                        bool noted);
void definitions_watch(struct definitions *table,
                       definitions_watch_function *watch, void *context);
/* Appends a new definition: two references and the key, or (noted) id and
 * note. */
void definitions_put(const struct definitions *table,
                     enum definition_kind kind, uint32_t id, bool noted,
                     struct bytes_writer *out);

/* Returns the kind that the first (0) or second (1) reference points to; -1 if
 * unused. */
int definitions_reference(enum definition_kind kind, int which);
/* Whether this is the id 0 that every table has. */
bool definitions_is_root(enum definition_kind kind, uint32_t id);
uint32_t definitions_count(const struct definitions *table,
                           enum definition_kind kind);
/* Valid until the next intern or note; an unknown id has no refs, an empty key
 * and no note. */
struct definition definitions_get(const struct definitions *table,
                                  enum definition_kind kind, uint32_t id);

/* Interns all of `from' into `into'; map[kind] (caller's array of
 * DEFINITION_KINDS) maps ids of `from' to ids of `into';
 * definitions_map_clear() frees its elements. */
enum status definitions_merge(struct definitions *into,
                              const struct definitions *from,
                              uint32_t *map[DEFINITION_KINDS]);

void definitions_map_clear(uint32_t *map[DEFINITION_KINDS]);

/* Same for call sites only: regions, call paths and the definitions these
 * refer to.  The other maps are NULL. */
enum status definitions_merge_places(struct definitions *into,
                                     const struct definitions *from,
                                     uint32_t *map[DEFINITION_KINDS]);

void definitions_encode(const struct definitions *table,
                        struct bytes_writer *out);
/* Does not log damage: the caller knows the name of the file. */
enum status definitions_decode(struct bytes_reader *in,
                               struct definitions **out);

/* The program of a rank, with its command line as note; either may be NULL.
 * 0: no name, or no memory. */
uint32_t definitions_program(struct definitions *table, const char *name,
                             const char *command);
/* Shorthands over the fields above; strings live in the table. */
const char *definitions_region_name(const struct definitions *table,
                                    uint32_t region);
uint32_t definitions_region(struct definitions *table, const char *name,
                            const char *file, int line);
uint32_t definitions_find_region(const struct definitions *table,
                                 const char *name, const char *file, int line);
/* Name set by MPI_Win_set_name, or ""; kind: "create", "allocate", or "". */
const char *definitions_window_name(const struct definitions *table,
                                    uint32_t window);
const char *definitions_window_kind(const struct definitions *table,
                                    uint32_t window);
uint32_t definitions_group(struct definitions *table, const uint32_t *members,
                           uint32_t count);
/* Path of a region node, such as "solve" or "main/solve/halo"; "" for node 0;
 * only the inner part if deeper than 256. */
struct strbuf;
void definitions_region_path(const struct definitions *table, uint32_t node,
                             struct strbuf *out);

#endif
