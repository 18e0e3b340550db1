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

#endif
