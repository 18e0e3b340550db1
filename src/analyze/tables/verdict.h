/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict.h - the first sentences of a report.
 *
 * Whether the numbers can be trusted; where the time went; the causes by what T
 * would be without them; a part of the run that is far worse than the rest, if
 * there is one; what is missing.
 */
#ifndef ANALYZE_TABLES_VERDICT_H
#define ANALYZE_TABLES_VERDICT_H

#include "analyze/advice/advice.h"

/* Marks suggestions that it says as told. */
void verdict_say(struct advice *advice, const struct scope *scope,
                 struct report *report);

#endif
