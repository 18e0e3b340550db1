/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scaling_say.h - how the runs scale, in sentences.
 */
#ifndef COMPARE_SCALING_SAY_H
#define COMPARE_SCALING_SAY_H

#include "compare/compare.h"

/* A region or procedure; ns per rank. */
struct scaling_part {
    double fewest, most, ideal;
    double loss; /* most - ideal */
};

struct scaling_part scaling_part(const struct runs_row *row,
                                 const struct compare_sides *sides,
                                 double ideal_speedup);

/* sides: fewest ranks and most ranks. */
void scaling_say(const struct runs *runs, const struct compare_sides *sides,
                 double ideal_speedup, struct report *report);

#endif
