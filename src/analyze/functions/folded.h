/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * folded.h - reports which functions were folded into their callers.
 *
 * Threads: one.  Memory: the report's.  Reports nothing without memory.
 */
#ifndef ANALYZE_FUNCTIONS_FOLDED_H
#define ANALYZE_FUNCTIONS_FOLDED_H

struct report;
struct scope;

void folded_say(const struct scope *scope, struct report *report);

#endif
