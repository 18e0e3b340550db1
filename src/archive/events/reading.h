/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reading.h - an archive being read; private to the reader's files.
 *
 * Shape: read_otf2.c opens the archive and reads its names, read_ranks.c reads
 * the events of rank after rank, read_origin.c the first ones, to find the
 * start of the run, read_shares.c distributes ranks over several processes
 * (read_share.c, read_together.c), read_group.c over the processes of a group,
 * read_marks.c reports missing data.
 * Units: ticks of the archive.  Threads: one owner.  Memory: read_otf2.c's.
 * Errors: logged.
 */
#ifndef ARCHIVE_EVENTS_READING_H
#define ARCHIVE_EVENTS_READING_H

#include "archive/events/events_state.h"
#include "archive/events/names.h"
#include "archive/events/tally.h"
#include "archive/events/read_progress.h"

/* Receives OTF2's errors instead of printing them; the first of a series names
 * the cause. */
struct complaint {
    bool made;
    char text[200];
};

struct reading {
    const char *anchor;
    struct read_progress *watch;
    struct replay_log *log; /* or NULL */
    OTF2_Reader *reader;
    struct names names;
    struct tally tally;
    struct calls calls;
    struct complaint complaint;
    OTF2_EvtReaderCallbacks *callbacks;
    struct profile *profile;
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

/* Whether the local definitions are an empty file, which no valid archive
 * has. */
bool read_is_emptied(const struct reading *reading,
                     const struct names_location *location);
/* Finds the earliest start of the measured part among the ranks read here,
 * UINT64_MAX for none; all names are known. */
enum status read_origin(struct reading *reading, uint64_t *origin);

/* Call before the first rank: reads local definitions of locations read
 * here. */
enum status read_begin(struct reading *reading);
/* Reads all locations of one rank, from location *at on; *at then is the first
 * location of the next rank. */
enum status read_rank(struct reading *reading, uint32_t *at);
/* Checks for out of memory while reading events; logged. */
enum status read_ranks_check(const struct reading *reading);

/* Reads all ranks with `workers' new processes. */
enum status read_shares(struct reading *reading, uint32_t workers);

/* Assigns ranks to processes; bytes: adds up the event bytes of the ranks of
 * each process, or NULL.  False without memory. */
bool read_spread(struct reading *reading, uint32_t workers,
                 uint32_t *worker_of, uint64_t *bytes);
/* Reads this worker's ranks into a file of packets (rank_packet.h). */
enum status read_share(struct reading *reading, int packets);
/* Empties the file for another attempt; false on failure. */
bool read_share_empty(int packets);
/* Merges the packets of `count' workers, with worker_of giving the worker of
 * each rank. */
enum status read_together(struct reading *reading, const int *packets,
                          uint32_t count);

/* Drops sample facts of the whole run; for a window, before the first rank. */
void read_marks_forget_samples(struct reading *reading);
/* Aligns the start of each rank's measured part to one clock. */
void read_marks_align(struct reading *reading);
/* Reports missing data; an error if everything is missing. */
enum status read_marks(struct reading *reading);

#endif
