/*
 * recover_staging.h - where a trace is made before it is moved into its run.
 *
 * DIRECTORY/recover.tmp is laid out as a run: run.otf2, run.def, run/.  What
 * an earlier one that was stopped has left there goes.
 * Threads: one.  Memory: paths are the place's.  Errors: false, with errno.
 */
#ifndef RECOVER_RECOVER_STAGING_H
#define RECOVER_RECOVER_STAGING_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct left_place {
    char directory[PATH_MAX]; /* of the run */
    char folder[PATH_MAX];    /* in it */
    uint64_t *locations;      /* of which it has a file of events */
    size_t location_count;
    int lock;    /* of the directory, while locked */
    bool locked;
};

/* Also lists the locations.  EBUSY: somebody else has it open, as far as the
 * file system can tell. */
bool left_place_open(const char *directory, struct left_place *out);
/* What is there takes its place in the run, run.otf2 last. */
bool left_place_move(const struct left_place *place);
/* Removes the folder and what is in it. */
void left_place_close(struct left_place *place);

/* The files of events; -1: there is none, or it cannot be made. */
int left_place_events(const struct left_place *place, uint64_t location);
/* Whether that file may have any. */
bool left_place_has_events(const struct left_place *place, uint64_t location);
int left_place_tail(const struct left_place *place, uint64_t location);
/* The joined file, which then takes the place of the tail. */
int left_place_make(const struct left_place *place, uint64_t location);
bool left_place_keep(const struct left_place *place, uint64_t location);
/* The joined file goes. */
void left_place_drop(const struct left_place *place, uint64_t location);
/* Whether there is room for so many bytes, and some more. */
bool left_place_has_room(const struct left_place *place, uint64_t bytes);

#endif
