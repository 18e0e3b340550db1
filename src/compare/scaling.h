/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scaling.h - how runs of one program scale with the number of ranks.
 *
 * POP's model: global efficiency = parallel efficiency x computation scaling,
 * with counters computation scaling = instruction x IPC x frequency scaling.
 * The reference is the mean of the runs with the fewest ranks.
 *     strong: total useful time should stay constant   sum U_ref / sum U
 *     weak:   useful time per rank should stay so      mean U_ref / mean U
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: logged;
 * STATUS_BAD_VALUE if all runs have the same number of ranks.
 */
#ifndef COMPARE_SCALING_H
#define COMPARE_SCALING_H

#include "compare/compare.h"

struct scaling_options {
    bool weak; /* the problem size grows with the ranks */
};

/* Also sets the scaling efficiencies of the runs, equal for all with the same
 * number of ranks. *sides: the runs with the fewest ranks, and those with the
 * most. */
enum status scaling_of(struct runs *runs,
                       const struct scaling_options *options,
                       struct compare_sides *sides, struct report **out);

extern const struct table_form scaling_forms[];
extern const size_t scaling_form_count;

#endif
