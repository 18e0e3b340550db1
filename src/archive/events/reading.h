/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reading.h - a trace being read.
 *
 * Shape: workers/read_trace.c opens the trace and reads its names through a
 * source; read_ranks.c reads the events of rank after rank, read_origin.c the
 * first ones, to find the start of the run; missing_data.c reports what is
 * missing.
 * Units: ticks of the trace.  Threads: one owner.  Memory: read_trace.c's.
 * Errors: logged.
 */
#ifndef ARCHIVE_EVENTS_READING_H
#define ARCHIVE_EVENTS_READING_H

#include "archive/events/events_state.h"
#include "archive/events/names.h"
#include "archive/events/read_progress.h"
#include "archive/events/tally.h"
#include "archive/events/trace_source.h"

struct reading {
    const char *anchor;
    const struct trace_source *source;
    void *archive; /* the source's */
    struct read_progress *watch;
    struct replay_log *log; /* or NULL */
    struct names names;
    struct tally tally;
    struct events events;
    struct profile *profile;
    char damage[200];          /* the first cause of damage, or "" */
    bool undivided;            /* several processes cannot read it */
    bool streams;              /* streams of accelerators are read now, after
                                * all threads */
    uint64_t *begins, *ends;   /* measured part per rank, ticks */
    struct time_window window; /* window to read */
    uint64_t origin;           /* origin of the window, ticks; if the window is
                                * given */
    const uint32_t *worker_of; /* by rank; NULL: all ranks are read here */
    uint32_t mine;             /* number of this worker */
};

/* Locations sorted by rank, the master first; locations that do not count come
 * last. */
static inline struct names_location *
reading_location(const struct reading *reading, uint32_t i)
{
    struct names_location *list = reading->names.locations.items;

    return &list[i];
}

/* Only locations of MPI processes count. */
static inline bool reading_belongs(const struct reading *reading, uint32_t i)
{
    return i < reading->names.locations.count &&
           reading_location(reading, i)->rank != UINT32_MAX;
}

static inline bool reading_is_mine(const struct reading *reading, uint32_t i)
{
    return reading_belongs(reading, i) &&
           (reading->worker_of == NULL ||
            reading->worker_of[reading_location(reading, i)->rank] ==
                reading->mine);
}

/* The next location to read here, from *i on; NULL: none. */
static inline struct names_location *
reading_next(const struct reading *reading, uint32_t *i)
{
    struct names_location *list = reading->names.streams.items;
    uint32_t count = reading->names.streams.count;

    if (!reading->streams) {
        while (reading_belongs(reading, *i) && !reading_is_mine(reading, *i))
            ++*i;
        return reading_belongs(reading, *i) ? reading_location(reading, (*i)++)
                                            : NULL;
    }
    while (*i < count && list[*i].rank == UINT32_MAX)
        ++*i;
    return *i < count ? &list[(*i)++] : NULL;
}

/* Returns the trace's note of that name, or NULL; the caller frees. */
static inline char *reading_note(struct reading *reading, const char *name)
{
    return reading->source->note == NULL
               ? NULL
               : reading->source->note(reading, name);
}

/* Whether events were read up to the window's end: later ones may lack. */
static inline bool reading_reaches_end(const struct reading *reading,
                                       uint32_t rank)
{
    return reading->window.given && reading->ends[rank] >= reading->events.to;
}

/* Finds the earliest start of the measured part among the ranks read here,
 * UINT64_MAX for none; all names are known. */
enum status read_origin(struct reading *reading, uint64_t *origin);

/* Reads all locations of one rank, from location *at on; *at then is the first
 * location of the next rank. */
enum status read_rank(struct reading *reading, uint32_t *at);
/* Reads all streams of accelerators; all ranks have been read. */
enum status read_streams(struct reading *reading);
/* Checks for out of memory while reading events; logged. */
enum status read_ranks_check(const struct reading *reading);

/* Drops sample facts of the whole run; for a window, before the first rank. */
void reading_forget_samples(struct reading *reading);
/* Aligns the start of each rank's measured part to one clock. */
void reading_align(struct reading *reading);
/* Adds remarks on kinds of records that are not evaluated. */
void reading_remark_unused(struct reading *reading,
                           const struct unused *unused, enum remark_code code);
/* Reports missing data; an error if everything is missing. */
enum status reading_remark_missing(struct reading *reading);

#endif
