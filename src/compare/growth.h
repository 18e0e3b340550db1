/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * growth.h - fits how a time changes with the number of ranks.
 *
 * The form is the performance model normal form of Extra-P with one term
 * (Calotoiu, Hoefler, Poke, Wolf: Using automated performance modeling to find
 * scalability bugs in complex codes, SC 2013):
 *
 *     t(p) = c0 + c1 * p^i * log2(p)^j,  c0 >= 0, c1 >= 0
 *
 * with i and j from a small set, negative i only for strong scaling, where the
 * share of a rank shrinks.  Coefficients are those with the least squares of
 * relative errors.  The form that best predicts each point from the others
 * counts (leave-one-out cross-validation); among forms that are nearly as good
 * the simplest, and a constant unless another form halves its error.
 * Units: as the times.  Threads: any.  Memory: none.
 */
#ifndef COMPARE_GROWTH_H
#define COMPARE_GROWTH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"

#define GROWTH_POINTS 5 /* least number of points */

struct growth_point {
    double ranks, time;
};

struct growth {
    double c0, c1, i, j; /* c1 0: constant */
    double error;        /* root mean square of relative errors when each
                          * point is predicted from the others */
};

/* Returns false with fewer than GROWTH_POINTS points, or where a number of
 * ranks is below 1 or occurs twice, or a time is not above 0. */
bool growth_fit(const struct growth_point *points, size_t count, bool weak,
                struct growth *out);
double growth_at(const struct growth *growth, double ranks);

/* Where a prediction may be: the 95 % confidence interval of the fitted curve,
 * and those of all other forms whose cross-validated error is at most
 * GROWTH_RIVAL times as large. */
#define GROWTH_RIVAL 2.5
struct growth_range {
    double least, most;
};
struct growth_range growth_range_at(const struct growth_point *points,
                                    size_t count, bool weak, double ranks);

/* Appends "0.12 + 0.003 p^0.5 log2(p)", in seconds. */
void growth_say(struct strbuf *out, const struct growth *growth);
/* Appends only how it grows: "p^0.5 log2(p)", "constant". */
void growth_say_term(struct strbuf *out, const struct growth *growth);

#endif
