/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * compare_causes.h - which causes of lost time are gone, new or changed, and
 * whether what the report of A promised came true.
 *
 * The causes are the suggestions with a gain (runs.h, RUNS_CAUSES); of a side
 * with several runs gains are means, 0 where a cause was not found.  A promise
 * is T of A without what is gone in B: one cause's gain; the simulation of all
 * together where all are gone; else the sum, no more than that simulation.
 * Units: ns.  Threads: one owner.
 */
#ifndef COMPARE_COMPARE_CAUSES_H
#define COMPARE_COMPARE_CAUSES_H

#include "compare/compare_change.h"

enum cause_change {
    CAUSE_GONE, /* at most a fifth of the gain in A is left */
    CAUSE_NEW,
    CAUSE_SMALLER,
    CAUSE_LARGER,
    CAUSE_SAME,
    CAUSE_UNKNOWN /* the causes of a side are unknown */
};

/* row: one of RUNS_CAUSES. */
enum cause_change cause_change_of(const struct runs_row *row,
                                  const struct compare_sides *sides);

const char *cause_change_name(enum cause_change change);

void compare_add_causes(struct table *table, const struct runs *runs,
                        const struct compare_sides *sides);
void compare_add_promise(struct table *table, const struct runs *runs,
                         const struct compare_sides *sides);
/* Adds sentences to the verdict, and to completeness why causes are
 * unknown. */
void compare_say_causes(const struct runs *runs,
                        const struct compare_sides *sides,
                        struct report *report);

#endif
