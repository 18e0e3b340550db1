/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * causes.h - the simulated causes of lost time as numbered sentences: who, how
 * much, where others pay for it, what T would be without it, and what to do.
 */
#ifndef ANALYZE_TABLES_CAUSES_H
#define ANALYZE_TABLES_CAUSES_H

#include "analyze/advice/advice.h"

/* How much it matters that T could be shorter by that. */
enum severity causes_severity(const struct scope *scope, uint64_t gain);
/* Says the causes with gains, the simulated ones if there are any, and marks up to
 * five of them as told.  Returns how many there are. */
size_t causes_say(struct advice *advice, const struct scope *scope,
                  struct report *report);
/* Whether there are suggestions that have not been told. */
bool causes_left(const struct advice *advice);
/* Which suggestions may be said: all, those without gains, or those alone that hold
 * whatever the times of the run are worth. */
enum causes_trust { CAUSES_ALL, CAUSES_WITHOUT_GAIN, CAUSES_SURE };
/* Says the suggestions that have not been told, as items of the same list,
 * after `said' causes. */
void causes_say_others(struct advice *advice, const struct scope *scope,
                       size_t said, enum causes_trust trust,
                       struct report *report);
/* Says what all simulated changes bring together, and the efficiencies. */
void causes_say_together(const struct advice *advice,
                         const struct scope *scope, struct report *report);

/* The call site with the most time in MPI over all ranks; NULL: no calls. */
const struct tally *causes_greatest_site(const struct scope *scope);
/* Whether the cause is work of a rank, and not calls. */
bool causes_is_work(const struct finding *finding);
/* The call site in which others wait longest for the rank of unequal work, a
 * site_key(); 0: none is known. */
uint64_t causes_waiting_site(const struct advice *advice,
                             const struct finding *finding);

#endif
