/*
 * recover_definitions.h - the definitions of a trace out of what was left
 * behind.
 *
 * Those of each location, and of all: after recover_locations_make(), of which
 * they tell what occurred.
 * Threads: one owner.  Memory: one rank at a time.
 * Errors: not logged, but for those of recover/recover_chunks.h.
 */
#ifndef RECOVER_RECOVER_DEFINITIONS_H
#define RECOVER_RECOVER_DEFINITIONS_H

#include "base/status.h"
#include "recover/trace_recovery.h"

/* STATUS_BAD_FORMAT: a rank's file has changed since the profile was read. */
enum status recover_definitions_make(struct trace_recovery *recovery);

#endif
