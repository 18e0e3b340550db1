/*
 * trace_recovery.h - a trace that is being made, private to recover_*.c.
 *
 * recover_trace.c owns it and frees what it has; recover_locations.c fills in
 * states, locations and what occurred, recover_definitions.c writes of these.
 * Units: ticks of the run's clock.  Threads: one owner.
 */
#ifndef RECOVER_TRACE_RECOVERY_H
#define RECOVER_TRACE_RECOVERY_H

#include <otf2/otf2.h>
#include <stddef.h>
#include <stdint.h>

#include "archive/definitions/archive.h"
#include "model/profile.h"
#include "settings/trace_rules.h"
#include "recover/recover_run.h"
#include "recover/recover_staging.h"

/* Of the trace of a rank; the first three are without events: nothing is there,
 * nothing was to be, nothing of what was there can be read. */
enum recover_state {
    RECOVER_MISSING,
    RECOVER_UNTRACED,
    RECOVER_LOST,
    RECOVER_WHOLE,
    RECOVER_OFF, /* of a thread, at its end */
    RECOVER_CUT
};

struct trace_recovery {
    struct profile *profile;
    struct recover_staging staging;
    struct trace_rules *rules; /* by which calls were left out; NULL: none */
    OTF2_Archive *archive;
    size_t chunk_bytes;          /* 0: no rank's are found yet */
    uint8_t *used;               /* per call of the run */
    uint8_t *states;             /* per rank: enum recover_state */
    struct recover_traced *traced; /* the same */
    struct archive_part *parts;  /* per rank */
    struct archive_location *locations;
    size_t count;                /* of these */
    uint64_t begin, end;         /* of all */
    char error[200];             /* the first that OTF2 told */
};

#endif
