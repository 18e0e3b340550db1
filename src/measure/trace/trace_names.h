/*
 * trace_names.h - writing global definitions: strings, places and groups that
 * are written once however often they are used.
 *
 * Interning is done by tables of model/definitions, of which each kind used
 * here is just "bytes -> dense id".
 * Errors: stick in `status`.  Threads: one owner.
 */
#ifndef MEASURE_TRACE_NAMES_H
#define MEASURE_TRACE_NAMES_H

#include <otf2/otf2.h>
#include <stdint.h>

#include "base/status.h"
#include "model/definitions.h"

struct trace_names {
    OTF2_GlobalDefWriter *writer;
    struct definitions *words;  /* MODULE: strings, HOST: groups */
    struct definitions *places; /* MODULE: functions, HOST: source lines */
    uint32_t strings, groups, lines, functions; /* written so far */
    uint32_t first_function; /* REGION id of the first function */
    enum status status;
};

void names_init(struct trace_names *names, OTF2_GlobalDefWriter *writer);
void names_clear(struct trace_names *names);
/* Takes the result of writing a definition. */
void names_expect(struct trace_names *names, OTF2_ErrorCode code);

uint32_t names_string(struct trace_names *names, const char *text);
/* A group of communicator members (world ranks). */
uint32_t names_group(struct trace_names *names, const uint32_t *members,
                     uint32_t count);
/* SOURCE_CODE_LOCATION; undefined when the file is not known. */
uint32_t names_line(struct trace_names *names, const char *file, int line);
/* REGION of a function of the program. */
uint32_t names_function(struct trace_names *names, const char *function,
                        const char *file);

/* trace_objects.c: the groups of RmaGroupSync, first of all groups of
 * communicator members, so that their ids are those of the run; windows,
 * files, Cartesian grids. */
void names_groups(struct trace_names *names, const struct definitions *run);
void names_windows(struct trace_names *names, const struct definitions *run);
void names_files(struct trace_names *names, const struct definitions *run);
void names_grids(struct trace_names *names, const struct definitions *run);

/* trace_paths.c: calling contexts of all PATH definitions, with these ids. */
void names_paths(struct trace_names *names, const struct definitions *run,
                 const uint32_t *contexts);

#endif
