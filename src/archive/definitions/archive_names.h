/*
 * archive_names.h - writing global definitions: strings, places and groups that
 * are written once however often they are used.
 *
 * Interning is done by tables of model/definitions, of which each kind used
 * here is just "bytes -> dense id".
 * Errors: stick in `status`.  Threads: one owner.
 */
#ifndef ARCHIVE_DEFINITIONS_ARCHIVE_NAMES_H
#define ARCHIVE_DEFINITIONS_ARCHIVE_NAMES_H

#include <otf2/otf2.h>
#include <stdint.h>

#include "base/status.h"
#include "model/definitions.h"

struct gdef_names {
    OTF2_GlobalDefWriter *writer;
    struct definitions *words;  /* MODULE: strings, HOST: groups */
    struct definitions *places; /* MODULE: functions, HOST: source lines */
    uint32_t strings, groups, lines, functions; /* written so far */
    uint32_t first_function; /* REGION id of the first function */
    enum status status;
};

void gdef_init(struct gdef_names *names, OTF2_GlobalDefWriter *writer);
void gdef_clear(struct gdef_names *names);
/* Takes the result of writing a definition. */
void gdef_expect(struct gdef_names *names, OTF2_ErrorCode code);

uint32_t gdef_string(struct gdef_names *names, const char *text);
/* A group of communicator members (world ranks). */
uint32_t gdef_group(struct gdef_names *names, const uint32_t *members,
                     uint32_t count);
/* SOURCE_CODE_LOCATION; undefined when the file is not known. */
uint32_t gdef_line(struct gdef_names *names, const char *file, int line);
/* REGION of a function of the program. */
uint32_t gdef_function(struct gdef_names *names, const char *function,
                        const char *file);

/* archive_objects.c: the groups of RmaGroupSync, first of all groups of
 * communicator members, so that their ids are those of the run; windows,
 * files, Cartesian grids. */
void gdef_groups(struct gdef_names *names, const struct definitions *run);
void gdef_windows(struct gdef_names *names, const struct definitions *run);
void gdef_files(struct gdef_names *names, const struct definitions *run);
void gdef_grids(struct gdef_names *names, const struct definitions *run);

/* archive_samples.c: where samples come from, and what is not known of those of
 * a rank: properties of its location group, see model/sample_note.h. */
struct archive_facts;
void gdef_samples(struct gdef_names *names, const struct archive_facts *facts);

/* archive_paths.c: calling contexts of all PATH definitions, with these ids. */
void gdef_paths(struct gdef_names *names, const struct definitions *run,
                 const uint32_t *contexts);

#endif
