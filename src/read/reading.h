/*
 * reading.h - an archive that is being read: for the files that read it.
 *
 * Shape: read_otf2.c opens it and reads its names, read_ranks.c the events of
 * rank after rank, read_marks.c says what is missing.
 * Units: ticks of the archive.  Threads: one owner.  Memory: read_otf2.c's.
 * Errors: logged.
 */
#ifndef READ_READING_H
#define READ_READING_H

#include "read/otf2_calls.h"
#include "read/otf2_names.h"
#include "read/tally.h"
#include "read/watch.h"

/* OTF2 tells its errors to here instead of printing them; the first of those
 * that belong together says the cause. */
struct complaint {
    bool made;
    char text[200];
};

struct reading {
    const char *anchor;
    struct read_watch *watch;
    struct replay_log *log; /* or NULL */
    OTF2_Reader *reader;
    struct names names;
    struct tally tally;
    struct calls calls;
    struct complaint complaint;
    OTF2_EvtReaderCallbacks *callbacks;
    struct profile *profile;
    uint64_t *begins; /* per rank, ticks */
};

/* Sorted by rank, the master first; those that do not belong come last. */
static inline struct names_location *reading_location(
    const struct reading *reading, uint32_t i)
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

/* All locations of one rank, from location *at on; *at: the first of the next
 * one. */
enum status read_rank(struct reading *reading, uint32_t *at);
/* Out of memory while reading events; logged. */
enum status read_ranks_check(const struct reading *reading);

/* When the measured part of each rank began, by one clock. */
void read_marks_align(struct reading *reading);
/* What is missing; nothing at all is there: an error. */
enum status read_marks(struct reading *reading);

#endif
