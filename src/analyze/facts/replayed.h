/*
 * replayed.h - how far the replay of a run's trace can be believed.
 *
 * Threads: one owner.
 */
#ifndef ANALYZE_FACTS_REPLAYED_H
#define ANALYZE_FACTS_REPLAYED_H

#include "analyze/facts/scope.h"

/* Less of the messages matched, and what follows from all of them is not
 * told. */
#define REPLAYED_LEAST_MATCHED 0.99

/* NULL: what needs all messages (ideal network, critical path) is known; else
 * why not, as a phrase.  Only where there is a replay. */
const char *replayed_doubt(const struct scope *scope);
/* How many messages are known, under a table. */
void replayed_note(struct table *table, const struct scope *scope);
/* Sentences for the section on completeness. */
void replayed_say(const struct scope *scope, struct report *report);

#endif
