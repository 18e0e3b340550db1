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
/* How many causes were said; they are marked as told. */
size_t causes_say(struct advice *advice, const struct scope *scope,
                  struct report *report);
/* Says the suggestions that have not been told, as items of the same list,
 * after `said' causes. */
void causes_say_others(struct advice *advice, const struct scope *scope,
                       size_t said, struct report *report);

/* The call site with the most time in MPI over all ranks; NULL: no calls. */
const struct tally *causes_greatest_site(const struct scope *scope);
/* Whether the cause is work of a rank, and not calls. */
bool causes_is_work(const struct finding *finding);
/* The call site in which others wait longest for the rank of unequal work, a
 * site_key(); 0: none is known. */
uint64_t causes_waiting_site(const struct advice *advice,
                             const struct scope *scope,
                             const struct finding *finding);

#endif
