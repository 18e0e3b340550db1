/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_steps.h - the steps of a run, in which a simulation shares work.
 *
 * They end at the call site, of no tests, that all ranks call as often, twice or
 * more, and wait longest at.
 * Threads: one owner.  Memory: run_steps_clear() frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_RUN_STEPS_H
#define ANALYZE_FACTS_RUN_STEPS_H

#include "analyze/facts/wait_tallies.h"
#include "replay/log/scenario.h"

/* Returns that call site; NULL: none. */
const struct tally *run_steps_find(const struct scope *scope,
                                   const struct wait_tallies *waits);
/* Steps that end at `site', a site_key(), `count' of each rank; too many are
 * merged.  Requires zeroed steps; run_steps_clear() also after a failure. */
enum status run_steps_init(struct steps *steps, const struct scope *scope,
                           const struct wait_tallies *waits, uint64_t site,
                           uint64_t count);
void run_steps_clear(struct steps *steps);

#endif
