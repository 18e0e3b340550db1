/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_locations.h - rebuilds the event files of a trace from data left by
 * unfinished ranks.
 *
 * Joins (recover/recover_events.h) and completes the records of each location; a
 * rank without records gets an empty file.
 * Threads: one owner.  Memory: one rank at a time; recovery->locations grows.
 * Errors: not logged, except in recover/recover_chunks.h.
 */
#ifndef RECOVER_RECOVER_LOCATIONS_H
#define RECOVER_RECOVER_LOCATIONS_H

#include "base/status.h"
#include "recover/trace_recovery.h"

/* Fills used, states, traced, locations, begin and end.  STATUS_NOT_FOUND: no
 * events at all. */
enum status recover_locations_make(struct trace_recovery *recovery);

#endif
