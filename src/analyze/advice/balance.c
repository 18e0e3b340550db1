/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * balance.c - one rank works longer than the others; counters explain why.
 *
 * With I instructions, C cycles and t seconds of useful time of the rank, and
 * I', C', t' for the mean of the other ranks,
 *    t / t' = (I / I') x (IPC' / IPC) x (f' / f),  IPC = I / C, f = C / t
 * (POP, "Standard metrics for performance analysis"): the largest of the three
 * factors is named.
 *
 * Ranks that do different things at the same time, and never wait, are unequal
 * in each region although nothing can be gained: hence T - mean useful time is
 * the limit here, too.
 */
#include <string.h>

#include "analyze/advice/cures.h"
#include "analyze/advice/looks.h"
#include "analyze/facts/hot_function.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/python_excess.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/ranklist.h"
#include "base/saturate.h"

#define WHY_LEAST 1.05 /* a smaller factor explains nothing */
#define PROCESSOR_LEAST 0.95
#define PART_SHARE 0.2 /* of what samples show longer: less is not told */

/* Values for the rank that works longest / the mean of the others. */
struct factors {
    bool work, cycles; /* instructions, and with them cycles are known */
    double time, instructions, ipc, frequency;
};

static int counter_index(const struct scope *scope, const char *const *names)
{
    for (; *names != NULL; names++)
        for (size_t i = 0;
             i < scope->profile->counter_count && i < PROFILE_COUNTERS; i++)
            if (strcmp(scope->profile->counters[i], *names) == 0)
                return (int)i;
    return -1;
}

static int instructions_of(const struct scope *scope)
{
    static const char *const names[] = { "PAPI_TOT_INS", "perf::INSTRUCTIONS",
                                         NULL };

    return counter_index(scope, names);
}

static int cycles_of(const struct scope *scope)
{
    static const char *const names[] = { "PAPI_TOT_CYC", "perf::CYCLES",
                                         "perf::CPU-CYCLES", NULL };

    return counter_index(scope, names);
}

static int processor_time_of(const struct scope *scope)
{
    static const char *const names[] = { "perf::TASK-CLOCK", NULL };

    return counter_index(scope, names);
}

/* most / mean of the others; 0: unknown */
static double ratio(double most, double all, uint32_t ranks)
{
    double others = (all - most) / (ranks - 1);

    return others > 0 ? most / others : 0;
}

static double counted(const struct scope *scope,
                      const struct region_facts *facts, int counter)
{
    return counter < 0 ? 0
                       : ratio((double)facts->most[counter],
                               facts->all[counter], scope->rank_count);
}

static struct factors factors_of(const struct scope *scope,
                                 const struct region_facts *facts)
{
    double cycles = counted(scope, facts, cycles_of(scope));
    struct factors factors = {
        .time = ratio((double)facts->most_time, (double)facts->time,
                      scope->rank_count),
        .instructions = counted(scope, facts, instructions_of(scope))
    };

    factors.work = factors.instructions > 0;
    factors.cycles = factors.work && cycles > 0 && factors.time > 0;
    if (factors.cycles) {
        factors.ipc = factors.instructions / cycles;
        factors.frequency = cycles / factors.time;
    }
    return factors;
}

static const char *remedy_of(const struct factors *factors)
{
    double slower = factors->cycles ? 1 / factors->ipc
                                    : factors->time / factors->instructions;
    double clocked = factors->cycles ? 1 / factors->frequency : 1;

    if (!factors->work || (factors->instructions < WHY_LEAST &&
                           slower < WHY_LEAST && clocked < WHY_LEAST))
        return NULL;
    if (factors->instructions >= slower && factors->instructions >= clocked)
        return "It likely has more work: divide it so that all ranks compute "
               "equally long, not by the amount of data.";
    if (!factors->cycles)
        return "It has hardly more work, but is slower at it: "
               "MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC tells whether it "
               "waits for memory or has a slower processor.";
    if (slower >= clocked)
        return "It likely waits for memory: look at where its data lies "
               "(another socket), at cache misses, and at what shares its "
               "memory bandwidth.";
    return "Its processor is likely slower: look at what else runs there, at "
           "power and heat limits, at the kind of processor.";
}

/* The share of its useful time in which it had a processor. */
static double processor_share(const struct region_facts *facts, int counter)
{
    return facts->most_time == 0
               ? 0
               : (double)facts->most[counter] / (double)facts->most_time;
}

static void put_why(const struct scope *scope,
                    const struct region_facts *facts, struct finding *finding)
{
    struct factors factors = factors_of(scope, facts);
    int processor = processor_time_of(scope);

    finding->remedy = remedy_of(&factors);
    if (factors.cycles)
        strbuf_printf(&finding->evidence,
                      "  Against the mean of the others "
                      "it takes %.2f times as long, with %.2f times the "
                      "instructions, %.2f times the instructions per cycle, "
                      "%.2f times the clock frequency.",
                      factors.time, factors.instructions, factors.ipc,
                      factors.frequency);
    else if (factors.work)
        strbuf_printf(&finding->evidence,
                      "  Against the mean of the others "
                      "it takes %.2f times as long, with %.2f times the "
                      "instructions.",
                      factors.time, factors.instructions);
    else if (scope->profile->counter_count == 0)
        strbuf_puts(&finding->evidence,
                    "  Whether it has more work or is "
                    "slower at it, MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC "
                    "tells (where there are such counters).");
    if (processor < 0 || processor_share(facts, processor) >= PROCESSOR_LEAST)
        return;
    strbuf_printf(&finding->evidence, "  It was on a core for only %s of it.",
                  say_percent(processor_share(facts, processor)).text);
    finding->remedy = "Something else runs on its core, or it waits for "
                      "files: look at how ranks are bound to cores, and at "
                      "other jobs.";
}

static void put_spread(const struct scope *scope,
                       const struct rank_stats_result *spread,
                       struct strbuf *out)
{
    strbuf_printf(out,
                  "Rank %u works %s there, all ranks %s on average, and "
                  "%s at least (rank %u).",
                  scope_rank_at(scope, spread->max_index),
                  say_seconds(spread->max).text,
                  say_seconds(saturate_near(spread->mean)).text,
                  say_seconds(spread->min).text,
                  scope_rank_at(scope, spread->min_index));
}

/* cProfile knows no regions. */
static void put_python(const struct scope *scope,
                       const struct python_time *found, struct strbuf *out)
{
    strbuf_printf(out, "  By cProfile%s that is in ",
                  scope_has_regions(scope) ? ", in the whole run," : "");
    say_function(out, found->function, found->file, found->first_line);
    strbuf_printf(
        out, " and the libraries it calls: %s, all ranks %s on average.",
        say_seconds(found->with_libraries.most).text,
        say_seconds(found->with_libraries.all / scope->options->python->ranks)
            .text);
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
    strbuf_puts(out, "  Functions whose own code takes longer than that of "
                     "all on average: ");
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
    strbuf_printf(out, "  By samples%s%s%s that is in ",
                  excess.whole ? ", " : "",
                  excess.whole ? hot_function_whole(scope) : "",
                  excess.whole ? "," : "");
    put_name(scope, &excess, excess.function, out);
    strbuf_printf(out,
                  " and what it calls: %s of processor time, all ranks "
                  "%s on average.",
                  say_seconds(excess.most).text,
                  say_seconds(excess.mean).text);
    put_parts(scope, &excess, spread->max_index, out);
}

/* Finds, in a run without regions, ranks that work clearly longer than the
 * mean of the rest, masters not counted; see `slow' of struct finding. */
static void take_slow_ranks(const struct scope *scope, double middle,
                            struct finding *finding)
{
    struct ranklist_text list = { .out = &finding->slow };
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if ((double)scope->ranks[i].useful > middle) {
            ranklist_text_add(&list, scope->ranks[i].rank);
        } else if (!cures_is_master(scope, &scope->ranks[i])) {
            sum += (double)scope->ranks[i].useful;
            others++;
        }
    finding->slow_count = (uint32_t)ranklist_text_end(&list);
    finding->others = others > 0 ? saturate_near(sum / others) : 0;
}

/* For a region only the rank with the most work is known. */
static void take_work(const struct scope *scope,
                      const struct rank_stats_result *spread,
                      struct finding *finding)
{
    double others =
        ((double)spread->sum - (double)spread->max) / (scope->rank_count - 1);

    finding->most = spread->max;
    finding->others = saturate_near(others);
    finding->slow_count = 1;
    if (!scope_has_regions(scope))
        take_slow_ranks(scope, (others + (double)spread->max) / 2, finding);
}

static void look_at_region(struct advice *advice, const struct scope *scope,
                           const struct tally *region)
{
    struct rank_stats_result spread = scope_stats(scope, &region->time);
    uint64_t gain = advice_within_losses(scope, spread.avoidable);
    const struct python_time *python = python_excess_find(scope, &spread);
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
    if (python != NULL && !scope_has_regions(scope))
        say_function(&finding.where, python->function, python->file,
                     python->first_line);
    else
        say_region(&finding.where, scope, finding.cure.region);
    take_work(scope, &spread, &finding);
    put_spread(scope, &spread, &finding.evidence);
    if (python != NULL)
        put_python(scope, python, &finding.evidence);
    put_function(scope, finding.cure.region, &spread, &finding.evidence);
    if (region->key < advice->facts.region_count &&
        finding.rule == RULE_IMBALANCE)
        put_why(scope, &advice->facts.regions[region->key], &finding);
    advice_put_use(scope, spread.max_index, spread.avoidable, &finding);
    advice_take(advice, scope, &finding);
}

void look_at_balance(struct advice *advice, const struct scope *scope)
{
    if (scope->rank_count < 2 || scope_is_partial(scope) ||
        imbalance_unmeasured(scope) > 0)
        return;
    for (size_t i = 0; i < scope->regions.count; i++)
        look_at_region(advice, scope, &scope->regions.items[i]);
}
