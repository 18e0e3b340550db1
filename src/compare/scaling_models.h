/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scaling_models.h - models of how each part of a rank's time grows, and what
 * they say of 10 and 100 times as many ranks.
 *
 * Parts are the regions (useful time) and the procedures, in a run without
 * regions useful time as a whole; together they are a rank's time, so that
 * their shares of its sum say which will dominate.
 * Units: ns, in models s.  Threads: one owner.  Memory: none is kept.
 */
#ifndef COMPARE_SCALING_MODELS_H
#define COMPARE_SCALING_MODELS_H

#include "compare/runs.h"

/* Runs with as many ranks. */
struct scaling_group {
    uint64_t ranks;
    struct runs_group runs;
};

#define SCALING_MODEL_COLUMNS 19
extern const struct column scaling_model_columns[SCALING_MODEL_COLUMNS];

/* groups: by ranks, ascending.  Adds a row for each part of which there is a
 * model; none with fewer than GROWTH_POINTS groups. */
void scaling_models_add(struct table *table, const struct runs *runs,
                        const struct scaling_group *groups, uint32_t count,
                        bool weak);
/* Adds what will dominate to the verdict, or to completeness why that is
 * unknown or not said; table: filled by scaling_models_add(). */
void scaling_models_say(const struct table *table, const struct runs *runs,
                        const struct scaling_group *groups, uint32_t count,
                        struct report *report);

#endif
