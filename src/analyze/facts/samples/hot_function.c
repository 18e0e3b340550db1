/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/hot_function.h"

#include <math.h>

#include "base/saturate.h"
#include "symbols/python_frame.h"
#include "symbols/short_names.h"

#define SPECIFIC 0.9        /* of the greatest excess: nearly all of it */
#define EXCESS_LEAST 0.05   /* of the mean of all ranks: less is chance */
#define ERRORS 2            /* standard errors: likewise */
#define PROCESSOR_LEAST 0.8 /* of useful time: a smaller share is reported */

/* Standard errors of that time. */
static double errors_of(const struct scope *scope, uint64_t ns)
{
    return ERRORS * sqrt((double)ns * (double)scope->sampled.period_ns);
}

/* Whether the rank has more samples than the others. */
static bool does_more(const struct scope *scope, uint32_t region,
                      uint32_t index)
{
    const struct sampled *sampled = &scope->sampled;
    const struct region_sample *total =
        region_samples_find(&sampled->by_region, region, REGION_TOTAL);
    uint64_t own = region_sample_own(total, index);
    double mean, more;

    if (total == NULL || sampled->sampled_ranks < scope->rank_count)
        return false;
    mean = scope_mean(scope, total->own);
    more = (double)own - mean;
    return more > EXCESS_LEAST * mean && more > errors_of(scope, own);
}

static uint64_t above_mean(const struct scope *scope, uint64_t ns,
                           uint64_t all)
{
    double above = (double)ns - scope_mean(scope, all);

    return above > 0 ? saturate_near(above) : 0;
}

static bool is_function_in(const struct region_sample *item, uint32_t region)
{
    return item->region == region && item->number < REGION_TOTAL;
}

/* With what it calls. */
static uint64_t excess_of(const struct scope *scope,
                          const struct region_sample *item, uint32_t region,
                          uint32_t index)
{
    if (!is_function_in(item, region))
        return 0;
    return above_mean(scope, region_sample_with(item, index), item->with);
}

/* Innermost: whose time is less, and of the same time more is its own. */
static bool is_inside(const struct region_sample *item,
                      const struct region_sample *other)
{
    return item->with < other->with ||
           (item->with == other->with && item->own > other->own);
}

/* The interpreter is inside everything that a Python program does. */
static bool is_interpreter(const struct scope *scope,
                           const struct region_sample *item)
{
    return item->number < REGION_TOTAL &&
           python_is_interpreter(sampled_function(scope, item->number).module);
}

/* The C++ library works for the function of the program that calls it. */
static bool is_library(const struct scope *scope,
                       const struct region_sample *item)
{
    return is_library_name(sampled_function(scope, item->number).function);
}

/* The user of a Python program wants to know what to change, which is not in
 * numpy or below it. */
static bool is_users_python(const struct scope *scope,
                            const struct region_sample *item)
{
    struct sampled_name name;

    if (item == NULL || item->number >= REGION_TOTAL)
        return false;
    name = sampled_function(scope, item->number);
    return sampled_is_users_python(&name);
}

static bool is_better(const struct scope *scope,
                      const struct region_sample *item,
                      const struct region_sample *found)
{
    bool users = is_users_python(scope, item);

    if (found == NULL || users != is_users_python(scope, found))
        return found == NULL || users;
    if (is_library(scope, item) != is_library(scope, found))
        return is_library(scope, found);
    return is_inside(item, found);
}

static bool find_in(const struct scope *scope, uint32_t region, uint32_t index,
                    struct hot_function *out)
{
    const struct region_samples *all = &scope->sampled.by_region;
    const struct region_sample *found = NULL;
    uint64_t greatest = 0;

    for (size_t i = 0; i < all->count; i++) {
        uint64_t excess = excess_of(scope, &all->items[i], region, index);

        greatest = excess > greatest ? excess : greatest;
    }
    for (size_t i = 0; i < all->count && greatest > 0; i++) {
        const struct region_sample *item = &all->items[i];
        uint64_t excess = excess_of(scope, item, region, index);

        if (!is_interpreter(scope, item) &&
            (double)excess >= SPECIFIC * (double)greatest &&
            is_better(scope, item, found))
            found = item;
    }
    if (found == NULL)
        return false;
    out->region = region;
    out->function = found->number;
    out->most = region_sample_with(found, index);
    out->mean = saturate_near(scope_mean(scope, found->with));
    return true;
}

bool hot_function_find(const struct scope *scope, uint32_t region,
                       uint32_t index, struct hot_function *out)
{
    out->whole = region != REGION_ALL && scope->sampled.by_region.full;
    if (out->whole)
        region = REGION_ALL;
    return does_more(scope, region, index) &&
           find_in(scope, region, index, out);
}

void hot_function_own(const struct scope *scope, const struct hot_function *of,
                      uint32_t index, uint64_t least, struct sampled_rank *out)
{
    const struct region_samples *all = &scope->sampled.by_region;

    for (size_t i = 0; i < all->count; i++) {
        const struct region_sample *item = &all->items[i];
        uint64_t excess;

        if (!is_function_in(item, of->region))
            continue;
        excess = above_mean(scope, region_sample_own(item, index), item->own);
        if (excess >= least)
            sampled_keep(out, item->number, excess);
    }
}

struct sampled_name hot_function_name(const struct scope *scope,
                                      const struct hot_function *of,
                                      uint32_t function)
{
    struct sampled_name name = sampled_hottest(scope, function);
    const struct region_sample *item =
        region_samples_find(&scope->sampled.by_region, of->region, function);

    if (of->region != REGION_ALL && item != NULL && item->line > 0)
        name.line = item->line;
    return name;
}

bool hot_function_waits(const struct scope *scope, uint32_t region,
                        uint32_t index, uint64_t useful, double *share)
{
    const struct sampled *sampled = &scope->sampled;
    uint64_t ns;

    if (sampled->sampled_ranks < scope->rank_count ||
        sampled->threads > sampled->sampled_ranks || sampled->user_ranks > 0 ||
        sampled->by_region.full)
        return false;
    ns = region_sample_own(
        region_samples_find(&sampled->by_region, region, REGION_TOTAL), index);
    *share = scope_share(ns, useful);
    return (double)ns + errors_of(scope, useful) <
           PROCESSOR_LEAST * (double)useful;
}

const char *hot_function_whole(const struct scope *scope)
{
    return scope->inside == NULL ? "in the whole run"
                                 : "in all selected regions";
}
