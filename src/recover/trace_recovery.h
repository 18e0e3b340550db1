/*
 * trace_recovery.h - a trace that is being made, private to left_*.c.
 *
 * left_trace.c owns it and frees what it has; left_locations.c fills in states,
 * locations and what occurred, left_names.c writes of these.
 * Units: ticks of the run's clock.  Threads: one owner.
 */
#ifndef RECOVER_TRACE_RECOVERY_H
#define RECOVER_TRACE_RECOVERY_H

#include <otf2/otf2.h>
#include <stddef.h>
#include <stdint.h>

#include "archive/archive.h"
#include "model/profile.h"
#include "model/trace_rules.h"
#include "recover/recover_run.h"
#include "recover/recover_staging.h"

/* Of the trace of a rank; the first three are without events: nothing is there,
 * nothing was to be, nothing of what was there can be read. */
enum left_state { LEFT_MISSING, LEFT_UNTRACED, LEFT_LOST, LEFT_WHOLE,
                  LEFT_OFF, /* of a thread, at its end */
                  LEFT_CUT };

struct left_making {
    struct profile *profile;
    struct left_place place;
    struct trace_rules *rules; /* by which calls were left out; NULL: none */
    OTF2_Archive *archive;
    size_t chunk_bytes;          /* 0: no rank's are found yet */
    uint8_t *used;               /* per call of the run */
    uint8_t *states;             /* per rank: enum left_state */
    struct left_traced *traced;  /* the same */
    struct archive_part *parts;  /* per rank */
    struct archive_location *locations;
    size_t count;                /* of these */
    uint64_t begin, end;         /* of all */
    char error[200];             /* the first that OTF2 told */
};

#endif
