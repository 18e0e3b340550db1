/*
 * hang_verdict.h - the sentence that says why the ranks do not go on: the cycle
 * of those that wait for each other, or the one they wait for.
 *
 * For scopes whose ends have ranks.
 */
#ifndef ANALYZE_HANGS_HANG_VERDICT_H
#define ANALYZE_HANGS_HANG_VERDICT_H

#include "analyze/facts/scope.h"

/* Ranks that wait for each other had done so long enough at the end for
 * nothing to have been on its way. */
bool hang_waits_are_final(const struct scope *scope);
void hang_waits_verdict(const struct scope *scope, struct report *report);

#endif
