/*
 * recover_tail.h - what a stopped rank did not come to write of a location: the
 * call that it was in, what it had open, the end of the program.
 *
 * OTF2 writes these as a file of their own, which is then put behind the
 * records that were joined (recover/recover_events.h).
 * Units: ticks of the rank's clock.  Threads: one owner.  Memory: none is kept.
 * Errors: not logged.
 */
#ifndef RECOVER_RECOVER_TAIL_H
#define RECOVER_RECOVER_TAIL_H

#include <stdint.h>

#include "base/status.h"
#include "live/persist_call.h"
#include "recover/recover_events.h"
#include "recover/trace_recovery.h"
#include "recover/recover_rank.h"

struct recover_tail {
    uint64_t location;
    const struct recover_scan *scan; /* of all its records */
    const struct persist_call *now;  /* the call that it is in; NULL: none */
    uint64_t time;                /* when it ends */
};

/* The call that the location's thread is in, when its Enter is due next; NULL:
 * there is none, or it is not known. */
const struct persist_call *
recover_tail_call(const struct trace_recovery *recovery,
                  const struct recover_rank *rank, uint64_t location,
                  const struct recover_scan *scan);

/* Behind what was joined into the file, which then becomes the location's;
 * *events: how many these are. */
enum status recover_tail_append(const struct trace_recovery *recovery,
                                const struct recover_tail *tail, int file,
                                const struct recover_joined *joined,
                                uint64_t *events);

#endif
