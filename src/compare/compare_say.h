/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * compare_say.h - the difference of two sides in sentences.
 */
#ifndef COMPARE_COMPARE_SAY_H
#define COMPARE_COMPARE_SAY_H

#include "compare/compare_change.h"

/* Adds the verdict and remarks on what cannot be compared. */
void compare_say(const struct runs *runs, const struct compare_sides *sides,
                 struct report *report);

/* The rows that differ most, the first one most. */
#define PARTS_MOST 3
struct parts {
    const struct runs_row *row[PARTS_MOST];
    double ns[PARTS_MOST]; /* positive or negative */
};

/* Keeps the row if it is among the largest. */
void parts_keep(struct parts *parts, const struct runs_row *row, double ns);
/* "<what>: useful time in main/solve +1.20 s, time in MPI_Send -10.0 ms." */
void parts_say(const struct parts *parts, const char *what,
               struct report *report);

/* Names runs that did not finish, before anything else: a killed run is not a
 * fast one. */
void compare_say_unfinished(const struct runs *runs, struct report *report);
/* Adds remarks on all runs. */
void compare_say_runs(const struct runs *runs, struct report *report);

#endif
