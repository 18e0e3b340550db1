/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_recovery.h - a trace being recovered, private to recover_*.c.
 *
 * recover_trace.c owns the struct and frees its data; recover_locations.c
 * fills in states, locations and used calls, for which recover_definitions.c
 * writes definitions.
 * Units: ticks of the run's clock.  Threads: one owner.
 */
#ifndef RECOVER_TRACE_RECOVERY_H
#define RECOVER_TRACE_RECOVERY_H

#include <otf2/otf2.h>
#include <stddef.h>
#include <stdint.h>

#include "archive/definitions/archive.h"
#include "base/status.h"
#include "model/profile.h"
#include "settings/trace_rules.h"
#include "recover/recover_run.h"
#include "recover/recover_staging.h"

/* State of a rank's trace; the first three have no events: nothing left,
 * nothing traced, nothing readable. */
enum recover_state {
    RECOVER_MISSING,
    RECOVER_UNTRACED,
    RECOVER_LOST,
    RECOVER_WHOLE,
    RECOVER_OFF, /* recording was off in a thread at its end */
    RECOVER_CUT
};

struct trace_recovery {
    struct profile *profile;
    struct recover_staging staging;
    struct trace_rules *rules; /* rules that left out calls; NULL: none */
    OTF2_Archive *archive;
    size_t chunk_bytes;            /* 0: not yet known */
    uint8_t *used;                 /* per call of the run */
    struct remarks remarks;        /* on what is missing */
    uint8_t *states;               /* per rank: enum recover_state */
    struct recover_traced *traced; /* per rank */
    struct archive_part *parts;    /* per rank */
    struct archive_location *locations;
    size_t count;        /* number of locations */
    uint64_t begin, end; /* over all locations */
    char error[200];     /* first error from OTF2 */
};

/* Rebuilds the event files: joins (recover/recover_events.h) and completes the
 * records of each location; a rank without records gets an empty file.  Fills
 * used, states, traced, locations, begin and end.  STATUS_NOT_FOUND: no events at
 * all.  Memory: one rank at a time; locations grows.  Errors: not logged, except
 * in recover/recover_chunks.h. */
enum status recover_locations_make(struct trace_recovery *recovery);

#endif
