/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive.h - writes the definitions of an OTF2 archive: at MPI_Finalize, and
 * afterwards for a recovered run.
 *
 * Global definitions are the run's; event records use ids of their rank:
 * region = call, or number of calls + user region (the number of calls itself
 * is the root region); communicator = COMM id - 1; calling context = PATH id.
 * Tables of each location map these to the ids of the archive, which are
 * dense, as otf2-print requires.
 * Units: ticks of the run's clock, unless noted.  Threads: one.  Memory: the
 * caller's, unless a function says otherwise.  Errors: not logged here.
 */
#ifndef ARCHIVE_DEFINITIONS_ARCHIVE_H
#define ARCHIVE_DEFINITIONS_ARCHIVE_H

#include <otf2/otf2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "model/clock_line.h"
#include "model/definitions.h"
#include "model/profile.h"
#include "settings/trace_rules.h"

/* Definitions with fixed ids, since events use them. */
#define ARCHIVE_STRING_EMPTY 0
#define ARCHIVE_STRING_PROGRAM 1
#define ARCHIVE_ATTRIBUTE_PATH 0
#define ARCHIVE_ATTRIBUTE_WINDOW 1
#define ARCHIVE_ATTRIBUTE_FILE 2
#define ARCHIVE_ATTRIBUTE_ERROR 3
#define ARCHIVE_ATTRIBUTE_START 4
#define ARCHIVE_ATTRIBUTE_WEIGHT 5
#define ARCHIVE_METRIC_CLASS 0
#define ARCHIVE_IO_PARADIGM 0
#define ARCHIVE_INTERRUPT_GENERATOR 0
#define ARCHIVE_REGION_ROOT 0 /* the number of calls in event records */

struct archive_location {
    uint64_t location, events;
};

/* Facts about each rank. */
struct archive_part {
    uint64_t events; /* events of the master thread */
    uint32_t host;   /* HOST id of the run */
    uint32_t lead;   /* thread that stands for the rank */
    uint32_t locations;
    bool empty;             /* the rank was excluded from tracing */
    struct samples samples; /* facts, no rows */
    uint64_t samples_left_out, samples_in_calls; /* number of samples not in
                                                  * the trace, and in MPI
                                                  * calls */
};

struct archive_facts {
    const struct profile *run; /* program, calls, definitions, ranks */
    char *const *counters;     /* names */
    uint8_t counter_count;
    const uint8_t *used;      /* per call: whether the run used it */
    const uint32_t *contexts; /* per PATH of the run, archive_contexts() */
    const struct archive_part *parts;         /* of each rank */
    const struct archive_location *locations; /* sorted by rank, then thread */
    size_t location_count;
    uint64_t begin_ticks, end_ticks;
    double ticks_per_second;
    uint64_t start_ticks, start_unix_ns; /* the same moment on both clocks */
};

/* archive_definitions.c: run.def. */
enum status archive_write_definitions(OTF2_Archive *archive,
                                      const struct archive_facts *facts);

/* archive_paths.c: calling context of each PATH; the caller frees the array.
 * run: NULL except on the rank that knows it; with NULL the array is only
 * allocated.  Returns NULL without memory. */
uint32_t *archive_contexts(const struct definitions *run, uint32_t paths);

/* Maps a rank's ids to ids of the archive. */
struct archive_ids {
    const struct definitions *own;
    uint32_t *const *map; /* own id -> run id, per kind */
    const uint8_t *used;  /* as above */
    uint32_t call_count;
    const uint32_t *contexts; /* per PATH of the run */
};

/* archive_tables.c: the same for all locations of a rank.  The caller destroys
 * the result; NULL without memory. */
struct archive_tables;
struct archive_tables *archive_tables_create(const struct archive_ids *ids);
void archive_tables_destroy(struct archive_tables *tables);
/* Writes the .def of a location, with two clock offsets; ticks of the
 * location's clock. */
enum status archive_write_location(OTF2_Archive *archive, uint64_t location,
                                   const struct archive_tables *tables,
                                   const struct clock_line *line,
                                   uint64_t begin, uint64_t end);

/* archive_notes.c: properties of the archive, see model/notes/trace_note.h.  False
 * if writing failed. */
bool archive_note(OTF2_Archive *archive, const char *name, const char *value);
/* Lists the ranks with events, if not all ranks were traced. */
bool archive_note_ranks(OTF2_Archive *archive,
                        const struct archive_part *parts, uint32_t ranks);
/* Names what one setting left out, and the number of calls left out. */
bool archive_note_rules(OTF2_Archive *archive, const struct trace_rules *rules,
                        bool only, const char *calls);

static inline uint64_t archive_location_id(uint32_t thread, uint32_t rank)
{
    return (uint64_t)thread << 32 | rank;
}

/* Regions: root, used calls, user regions, functions.  Communicators: the
 * run's without number 0. */
uint32_t archive_count_used(const uint8_t *used, uint32_t calls);
static inline uint32_t archive_user_region(uint32_t used_count,
                                           uint32_t region)
{
    return region == 0 ? ARCHIVE_REGION_ROOT : used_count + region;
}

static inline uint32_t archive_comm(uint32_t run_comm)
{
    return run_comm == 0 ? OTF2_UNDEFINED_COMM : run_comm - 1;
}

/* Groups of one-sided calls follow the group of all locations. */
static inline uint32_t archive_group(uint32_t run_group)
{
    return run_group == 0 ? OTF2_UNDEFINED_GROUP : run_group;
}

/* Windows, files and other objects: the run's without number 0. */
static inline uint32_t archive_object(uint32_t run_id)
{
    return run_id == 0 ? UINT32_MAX : run_id - 1;
}

#endif
