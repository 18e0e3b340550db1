/*
 * hot_function.h - the function in which a rank takes longer than the others,
 * as sampled.
 *
 * Of a region (REGION_NODE) it is found in the samples of that region alone, as
 * region_samples.h has them, and of REGION_ALL in all; the rank, by position,
 * is that with the most useful time there, of others nothing is known.  Where
 * there are too many functions and regions it is found in all samples also for
 * a region: `whole'.
 * Processor time is compared with processor time: how long the rank had to wait
 * for a processor does not count.
 * Units: ns.  Threads: one owner.  Memory: none.
 */
#ifndef ANALYZE_FACTS_HOT_FUNCTION_H
#define ANALYZE_FACTS_HOT_FUNCTION_H

#include "analyze/facts/scope.h"

struct hot_function {
    uint32_t region; /* that was looked at: REGION_ALL where it is whole */
    uint32_t function;
    uint64_t most, mean; /* with callees: of the rank, of all */
    bool whole;          /* not of the region that was asked for */
};

/* The function that has most of what that rank does longer than the mean of
 * all: the one with the least time of those that have it and are not only
 * inlined.  False: it does not do more than the others, beyond chance. */
bool hot_function_find(const struct scope *scope, uint32_t region,
                       uint32_t index, struct hot_function *out);
/* The functions of whose own code that rank has so much more than the mean, in
 * the same samples: items are what is above it.  *out is zero before. */
void hot_function_own(const struct scope *scope, const struct hot_function *of,
                      uint32_t index, uint64_t least,
                      struct sampled_rank *out);
/* With its line that has the most samples there; where it has none itself, one
 * where it calls.  line 0: not known. */
struct sampled_name hot_function_name(const struct scope *scope,
                                      const struct hot_function *of,
                                      uint32_t function);

/* For how much of so much useful time it had a processor: seen in the samples
 * where ranks have one thread.  False: not known, or it had one. */
bool hot_function_waits(const struct scope *scope, uint32_t region,
                        uint32_t index, uint64_t useful, double *share);
/* What `whole' means: "in the whole run". */
const char *hot_function_whole(const struct scope *scope);

#endif
