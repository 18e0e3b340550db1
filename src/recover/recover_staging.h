/*
 * recover_staging.h - where a trace is made before it is moved into its run.
 *
 * DIRECTORY/recover.tmp is laid out as a run: run.otf2, run.def, run/.  What an
 * earlier one that was stopped has left there goes. Threads: one.  Memory:
 * paths belong to the staging.  Errors: false, with errno.
 */
#ifndef RECOVER_RECOVER_STAGING_H
#define RECOVER_RECOVER_STAGING_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recover_staging {
    char directory[PATH_MAX]; /* of the run */
    char folder[PATH_MAX];    /* in it */
    uint64_t *locations;      /* of which it has a file of events */
    size_t location_count;
    int lock;    /* of the directory, while locked */
    bool locked;
};

/* Also lists the locations.  EBUSY: somebody else has it open, as far as the
 * file system can tell. */
bool recover_staging_open(const char *directory, struct recover_staging *out);
/* What is there takes its place in the run, run.otf2 last. */
bool recover_staging_move(const struct recover_staging *staging);
/* Removes the folder and what is in it. */
void recover_staging_close(struct recover_staging *staging);

/* The files of events; -1: there is none, or it cannot be made. */
int recover_staging_events(const struct recover_staging *staging,
                           uint64_t location);
/* Whether that file may have any. */
bool recover_staging_has_events(const struct recover_staging *staging,
                                uint64_t location);
int recover_staging_tail(const struct recover_staging *staging,
                         uint64_t location);
/* The joined file, which then takes the place of the tail. */
int recover_staging_make(const struct recover_staging *staging,
                         uint64_t location);
bool recover_staging_keep(const struct recover_staging *staging,
                          uint64_t location);
/* The joined file goes. */
void recover_staging_drop(const struct recover_staging *staging,
                          uint64_t location);
/* Whether there is room for so many bytes, and some more. */
bool recover_staging_has_room(const struct recover_staging *staging,
                              uint64_t bytes);

#endif
