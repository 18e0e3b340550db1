/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_verdict.h - the sentence on why the ranks hang: the cycle of ranks that
 * wait for each other, or the rank they wait for.
 *
 * Requires a scope whose ends have ranks.
 */
#ifndef ANALYZE_HANGS_HANG_VERDICT_H
#define ANALYZE_HANGS_HANG_VERDICT_H

#include "analyze/facts/scope.h"

/* Whether ranks that wait for each other had waited too long for anything to
 * be in transit. */
bool hang_waits_are_final(const struct scope *scope);
void hang_waits_verdict(const struct scope *scope, struct report *report);

#endif
