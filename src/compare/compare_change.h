/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * compare_change.h - two sides of runs, and the change of one value between them.
 */
#ifndef COMPARE_COMPARE_CHANGE_H
#define COMPARE_COMPARE_CHANGE_H

#include "analyze/facts/say.h"
#include "compare/runs.h"

struct compare_sides {
    struct runs_group a, b;
    char a_name[32], b_name[32]; /* "in A", "on 8 ranks" */
    bool usual; /* values of A are what is usual in its runs, runs_usual() */
};

/* Change of one row: B - A, and the part that may be chance. */
struct compare_change {
    bool known, b_known;
    double a, b, more;
    double noise; /* NAN: unknown */
};

struct compare_change compare_change_of(const struct runs_value *a,
                                        const struct runs_value *b);
struct compare_change compare_row(const struct runs_row *row,
                                  const struct compare_sides *sides);
/* The same for the row of that name; unknown without one. */
struct compare_change compare_named(const struct runs *runs, enum runs_set set,
                                    const char *name,
                                    const struct compare_sides *sides);
struct compare_change compare_calls(const struct runs_row *row,
                                    const struct compare_sides *sides);
/* Whether the change is within the variation of runs of one side. */
bool compare_is_noise(const struct compare_change *change);
/* Adds a cell. */
void compare_add_time(struct table *table, bool known, double ns);
/* Formats the absolute value of a time for a sentence. */
struct said compare_say_time(double ns);

#endif
