/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hot_function.h - the sampled function in which a rank takes longer than the
 * others.
 *
 * For a region (REGION_NODE) only samples of that region count
 * (region_samples.h), for REGION_ALL all samples; the rank, by position, must
 * be the one with the most useful time there, since only its samples are kept.
 * With too many functions and regions, all samples are used for a single
 * region, too: `whole'.  CPU time is compared with CPU time: time spent
 * runnable but waiting for a core does not count.
 * Units: ns.  Threads: one owner.  Memory: none.
 */
#ifndef ANALYZE_FACTS_SAMPLES_HOT_FUNCTION_H
#define ANALYZE_FACTS_SAMPLES_HOT_FUNCTION_H

#include "analyze/facts/samples/sampled.h"
#include "analyze/facts/scope.h"

struct hot_function {
    uint32_t region; /* region examined: REGION_ALL if whole */
    uint32_t function;
    uint64_t most, mean; /* inclusive: of the rank, mean of all */
    bool whole;          /* not limited to the requested region */
};

/* Finds the function with most of the rank's excess over the mean: the one
 * with the least time, inlined or not, among those that contain nine tenths of
 * the excess, other than functions of the Python interpreter.  Returns false
 * if there is none, or if the rank exceeds the others by no more than
 * chance. */
bool hot_function_find(const struct scope *scope, uint32_t region,
                       uint32_t index, struct hot_function *out);
/* Lists the functions whose exclusive time on that rank exceeds the mean by
 * `least' ns or more, from the same samples: items hold the excess.  *out must
 * be zero. */
void hot_function_own(const struct scope *scope, const struct hot_function *of,
                      uint32_t index, uint64_t least,
                      struct sampled_rank *out);
/* Name of the function with its most sampled line; without samples of its own,
 * a line from which it calls. line 0: unknown. */
struct sampled_name hot_function_name(const struct scope *scope,
                                      const struct hot_function *of,
                                      uint32_t function);

/* Computes the share of `useful' ns in which the rank was on a core, from
 * samples of ranks with one thread.  Returns true if the rank was clearly
 * off-CPU for part of the time; false also if unknown. */
bool hot_function_waits(const struct scope *scope, uint32_t region,
                        uint32_t index, uint64_t useful, double *share);
/* Phrase for `whole': "in the whole run". */
const char *hot_function_whole(const struct scope *scope);

#endif
