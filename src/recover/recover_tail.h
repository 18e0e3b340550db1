/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_tail.h - the records that a stopped rank could not write: its
 * current call, open regions, the end of the program.
 *
 * OTF2 writes these to a separate file, which is then appended to the joined
 * records (recover/recover_events.h).
 * Units: ticks of the rank's clock.  Threads: one owner.  Memory: none is
 * kept.  Errors: not logged.
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
    const struct recover_scan *scan; /* scan of all its records */
    const struct persist_call *now;  /* current call; NULL: none */
    uint64_t time;                   /* end of the location */
};

/* Returns the current call of the location's thread if its Enter record is
 * missing; NULL: no call, or unknown. */
const struct persist_call *
recover_tail_call(const struct trace_recovery *recovery,
                  const struct recover_rank *rank, uint64_t location,
                  const struct recover_scan *scan);

/* Appends to the joined file, which becomes the location's; *events: the
 * number appended. */
enum status recover_tail_append(const struct trace_recovery *recovery,
                                const struct recover_tail *tail, int file,
                                const struct recover_joined *joined,
                                uint64_t *events);

#endif
