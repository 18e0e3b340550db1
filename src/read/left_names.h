/*
 * left_names.h - the definitions of a trace out of what was left behind.
 *
 * Those of each location, and of all: after left_locations_make(), of which
 * they tell what occurred.
 * Threads: one owner.  Memory: one rank at a time.
 * Errors: not logged, but for those of read/left_kept.h.
 */
#ifndef READ_LEFT_NAMES_H
#define READ_LEFT_NAMES_H

#include "base/status.h"
#include "read/left_making.h"

/* STATUS_BAD_FORMAT: a rank's file has changed since the profile was read. */
enum status left_names_make(struct left_making *making);

#endif
