/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/cures.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/advice/trials.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/say.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"

#define FOLD_SHARE 0.25    /* of its own gain that a cure has to add */
#define EXCHANGE_SHARE 0.5 /* of the gain of smaller pieces */
#define MUCH_LESS 4        /* times */
#define MERGED_LEAST 0.25  /* of calls that follow another */
#define FEWER_STEPS 0.05   /* of a gain: less is no other number */
#define TURNS_MOST 6       /* each reads the trace once more */
#define HIDDEN_SHARE \
    0.25               /* of the gain of hiding the waits that others remove */
#define EASY_SHARE 0.5 /* of the gain of evening out what comes before it */

/* ---- simulating ---- */

static struct scenario scenario_of(struct trials *trials,
                                   const struct trial *trial)
{
    return (struct scenario){ .changes = &trial->change,
                              .count = 1,
                              .steps = trials->steps.count > 0 ? &trials->steps
                                                               : NULL };
}

static enum status simulate_scenarios(const struct trials *trials,
                                      const struct scenario *scenarios,
                                      uint32_t count, struct scenarios *out)
{
    return trials->scope->options->simulate(trials->scope->profile, scenarios,
                                            count, out);
}

static bool is_for_workers(const struct trial *trial)
{
    return trial->found.cure.kind == CURE_WORKERS;
}

/* No cure reduces the work itself: T is the mean useful time at least; if a master's
 * work is no longer its own, of the others. */
static uint64_t length_of(const struct trials *trials,
                          const struct scenario_result *result,
                          bool for_workers)
{
    const struct scope *scope = trials->scope;
    uint64_t least = saturate_near((double)scope->useful_ns /
                                   (scope->rank_count - for_workers));

    return result->length > least ? result->length : least;
}

static uint64_t gain_of(const struct trials *trials, const struct trial *trial,
                        const struct scenario_result *result)
{
    return saturate_less(trials->unchanged,
                         length_of(trials, result, is_for_workers(trial)));
}

static bool is_of_chain(const struct trial *trial)
{
    return trial->finding->cure.kind == CURE_PIECES ||
           trial->finding->cure.kind == CURE_TREE;
}

/* The latency of all messages that a pipeline waits for, as far as it is known. */
static double latency_of_chains(const struct trials *trials)
{
    const struct advice *advice = trials->advice;
    double sum = 0;

    for (uint32_t i = 0; i < advice->waits.names.count; i++) {
        const struct cost *cost =
            advice->chained[i] == CHAINED_PIPELINE
                ? costs_of(&advice->costs, wait_place_site(&advice->waits, i))
                : NULL;

        sum += cost == NULL ? 0 : cost->latency;
    }
    return sum;
}

/* Smaller pieces gain all waits but those for the first piece, less the
 * latency of the further messages, as far as that is known; a tree gains the waits
 * of as many messages as it saves.  Collectives progress in part while ranks work,
 * and some of that work needs their results. */
static void pay_for_gain(const struct trials *trials, struct trial *trial)
{
    const struct cure *cure = &trial->finding->cure;
    uint64_t paid = trial->gain / (cure->half ? 2 : PIECES);

    if (cure->kind == CURE_TREE)
        paid =
            trial->gain - advice_in_tree(trial->gain, trial->finding->depth);
    else if (!cure->half)
        paid += saturate_near((PIECES - 1) * latency_of_chains(trials) /
                              trials->ranks);
    trial->gain_like_others = trial->gain;
    trial->gain = saturate_less(trial->gain, paid);
}

/* Whether less than the simulated gain is promised. */
static bool costs_something(const struct trial *trial)
{
    return is_of_chain(trial) || trial->finding->cure.half ||
           (trial_is_of_all(trial) && trial->found.every == 0 &&
            trial->gain_like_others > trial->gain);
}

static uint64_t at_best(const struct trial *trial)
{
    return costs_something(trial) ? trial->gain_like_others : trial->gain;
}

/* All calls that the finding is about. */
static uint64_t calls_of(const struct trials *trials,
                         const struct trial *trial)
{
    const struct cure *cure = &trial->finding->cure;
    const struct tallies *sites = &trials->scope->sites;
    const struct tally *site = tallies_find(sites, cure->site);
    uint64_t calls = site == NULL ? 0 : site->calls;

    for (uint32_t i = 0; i < cure->alike_count; i++) {
        site = tallies_find(sites, cure->alike[i]);
        calls += site == NULL ? 0 : site->calls;
    }
    return calls;
}

/* Half of the mean work between two such calls: one can take the place of two with
 * less work between them.  Messages of a master follow however long it works. */
static uint64_t gap_of(const struct trials *trials, const struct trial *trial)
{
    uint64_t calls = calls_of(trials, trial);

    if (trial_is_work(trial))
        return UINT64_MAX;
    return calls == 0 ? 0 : trials->scope->useful_ns / calls / 2;
}

/* Consecutive small collectives are merged into one call. */
static void merge_collectives(const struct trials *trials, struct trial *trial)
{
    struct finding *finding = trial->finding;
    uint64_t follows = 0, calls = calls_of(trials, trial);
    double share;

    for (uint32_t i = 0; i < trials->replay->site_count; i++)
        follows += trial->sites[i] ? trial->follows[i] : 0;
    share = calls == 0 ? 0 : (double)follows / (double)calls;
    trial->merged = share >= MERGED_LEAST;
    for (uint32_t i = 0; trial->merged && i < trials->ranks; i++)
        trial->factors[i] = 1 - finding->cure.latency * share;
    if (trial->merged)
        finding->phrase = "with consecutive calls merged into one, at best";
}

/* Describes messages that could be parts of others. */
static void put_packing(const struct packing *packing, struct finding *finding)
{
    double all = (double)packing->messages;

    if (packing->again >= packing->detours) {
        finding->phrase = "with one message to each rank in an exchange";
        if (packing->again >= packing->messages)
            strbuf_puts(
                &finding->evidence,
                "  All of them follow another message to the same rank "
                "without work in between.");
        else
            strbuf_printf(
                &finding->evidence,
                "  On average %.*f of them go to the same rank without "
                "work in between.",
                all < 10 * (all - (double)packing->again) ? 1 : 0,
                all / (all - (double)packing->again));
        return;
    }
    finding->phrase = "without messages to diagonal neighbours";
    finding->remedy =
        "Exchange in one dimension after the other: then the corners travel as "
        "parts of the edges, and no message goes to a diagonal neighbour.";
    strbuf_printf(&finding->evidence,
                  "  %s of them go to diagonal neighbours.",
                  say_percent((double)packing->detours / all).text);
}

/* Messages are saved that could be parts of others.  Where there are none, and ranks
 * receive something before they send again, only fewer exchanges would save any. */
static void pack_messages(const struct trials *trials, struct trial *trial)
{
    const struct packing *packing = &trial->packing;
    double all = (double)packing->messages;
    double saved =
        all > 0 ? (double)(packing->again + packing->detours) / all : 0;

    trial->merged = saved >= MERGED_LEAST;
    trial->wrong =
        !trial->merged && all > 0 && 2 * (double)packing->answers >= all;
    if (!trial->merged)
        return;
    put_packing(packing, trial->finding);
    for (uint32_t i = 0; i < trials->ranks; i++)
        trial->factors[i] = 1 - trial->finding->cure.latency * saved;
}

static struct packing *packing_of(const struct trials *trials,
                                  struct trial *trial)
{
    trial->packing =
        (struct packing){ .gap = gap_of(trials, trial),
                          .grid = facts_grid(&trials->advice->facts) };
    return &trial->packing;
}

/* Measures the work of each trial, and tries the changes of calls. */
static enum status try_calls(struct trials *trials, struct scenarios *found)
{
    struct scenario scenarios[TRIALS_MOST + 1] = { { .count = 0 } };
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        scenarios[i + 1] = scenario_of(trials, &trials->items[i]);
        scenarios[i + 1].step_work = trials->items[i].step_work;
        scenarios[i + 1].behind = trials->items[i].behind;
        scenarios[i + 1].workers = trials->workers;
        scenarios[i + 1].watched = trials->items[i].finding->rank;
        scenarios[i + 1].follows = trials->items[i].follows;
        scenarios[i + 1].follows_ns = gap_of(trials, &trials->items[i]);
        scenarios[i + 1].leads = trials->items[i].leads;
        if (trials->items[i].finding->rule == RULE_SMALL_MESSAGES)
            scenarios[i + 1].packing = packing_of(trials, &trials->items[i]);
    }
    status = simulate_scenarios(trials, scenarios, trials->count + 1, found);
    if (status != STATUS_OK)
        return status;
    trials->unchanged = found->results[0].length;
    trials->advice->unchanged = trials->unchanged;
    trials->advice->agrees = scenarios_agree(found, trials->unchanged);
    for (uint32_t i = 0; i < trials->count; i++) {
        trials->items[i].gain =
            gain_of(trials, &trials->items[i], &found->results[i + 1]);
        if (costs_something(&trials->items[i]))
            pay_for_gain(trials, &trials->items[i]);
    }
    for (uint32_t i = 0; trials->advice->agrees && i < trials->count; i++)
        if (trials->items[i].finding->rule == RULE_SMALL_MESSAGES)
            pack_messages(trials, &trials->items[i]);
        else if (trials->items[i].follows != NULL &&
                 !trial_is_work(&trials->items[i]))
            merge_collectives(trials, &trials->items[i]);
    if (trials->steps.count > 0 && !steps_agree(&trials->steps, trials->ranks))
        trials->steps.count = 0;
    return STATUS_OK;
}

/* Work that moves evens out where ranks wait for each other less often; only the rank
 * that works longer over the whole run remains.  That gain is promised. */
static void wait_less_often(const struct trials *trials, struct trial *trial)
{
    uint64_t rest =
        saturate_less(trials->advice->most_useful, trials->advice->mean_work);
    uint64_t gain = saturate_less(trial->gain, rest);

    if (!trial_is_of_all(trial) || trial->found.every > 0 ||
        !advice_worth(trials->scope, gain) ||
        (double)rest < FEWER_STEPS * (double)trial->gain)
        return;
    trial->gain_like_others = trial->gain;
    trial->gain = gain;
    trial->finding->phrase =
        "if ranks waited for each other less often, at best";
}

static bool has_two_gains(const struct trial *trial)
{
    return trial_is_work(trial) || trial->merged;
}

/* Tries work shared evenly, and as fast as that of others; fewer collectives, and
 * still fewer. */
static enum status try_work(struct trials *trials)
{
    struct change others[TRIALS_MOST];
    struct scenario scenarios[2 * TRIALS_MOST];
    struct scenarios found;
    uint32_t count = 0;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];

        if (!has_two_gains(trial) || trial->wrong)
            continue;
        others[i] = trial->change;
        if (trial->found.every > 0 || trial->change.step_factors == NULL)
            others[i].factors = trial->like_others;
        if (trial->found.every > 0 || trial->change.step_factors != NULL)
            others[i].step_factors = trial->step_alike;
        scenarios[count++] = scenario_of(trials, trial);
        scenarios[count] = scenarios[count - 1];
        scenarios[count++].changes = &others[i];
    }
    if (count == 0)
        return STATUS_OK;
    status = simulate_scenarios(trials, scenarios, count, &found);
    count = 0;
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if (!has_two_gains(trial) || trial->wrong)
            continue;
        trial->gain =
            trial->found.cure.kind == CURE_MASTER || trial->found.queue
                ? saturate_less(trials->unchanged, found.results[count].length)
            : trial->found.rule == RULE_TASKS
                ? trial->excess /* a simulation keeps who does which task */
                : gain_of(trials, trial, &found.results[count]);
        count++;
        if (trial->found.rule != RULE_TASKS &&
            trial->finding->rule != RULE_SMALL_MESSAGES)
            trial->gain_like_others =
                saturate_less(trials->unchanged, found.results[count].length);
        count++;
        wait_less_often(trials, trial);
    }
    scenarios_clear(&found);
    return status;
}

static enum status try_alone(struct trials *trials)
{
    struct scenarios found;
    enum status status = try_calls(trials, &found);

    if (status == STATUS_OK && trials->advice->agrees)
        unequal_work_judge(trials, found.changed);
    scenarios_clear(&found);
    if (status != STATUS_OK || !trials->advice->agrees)
        return status;
    status = try_work(trials);
    if (status == STATUS_OK)
        unequal_work_choose(trials);
    return status;
}

/* ---- which explain the same seconds ---- */

ORDER(by_gain, struct trial, DOWN(gain) UP(finding));

static bool any_for_workers(const struct trials *trials, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_for_workers(&trials->items[i]))
            return true;
    return false;
}

/* Finds T with the first change, with the first two, and so on. */
static enum status try_together(struct trials *trials, uint64_t *lengths)
{
    struct change changes[TRIALS_MOST];
    struct scenario scenarios[TRIALS_MOST];
    struct scenarios found;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        changes[i] = trials->items[i].change;
        scenarios[i] = scenario_of(trials, &trials->items[i]);
        scenarios[i].changes = changes;
        scenarios[i].count = i + 1;
    }
    status = simulate_scenarios(trials, scenarios, trials->count, &found);
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++)
        lengths[i] = length_of(trials, &found.results[i],
                               any_for_workers(trials, i + 1));
    scenarios_clear(&found);
    return status;
}

/* Drops the other trials. */
static void keep_trials(struct trials *trials, const bool *keeps)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < trials->count; i++)
        if (keeps[i])
            trials->items[kept++] = trials->items[i];
        else
            trial_clear(&trials->items[i]);
    memmove(&trials->items[kept], &trials->items[trials->count],
            trials->masked * sizeof(*trials->items));
    trials->count = kept;
}

/* Whether it may gain once other ranks no longer work as long. */
static bool may_be_masked(const struct trials *trials,
                          const struct trial *trial)
{
    return !trial->wrong && trial_is_work(trial) && !trial_is_of_all(trial) &&
           trial->found.rule != RULE_MASTER &&
           advice_worth(trials->scope, trial->excess);
}

/* Unequal work that moves, and the barrier or the wait for a collective at which
 * ranks wait for it: that goes first which is easy to do, if it gains nearly as
 * much. */
static void put_easy_first(struct trials *trials)
{
    struct trial *first = &trials->items[0], moving = *first;

    if (!trial_is_of_all(first))
        return;
    for (uint32_t i = 1; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if ((trial->finding->cure.kind != CURE_OFF &&
             !trial->finding->cure.half) ||
            trial->finding->cure.site != moving.finding->cure.site ||
            (double)at_best(trial) < EASY_SHARE * (double)moving.gain)
            continue;
        *first = *trial;
        *trial = moving;
        return;
    }
}

/* Another order of receives is easy to do, too, and gains what others would gain
 * with more effort. */
static void put_order_first(struct trials *trials)
{
    uint32_t moved = 0;

    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial trial = trials->items[i];

        if (trial.change.kind != CHANGE_ORDER)
            continue;
        memmove(&trials->items[moved + 1], &trials->items[moved],
                (i - moved) * sizeof(trial));
        trials->items[moved++] = trial;
    }
}

static bool is_worthy(const struct trials *trials, const struct trial *trial)
{
    const struct scope *scope = trials->scope;

    /* The work may need what is transferred. */
    if (trial->finding->rule == RULE_TRANSFERS &&
        scope_share(trial->gain, scope->run_ns) < OVERLAP_LEAST)
        return false;
    return !trial->wrong && advice_worth(scope, trial->gain);
}

/* A chain of ranks that do not work in between needs no smaller pieces. */
static bool is_exchange(const struct trials *trials,
                        const struct trial *pieces)
{
    for (uint32_t i = 0; i < trials->count; i++)
        if (trials->items[i].change.kind == CHANGE_POSTED &&
            (double)trials->items[i].gain >=
                EXCHANGE_SHARE * (double)pieces->gain)
            return true;
    return false;
}

static void drop_pieces(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++)
        if (trials->items[i].finding->cure.kind == CURE_PIECES &&
            is_exchange(trials, &trials->items[i]))
            trials->items[i].wrong = true;
}

/* Messages that ranks pass on cannot be under way at once. */
static void drop_exchanges(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        const struct trial *tree = &trials->items[i];

        for (uint32_t k = 0; k < trials->count; k++)
            if (tree->finding->cure.kind == CURE_TREE &&
                trials->items[k].change.kind == CHANGE_POSTED &&
                is_worthy(trials, tree) &&
                (double)tree->gain >=
                    EXCHANGE_SHARE * (double)trials->items[k].gain)
                trials->items[k].wrong = true;
    }
}

/* Barriers that end turns order what ranks do between them. */
static void drop_barriers(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        const struct trial *turns = &trials->items[i];

        for (uint32_t k = 0; k < trials->count; k++)
            if (turns->turns && is_worthy(trials, turns) &&
                trials->items[k].change.kind == CHANGE_OFF &&
                trials->items[k].finding->cure.site ==
                    turns->finding->cure.site)
                trials->items[k].wrong = true;
    }
}

static bool removes_waits(const struct trial *trial)
{
    return is_of_chain(trial) || trial->change.kind == CHANGE_POSTED ||
           trial->change.kind == CHANGE_ORDER;
}

/* Waits that other work is to hide: whether there is some that needs none of the
 * data, nobody knows. */
static bool only_hides(const struct trial *trial)
{
    return trial->finding->cure.kind == CURE_TRANSFERS ||
           (trial->finding->cure.kind == CURE_OVERLAP &&
            trial->finding->rule != RULE_OVERLAP);
}

/* Those go behind a change of calls that gains nearly as much, which removes the
 * waits. */
static void put_hiding_last(struct trials *trials)
{
    for (uint32_t i = trials->count; i-- > 0;) {
        struct trial trial = trials->items[i];
        uint32_t behind = i;

        if (!only_hides(&trial))
            continue;
        for (uint32_t k = i + 1; k < trials->count; k++)
            if (removes_waits(&trials->items[k]) &&
                (double)trials->items[k].gain >=
                    HIDDEN_SHARE * (double)trial.gain)
                behind = k;
        memmove(&trials->items[i], &trials->items[i + 1],
                (behind - i) * sizeof(trial));
        trials->items[behind] = trial;
    }
}

/* Whether ranks wait for those before them, but each message has its latency. */
static bool is_fine_pipeline(const struct trials *trials,
                             const struct trial *trial)
{
    return !trial->wrong && trial->finding->cure.kind == CURE_PIECES &&
           advice_worth(trials->scope, trial->gain_like_others);
}

/* The cause is named without a gain. */
static void name_pipeline(struct finding *finding)
{
    finding->cure.kind = CURE_NONE;
    finding->gains = false;
    strbuf_puts(
        &finding->evidence,
        "  Smaller pieces would gain less than 2 %, as each adds a message.");
    finding->remedy =
        "Use fewer ranks along the sweep, sweep from several sides at "
        "once, or let ranks do other work before they receive.";
}

/* Whether single messages, one to each rank in an exchange, take much of T. */
static bool has_single_messages(const struct trials *trials,
                                const struct trial *trial)
{
    return trial->finding->rule == RULE_SMALL_MESSAGES && trial->wrong &&
           scope_share(trial->gain, trials->scope->run_ns) >=
               2 * OVERLAP_LEAST;
}

static void name_messages(struct finding *finding)
{
    finding->cure.kind = CURE_NONE;
    finding->gains = false;
    strbuf_puts(&finding->evidence,
                "  In each exchange one message goes to each rank.");
    finding->remedy =
        "Exchange less often: wider halos last for several steps, at the "
        "price of some work done twice.";
}

/* Those that may be masked come behind those that gain. */
static int by_worth(const void *left, const void *right)
{
    const struct trial *a = left, *b = right;

    if (a->masked != b->masked)
        return a->masked ? 1 : -1;
    return by_gain(a, b);
}

static void keep_worthy(struct trials *trials)
{
    bool keeps[TRIALS_MOST] = { false };

    drop_pieces(trials);
    drop_exchanges(trials);
    drop_barriers(trials);
    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        trial->masked =
            !is_worthy(trials, trial) && may_be_masked(trials, trial);
        keeps[i] = trial->masked || is_worthy(trials, trial);
        if (!keeps[i] && is_fine_pipeline(trials, trial))
            name_pipeline(trial->finding);
        else if (!keeps[i] && has_single_messages(trials, trial))
            name_messages(trial->finding);
    }
    keep_trials(trials, keeps);
    if (trials->count == 0)
        return;
    qsort(trials->items, trials->count, sizeof(*trials->items), by_worth);
    while (trials->count > 0 && trials->items[trials->count - 1].masked) {
        trials->count--;
        trials->masked++;
    }
    if (trials->count > 0)
        put_easy_first(trials);
    put_hiding_last(trials);
    put_order_first(trials);
}

/* Hiding what waits have left is no gain to be sure of. */
static double fold_share(const struct trial *trial)
{
    return only_hides(trial) ? 2 * FOLD_SHARE : FOLD_SHARE;
}

/* Drops those that add too little to the ones before; returns whether any was. */
static bool keep_others(struct trials *trials, const uint64_t *lengths)
{
    uint64_t before = trials->unchanged;
    uint32_t count = trials->count;
    bool keeps[TRIALS_MOST] = { false };

    for (uint32_t i = 0; i < count; i++) {
        uint64_t adds = saturate_less(before, lengths[i]);

        keeps[i] = (double)adds >= fold_share(&trials->items[i]) *
                                       (double)trials->items[i].gain &&
                   advice_worth(trials->scope, adds);
        if (lengths[i] < before)
            before = lengths[i];
    }
    keep_trials(trials, keeps);
    return trials->count < count;
}

/* Gains of the simulation that are not promised; see pay_for_gain(). */
static uint64_t paid_for_gains(const struct trials *trials)
{
    uint64_t paid = 0;

    for (uint32_t i = 0; i < trials->count; i++)
        if (costs_something(&trials->items[i]))
            paid += trials->items[i].gain_like_others - trials->items[i].gain;
    return paid;
}

static enum status fold_trials(struct trials *trials)
{
    uint64_t lengths[TRIALS_MOST] = { 0 };
    enum status status = STATUS_OK;

    if (trials->count > 1) {
        status = try_together(trials, lengths);
        if (status == STATUS_OK && keep_others(trials, lengths) &&
            trials->count > 1)
            status = try_together(trials, lengths);
    }
    if (trials->count == 0)
        trials->advice->together = trials->unchanged;
    else if (trials->count == 1)
        trials->advice->together = trials->unchanged - trials->items[0].gain;
    else
        trials->advice->together =
            lengths[trials->count - 1] + paid_for_gains(trials);
    return status;
}

/* ---- which gain only with others ---- */

/* Finds T with all changes but one, for each, and with all of them. */
static enum status try_without(struct trials *trials, uint64_t *lengths)
{
    uint32_t count = trials->count + trials->masked;
    struct change changes[2 * TRIALS_MOST];
    struct scenario scenarios[TRIALS_MOST + 1];
    struct scenarios found;
    enum status status;

    for (uint32_t i = 0; i < count; i++)
        changes[i] = changes[count + i] = trials->items[i].change;
    for (uint32_t i = 0; i <= count; i++) {
        scenarios[i] = scenario_of(trials, &trials->items[0]);
        scenarios[i].changes = i < count ? &changes[i + 1] : changes;
        scenarios[i].count = i < count ? count - 1 : count;
    }
    status = simulate_scenarios(trials, scenarios, count + 1, &found);
    for (uint32_t i = 0; status == STATUS_OK && i <= count; i++)
        lengths[i] = length_of(trials, &found.results[i],
                               any_for_workers(trials, trials->count)) +
                     paid_for_gains(trials);
    scenarios_clear(&found);
    return status;
}

/* The masked one with the least work that T is as short without; NULL: none. */
static struct trial *find_needless(const struct trials *trials,
                                   const uint64_t *lengths)
{
    uint32_t all = trials->count + trials->masked;
    struct trial *least = NULL;

    for (uint32_t i = trials->count; i < all; i++)
        if (!advice_worth(trials->scope,
                          saturate_less(lengths[i], lengths[all])) &&
            (least == NULL || trials->items[i].excess <= least->excess))
            least = &trials->items[i];
    return least;
}

static void drop_masked(struct trials *trials, struct trial *trial)
{
    struct trial *last = &trials->items[trials->count + --trials->masked];

    trial_clear(trial);
    memmove(trial, trial + 1, (size_t)(last - trial) * sizeof(*trial));
}

/* Drops that one, and of the others all that do much less work than the greatest. */
static void drop_needless(struct trials *trials, const uint64_t *lengths,
                          struct trial *least)
{
    uint32_t all = trials->count + trials->masked;
    uint64_t shortest = lengths[all], most = 0;

    for (uint32_t i = trials->count; i < all; i++)
        if (trials->items[i].excess > most)
            most = trials->items[i].excess;
    for (uint32_t i = all; i-- > trials->count;)
        if (&trials->items[i] == least ||
            (trials->items[i].excess < most / MUCH_LESS &&
             !advice_worth(trials->scope,
                           saturate_less(lengths[i], shortest))))
            drop_masked(trials, &trials->items[i]);
}

/* They gain what T is longer without them, but no more than all together. */
static void take_masked(struct trials *trials, const uint64_t *lengths)
{
    uint32_t all = trials->count + trials->masked;

    for (uint32_t i = trials->count; i < all; i++) {
        uint64_t before =
            lengths[i] < trials->unchanged ? lengths[i] : trials->unchanged;

        trials->items[i].gain = saturate_less(before, lengths[all]);
        trials->items[i].gain_like_others = 0;
    }
    trials->count = all;
    trials->masked = 0;
    trials->advice->together = lengths[all];
}

/* Adds those that shorten T once the others are cured. */
static enum status unmask_causes(struct trials *trials)
{
    uint64_t lengths[TRIALS_MOST + 1] = { 0 };
    enum status status = STATUS_OK;
    struct trial *needless = NULL;
    unsigned turns = 0;

    while (status == STATUS_OK && trials->masked > 0) {
        uint32_t all = trials->count + trials->masked;

        status = try_without(trials, lengths);
        needless = find_needless(trials, lengths);
        if (needless == NULL ||
            !advice_worth(
                trials->scope,
                saturate_less(trials->advice->together, lengths[all])) ||
            ++turns == TURNS_MOST)
            break;
        drop_needless(trials, lengths, needless);
    }
    if (status == STATUS_OK && trials->masked > 0 && needless == NULL)
        take_masked(trials, lengths);
    while (trials->masked > 0)
        drop_masked(trials, &trials->items[trials->count]);
    return status;
}

/* ---- back to the findings ---- */

/* Whether ranks queue for a lock, and hold it during such calls. */
static bool is_inside_lock(const struct scope *scope,
                           const struct finding *convoy,
                           const struct finding *finding)
{
    return convoy->rule == RULE_CONVOY &&
           scope_call_class(scope, site_call(finding->cure.site)) ==
               CALL_CLASS_ONE_SIDED;
}

/* A rank that takes long inside calls whose cost a simulated change explains is
 * no cause of its own. */
static bool is_kept(const struct trials *trials, const struct finding *finding)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        const struct finding *kept = trials->items[i].finding;

        if (kept == finding)
            return true;
        if (finding->rule == RULE_LATE_RANK && !trial_wanted(finding) &&
            !trial_is_work(&trials->items[i]) &&
            (finding->cure.site == kept->cure.site ||
             is_inside_lock(trials->scope, kept, finding)))
            return false;
    }
    return !trial_wanted(finding);
}

static void give_back(struct trials *trials)
{
    struct advice *advice = trials->advice;
    size_t kept = 0;

    advice->simulated = true;
    for (uint32_t i = 0; i < trials->count; i++) {
        struct finding *finding = trials->items[i].finding;

        finding->gains = finding->simulated = true;
        finding->gain = trials->items[i].gain;
        finding->masked = trials->items[i].masked;
        finding->gain_like_others = trials->items[i].gain_like_others;
        if (trial_is_work(&trials->items[i]) &&
            !trial_is_of_all(&trials->items[i]))
            unequal_work_tell(trials, &trials->items[i]);
        else if (trials->items[i].found.every > 0)
            unequal_work_tell_phase(&trials->items[i]);
        else if (trials->items[i].turns)
            unequal_work_tell_turns(&trials->items[i]);
    }
    for (size_t i = 0; i < advice->count; i++)
        if (is_kept(trials, &advice->items[i]))
            advice->items[kept++] = advice->items[i];
        else
            finding_clear(&advice->items[i]);
    advice->count = kept;
}

/* No simulated change touches what ranks wait for outside MPI. */
static void add_output(struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].rule == RULE_OUTPUT)
            advice->together =
                saturate_less(advice->together, advice->items[i].gain);
}

/* Without a simulation estimates have to be worth it by themselves. */
static void keep_estimates(struct advice *advice, const struct scope *scope)
{
    size_t kept = 0;

    for (size_t i = 0; i < advice->count; i++)
        if ((!advice->items[i].gains && !trial_wanted(&advice->items[i])) ||
            (advice->items[i].cure.kind != CURE_STEPS &&
             advice_worth(scope, advice->items[i].gain)))
            advice->items[kept++] = advice->items[i];
        else
            finding_clear(&advice->items[i]);
    advice->count = kept;
}

bool cures_possible(const struct scope *scope)
{
    const struct profile *profile = scope->profile;

    return scope->options->simulate != NULL && profile->log != NULL &&
           profile->replay != NULL && scope_is_whole(scope) &&
           efficiency_doubt(scope) == NULL && replayed_doubt(scope) == NULL;
}

void cures_simulate(struct advice *advice, const struct scope *scope)
{
    struct trials trials = { .scope = scope,
                             .replay = scope->profile->replay,
                             .advice = advice,
                             .ranks = scope->profile->rank_count };
    enum status status = trials_init(&trials);

    if (status == STATUS_OK && trials.count > 0) {
        status = try_alone(&trials);
    } else if (status == STATUS_OK) { /* nothing to change */
        advice->agrees = true;
        trials.unchanged = advice->unchanged = scope->run_ns;
    }
    if (status == STATUS_OK && advice->agrees) {
        keep_worthy(&trials);
        status = fold_trials(&trials);
        if (status == STATUS_OK)
            status = unmask_causes(&trials);
    }
    if (status == STATUS_OK && advice->agrees) {
        give_back(&trials);
        add_output(advice);
    } else {
        keep_estimates(advice, scope);
    }
    trials_clear(&trials);
}
