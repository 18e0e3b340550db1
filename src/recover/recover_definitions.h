/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_definitions.h - rebuilds the definitions of a trace from data left
 * by unfinished ranks.
 *
 * Writes local and global definitions, after recover_locations_make(), which
 * finds the calls used.
 * Threads: one owner.  Memory: one rank at a time.  Errors: not logged, except
 * in recover/recover_chunks.h.
 */
#ifndef RECOVER_RECOVER_DEFINITIONS_H
#define RECOVER_RECOVER_DEFINITIONS_H

#include "base/status.h"
#include "recover/trace_recovery.h"

/* STATUS_BAD_FORMAT: a rank's file has changed since the profile was read. */
enum status recover_definitions_make(struct trace_recovery *recovery);

#endif
