/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * synthetic_runs.h - runs for tests of what compares them; synthetic.h says
 * what their numbers are.
 */
#ifndef TESTS_UNIT_SYNTHETIC_RUNS_H
#define TESTS_UNIT_SYNTHETIC_RUNS_H

#include "compare/runs.h"
#include "report_cells.h"

static struct runs runs; /* until the next begin_runs() */

__attribute__((destructor)) static void forget_runs(void)
{
    runs_clear(&runs);
}

static inline void begin_runs(size_t names_most)
{
    forget_runs();
    runs_init(&runs, names_most);
}

/* Takes the profile. */
static inline void add_run(struct profile *profile, const char *path)
{
    struct analyze_options options = { .detail = RUNS_DETAIL };

    make_report(profile, &options);
    CU_ASSERT_EQUAL(runs_add(&runs, path, report), STATUS_OK);
}

/* The slow rank works so much longer in main/solve, and ends so much later. */
static inline struct profile *slower(uint32_t ranks, uint64_t ns)
{
    struct profile *profile = synthetic(ranks);
    struct rank_data *rank = &profile->ranks[SYNTHETIC_SLOW_RANK];
    struct region_data *solve = NULL;

    for (size_t i = 0; i < rank->region_count; i++)
        if (rank->regions[i].exclusive == 3500000000u)
            solve = &rank->regions[i];
    CU_ASSERT_PTR_NOT_NULL_FATAL(solve);
    solve->exclusive += ns;
    solve->inclusive += ns;
    rank->length += ns;
    return profile;
}

static inline struct runs_group group_of(uint32_t first, uint32_t count)
{
    struct runs_group group = { .count = count };

    for (uint32_t i = 0; i < count; i++)
        group.runs[i] = first + i;
    return group;
}

#endif
