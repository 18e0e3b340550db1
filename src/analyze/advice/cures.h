/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cures.h - simulates the run without the causes that findings name.
 *
 * Each finding with a cure is simulated alone, then together with those of larger
 * gain: one that adds less than a quarter of its own gain explains the same
 * seconds as those, and is dropped.
 * Units: ns.  Threads: one owner.  Errors: logged.
 */
#ifndef ANALYZE_ADVICE_CURES_H
#define ANALYZE_ADVICE_CURES_H

#include "analyze/advice/advice.h"

/* Whether the run can be simulated: its calls are there (struct
 * analyze_options, simulate), and all of them. */
bool cures_possible(const struct scope *scope);
/* Replaces estimated gains by simulated ones, and drops findings that gain too
 * little or explain what others do.  A simulation that fails, or does not
 * reproduce the run, leaves the estimates. */
void cures_simulate(struct advice *advice, const struct scope *scope);

#endif
