/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_staging.h - the folder in which a recovered trace is built before it
 * is moved into its run.
 *
 * DIRECTORY/recover.tmp has the layout of a run: run.otf2, run.def, run/.
 * Leftovers of an interrupted recovery are removed.
 * Threads: one.  Memory: paths belong to the staging.  Errors: false, with
 * errno.
 */
#ifndef RECOVER_RECOVER_STAGING_H
#define RECOVER_RECOVER_STAGING_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recover_staging {
    char directory[PATH_MAX]; /* the run's directory */
    char folder[PATH_MAX];    /* the folder in it */
    uint64_t *locations;      /* locations with a file of events */
    size_t location_count;
    int lock; /* lock on the directory, while locked */
    bool locked;
};

/* Also lists the locations.  EBUSY: another process has the staging open, as
 * far as the file system can tell. */
bool recover_staging_open(const char *directory, struct recover_staging *out);
/* Moves all files into the run, run.otf2 last. */
bool recover_staging_move(const struct recover_staging *staging);
/* Removes the folder and its contents. */
void recover_staging_close(struct recover_staging *staging);

/* The files of events; -1: none, or cannot be created. */
int recover_staging_events(const struct recover_staging *staging,
                           uint64_t location);
/* Whether that file may have events. */
bool recover_staging_has_events(const struct recover_staging *staging,
                                uint64_t location);
int recover_staging_tail(const struct recover_staging *staging,
                         uint64_t location);
/* The joined file; keep then replaces the tail with it. */
int recover_staging_make(const struct recover_staging *staging,
                         uint64_t location);
bool recover_staging_keep(const struct recover_staging *staging,
                          uint64_t location);
/* Deletes the joined file. */
void recover_staging_drop(const struct recover_staging *staging,
                          uint64_t location);
/* Whether the file system has room for that many bytes, with a reserve. */
bool recover_staging_has_room(const struct recover_staging *staging,
                              uint64_t bytes);

#endif
