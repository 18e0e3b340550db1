/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/cures.h"

#include <stdlib.h>

#include "analyze/facts/replayed.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "base/saturate.h"

#define TRIALS_MOST 31u
#define FOLD_SHARE 0.25 /* of its own gain that a cure has to add */
#define SHARED 2.0      /* a factor that is not 1, until it is known */
#define FEW 0.05        /* of a rank's work: others with less have none */
#define STEPS_MORE 1.5  /* times what evenly shared work of the run gains */
#define CELLS_MOST (1u << 22) /* of steps and ranks */

/* One finding's cure in the simulation. */
struct trial {
    struct finding *finding;
    struct change change;
    bool *sites, *ends; /* by site of the log; ends: of CURE_STEPS */
    double *factors, *like_others; /* by rank */
    struct steps steps;            /* of CURE_STEPS */
    uint64_t gain, gain_like_others;
};

struct trials {
    const struct scope *scope;
    struct advice *advice;
    struct trial *items;
    uint32_t count, ranks;
    uint64_t unchanged; /* T of the simulation without changes */
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "suggestions");
}

/* ---- making them ---- */

static void choose_sites(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->scope->profile->replay;
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct cure *cure = &trial->finding->cure;
    const struct tally *place = tallies_find(&waits->names, cure->site);

    for (uint32_t i = 0; i < replay->site_count; i++) {
        bool there = place != NULL &&
                     waits->places[i] ==
                         (uint32_t)(place - waits->names.items);
        bool inside = replay->sites[i].region == cure->region;

        trial->sites[i] =
            (!cure->at_site || there) && (!cure->in_region || inside);
        if (cure->kind == CURE_STEPS)
            trial->ends[i] = there;
    }
}

/* With more steps than there is room for several are taken as one. */
static bool steps_init(struct steps *steps, const bool *ends, uint32_t count,
                       uint32_t ranks)
{
    uint32_t most = CELLS_MOST / (ranks + 1) + 1;

    steps->ends = ends;
    steps->merged = count / most + 1;
    steps->count = count / steps->merged + 1;
    steps->work =
        calloc((size_t)steps->count * ranks + 1, sizeof(*steps->work));
    steps->factors =
        calloc((size_t)steps->count * ranks + 1, sizeof(*steps->factors));
    steps->ended = calloc(ranks + 1u, sizeof(*steps->ended));
    return steps->work != NULL && steps->factors != NULL &&
           steps->ended != NULL;
}

static enum change_kind kind_of(const struct cure *cure)
{
    static const enum change_kind kinds[] = {
        [CURE_EVEN] = CHANGE_WORK,       [CURE_ALONE] = CHANGE_WORK,
        [CURE_STEPS] = CHANGE_WORK,
        [CURE_COST] = CHANGE_COST,       [CURE_OFF] = CHANGE_OFF,
        [CURE_NO_WAIT] = CHANGE_NO_WAIT, [CURE_OVERLAP] = CHANGE_OVERLAP,
    };

    return kinds[cure->kind];
}

static bool is_in_steps(const struct trial *trial)
{
    return trial->finding->cure.kind == CURE_STEPS;
}

static bool is_of_rank(const struct trial *trial)
{
    return trial->change.kind == CHANGE_WORK && !is_in_steps(trial);
}

static struct scenario scenario_of(struct trial *trial)
{
    return (struct scenario){ .changes = &trial->change,
                              .count = 1,
                              .steps =
                                  is_in_steps(trial) ? &trial->steps : NULL };
}

static enum status trial_init(const struct trials *trials, struct trial *trial,
                              struct finding *finding)
{
    uint32_t ranks = trials->ranks;
    size_t sites = trials->scope->profile->replay->site_count;
    double factor =
        finding->cure.kind == CURE_COST ? finding->cure.factor : 1;

    trial->finding = finding;
    trial->sites = calloc(2 * sites + 1, sizeof(*trial->sites));
    trial->ends = trial->sites == NULL ? NULL : trial->sites + sites;
    trial->factors = calloc(2 * (size_t)ranks + 1, sizeof(*trial->factors));
    trial->like_others =
        trial->factors == NULL ? NULL : trial->factors + ranks;
    trial->change = (struct change){ kind_of(&finding->cure), trial->sites,
                                     trial->factors };
    if (trial->sites == NULL || trial->factors == NULL ||
        (is_in_steps(trial) &&
         !steps_init(&trial->steps, trial->ends, finding->steps, ranks)))
        return no_memory();
    for (uint32_t i = 0; i < 2 * ranks; i++)
        trial->factors[i] = factor;
    choose_sites(trials, trial);
    return STATUS_OK;
}

static int by_estimate(const void *left, const void *right)
{
    const struct finding *const *a = left, *const *b = right;

    if ((*a)->gain != (*b)->gain)
        return (*a)->gain > (*b)->gain ? -1 : 1;
    return *a < *b ? -1 : *a > *b;
}

static bool is_tried(const struct finding *finding)
{
    return finding->cure.kind != CURE_NONE;
}

/* Those with the largest estimates. */
static enum status trials_init(struct trials *trials)
{
    struct advice *advice = trials->advice;
    struct finding **chosen = calloc(advice->count + 1, sizeof(*chosen));
    enum status status = STATUS_OK;
    size_t count = 0;

    trials->items = calloc(TRIALS_MOST, sizeof(*trials->items));
    if (chosen == NULL || trials->items == NULL)
        status = no_memory();
    for (size_t i = 0; status == STATUS_OK && i < advice->count; i++)
        if (is_tried(&advice->items[i]))
            chosen[count++] = &advice->items[i];
    if (count > 0)
        qsort(chosen, count, sizeof(*chosen), by_estimate);
    for (size_t i = 0; status == STATUS_OK && i < count && i < TRIALS_MOST;
         i++)
        status =
            trial_init(trials, &trials->items[trials->count++], chosen[i]);
    free(chosen);
    return status;
}

static void trial_clear(struct trial *trial)
{
    free(trial->sites);
    free(trial->factors);
    free(trial->steps.work);
    free(trial->steps.factors);
    free(trial->steps.ended);
}

static void trials_clear(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++)
        trial_clear(&trials->items[i]);
    free(trials->items);
}

/* ---- simulating ---- */

static enum status simulate(const struct trials *trials,
                            const struct scenario *scenarios, uint32_t count,
                            struct scenarios *out)
{
    return trials->scope->options->simulate(trials->scope->profile, scenarios,
                                            count, out);
}

static uint64_t gain_of(const struct trials *trials,
                        const struct scenario_result *result)
{
    return trials->unchanged > result->length
               ? trials->unchanged - result->length
               : 0;
}

static double mean_of_others(const uint64_t *changed, uint32_t ranks,
                             uint32_t rank)
{
    double sum = 0;

    for (uint32_t i = 0; i < ranks; i++)
        sum += i == rank ? 0 : (double)changed[i];
    return ranks > 1 ? sum / (ranks - 1) : 0;
}

/* What one rank does alone all take a part of; it is work that the others,
 * who wait, have not. */
static void set_factors(const struct trials *trials, struct trial *trial,
                        const uint64_t *changed)
{
    uint32_t ranks = trials->ranks, rank = trial->finding->rank;
    double others = mean_of_others(changed, ranks, rank);
    double own = (double)changed[rank];

    if (trial->finding->rule == RULE_SERIAL)
        trial->finding->rule = RULE_IMBALANCE;
    if (others < FEW * own) {
        if (trial->finding->rule == RULE_IMBALANCE)
            trial->finding->rule = RULE_SERIAL;
        trial->finding->cure.kind = CURE_ALONE;
        trial->factors[rank] = 1.0 / ranks;
        return;
    }
    for (uint32_t i = 0; i < ranks; i++)
        trial->factors[i] = SHARED;
    scenario_even(trial->factors, changed, ranks);
    if (own > others)
        trial->like_others[rank] = others / own;
}

static void take_slow_ranks(const struct trials *trials, struct trial *trial,
                            const uint64_t *changed)
{
    struct finding *finding = trial->finding;
    uint64_t most = changed[finding->rank];
    double others = mean_of_others(changed, trials->ranks, finding->rank);
    int *members = calloc(trials->ranks + 1u, sizeof(*members));
    size_t count = 0;

    trials->advice->failed |= members == NULL;
    for (uint32_t i = 0; members != NULL && i < trials->ranks; i++)
        if ((double)changed[i] > (others + (double)most) / 2)
            members[count++] = (int)i;
    finding->slow_count = (uint32_t)count;
    finding->most = most;
    finding->others = saturate_near(others);
    if (count > 1)
        ranklist_print(&finding->slow, members, count);
    free(members);
}

/* All work as it was, so that it is known; all else without what the findings
 * name. */
static enum status try_alone(struct trials *trials)
{
    struct scenario scenarios[TRIALS_MOST + 1] = { { .count = 0 } };
    struct scenarios found;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++)
        scenarios[i + 1] = scenario_of(&trials->items[i]);
    status = simulate(trials, scenarios, trials->count + 1, &found);
    if (status == STATUS_OK) {
        trials->unchanged = found.results[0].length;
        trials->advice->unchanged = trials->unchanged;
        trials->advice->agrees = scenarios_agree(&found, trials->unchanged);
    }
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++) {
        struct trial *trial = &trials->items[i];
        const uint64_t *changed =
            &found.changed[(size_t)(i + 1) * trials->ranks];

        trial->gain = gain_of(trials, &found.results[i + 1]);
        if (is_of_rank(trial)) {
            take_slow_ranks(trials, trial, changed);
            set_factors(trials, trial, changed);
        }
        if (is_in_steps(trial))
            steps_even(&trial->steps, trials->ranks);
    }
    scenarios_clear(&found);
    return status;
}

/* Work, now that it is known: shared evenly, and as fast as that of others. */
static enum status try_work(struct trials *trials)
{
    struct change others[TRIALS_MOST];
    struct scenario scenarios[2 * TRIALS_MOST];
    struct scenarios found;
    uint32_t count = 0;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if (trial->change.kind != CHANGE_WORK)
            continue;
        scenarios[count++] = scenario_of(trial);
        if (is_in_steps(trial))
            continue;
        others[i] = trial->change;
        others[i].factors = trial->like_others;
        scenarios[count++] =
            (struct scenario){ .changes = &others[i], .count = 1 };
    }
    if (count == 0)
        return STATUS_OK;
    status = simulate(trials, scenarios, count, &found);
    count = 0;
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if (trial->change.kind != CHANGE_WORK)
            continue;
        trial->gain = gain_of(trials, &found.results[count++]);
        if (!is_in_steps(trial))
            trial->gain_like_others =
                gain_of(trials, &found.results[count++]);
    }
    scenarios_clear(&found);
    return status;
}

/* Unequal work moves only where sharing it evenly over the whole run gains far
 * less. */
static void judge_steps(struct trials *trials)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < trials->count; i++)
        if (is_of_rank(&trials->items[i]) && trials->items[i].gain > most)
            most = trials->items[i].gain;
    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if (is_in_steps(trial) &&
            ((double)trial->gain < STEPS_MORE * (double)most ||
             !steps_agree(&trial->steps, trials->ranks)))
            trial->gain = 0;
    }
}

/* ---- which explain the same seconds ---- */

static int by_gain(const void *left, const void *right)
{
    const struct trial *a = left, *b = right;

    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    return a->finding < b->finding ? -1 : a->finding > b->finding;
}

/* T with the first, with the first two ..., which need one array. */
static enum status try_together(const struct trials *trials, uint64_t *lengths)
{
    struct change changes[TRIALS_MOST];
    struct scenario scenarios[TRIALS_MOST];
    struct steps *steps = NULL;
    struct scenarios found;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        changes[i] = trial->change;
        if (is_in_steps(trial))
            steps = &trial->steps;
        scenarios[i] = (struct scenario){ .changes = changes,
                                          .count = i + 1,
                                          .steps = steps };
    }
    status = simulate(trials, scenarios, trials->count, &found);
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++)
        lengths[i] = found.results[i].length;
    scenarios_clear(&found);
    return status;
}

/* Keeps those that pass; the arrays of others are freed. */
static void keep(struct trials *trials, const bool *keeps)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < trials->count; i++) {
        if (keeps[i]) {
            trials->items[kept++] = trials->items[i];
            continue;
        }
        trial_clear(&trials->items[i]);
    }
    trials->count = kept;
}

static void keep_worthy(struct trials *trials)
{
    bool keeps[TRIALS_MOST];

    for (uint32_t i = 0; i < trials->count; i++)
        keeps[i] = advice_worth(trials->scope, trials->items[i].gain);
    keep(trials, keeps);
    if (trials->count > 0)
        qsort(trials->items, trials->count, sizeof(*trials->items), by_gain);
}

/* Whether any was dropped. */
static bool keep_others(struct trials *trials, const uint64_t *lengths)
{
    uint64_t before = trials->unchanged;
    uint32_t count = trials->count;
    bool keeps[TRIALS_MOST];

    for (uint32_t i = 0; i < count; i++) {
        uint64_t adds = before > lengths[i] ? before - lengths[i] : 0;

        keeps[i] =
            (double)adds >= FOLD_SHARE * (double)trials->items[i].gain &&
            advice_worth(trials->scope, adds);
        before = lengths[i];
    }
    keep(trials, keeps);
    return trials->count < count;
}

static enum status fold(struct trials *trials)
{
    uint64_t lengths[TRIALS_MOST] = { 0 };
    enum status status = STATUS_OK;

    if (trials->count > 1) {
        status = try_together(trials, lengths);
        if (status == STATUS_OK && keep_others(trials, lengths) &&
            trials->count > 1)
            status = try_together(trials, lengths);
    }
    if (trials->count == 1)
        lengths[0] = trials->unchanged - trials->items[0].gain;
    trials->advice->together =
        trials->count == 0 ? trials->unchanged : lengths[trials->count - 1];
    return status;
}

/* ---- back to the findings ---- */

static bool is_kept(const struct trials *trials, const struct finding *finding)
{
    for (uint32_t i = 0; i < trials->count; i++)
        if (trials->items[i].finding == finding)
            return true;
    return !is_tried(finding);
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
        finding->gain_like_others = trials->items[i].gain_like_others;
    }
    for (size_t i = 0; i < advice->count; i++)
        if (is_kept(trials, &advice->items[i]))
            advice->items[kept++] = advice->items[i];
        else
            finding_clear(&advice->items[i]);
    advice->count = kept;
}

/* Without a simulation estimates have to be worth it by themselves. */
static void keep_estimates(struct advice *advice, const struct scope *scope)
{
    size_t kept = 0;

    for (size_t i = 0; i < advice->count; i++)
        if (!advice->items[i].gains ||
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
           !profile->window.given && !scope_is_partial(scope) &&
           replayed_doubt(scope) == NULL;
}

enum status cures_simulate(struct advice *advice, const struct scope *scope)
{
    struct trials trials = { .scope = scope,
                             .advice = advice,
                             .ranks = scope->profile->rank_count };
    enum status status = trials_init(&trials);

    if (status == STATUS_OK && trials.count > 0)
        status = try_alone(&trials);
    if (status == STATUS_OK && advice->agrees)
        status = try_work(&trials);
    if (status == STATUS_OK && advice->agrees) {
        judge_steps(&trials);
        keep_worthy(&trials);
        status = fold(&trials);
    }
    if (status == STATUS_OK && advice->agrees)
        give_back(&trials);
    else
        keep_estimates(advice, scope);
    trials_clear(&trials);
    return status;
}
