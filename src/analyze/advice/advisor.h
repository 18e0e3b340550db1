/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advisor.h - runs the rules.
 *
 * looks.h lists them; their gains are simulated where that is possible (cures.h).
 */
#ifndef ANALYZE_ADVICE_ADVISOR_H
#define ANALYZE_ADVICE_ADVISOR_H

#include "analyze/advice/advice.h"

/* Makes the list of a zeroed struct that has the facts of all ranks. */
enum status advice_find(struct advice *advice, const struct scope *scope);

#endif
