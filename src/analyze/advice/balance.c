/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * balance.c - one rank works longer than the others; workload.h explains why.
 *
 * Ranks that do different things at the same time, and never wait, are unequal
 * in each region although nothing can be gained: hence T - mean useful time is
 * the limit here, too.
 */
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/advice/teams.h"
#include "analyze/advice/workload.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/samples/hot_function.h"
#include "analyze/facts/samples/python_excess.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/order.h"
#include "base/ranklist.h"
#include "base/saturate.h"

#define PART_SHARE 0.2 /* of what samples show longer: less is not told */

static void put_spread(const struct scope *scope,
                       const struct rank_stats_result *spread,
                       struct strbuf *out)
{
    strbuf_printf(
        out,
        "Rank %u spends %s outside MPI there; the mean of all ranks is "
        "%s, the minimum %s (rank %u).",
        scope_rank_at(scope, spread->max_index), say_seconds(spread->max).text,
        say_seconds(saturate_near(spread->mean)).text,
        say_seconds(spread->min).text,
        scope_rank_at(scope, spread->min_index));
}

/* cProfile knows no regions. */
static void put_python(const struct scope *scope,
                       const struct python_excess *found, struct strbuf *out)
{
    strbuf_printf(out, "  cProfile%s attributes this to ",
                  scope_has_regions(scope) ? ", in the whole run," : "");
    say_function(out, found->time->function, found->time->file,
                 found->time->first_line);
    strbuf_printf(
        out, " and %s: %s (mean of all ranks: %s).",
        found->with_calls ? "what it calls" : "the libraries it calls",
        say_seconds(found->most).text,
        say_seconds(found->all / scope->options->python->ranks).text);
}

static void put_name(const struct scope *scope, const struct hot_function *of,
                     uint32_t function, struct strbuf *out)
{
    struct sampled_name name = hot_function_name(scope, of, function);

    say_function(out, name.function, name.file, name.line);
}

/* Where it is in several functions. */
static void put_parts(const struct scope *scope, const struct hot_function *of,
                      uint32_t index, struct strbuf *out)
{
    double least = PART_SHARE * (double)(of->most - of->mean);
    struct sampled_rank parts = { .count = 0 };

    hot_function_own(scope, of, index, (uint64_t)least, &parts);
    if (parts.count < 2)
        return;
    strbuf_puts(out, "  Functions with more exclusive time than on the "
                     "average rank: ");
    for (uint32_t i = 0; i < parts.count; i++) {
        strbuf_puts(out, i == 0 ? "" : ", ");
        put_name(scope, of, parts.items[i].function, out);
        strbuf_printf(out, " by %s", say_seconds(parts.items[i].ns).text);
    }
    strbuf_puts(out, ".");
}

/* The same as sampled in that region, in whatever language. */
static void put_function(const struct scope *scope, uint32_t region,
                         const struct rank_stats_result *spread,
                         struct strbuf *out)
{
    struct hot_function excess;
    double share;

    if (hot_function_waits(scope, region, spread->max_index, spread->max,
                           &share))
        strbuf_printf(out, "  It was on a core for %s of its useful time%s.",
                      say_percent(share).text,
                      scope_has_regions(scope) ? " there" : "");
    if (!hot_function_find(scope, region, spread->max_index, &excess))
        return;
    strbuf_printf(out, "  Samples%s%s%s attribute this to ",
                  excess.whole ? ", " : "",
                  excess.whole ? hot_function_whole(scope) : "",
                  excess.whole ? "," : "");
    put_name(scope, &excess, excess.function, out);
    strbuf_printf(out,
                  " and what it calls: %s of CPU time (mean of all ranks: "
                  "%s).",
                  say_seconds(excess.most).text,
                  say_seconds(excess.mean).text);
    put_parts(scope, &excess, spread->max_index, out);
}

/* For a run without regions: lists ranks that work clearly longer than the
 * mean of the rest, masters excluded; see `slow' of struct finding. */
static void take_slow_ranks(const struct advice *advice,
                            const struct scope *scope, double middle,
                            struct finding *finding)
{
    struct ranklist_text list = { .out = &finding->slow };
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if ((double)scope->ranks[i].useful > middle) {
            ranklist_text_add(&list, scope->ranks[i].rank);
        } else if (!advice_is_master(advice, scope, &scope->ranks[i])) {
            sum += (double)scope->ranks[i].useful;
            others++;
        }
    finding->slow_count = (uint32_t)ranklist_text_end(&list);
    finding->others = others > 0 ? saturate_near(sum / others) : 0;
}

/* In a region only the rank with the most work is known. */
static void take_work(const struct advice *advice, const struct scope *scope,
                      const struct rank_stats_result *spread,
                      struct finding *finding)
{
    double others =
        ((double)spread->sum - (double)spread->max) / (scope->rank_count - 1);

    finding->most = spread->max;
    finding->others = saturate_near(others);
    finding->slow_count = 1;
    if (!scope_has_regions(scope))
        take_slow_ranks(advice, scope, (others + (double)spread->max) / 2,
                        finding);
}

/* A master takes no part of the others' work, but they may do what it does.  A profile
 * does not show whether a rank that answers all others is a master. */
static void give_to_others(const struct scope *scope, struct finding *finding)
{
    uint64_t least = scope->useful_ns / (scope->rank_count - 1);
    uint64_t gain =
        order_least(finding->gain, saturate_less(scope->run_ns, least));

    finding->phrase = "if this were spread evenly, at best";
    if (!advice_worth(scope, gain))
        return;
    finding->gain = gain;
    finding->phrase = "if the other ranks did this";
    if (finding->remedy == NULL)
        finding->remedy =
            "If this rank hands out tasks, let the ranks that get them do this "
            "work; if not, divide it among all ranks.";
}

/* As far as a profile shows who can share the work. */
static void find_sharers(const struct advice *advice,
                         const struct scope *scope, struct finding *finding)
{
    uint32_t team = teams_find_comm(&advice->facts, scope, finding->rank);

    if (finding->rank == advice->master)
        give_to_others(scope, finding);
    else if (team != 0 && finding->slow_count == 1)
        teams_list(scope, team, &finding->team);
}

static void look_at_region(struct advice *advice, const struct scope *scope,
                           const struct tally *region)
{
    struct rank_stats_result spread = scope_stats(scope, &region->time);
    uint64_t gain = advice_within_losses(advice, scope, spread.avoidable);
    struct python_excess python = python_excess_find(scope, &spread);
    struct finding finding;

    if (!advice_worth(scope, gain))
        return;
    finding_init(&finding, imbalance_is_alone(scope, &spread)
                               ? RULE_SERIAL
                               : RULE_IMBALANCE);
    finding.gains = true;
    finding.gain = gain;
    finding.rank = scope_rank_at(scope, spread.max_index);
    finding.cure =
        (struct cure){ .kind = CURE_EVEN, .region = (uint32_t)region->key };
    if (python.time != NULL && !scope_has_regions(scope))
        say_function(&finding.where, python.time->function, python.time->file,
                     python.time->first_line);
    else
        say_region(&finding.where, scope, finding.cure.region);
    take_work(advice, scope, &spread, &finding);
    put_spread(scope, &spread, &finding.evidence);
    if (python.time != NULL)
        put_python(scope, &python, &finding.evidence);
    put_function(scope, finding.cure.region, &spread, &finding.evidence);
    if (region->key < advice->facts.region_count &&
        finding.rule == RULE_IMBALANCE)
        workload_put_why(scope, &advice->facts.regions[region->key], &finding);
    advice_put_use(scope, spread.max_index, spread.avoidable, &finding);
    if (!advice->simulates)
        find_sharers(advice, scope, &finding);
    advice_take(advice, scope, &finding);
}

void look_at_balance(struct advice *advice, const struct scope *scope)
{
    if (scope->rank_count < 2 || efficiency_doubt(scope) != NULL)
        return;
    for (size_t i = 0; i < scope->regions.count; i++)
        look_at_region(advice, scope, &scope->regions.items[i]);
}
