/*
 * recover_locations.h - the event files of a trace out of what was left behind.
 *
 * Each location's records are joined (recover/recover_events.h) and completed
 * (recover/recover_tail.h); a rank without any has an empty file.
 * Threads: one owner.  Memory: one rank at a time; recovery->locations grows.
 * Errors: not logged, but for those of recover/recover_chunks.h.
 */
#ifndef RECOVER_RECOVER_LOCATIONS_H
#define RECOVER_RECOVER_LOCATIONS_H

#include "base/status.h"
#include "recover/trace_recovery.h"

/* Fills in used, states, traced, locations, begin and end.  STATUS_NOT_FOUND:
 * there are no events at all. */
enum status recover_locations_make(struct trace_recovery *recovery);

#endif
