/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replayed.h - how reliable the replay of a run's trace is.
 *
 * Threads: one owner.
 */
#ifndef ANALYZE_FACTS_REPLAYED_H
#define ANALYZE_FACTS_REPLAYED_H

#include "analyze/facts/scope.h"

/* NULL if results that need all messages (ideal network, critical path) are
 * reliable; else the reason, as a phrase.  Requires a replay. */
const char *replayed_doubt(const struct scope *scope);
/* Notes below a table how many messages are matched. */
void replayed_note(struct table *table, const struct scope *scope);
/* Adds sentences to the section on completeness. */
void replayed_say(const struct scope *scope, struct report *report);

#endif
