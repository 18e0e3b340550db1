/*
 * scaling.h - how runs of one program with more and more ranks scale.
 *
 * POP's model: global efficiency = parallel efficiency x computation scaling,
 * with counters computation scaling = instruction x IPC x frequency scaling.
 * What is scaled to is the mean of the runs with the fewest ranks.
 *     strong: all useful time together should stay     sum U_ref / sum U
 *     weak:   that of a rank should stay               mean U_ref / mean U
 * Threads: one owner.  Memory: the caller destroys *out.
 */
#ifndef COMPARE_SCALING_H
#define COMPARE_SCALING_H

#include "compare/compare.h"

struct scaling_options {
    bool weak; /* the problem grows with the ranks */
};

/* Gives the runs their scaling efficiencies, too, all of one number of ranks
 * the same.  *sides: the runs with the
 * fewest ranks, and those with the most. */
enum status scaling_of(struct runs *runs,
                       const struct scaling_options *options,
                       struct compare_sides *sides, struct report **out);

extern const struct table_form scaling_forms[];
extern const size_t scaling_form_count;

#endif
