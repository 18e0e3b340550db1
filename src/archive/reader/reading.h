/*
 * reading.h - an archive that is being read: for the files that read it.
 *
 * Shape: read_otf2.c opens it and reads its names, read_ranks.c the events of
 * rank after rank, read_origin.c the first ones, to know when the run begins,
 * read_shares.c has them read by several processes
 * (read_share.c, read_together.c), read_group.c by those of a group,
 * read_marks.c says what is missing.
 * Units: ticks of the archive.  Threads: one owner.  Memory: read_otf2.c's.
 * Errors: logged.
 */
#ifndef ARCHIVE_READER_READING_H
#define ARCHIVE_READER_READING_H

#include "archive/reader/otf2_calls.h"
#include "archive/reader/otf2_names.h"
#include "archive/reader/tally.h"
#include "archive/reader/read_progress.h"

/* OTF2 tells its errors to here instead of printing them; the first of those
 * that belong together says the cause. */
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
    uint64_t *begins, *ends; /* of the measured part; per rank, ticks */
    struct time_window window; /* what is to be read */
    uint64_t origin;         /* where it counts from, ticks; if it is given */
    const uint32_t *worker_of; /* by rank; NULL: all are read here */
    uint32_t mine;             /* of these */
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

static inline bool reading_is_mine(const struct reading *reading, uint32_t i)
{
    return reading_belongs(reading, i) &&
           (reading->worker_of == NULL ||
            reading->worker_of[reading_location(reading, i)->rank] ==
                reading->mine);
}

/* Its own definitions are an empty file, which an archive may not have. */
bool read_is_emptied(const struct reading *reading,
                     const struct names_location *location);
/* When the measured part of the first rank of those that are read here begins,
 * UINT64_MAX: of none; all names are known. */
enum status read_origin(struct reading *reading, uint64_t *origin);

/* Before the first rank: the own names of locations that are read here. */
enum status read_begin(struct reading *reading);
/* All locations of one rank, from location *at on; *at: the first of the next
 * one. */
enum status read_rank(struct reading *reading, uint32_t *at);
/* Out of memory while reading events; logged. */
enum status read_ranks_check(const struct reading *reading);

/* All ranks, by so many processes that it makes. */
enum status read_shares(struct reading *reading, uint32_t workers);

/* Of several processes: which reads which rank; bytes: of the events of each,
 * or NULL.  False: no memory. */
bool read_spread(struct reading *reading, uint32_t workers,
                 uint32_t *worker_of, uint64_t *bytes);
/* The own ranks, which go to a file of packets (rank_packet.h). */
enum status read_share(struct reading *reading, int packets);
/* Before another try; false: it cannot be. */
bool read_share_empty(int packets);
/* The packets of so many, of which each rank's is known by worker_of. */
enum status read_together(struct reading *reading, const int *packets,
                          uint32_t count);

/* Before the first rank, of a window: what names say of samples of the whole
 * run is none of its. */
void read_marks_forget_samples(struct reading *reading);
/* When the measured part of each rank began, by one clock. */
void read_marks_align(struct reading *reading);
/* What is missing; nothing at all is there: an error. */
enum status read_marks(struct reading *reading);

#endif
