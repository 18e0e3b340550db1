/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scripted_clock.h - time is what a script says.
 *
 * The test's clock_gettime() stands in for that of the system: every clock
 * shows the moment of the script, and stands still until the script goes on.
 * With a step each reading is so much later than the one before it, so that
 * what reads the clock has a price that is known.
 * Units: ns, from the script's start.  Threads: any reads; one scripts.
 * No memory, no errors.
 */
#ifndef TESTS_UNIT_SCRIPTED_CLOCK_H
#define TESTS_UNIT_SCRIPTED_CLOCK_H

#include <stdint.h>

/* What the clock shows at the start: the core takes 0 for `never'. */
#define SCRIPT_START_NS 1000000000000ull

void script_start(void); /* at 0, without a step */
void script_pass(uint64_t ns);
void script_step(uint64_t ns);
uint64_t script_moment(void); /* is no reading */

#endif
