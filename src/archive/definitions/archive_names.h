/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_names.h - writes global definitions: strings, source locations and
 * groups, each written once however often used.
 *
 * Interning uses tables of model/definitions, where each kind is just "bytes
 * -> dense id".
 * Errors: stick in `status'.  Threads: one owner.
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
    uint32_t strings, groups, lines, functions; /* number written so far */
    uint32_t first_function; /* REGION id of the first function */
    enum status status;
};

void gdef_init(struct gdef_names *names, OTF2_GlobalDefWriter *writer);
void gdef_clear(struct gdef_names *names);
/* Takes the result of an OTF2 write. */
void gdef_expect(struct gdef_names *names, OTF2_ErrorCode code);

uint32_t gdef_string(struct gdef_names *names, const char *text);
/* A group of communicator members (world ranks). */
uint32_t gdef_group(struct gdef_names *names, const uint32_t *members,
                    uint32_t count);
/* SOURCE_CODE_LOCATION; undefined if the file is unknown. */
uint32_t gdef_line(struct gdef_names *names, const char *file, int line);
/* REGION of a function of the program. */
uint32_t gdef_function(struct gdef_names *names, const char *function,
                       const char *file);

/* archive_objects.c: the groups of RmaGroupSync, before all groups of
 * communicator members, so that their ids are the run's; windows, files,
 * Cartesian grids. */
void gdef_groups(struct gdef_names *names, const struct definitions *run);
void gdef_windows(struct gdef_names *names, const struct definitions *run);
void gdef_files(struct gdef_names *names, const struct definitions *run);
void gdef_grids(struct gdef_names *names, const struct definitions *run);

/* archive_samples.c: sources of samples, and facts about a rank's missing
 * samples: properties of its location group, see model/notes/sample_note.h. */
struct archive_facts;
void gdef_samples(struct gdef_names *names, const struct archive_facts *facts);

/* archive_paths.c: calling contexts of all PATH definitions, with these
 * ids. */
void gdef_paths(struct gdef_names *names, const struct definitions *run,
                const uint32_t *contexts);

#endif
