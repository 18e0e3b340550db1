/*
 * left_locations.h - the event files of a trace out of what was left behind.
 *
 * Each location's records are joined (read/left_events.h) and completed
 * (read/left_tail.h); a rank without any has an empty file.
 * Threads: one owner.  Memory: one rank at a time; making->locations grows.
 * Errors: not logged, but for those of read/left_kept.h.
 */
#ifndef READ_LEFT_LOCATIONS_H
#define READ_LEFT_LOCATIONS_H

#include "base/status.h"
#include "read/left_making.h"

/* Fills in used, states, traced, locations, begin and end.  STATUS_NOT_FOUND:
 * there are no events at all. */
enum status left_locations_make(struct left_making *making);

#endif
