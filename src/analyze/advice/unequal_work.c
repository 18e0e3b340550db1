/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unequal_work.c - which ranks work longer, by how much, and how the simulation is
 * to share that work.
 */
#include "analyze/advice/teams.h"
#include "analyze/advice/trials.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/wait_states/say_site.h"
#include "base/ranklist.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "model/notes/comm_note.h"

#define FIXED_LEAST 0.5 /* of unequal work that does not move, steps_fixed() */
#define OVERLAPS \
    1.1 /* times T: work of a master and of its workers, at least */
#define PHASE_STEPS 4u /* of a run that has phases, at least */
#define PHASE_MOST 0.5 /* of all steps, that a phase has */
#define MIDDLE_MOST \
    0.5 /* of the steps from either end of the run to its end */
#define NEARLY_ALL 0.9
#define MOST 0.5
#define RHYTHM_LEAST 3u   /* single steps, equally far apart */
#define HARDLY_LONGER 4.0 /* times */
#define EVERY_LEAST 4u    /* steps from one to the next */
#define FEW 0.02          /* of a rank's work: others with less have none */
#define EVENED_LEAST 0.25 /* of its excess in a part, done less elsewhere */
#define ALONE_LEAST 0.55  /* of its excess there: the others wait meanwhile */
#define CAUSE_LEAST 0.25  /* less of a cause explains nothing */
#define WIDE_LEAST 0.9    /* of the gain of a part, that all work gains */
#define PLACE_LEAST 0.95  /* of all its work there: a part that is its place */

#define WORKERS_MOST 0.8  /* of T: all work, shared by the workers */
#define FOLLOWS_LEAST 0.2 /* of messages received: a master answers each */
#define PHASE_LEAST 0.1 /* of a rank's work in a phase, that others do there */
#define QUEUE_LEAST 3u  /* ranks */
#define QUEUE_OFF 0.2   /* of the time of one, that the next may be off */

/* 1 + the host whose ranks are all slow, and no other rank is; 0: there is none. */
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
    return there > 1 && there < scope->rank_count ? host + 1 : 0;
}

/* Whether the communicator has these members and no others. */
static bool has_members(const struct scope *scope, uint32_t comm,
                        const struct trial *trial)
{
    struct definition item =
        definitions_get(scope->profile->definitions, DEFINITION_COMM, comm);
    struct comm_note note = { 0 };
    bool found =
        item.note_size > 0 &&
        comm_note_size(item.note, item.note_size) == trial->found.slow_count &&
        comm_note_decode(item.note, item.note_size, &note) == STATUS_OK;

    for (uint32_t i = 0; found && i < note.size; i++)
        found = note.members[i] < scope->profile->rank_count &&
                trial->like_others[note.members[i]] != 1;
    comm_note_clear(&note);
    return found;
}

/* The ranks that are slow are all ranks of one communicator; 0: they are not. */
static uint32_t slow_comm(const struct trials *trials,
                          const struct trial *trial)
{
    const struct tallies *comms = &trials->scope->comms;

    for (size_t i = 0; trial->found.slow_count > 1 && i < comms->count; i++)
        if (has_members(trials->scope, (uint32_t)comms->items[i].key, trial))
            return (uint32_t)comms->items[i].key;
    return 0;
}

/* In this step the slow ranks, by like_others, work no longer than the others. */
static void make_step_alike(const struct trials *trials, struct trial *trial,
                            uint32_t step)
{
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if (trials->workers[i] && trial->like_others[i] == 1) {
            sum +=
                (double)
                    trial->step_work[(size_t)i * trials->steps.count + step];
            others++;
        }
    for (uint32_t i = 0; others > 0 && i < trials->ranks; i++) {
        size_t at = (size_t)i * trials->steps.count + step;
        double own = (double)trial->step_work[at];

        trial->step_alike[at] =
            trial->like_others[i] == 1 || own <= sum / others
                ? 1
                : sum / others / own;
    }
}

/* The ranks with clearly more than the others, which for one rank are all
 * others; like_others: what makes them as fast. */
static void take_slow_ranks(const struct trials *trials, struct trial *trial,
                            const uint64_t *work)
{
    struct finding *found = &trial->found;
    uint32_t rank = trial->finding->rank;
    double most = (double)work[rank];
    double middle = (trials_other_mean(trials, work, rank) + most) / 2;
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
    for (uint32_t k = 0; sum > 0 && k < trials->steps.count; k++)
        make_step_alike(trials, trial, k);
    found->slow_count = (uint32_t)ranklist_text_end(&list);
    found->most = work[rank];
    found->others = saturate_near(sum);
    found->host = slow_host(trials, work, found);
    found->comm = slow_comm(trials, trial);
}

static double work_in_step(const struct trials *trials,
                           const struct trial *trial, uint32_t rank,
                           uint32_t step)
{
    return (double)trial->step_work[(size_t)rank * trials->steps.count + step];
}

/* The rank of the trial; of several slow ones, or of unequal work that moves, the one
 * that works longest. */
static uint32_t slow_in_step(const struct trials *trials,
                             const struct trial *trial, uint32_t step)
{
    uint32_t rank = trial->finding->rank;

    if (rank != FINDING_ALL_RANKS && trial->found.slow_count < 2)
        return rank;
    rank = 0;
    for (uint32_t i = 1; i < trials->ranks; i++)
        if (work_in_step(trials, trial, i, step) >
            work_in_step(trials, trial, rank, step))
            rank = i;
    return rank;
}

/* How long the others work in that step on average. */
static double others_in_step(const struct trials *trials,
                             const struct trial *trial, uint32_t step)
{
    uint32_t rank = slow_in_step(trials, trial, step), others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if (i != rank && trials->workers[i]) {
            sum += work_in_step(trials, trial, i, step);
            others++;
        }
    return others > 0 ? sum / others : 0;
}

/* How much longer the rank works in that step than the others on average. */
static double step_excess(const struct trials *trials,
                          const struct trial *trial, uint32_t step)
{
    uint32_t rank = slow_in_step(trials, trial, step);

    return work_in_step(trials, trial, rank, step) -
           others_in_step(trials, trial, step);
}

/* Without the work behind the end of the last step. */
static uint32_t count_all_steps(const struct steps *steps)
{
    uint32_t count = (steps->ended[0] + steps->merged - 1) / steps->merged;

    return count < steps->count ? count : steps->count;
}

/* Steps from one end of the run until they hold nearly all of the excess. */
static uint32_t count_steps(const struct trials *trials,
                            const struct trial *trial, bool from_end,
                            double least)
{
    uint32_t count = count_all_steps(&trials->steps);
    double sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        sum += step_excess(trials, trial, from_end ? count - 1 - i : i);
        if (sum >= least)
            return i + 1;
    }
    return count;
}

/* In these steps, the first of which is `first', each rank works no longer than in
 * its other steps. */
static void drop_extra_work(const struct trials *trials, struct trial *trial,
                            uint32_t first)
{
    const struct steps *steps = &trials->steps;
    uint32_t every = trial->found.every;

    for (uint32_t i = 0; i < trials->ranks; i++) {
        double sum = 0, usual;
        uint32_t counted = 0;

        for (uint32_t k = 0; k < steps->ended[0] && k < steps->count; k++)
            if (k % every != first) {
                sum += work_in_step(trials, trial, i, k);
                counted++;
            }
        usual = counted > 0 ? sum / counted : 0;
        for (uint32_t k = 0; k < steps->count; k++) {
            double own = work_in_step(trials, trial, i, k);

            trial->step_alike[(size_t)i * steps->count + k] =
                k % every != first || own <= usual ? 1 : usual / own;
        }
        trial->like_others[i] = 1;
    }
}

/* Nearly all of the excess is in single steps, equally far apart, with at least
 * half of the most in each, and in which the others work hardly longer than in the
 * other steps. */
static void find_rhythm(const struct trials *trials, struct trial *trial,
                        double all)
{
    const struct steps *steps = &trials->steps;
    uint32_t count = 0, last = 0, every = 0;
    double most = 0, sum = 0, here = 0, others = 0;

    if (steps->merged != 1)
        return;
    for (uint32_t i = 0; i < steps->count; i++) {
        double excess = step_excess(trials, trial, i);

        most = excess > most ? excess : most;
        others += others_in_step(trials, trial, i);
    }
    for (uint32_t i = 0; i < steps->count; i++) {
        double excess = step_excess(trials, trial, i);

        if (excess < most / 2)
            continue;
        if (count == 1)
            every = i - last;
        else if (count > 1 && i - last != every)
            return;
        sum += excess;
        here += others_in_step(trials, trial, i);
        last = i;
        count++;
    }
    if (here * (steps->ended[0] - count) >
        HARDLY_LONGER * count * (others - here))
        return;
    if (count < RHYTHM_LEAST || every < EVERY_LEAST || sum < NEARLY_ALL * all)
        return;
    trial->found.phase = count;
    trial->found.phase_of = steps->ended[0];
    trial->found.every = every;
    drop_extra_work(trials, trial, last % every);
}

static uint32_t count_other_workers(const struct trials *trials, uint32_t rank)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        count += i != rank && trials->workers[i];
    return count;
}

/* The calls behind which the rank does nearly all that it works longer than the
 * other workers: a master that hands out work shows nothing of how long it
 * takes. */
static void find_behind(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;
    const struct wait_tallies *waits = &trials->advice->waits;
    uint32_t workers = count_other_workers(trials, trial->finding->rank);
    double *excess = calloc(replay->site_count + 1u, sizeof(*excess));
    double all = 0;
    uint32_t most = 0;

    trials->advice->failed |= excess == NULL;
    for (uint32_t i = 0;
         excess != NULL && workers > 0 && i < replay->site_count; i++) {
        double own = (double)trial->behind[2 * (size_t)i];
        double others = (double)trial->behind[2 * (size_t)i + 1] - own;

        all += own - others / workers;
        excess[waits->places[i]] += own - others / workers;
    }
    for (uint32_t i = 0; excess != NULL && i < replay->site_count; i++)
        if (excess[i] > excess[most])
            most = i;
    if (all > 0 && excess[most] >= NEARLY_ALL * all)
        trial->found.behind = wait_place_site(waits, most);
    free(excess);
}

/* Nearly all of the excess is in steps in the middle, far fewer than from either end of
 * the run up to the last of them. */
static bool find_middle(const struct trials *trials, struct trial *trial,
                        uint32_t first, uint32_t last, double least)
{
    const struct steps *steps = &trials->steps;
    uint32_t count = count_all_steps(steps), begin = count - last;
    uint32_t fewer = first < last ? first : last;
    double sum = 0;

    if (begin == 0 || first >= count || begin >= first ||
        first - begin > MIDDLE_MOST * fewer)
        return false;
    for (uint32_t i = begin; i < first; i++)
        sum += step_excess(trials, trial, i);
    if (sum < least)
        return false;
    trial->found.phase = (first - begin) * steps->merged;
    trial->found.phase_after = begin * steps->merged;
    trial->found.phase_of = steps->ended[0];
    return true;
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
    if (find_middle(trials, trial, first, last, NEARLY_ALL * all))
        return;
    found->at_end = last < first;
    if (found->at_end)
        first = last;
    if (first * steps->merged > PHASE_MOST * steps->ended[0]) {
        find_rhythm(trials, trial, all);
        return;
    }
    found->phase = first * steps->merged;
    found->phase_of = steps->ended[0];
}

static const bool *sharers_of(const struct trials *trials,
                              const struct trial *trial)
{
    return trial->team != NULL ? trial->team : trials->workers;
}

static void share_steps(const struct trials *trials, struct trial *trial)
{
    steps_even(&trials->steps, trial->step_work, sharers_of(trials, trial),
               trials->ranks, trial->step_factors);
    trial->change.step_factors = trial->step_factors;
}

/* Whether another log site of the same place comes before. */
static bool is_copy(const struct trials *trials, const struct trial *trial,
                    uint32_t at)
{
    const uint32_t *places = trials->advice->waits.places;

    for (uint32_t i = 0; i < at; i++)
        if (trial->follows[i] > 0 && places[i] == places[at])
            return true;
    return false;
}

/* Whether calls there receive messages, however small, or wait for one: a receive that
 * is only posted waits for nothing. */
static bool site_receives(const struct scope *scope, const struct tally *site)
{
    const char *name = scope_call_name(scope, site_call(site->key));
    enum call_poll poll = call_poll_of(name);

    return (poll != CALL_POLL_NONE && !advice_only_tests(name) &&
            !starts_with(name, "MPI_I") && !call_makes_persistent(name)) ||
           advice_receives_only(scope, site);
}

/* Whether a rank receives one message after another at the same call sites before it
 * answers: it takes those of all others, and then answers them. */
static bool answers_all(const struct trials *trials, const struct trial *trial)
{
    const struct scope *scope = trials->scope;
    const struct wait_tallies *waits = &trials->advice->waits;
    uint64_t follows = 0, calls = 0;

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        const struct tally *site = tallies_find(
            &scope->sites, wait_place_site(waits, waits->places[i]));

        if (trial->follows == NULL || trial->follows[i] == 0 || site == NULL ||
            !site_receives(scope, site))
            continue;
        follows += trial->follows[i];
        calls += is_copy(trials, trial, i) ? 0 : site->calls;
    }
    return follows > FOLLOWS_LEAST * (double)calls;
}

/* Whether the others work while they do not wait for that rank's next task. */
static bool is_bottleneck(const struct trials *trials,
                          const struct trial *trial, double own)
{
    const struct scope *scope = trials->scope;
    uint32_t rank = trial->finding->rank;
    uint64_t mine = scope->ranks[scope_index_of(scope, rank)].useful;
    double others =
        (double)(scope->useful_ns - mine) / (scope->rank_count - 1);

    return trials->advice->master == rank && !answers_all(trials, trial) &&
           own + others > OVERLAPS * (double)scope->run_ns;
}

static bool site_probes(const struct scope *scope, const struct tally *site)
{
    enum call_poll poll =
        call_poll_of(scope_call_name(scope, site_call(site->key)));

    return poll == CALL_POLL_IPROBE || poll == CALL_POLL_IMPROBE;
}

/* Whether the rank does most of this work before it receives; a master nearly all, also
 * before it looks for a message, unless it sleeps in between.  A master has then
 * answered the message before; another rank may combine what all others send. */
static bool receives_next(const struct trials *trials,
                          const struct trial *trial, bool master)
{
    const struct replay_result *replay = trials->replay;
    const struct scope *scope = trials->scope;
    const struct wait_tallies *waits = &trials->advice->waits;
    bool probes = master && !trial->finding->idle;
    double all = 0, before = 0;

    for (uint32_t i = 0; i < replay->site_count; i++) {
        double work = (double)replay->activities[2 * (size_t)i];
        const struct tally *site = tallies_find(
            &scope->sites, wait_place_site(waits, waits->places[i]));

        if (!trial->sites[i])
            continue;
        all += work;
        if (site != NULL && (site_receives(scope, site) ||
                             (probes && site_probes(scope, site))))
            before += work;
    }
    return all > 0 && before >= (master ? NEARLY_ALL : MOST) * all;
}

/* Whether the others could do the work of a master, too, in much less time than the run
 * takes. */
static bool others_have_time(const struct scope *scope)
{
    return (double)scope->useful_ns <
           WORKERS_MOST * (double)scope->run_ns * (scope->rank_count - 1);
}

/* A rank that works longer than the mean of the others who get tasks does so because
 * of its tasks. */
static enum rule rule_of_unequal(const struct trials *trials,
                                 const uint64_t *work, uint32_t rank)
{
    uint32_t master = trials->advice->master, others = 0;
    double sum = 0;

    if (master == PARTNER_NONE || master == rank)
        return RULE_IMBALANCE;
    for (uint32_t i = 0; i < trials->ranks; i++)
        if (i != rank && i != master && trials->workers[i]) {
            sum += (double)work[i];
            others++;
        }
    return (double)work[rank] * others > (1 + FEW) * sum ? RULE_TASKS
                                                         : RULE_IMBALANCE;
}

/* ---- ranks that queue ---- */

/* Whether the workers' times, sorted, differ by the same each: they are one after
 * another at something that serves one at a time.  By work that has this form
 * they would be on a core. */
static bool is_queue(const struct trials *trials, const struct trial *trial,
                     const uint64_t *work)
{
    double first = (double)work[trial->finding->rank];
    double last = first, each;
    uint32_t count = 0;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if (trials->workers[i]) {
            first = (double)work[i] < first ? (double)work[i] : first;
            last = (double)work[i] > last ? (double)work[i] : last;
            count++;
        }
    if (!trial->finding->idle || count < QUEUE_LEAST)
        return false;
    each = (last - first) / (count - 1);
    for (uint32_t place = 0; place < count; place++) {
        uint32_t there = 0;

        for (uint32_t i = 0; i < trials->ranks; i++)
            there += trials->workers[i] &&
                     fabs((double)work[i] - first - place * each) <
                         QUEUE_OFF * each;
        if (there != 1)
            return false;
    }
    return true;
}

/* The first in a queue waits for nobody. */
static uint64_t least_of(const struct trials *trials, const uint64_t *work,
                         size_t stride)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = 0; i < trials->ranks; i++)
        if (trials->workers[i] && work[i * stride] < least)
            least = work[i * stride];
    return least;
}

static void make_like_first(const struct trials *trials, const uint64_t *work,
                            size_t stride, double *factors)
{
    uint64_t least = least_of(trials, work, stride);

    for (uint32_t i = 0; i < trials->ranks; i++)
        factors[i * stride] = trials->workers[i] && work[i * stride] > 0
                                  ? (double)least / (double)work[i * stride]
                                  : 1;
}

static void end_queue(const struct trials *trials, struct trial *trial,
                      const uint64_t *work)
{
    size_t steps = trials->steps.count;

    trial->found.queue = true;
    if (steps == 0)
        make_like_first(trials, work, 1, trial->factors);
    else
        trial->change.step_factors = trial->step_factors;
    for (uint32_t k = 0; k < steps; k++)
        make_like_first(trials, trial->step_work + k, steps,
                        trial->step_factors + k);
}

/* Serial work is divided among all ranks; other work is shared evenly, in each
 * step if the run has steps. */
static void set_factors(const struct trials *trials, struct trial *trial,
                        const uint64_t *work)
{
    uint32_t rank = trial->finding->rank;
    double own = (double)work[rank];
    bool alone = trials_other_mean(trials, work, rank) < FEW * own;
    bool master = alone && is_bottleneck(trials, trial, own);

    trial->found.spared =
        alone && trial->found.every == 0 &&
        (receives_next(trials, trial, master) ||
         (master && !trial->finding->idle && others_have_time(trials->scope)));
    if (trial->found.spared)
        trial->like_others[rank] = 0;
    if (master) {
        trial->found.cure.kind =
            trial->found.spared ? CURE_WORKERS : CURE_MASTER;
        trial->found.rule = RULE_MASTER;
        trial->factors[rank] = trial->found.spared ? 0 : 1.0 / CALLS_IN_ONE;
        return;
    }
    if (!alone)
        teams_find(trials, trial);
    trial->found.cure.kind = alone ? CURE_ALONE : CURE_EVEN;
    trial->found.rule =
        alone ? RULE_SERIAL : rule_of_unequal(trials, work, rank);
    if (alone)
        trial->factors[rank] = 1.0 / trials->ranks;
    else if (is_queue(trials, trial, work))
        end_queue(trials, trial, work);
    else if (trials->steps.count > 0)
        share_steps(trials, trial);
    else
        scenario_even(trial->factors, work, sharers_of(trials, trial),
                      trials->ranks);
}

static bool excess_moves(const struct trials *trials,
                         const struct trial *trial)
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

/* Whether steps end with barriers, which pass on no data, and in those with most of
 * the excess nobody else works. */
static bool ranks_take_turns(const struct trials *trials,
                             const struct trial *trial)
{
    const struct profile *profile = trials->scope->profile;
    uint32_t call = site_call(trial->finding->cure.site);
    double all = 0, alone = 0;

    for (uint32_t k = 0; k < trials->steps.count; k++) {
        double excess = step_excess(trials, trial, k);

        all += excess;
        if (others_in_step(trials, trial, k) < FEW * excess)
            alone += excess;
    }
    return profile->calls[call].coll == CALL_COLL_BARRIER &&
           alone > MOST * all;
}

/* How much longer the rank works than the others on average. */
static double excess_in(const struct trials *trials, const uint64_t *work,
                        uint32_t rank)
{
    return (double)work[rank] - trials_other_mean(trials, work, rank);
}

/* Whether a rank that works no longer than the mean over the whole run can share this
 * work: the others have a part in that, too.  In a pipeline such work only comes
 * earlier. */
static bool is_phase(const struct trials *trials, const struct trial *trial,
                     const uint64_t *work)
{
    uint32_t rank = trial->finding->rank;

    return !trial->wide && trials_other_mean(trials, work, rank) >=
                               PHASE_LEAST * (double)work[rank];
}

static void judge_work(const struct trials *trials, struct trial *trial,
                       const uint64_t *work)
{
    if (trial_is_of_all(trial)) {
        trial->wrong = !excess_moves(trials, trial);
        if (!trial->wrong) {
            trial->turns = ranks_take_turns(trials, trial);
            find_phase(trials, trial);
            share_steps(trials, trial);
        }
        return;
    }
    trial->wrong = excess_moves(trials, trial) ||
                   (!works_more(trials->scope, trial->finding->rank) &&
                    !is_phase(trials, trial, work)) ||
                   (double)work[trial->finding->rank] <=
                       trials_other_mean(trials, work, trial->finding->rank);
    if (trial->wrong)
        return;
    trial->excess = work[trial->finding->rank] -
                    saturate_near(trials_other_mean(trials, work, UINT32_MAX));
    take_slow_ranks(trials, trial, work);
    if (trial->behind != NULL && trials->ranks > 1)
        find_behind(trials, trial);
    if (trials->steps.count > 0)
        find_phase(trials, trial);
    set_factors(trials, trial, work);
}

void unequal_work_judge(struct trials *trials, const uint64_t *changed)
{
    for (uint32_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];
        const uint64_t *work = &changed[(size_t)(i + 1) * trials->ranks];
        double excess, longer;

        if (!trial_is_work(trial))
            continue;
        judge_work(trials, trial, work);
        if (!trial->wide)
            continue;
        excess = excess_in(trials, work - trials->ranks, trial->finding->rank);
        longer = excess_in(trials, work, trial->finding->rank);
        trial[-1].longer = saturate_below(longer);
        trial[-1].evened = excess - longer > EVENED_LEAST * excess;
        if (!trial[-1].evened && !trial[-1].spread)
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

/* Whether a part is no cause: the rank does nearly as much less than others elsewhere,
 * and they hardly wait meanwhile, or not for what it works longer in total. */
static bool is_evened_out(const struct trials *trials,
                          const struct trial *part)
{
    double gained = share_gained(trials, part);

    return part->evened &&
           (gained < CAUSE_LEAST ||
            (gained < ALONE_LEAST &&
             (double)part->longer < CAUSE_LEAST * (double)part->gain));
}

/* Whether the work of a part is to be compared with that of others elsewhere: it
 * is evened out there while they work at the same time, or is little of what the
 * rank works longer. */
static bool is_better(const struct trials *trials, const struct trial *wide,
                      const struct trial *part)
{
    if (wide->wrong || part->wrong)
        return !wide->wrong;
    if (part->found.rule == RULE_MASTER)
        return false;
    if (part->spread)
        return wide->gain > part->gain;
    return part->evened && share_gained(trials, part) < ALONE_LEAST &&
           (double)wide->gain >= WIDE_LEAST * (double)part->gain;
}

static bool is_only_phase(const struct trials *trials,
                          const struct trial *trial)
{
    return trial_is_work(trial) && !trial_is_of_all(trial) && !trial->wrong &&
           !works_more(trials->scope, trial->finding->rank);
}

void unequal_work_choose(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count; i++)
        if (is_only_phase(trials, &trials->items[i]) &&
            share_gained(trials, &trials->items[i]) < ALONE_LEAST)
            trials->items[i].wrong = true;
    for (uint32_t i = 1; i < trials->count; i++) {
        struct trial *wide = &trials->items[i], *part = wide - 1;

        if (!wide->wide)
            continue;
        if (is_evened_out(trials, part))
            part->wrong = true;
        if (is_better(trials, wide, part))
            part->wrong = true;
        else
            wide->wrong = true;
    }
}

/* ---- back to the finding ---- */

/* Remedies of another rule do not fit, but those of resources do. */
static void set_rule(struct finding *finding, enum rule rule)
{
    if (finding->rule == RULE_IMBALANCE && rule != RULE_IMBALANCE &&
        !finding->uses)
        finding->remedy = NULL;
    finding->rule = rule;
}

void unequal_work_tell_phase(struct trial *trial)
{
    struct finding *finding = trial->finding;

    finding->phase = trial->found.phase;
    finding->phase_after = trial->found.phase_after;
    finding->phase_of = trial->found.phase_of;
    finding->every = trial->found.every;
    if (finding->every > 0 && (finding->remedy == NULL || finding->idle))
        finding->remedy =
            "Look for what else is done in these steps (output, diagnostics, a "
            "checkpoint, garbage collection): share it among all ranks, do it "
            "less often, or on a rank or thread with time to spare.";
}

void unequal_work_tell_turns(struct trial *trial)
{
    struct finding *finding = trial->finding;

    finding->rule = RULE_TURNS;
    finding->phrase = "with all ranks at the same time, at best";
    strbuf_puts(
        &finding->evidence,
        "  Most of this work is done by one rank at a time, now by one, "
        "now by another.");
}

/* Whether the rest of the work that a rank does alone before some calls takes place at
 * the same time as others' work: sharing what it works longer gains as much. */
static bool longer_explains_gain(const struct trials *trials,
                                 const struct trial *trial)
{
    double ranks = trials->ranks;

    return trial->longer < trial->found.most &&
           (double)trial->gain <=
               (1 + FEW) * (double)trial->longer * (ranks - 1) / ranks;
}

static void tell_queue(struct finding *finding)
{
    finding->queue = true;
    finding->phrase = "if all took as long as the fastest, at best";
    finding->remedy =
        "Look for what serves one rank at a time: a lock, a server, or a file that "
        "all read (let one rank read it and broadcast the data).";
}

void unequal_work_tell(const struct trials *trials, struct trial *trial)
{
    struct finding *finding = trial->finding, *found = &trial->found;

    set_rule(finding, found->rule);
    finding->cure.kind = found->cure.kind;
    strbuf_clear(&finding->slow);
    finding->slow = found->slow;
    found->slow = (struct strbuf){ 0 };
    finding->slow_count = found->slow_count;
    finding->most = found->most;
    if (finding->cure.kind == CURE_ALONE &&
        longer_explains_gain(trials, trial))
        finding->waited = trial->longer;
    finding->others = found->others;
    finding->spared = found->spared;
    finding->host = found->host;
    finding->comm = found->host == 0 ? found->comm : 0;
    finding->at_end = found->at_end;
    unequal_work_tell_phase(trial);
    finding->behind = found->behind;
    if (finding->cure.kind == CURE_EVEN && finding->phase != 0)
        finding->phrase = finding->every > 0
                              ? "with the extra work spread evenly"
                              : "with the work of these steps spread evenly";
    if (found->queue)
        tell_queue(finding);
    else if (trial->team != NULL)
        teams_list(trials->scope, trials->advice->facts.team_of[finding->rank],
                   &finding->team);
    if (finding->cure.kind == CURE_ALONE && finding->spared &&
        !finding->idle && !finding->uses)
        finding->remedy =
            "If this combines what the others send, use MPI_Reduce or "
            "MPI_Allreduce; if not, let each rank do its part before it sends.";
    if (finding->cure.kind == CURE_EVEN && finding->remedy == NULL &&
        finding->host != 0)
        finding->remedy =
            "Compare this host with the others: clock frequency, power "
            "limits, other programs that run there, memory and network; or "
            "leave it out.";
    if (finding->cure.kind == CURE_EVEN && finding->remedy == NULL &&
        finding->comm != 0)
        finding->remedy =
            "Give this group more of the ranks, in proportion to its work, or "
            "move work from it to the others.";
    if (!trial->wide || trial->placed)
        return;
    finding->cure.site = 0;
    strbuf_clear(&finding->where);
    say_region(&finding->where, trials->scope, finding->cure.region);
}
