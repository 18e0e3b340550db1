/*
 * definitions.h - the names of a run: regions, call paths, communicators ...
 *
 * A definition is identified by its kind, the definitions it refers to, and
 * its key bytes; equal ones are the same one.  Ids count from 0 per kind, and
 * a definition refers only to ids that were made before it, so that tables of
 * two ranks merge by walking one and interning into the other.  Id 0 of
 * REGION, REGION_NODE, PATH, COMM, WINDOW, FILE, GROUP and FILE_HANDLE is
 * always there and means "none / root".  The last three kinds are made for
 * traces only.
 *
 *   kind         refs                 key and note
 *   REGION       -                    name \0 file \0 line (decimal);
 *                                     note: the same of a function of the
 *                                     program, see function_names.h
 *   REGION_NODE  parent node, region  -
 *   MODULE       -                    build-id in hex, or the path;
 *                                     note: path of the file
 *   FRAME        module               offset (8 bytes LE);
 *                                     note: see symbols.h
 *   PATH         parent path, frame   -   (the caller is the parent)
 *   COMM         parent or 0          8 bytes; note: see comm_note.h
 *   HOST         -                    name; note: cpu model
 *   WINDOW       COMM it was made on  8 bytes LE: how many windows had been
 *                                     made on it before;
 *                                     note: name \0 kind ("allocate")
 *   FILE         -                    name as the program gave it
 *   GROUP        -                    world rank of each member, 4 bytes LE
 *   FILE_HANDLE  FILE, COMM           8 bytes LE: how many of that file and
 *                                     communicator were open already
 *   TOPOLOGY     COMM                 of each dimension of a Cartesian one its
 *                                     size, 4 bytes LE, and a byte: periodic
 *
 * A note is not part of the identity: the first non-empty one is kept.  Keys
 * and notes have zeros behind their last byte, so text in them ends.
 * Threads: one owner.  Memory: owned by the table.
 */
#ifndef MODEL_DEFINITIONS_H
#define MODEL_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

/* So many are looked at, from the innermost; those that are recorded have 64. */
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
    DEFINITION_KINDS
};

#define DEFINITION_NONE UINT32_MAX /* interning failed: no memory */

struct definition {
    uint32_t refs[2]; /* unused ones are 0 */
    const uint8_t *key;
    uint32_t key_size;
    const uint8_t *note; /* NULL when there is none */
    uint32_t note_size;
};

struct definitions;

enum status definitions_create(struct definitions **out);
void definitions_destroy(struct definitions *table);

/* The id of that definition, made if new.  DEFINITION_NONE also when it refers
 * to what is not there. */
uint32_t definitions_intern(struct definitions *table,
                            enum definition_kind kind, uint32_t ref0,
                            uint32_t ref1, const void *key, size_t key_size);
/* The same of one that is there already; DEFINITION_NONE: it is not. */
uint32_t definitions_find(const struct definitions *table,
                          enum definition_kind kind, uint32_t ref0,
                          uint32_t ref1, const void *key, size_t key_size);
/* The next one that a file tells of; false: it cannot be one of that kind, is
 * there already, or refers to what is not there. */
bool definitions_add(struct definitions *table, enum definition_kind kind,
                     const struct definition *item);
/* Whether a note that a file tells of can be one of that kind, in a run of so
 * many ranks. */
bool definitions_note_fits(enum definition_kind kind, const void *note,
                           size_t size, uint32_t ranks);
/* Replaces the note (force) or sets it when there is none yet. */
void definitions_note(struct definitions *table, enum definition_kind kind,
                      uint32_t id, const void *note, size_t size, int force);

/* Called when a definition has been made, or (noted) its note was set; NULL:
 * no more. */
typedef void definitions_watch_function(void *context,
                                        const struct definitions *table,
                                        enum definition_kind kind,
                                        uint32_t id, bool noted);
void definitions_watch(struct definitions *table,
                       definitions_watch_function *watch, void *context);
/* Appends what has come: two references and the key, or (noted) id and note. */
void definitions_put(const struct definitions *table,
                     enum definition_kind kind, uint32_t id, bool noted,
                     struct bytes_writer *out);

/* The kind that the first (0) or second (1) reference of such a definition is
 * to; -1: it has none. */
int definitions_reference(enum definition_kind kind, int which);
/* Whether it is the id 0 that every table has. */
bool definitions_is_root(enum definition_kind kind, uint32_t id);
uint32_t definitions_count(const struct definitions *table,
                           enum definition_kind kind);
/* Valid until the next intern or note; an id that is not there has no refs, an
 * empty key and no note. */
struct definition definitions_get(const struct definitions *table,
                                  enum definition_kind kind, uint32_t id);

/* Interns all of `from` into `into`; map[kind] (caller's array of
 * DEFINITION_KINDS, elements freed by the caller) gives for each id of `from`
 * its id in `into`. */
enum status definitions_merge(struct definitions *into,
                              const struct definitions *from,
                              uint32_t *map[DEFINITION_KINDS]);

/* Only where calls are made: regions and call paths, with what these refer to.
 * The other maps are NULL. */
enum status definitions_merge_places(struct definitions *into,
                                     const struct definitions *from,
                                     uint32_t *map[DEFINITION_KINDS]);

void definitions_encode(const struct definitions *table,
                        struct bytes_writer *out);
/* Damage is not logged: the caller knows of which file. */
enum status definitions_decode(struct bytes_reader *in,
                               struct definitions **out);

/* Shorthands over the fields above; strings live in the table. */
const char *definitions_region_name(const struct definitions *table,
                                    uint32_t region);
uint32_t definitions_region(struct definitions *table, const char *name,
                            const char *file, int line);
uint32_t definitions_find_region(const struct definitions *table,
                                 const char *name, const char *file, int line);
/* By MPI_Win_set_name, or ""; and "create", "allocate", or "". */
const char *definitions_window_name(const struct definitions *table,
                                    uint32_t window);
const char *definitions_window_kind(const struct definitions *table,
                                    uint32_t window);
uint32_t definitions_group(struct definitions *table, const uint32_t *members,
                           uint32_t count);
/* "solve" or "main/solve/halo": the path of a region node; "" for node 0; of
 * one deeper than 256 its inner part. */
struct strbuf;
void definitions_region_path(const struct definitions *table, uint32_t node,
                             struct strbuf *out);

#endif
