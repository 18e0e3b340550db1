/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/cures.h"

#include <stdlib.h>

#include "analyze/facts/replayed.h"
#include "analyze/wait_states/say_site.h"
#include "analyze/wait_states/root_causes.h"
#include "base/log.h"
#include "base/order.h"
#include "base/ranklist.h"
#include "base/saturate.h"

#define TRIALS_MOST 31u
#define REGION_MOST 4u  /* of these, of work in one region */
#define FOLD_SHARE 0.25 /* of its own gain that a cure has to add */
#define FIXED_LEAST 0.5 /* of unequal work that does not move, steps_fixed() */
#define OVERLAPS \
    1.1 /* times T: work of a master and of its workers, at least */
#define PHASE_STEPS 4u /* of a run that has phases, at least */
#define PHASE_MOST 0.5 /* of all steps, that a phase has */
#define NEARLY_ALL 0.9
#define FEW 0.02          /* of a rank's work: others with less have none */
#define PART_LEAST 0.1    /* of what a rank's work costs: a part of it */
#define EVENED_LEAST 0.25 /* of its excess in a part, done less elsewhere */
#define ALONE_LEAST 0.55  /* of its excess there: the others wait meanwhile */
#define CAUSE_LEAST 0.25  /* less of it: no cause of anything */
#define WIDE_LEAST 0.95   /* of the gain of a part, that all work gains */
#define PLACE_LEAST 0.95  /* of all its work there: a part that is its place */
#define IDLE 0.05  /* of the mean useful time, that a master has at most */
#define SERVES 0.5 /* of T, that it waits for messages at least */
#define CELLS_MOST (1u << 18) /* of steps and ranks */

/* One finding's cure in the simulation. */
struct trial {
    struct finding *finding;
    struct change change;
    bool wide;   /* all work in the region; the trial before has a part */
    bool *sites; /* by site of the log */
    double *factors, *like_others; /* by rank */
    uint64_t *step_work;           /* of work, in runs with steps */
    double *step_factors;
    bool wrong;  /* it is not what happens */
    bool evened; /* see is_evened() */
    uint64_t gain, gain_like_others;
    struct finding
        found;   /* what the simulation finds out of work: its rule, cure
                           * and ranks */
    bool placed; /* where most of the work leads to says enough */
};

struct trials {
    const struct scope *scope;
    const struct replay_result *replay;
    struct advice *advice;
    struct trial *items;
    uint32_t count, ranks;
    struct steps steps; /* count 0: none */
    bool *ends;         /* of these, by site */
    bool *workers;      /* by rank: no master, see there */
    uint64_t unchanged; /* T of the simulation without changes */
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "suggestions");
}

static bool is_tried(const struct finding *finding)
{
    return finding->cure.kind != CURE_NONE;
}

static bool is_of_all(const struct trial *trial)
{
    return trial->finding->cure.kind == CURE_STEPS;
}

static bool is_work(const struct trial *trial)
{
    return trial->change.kind == CHANGE_WORK;
}

/* ---- where a cure acts ---- */

static bool is_work_of(const struct trials *trials, const struct delay *delay,
                       const struct finding *finding)
{
    return delay->rank == finding->rank && delay->activity % 2 == 0 &&
           trials->replay->sites[delay->activity / 2].region ==
               finding->cure.region;
}

static void choose_region(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;

    for (uint32_t i = 0; i < replay->site_count; i++)
        trial->sites[i] =
            replay->sites[i].region == trial->finding->cure.region;
}

/* The work of a rank in a region for which others wait; all of its work there,
 * if nobody waits. */
static void choose_work(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;
    struct finding *finding = trial->finding;
    uint64_t most = 0;
    double all = 0;

    for (size_t i = 0; i < replay->delay_count; i++) {
        const struct delay *delay = &replay->delays[i];

        if (!is_work_of(trials, delay, finding))
            continue;
        all += (double)delay_cost_of(delay);
        if (delay_cost_of(delay) <= most)
            continue;
        most = delay_cost_of(delay);
        finding->cure.site =
            wait_place_site(&trials->advice->waits,
                            trials->advice->waits.places[delay->activity / 2]);
    }
    for (size_t i = 0; i < replay->delay_count; i++)
        if (is_work_of(trials, &replay->delays[i], finding) &&
            (double)delay_cost_of(&replay->delays[i]) >= PART_LEAST * all)
            trial->sites[replay->delays[i].activity / 2] = true;
    if (all == 0)
        choose_region(trials, trial);
}

/* Whether some ranks never call where the work of the trial ends: they may do
 * the same work before other calls, as ranks at a boundary do. */
static bool has_own_calls(const struct trials *trials,
                          const struct trial *trial)
{
    const struct scope *scope = trials->scope;
    const struct wait_tallies *waits = &trials->advice->waits;

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        const struct tally *site =
            !trial->sites[i]
                ? NULL
                : tallies_find(&scope->sites,
                               wait_place_site(waits, waits->places[i]));

        if (site != NULL &&
            scope_stats(scope, &site->time).ranks < scope->rank_count)
            return true;
    }
    return false;
}

static bool receives_small(const struct scope *scope, uint64_t key,
                           double packed)
{
    const struct tally *site = tallies_find(&scope->sites, key);
    uint8_t class = scope_call_class(scope, site_call(key));

    return site != NULL && site->in_bytes > 0 &&
           (double)site->in_bytes < packed * (double)site->calls &&
           (class == CALL_CLASS_P2P || class == CALL_CLASS_WAIT) &&
           !advice_only_tests(scope_call_name(scope, site_call(key)));
}

static void choose_calls(const struct trials *trials, struct trial *trial)
{
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct cure *cure = &trial->finding->cure;

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        uint64_t key = wait_place_site(waits, waits->places[i]);

        trial->sites[i] = key == cure->site ||
                          receives_small(trials->scope, key, cure->packed);
    }
}

static void choose_sites(const struct trials *trials, struct trial *trial)
{
    if (trial->wide)
        choose_region(trials, trial);
    else if (is_of_all(trial))
        for (uint32_t i = 0; i < trials->replay->site_count; i++)
            trial->sites[i] = true;
    else if (is_work(trial))
        choose_work(trials, trial);
    else
        choose_calls(trials, trial);
}

/* ---- making them ---- */

static enum change_kind kind_of(const struct cure *cure)
{
    static const enum change_kind kinds[] = {
        [CURE_EVEN] = CHANGE_WORK,       [CURE_ALONE] = CHANGE_WORK,
        [CURE_MASTER] = CHANGE_WORK,     [CURE_STEPS] = CHANGE_WORK,
        [CURE_COST] = CHANGE_COST,       [CURE_OFF] = CHANGE_OFF,
        [CURE_PIECES] = CHANGE_NO_WAIT,  [CURE_NO_WAIT] = CHANGE_NO_WAIT,
        [CURE_OVERLAP] = CHANGE_OVERLAP,
    };

    return kinds[cure->kind];
}

static size_t cells_of(const struct trials *trials)
{
    return (size_t)trials->steps.count * trials->ranks;
}

static enum status trial_init(const struct trials *trials, struct trial *trial,
                              struct finding *finding)
{
    uint32_t ranks = trials->ranks;
    bool in_steps;

    trial->finding = finding;
    trial->found.rank = finding->rank;
    trial->sites =
        calloc(trials->replay->site_count + 1u, sizeof(*trial->sites));
    trial->factors = calloc(2 * (size_t)ranks + 1, sizeof(*trial->factors));
    trial->change = (struct change){ .kind = kind_of(&finding->cure),
                                     .sites = trial->sites,
                                     .factors = trial->factors };
    in_steps = is_work(trial) && trials->steps.count > 0;
    if (in_steps) {
        trial->step_work =
            calloc(cells_of(trials) + 1, sizeof(*trial->step_work));
        trial->step_factors =
            calloc(cells_of(trials) + 1, sizeof(*trial->step_factors));
    }
    if (trial->sites == NULL || trial->factors == NULL ||
        (in_steps &&
         (trial->step_work == NULL || trial->step_factors == NULL)))
        return no_memory();
    trial->like_others = trial->factors + ranks;
    for (uint32_t i = 0; i < 2 * ranks; i++)
        trial->factors[i] =
            finding->cure.kind == CURE_COST ? finding->cure.factor : 1;
    choose_sites(trials, trial);
    return STATUS_OK;
}

static void trial_clear(struct trial *trial)
{
    free(trial->sites);
    free(trial->factors);
    free(trial->step_work);
    free(trial->step_factors);
    finding_clear(&trial->found);
}

static const struct finding *steps_found(const struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].cure.kind == CURE_STEPS)
            return &advice->items[i];
    return NULL;
}

/* With more steps than there is room for several are taken as one. */
static enum status steps_init(struct trials *trials)
{
    const struct finding *found = steps_found(trials->advice);
    const struct wait_tallies *waits = &trials->advice->waits;
    struct steps *steps = &trials->steps;
    uint32_t most = CELLS_MOST / (trials->ranks + 1) + 1;

    if (found == NULL)
        return STATUS_OK;
    trials->ends =
        calloc(trials->replay->site_count + 1u, sizeof(*trials->ends));
    steps->ended = calloc(trials->ranks + 1u, sizeof(*steps->ended));
    if (trials->ends == NULL || steps->ended == NULL)
        return no_memory();
    for (uint32_t i = 0; i < trials->replay->site_count; i++)
        trials->ends[i] =
            wait_place_site(waits, waits->places[i]) == found->cure.site;
    steps->ends = trials->ends;
    steps->merged = found->steps / most + 1;
    steps->count = found->steps / steps->merged + 1;
    return STATUS_OK;
}

bool cures_is_master(const struct scope *scope, const struct rank_times *rank)
{
    double waits = (double)rank->class[CALL_CLASS_P2P] +
                   (double)rank->class[CALL_CLASS_WAIT];

    return (double)rank->useful < IDLE * scope_mean(scope, scope->useful_ns) &&
           waits > SERVES * (double)scope->run_ns;
}

static enum status find_workers(struct trials *trials)
{
    const struct scope *scope = trials->scope;

    trials->workers = calloc(trials->ranks + 1u, sizeof(*trials->workers));
    if (trials->workers == NULL)
        return no_memory();
    for (uint32_t i = 0; i < scope->rank_count; i++)
        trials->workers[scope->ranks[i].rank] =
            !cures_is_master(scope, &scope->ranks[i]);
    return STATUS_OK;
}

/* Ranks that work longer in one region are mostly the same cause. */
static bool is_like_others(const struct trials *trials,
                           const struct finding *finding)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < trials->count; i++)
        count += !trials->items[i].wide &&
                 trials->items[i].finding->cure.kind == CURE_EVEN &&
                 trials->items[i].finding->cure.region == finding->cure.region;
    return finding->cure.kind == CURE_EVEN && count >= REGION_MOST;
}

/* Adds a trial of the finding, and one of all work in its region where a part of
 * it may not be comparable. */
static enum status add_trials(struct trials *trials, struct finding *finding)
{
    struct trial *trial = &trials->items[trials->count++];
    enum status status = trial_init(trials, trial, finding);

    if (status != STATUS_OK || finding->cure.kind != CURE_EVEN ||
        trials->count == TRIALS_MOST || !has_own_calls(trials, trial))
        return status;
    trial[1].wide = true;
    trials->count++;
    return trial_init(trials, &trial[1], finding);
}

/* The one with the largest estimate comes first. */
static void note_untried(struct advice *advice, const struct finding *finding)
{
    if (advice->untried++ == 0)
        advice->untried_most = finding->gain;
}

/* Tries the findings with the largest estimates. */
static enum status trials_init(struct trials *trials)
{
    struct advice *advice = trials->advice;
    struct finding **chosen = calloc(advice->count + 1, sizeof(*chosen));
    enum status status = steps_init(trials);
    size_t count = 0;

    if (status == STATUS_OK)
        status = find_workers(trials);
    trials->items = calloc(TRIALS_MOST, sizeof(*trials->items));
    if (chosen == NULL || trials->items == NULL)
        status = no_memory();
    for (size_t i = 0; status == STATUS_OK && i < advice->count; i++)
        if (is_tried(&advice->items[i]))
            chosen[count++] = &advice->items[i];
    findings_sort(chosen, count);
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        if (is_like_others(trials, chosen[i]))
            continue;
        else if (trials->count < TRIALS_MOST)
            status = add_trials(trials, chosen[i]);
        else
            note_untried(advice, chosen[i]);
    free(chosen);
    return status;
}

static void trials_clear(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++)
        trial_clear(&trials->items[i]);
    free(trials->items);
    free(trials->ends);
    free(trials->workers);
    free(trials->steps.ended);
}

/* ---- simulating ---- */

static struct scenario scenario_of(struct trials *trials,
                                   const struct trial *trial)
{
    return (struct scenario){ .changes = &trial->change,
                              .count = 1,
                              .steps = trials->steps.count > 0 ? &trials->steps
                                                               : NULL };
}

static enum status simulate(const struct trials *trials,
                            const struct scenario *scenarios, uint32_t count,
                            struct scenarios *out)
{
    return trials->scope->options->simulate(trials->scope->profile, scenarios,
                                            count, out);
}

/* No cure makes less work of it: T is the mean useful time at least. */
static uint64_t length_of(const struct trials *trials,
                          const struct scenario_result *result)
{
    uint64_t least =
        saturate_near(scope_mean(trials->scope, trials->scope->useful_ns));

    return result->length > least ? result->length : least;
}

static uint64_t gain_between(uint64_t before, uint64_t after)
{
    return before > after ? before - after : 0;
}

static uint64_t gain_of(const struct trials *trials,
                        const struct scenario_result *result)
{
    return gain_between(trials->unchanged, length_of(trials, result));
}

/* Measures the work of each trial, and tries those that change no work. */
static enum status try_calls(struct trials *trials, struct scenarios *found)
{
    struct scenario scenarios[TRIALS_MOST + 1] = { { .count = 0 } };
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        scenarios[i + 1] = scenario_of(trials, &trials->items[i]);
        scenarios[i + 1].step_work = trials->items[i].step_work;
    }
    status = simulate(trials, scenarios, trials->count + 1, found);
    if (status != STATUS_OK)
        return status;
    trials->unchanged = found->results[0].length;
    trials->advice->unchanged = trials->unchanged;
    trials->advice->agrees = scenarios_agree(found, trials->unchanged);
    for (uint32_t i = 0; i < trials->count; i++)
        trials->items[i].gain = gain_of(trials, &found->results[i + 1]);
    if (trials->steps.count > 0 && !steps_agree(&trials->steps, trials->ranks))
        trials->steps.count = 0;
    return STATUS_OK;
}

/* ---- work ---- */

/* Returns the mean work of the other workers. */
static double mean_of_others(const struct trials *trials, const uint64_t *work,
                             uint32_t rank)
{
    uint32_t count = 0;
    double sum = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if (i != rank && trials->workers[i]) {
            sum += (double)work[i];
            count++;
        }
    return count > 0 ? sum / count : 0;
}

/* The ranks that are slow are all ranks of one host, and there are others. */
static uint32_t slow_host(const struct trials *trials, const uint64_t *work,
                          const struct finding *finding)
{
    const struct scope *scope = trials->scope;
    double middle = (double)(finding->most + finding->others) / 2;
    uint32_t host = scope->ranks[scope_index_of(scope, finding->rank)].host;
    uint32_t there = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        bool slow = (double)work[scope->ranks[i].rank] > middle;

        if (slow != (scope->ranks[i].host == host))
            return 0;
        there += slow;
    }
    return there > 1 && there < scope->rank_count ? host : 0;
}

/* The ranks with clearly more than the others, which for one rank are all
 * others; like_others: what makes them as fast. */
static void take_slow_ranks(const struct trials *trials, struct trial *trial,
                            const uint64_t *work)
{
    struct finding *found = &trial->found;
    uint32_t rank = trial->finding->rank;
    double most = (double)work[rank];
    double middle = (mean_of_others(trials, work, rank) + most) / 2;
    struct ranklist_text list = { .out = &found->slow };
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if ((double)work[i] > middle) {
            ranklist_text_add(&list, i);
        } else if (trials->workers[i]) {
            sum += (double)work[i];
            others++;
        }
    if (others > 0)
        sum /= others;
    for (uint32_t i = 0; sum > 0 && i < trials->ranks; i++)
        if ((double)work[i] > middle)
            trial->like_others[i] = sum / (double)work[i];
    found->slow_count = (uint32_t)ranklist_text_end(&list);
    found->most = work[rank];
    found->others = saturate_near(sum);
    found->host = slow_host(trials, work, found);
}

/* How much longer the rank works in that step than the others on average. */
static double step_excess(const struct trials *trials,
                          const struct trial *trial, uint32_t step)
{
    uint32_t rank = trial->finding->rank, others = 0;
    double own = 0, sum = 0;

    for (uint32_t i = 0; i < trials->ranks; i++) {
        double ns =
            (double)trial->step_work[(size_t)i * trials->steps.count + step];

        if (i == rank) {
            own = ns;
        } else if (trials->workers[i]) {
            sum += ns;
            others++;
        }
    }
    return others > 0 ? own - sum / others : 0;
}

/* Steps from one end of the run until they hold nearly all of the excess; what
 * comes behind the end of the last step is none. */
static uint32_t count_steps(const struct trials *trials,
                            const struct trial *trial, bool from_end,
                            double least)
{
    const struct steps *steps = &trials->steps;
    uint32_t count = (steps->ended[0] + steps->merged - 1) / steps->merged;
    double sum = 0;

    if (count > steps->count)
        count = steps->count;
    for (uint32_t i = 0; i < count; i++) {
        sum += step_excess(trials, trial, from_end ? count - 1 - i : i);
        if (sum >= least)
            return i + 1;
    }
    return count;
}

static void find_phase(const struct trials *trials, struct trial *trial)
{
    struct finding *found = &trial->found;
    const struct steps *steps = &trials->steps;
    uint32_t first, last;
    double all = 0;

    for (uint32_t i = 0; i < steps->count; i++)
        all += step_excess(trials, trial, i);
    if (steps->ended[0] < PHASE_STEPS || all <= 0)
        return;
    first = count_steps(trials, trial, false, NEARLY_ALL * all);
    last = count_steps(trials, trial, true, NEARLY_ALL * all);
    found->at_end = last < first;
    if (found->at_end)
        first = last;
    if (first * steps->merged > PHASE_MOST * steps->ended[0])
        return;
    found->phase = first * steps->merged;
    found->phase_of = steps->ended[0];
}

static void share_steps(const struct trials *trials, struct trial *trial)
{
    steps_even(&trials->steps, trial->step_work, trials->workers,
               trials->ranks, trial->step_factors);
    trial->change.step_factors = trial->step_factors;
}

/* Whether the others work while they do not wait for that rank's next task. */
static bool is_bottleneck(const struct trials *trials, uint32_t rank,
                          double own)
{
    const struct scope *scope = trials->scope;
    uint64_t mine = scope->ranks[scope_index_of(scope, rank)].useful;
    double others =
        (double)(scope->useful_ns - mine) / (scope->rank_count - 1);

    return facts_master(&trials->advice->facts, scope) == rank &&
           own + others > OVERLAPS * (double)scope->run_ns;
}

/* Unequal work of those who get tasks is due to these. */
static enum rule rule_of_unequal(const struct trials *trials, uint32_t rank)
{
    uint32_t master = facts_master(&trials->advice->facts, trials->scope);

    return master == PARTNER_NONE || master == rank ? RULE_IMBALANCE
                                                    : RULE_TASKS;
}

/* Serial work is divided among all ranks; other work is shared evenly, in each
 * step if the run has steps. */
static void set_factors(const struct trials *trials, struct trial *trial,
                        const uint64_t *work)
{
    uint32_t rank = trial->finding->rank;
    double own = (double)work[rank];
    bool alone = mean_of_others(trials, work, rank) < FEW * own;

    if (alone && is_bottleneck(trials, rank, own)) {
        trial->found.cure.kind = CURE_MASTER;
        trial->found.rule = RULE_MASTER;
        trial->factors[rank] = 1.0 / CALLS_IN_ONE;
        return;
    }
    trial->found.cure.kind = alone ? CURE_ALONE : CURE_EVEN;
    trial->found.rule = alone ? RULE_SERIAL : rule_of_unequal(trials, rank);
    if (alone)
        trial->factors[rank] = 1.0 / trials->ranks;
    else if (trials->steps.count > 0)
        share_steps(trials, trial);
    else
        scenario_even(trial->factors, work, trials->workers, trials->ranks);
}

static bool moves(const struct trials *trials, const struct trial *trial)
{
    return trials->steps.count > 0 &&
           steps_fixed(&trials->steps, trial->step_work, trials->workers,
                       trials->ranks) < FIXED_LEAST;
}

/* False for a rank with no more than the mean useful time of the run. */
static bool works_more(const struct scope *scope, uint32_t rank)
{
    return (double)scope->ranks[scope_index_of(scope, rank)].useful >
           scope_mean(scope, scope->useful_ns);
}

/* Whether a rank that works longer in a part of a region works less in the rest
 * of it than the others do. */
static bool is_evened(const struct trials *trials, const uint64_t *part,
                      const uint64_t *all, uint32_t rank)
{
    double excess = (double)part[rank] - mean_of_others(trials, part, rank);
    double whole = (double)all[rank] - mean_of_others(trials, all, rank);

    return excess - whole > EVENED_LEAST * excess;
}

static void judge_work(const struct trials *trials, struct trial *trial,
                       const uint64_t *work)
{
    if (is_of_all(trial)) {
        trial->wrong = !moves(trials, trial);
        if (!trial->wrong)
            share_steps(trials, trial);
        return;
    }
    trial->wrong = moves(trials, trial) ||
                   !works_more(trials->scope, trial->finding->rank) ||
                   (double)work[trial->finding->rank] <=
                       mean_of_others(trials, work, trial->finding->rank);
    if (trial->wrong)
        return;
    take_slow_ranks(trials, trial, work);
    if (trials->steps.count > 0)
        find_phase(trials, trial);
    set_factors(trials, trial, work);
}

static void judge_all_work(struct trials *trials, const uint64_t *changed)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];
        const uint64_t *work = &changed[(size_t)(i + 1) * trials->ranks];

        if (!is_work(trial))
            continue;
        judge_work(trials, trial, work);
        if (!trial->wide)
            continue;
        trial[-1].evened = is_evened(trials, work - trials->ranks, work,
                                     trial->finding->rank);
        if (!trial[-1].evened)
            trial->wrong = true;
        trial->placed = (double)trial[-1].found.most >=
                        PLACE_LEAST * (double)trial->found.most;
    }
}

/* How much of its excess in a part is gained when that is shared: all, if the
 * others wait meanwhile, and less the more they work at the same time. */
static double share_gained(const struct trials *trials,
                           const struct trial *part)
{
    double ranks = trials->ranks;
    double excess = (double)part->found.most - (double)part->found.others;

    return excess > 0 ? (double)part->gain / (excess * (ranks - 1) / ranks)
                      : 0;
}

/* Whether the work of a part is to be compared with that of others elsewhere:
 * it is evened out there, and they work at the same time. */
static bool is_better(const struct trials *trials, const struct trial *wide,
                      const struct trial *part)
{
    if (wide->wrong || part->wrong)
        return !wide->wrong;
    return part->evened && share_gained(trials, part) < ALONE_LEAST &&
           (double)wide->gain >= WIDE_LEAST * (double)part->gain;
}

static void choose_widths(struct trials *trials)
{
    for (uint32_t i = 1; i < trials->count; i++) {
        struct trial *wide = &trials->items[i], *part = wide - 1;

        if (!wide->wide)
            continue;
        if (part->evened && share_gained(trials, part) < CAUSE_LEAST)
            part->wrong = true;
        if (is_better(trials, wide, part))
            part->wrong = true;
        else
            wide->wrong = true;
    }
}

/* Tries work shared evenly, and as fast as that of others. */
static enum status try_work(struct trials *trials)
{
    struct change others[TRIALS_MOST];
    struct scenario scenarios[2 * TRIALS_MOST];
    struct scenarios found;
    uint32_t count = 0;
    enum status status;

    for (uint32_t i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];

        if (!is_work(trial) || trial->wrong)
            continue;
        others[i] = trial->change;
        others[i].factors = trial->like_others;
        others[i].step_factors = NULL;
        scenarios[count++] = scenario_of(trials, trial);
        scenarios[count++] =
            (struct scenario){ .changes = &others[i], .count = 1 };
    }
    if (count == 0)
        return STATUS_OK;
    status = simulate(trials, scenarios, count, &found);
    count = 0;
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++) {
        struct trial *trial = &trials->items[i];

        if (!is_work(trial) || trial->wrong)
            continue;
        trial->gain =
            trial->found.cure.kind == CURE_MASTER
                ? gain_between(trials->unchanged, found.results[count].length)
                : gain_of(trials, &found.results[count]);
        count++;
        trial->gain_like_others =
            gain_between(trials->unchanged, found.results[count++].length);
    }
    scenarios_clear(&found);
    return status;
}

static enum status try_alone(struct trials *trials)
{
    struct scenarios found;
    enum status status = try_calls(trials, &found);

    if (status == STATUS_OK && trials->advice->agrees)
        judge_all_work(trials, found.changed);
    scenarios_clear(&found);
    if (status == STATUS_OK && trials->advice->agrees)
        status = try_work(trials);
    if (status == STATUS_OK)
        choose_widths(trials);
    return status;
}

/* ---- which explain the same seconds ---- */

ORDER(by_gain, struct trial, DOWN(gain) UP(finding));

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
    status = simulate(trials, scenarios, trials->count, &found);
    for (uint32_t i = 0; status == STATUS_OK && i < trials->count; i++)
        lengths[i] = length_of(trials, &found.results[i]);
    scenarios_clear(&found);
    return status;
}

/* Drops the other trials. */
static void keep(struct trials *trials, const bool *keeps)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < trials->count; i++)
        if (keeps[i])
            trials->items[kept++] = trials->items[i];
        else
            trial_clear(&trials->items[i]);
    trials->count = kept;
}

static void keep_worthy(struct trials *trials)
{
    bool keeps[TRIALS_MOST] = { false };

    for (uint32_t i = 0; i < trials->count; i++)
        keeps[i] = !trials->items[i].wrong &&
                   advice_worth(trials->scope, trials->items[i].gain);
    keep(trials, keeps);
    if (trials->count > 0)
        qsort(trials->items, trials->count, sizeof(*trials->items), by_gain);
}

/* Drops those that add too little to the ones before; returns whether any was. */
static bool keep_others(struct trials *trials, const uint64_t *lengths)
{
    uint64_t before = trials->unchanged;
    uint32_t count = trials->count;
    bool keeps[TRIALS_MOST] = { false };

    for (uint32_t i = 0; i < count; i++) {
        uint64_t adds = gain_between(before, lengths[i]);

        keeps[i] =
            (double)adds >= FOLD_SHARE * (double)trials->items[i].gain &&
            advice_worth(trials->scope, adds);
        if (lengths[i] < before)
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
    for (uint32_t i = 0; i < trials->count; i++)
        if (trials->items[i].finding->cure.kind == CURE_PIECES)
            trials->advice->together += trials->items[i].gain / PIECES;
    return status;
}

/* ---- back to the findings ---- */

/* A rank that takes long inside calls whose cost a simulated change explains is
 * no cause of its own. */
static bool is_kept(const struct trials *trials, const struct finding *finding)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        const struct finding *kept = trials->items[i].finding;

        if (kept == finding)
            return true;
        if (finding->rule == RULE_LATE_RANK && !is_tried(finding) &&
            finding->cure.site == kept->cure.site)
            return false;
    }
    return !is_tried(finding);
}

/* Remedies of another rule do not fit, but those of resources do. */
static void set_rule(struct finding *finding, enum rule rule)
{
    if (finding->rule == RULE_IMBALANCE && rule != RULE_IMBALANCE &&
        !finding->uses)
        finding->remedy = NULL;
    finding->rule = rule;
}

/* What the simulation found out about work that is unequal. */
static void tell_work(const struct trials *trials, struct trial *trial)
{
    struct finding *finding = trial->finding, *found = &trial->found;

    set_rule(finding, found->rule);
    finding->cure.kind = found->cure.kind;
    strbuf_clear(&finding->slow);
    finding->slow = found->slow;
    found->slow = (struct strbuf){ 0 };
    finding->slow_count = found->slow_count;
    finding->most = found->most;
    finding->others = found->others;
    finding->host = found->host;
    finding->phase = found->phase;
    finding->phase_of = found->phase_of;
    finding->at_end = found->at_end;
    if (finding->host != 0 && finding->remedy == NULL &&
        finding->cure.kind == CURE_EVEN)
        finding->remedy =
            "Compare this host with the others: the clock frequency and power "
            "limits of its processors, other programs that run there, its "
            "memory and its network; or leave it out.";
    if (!trial->wide || trial->placed)
        return;
    finding->cure.site = 0;
    strbuf_clear(&finding->where);
    say_region(&finding->where, trials->scope, finding->cure.region);
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
        if (is_work(&trials->items[i]) && !is_of_all(&trials->items[i]))
            tell_work(trials, &trials->items[i]);
        if (finding->cure.kind == CURE_PIECES) {
            finding->gain_like_others = finding->gain;
            finding->gain -= finding->gain / PIECES;
        }
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
        if ((!advice->items[i].gains && !is_tried(&advice->items[i])) ||
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

void cures_simulate(struct advice *advice, const struct scope *scope)
{
    struct trials trials = { .scope = scope,
                             .replay = scope->profile->replay,
                             .advice = advice,
                             .ranks = scope->profile->rank_count };
    enum status status = trials_init(&trials);

    if (status == STATUS_OK && trials.count > 0)
        status = try_alone(&trials);
    if (status == STATUS_OK && advice->agrees) {
        keep_worthy(&trials);
        status = fold(&trials);
    }
    if (status == STATUS_OK && advice->agrees)
        give_back(&trials);
    else
        keep_estimates(advice, scope);
    trials_clear(&trials);
}
