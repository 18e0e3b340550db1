/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/trials.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/run_steps.h"
#include "analyze/wait_states/root_causes.h"
#include "base/log.h"
#include "base/saturate.h"
#include "base/text/affix.h"

#define REGION_MOST 4u   /* trials of work in one region */
#define CALLS_AT_END 4u  /* of a rank at a site, at most */
#define LONGER_LEAST 0.9 /* of what a rank works longer */
#define WAITED_MOST 0.5  /* of work that others do at the same time */
#define PART_LEAST 0.1   /* of the work's cost: sites with less are left out */
#define HARDLY_ANY 0.25  /* of the waits at the end: waits before them */
#define NO_SITE UINT32_MAX

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "suggestions");
}

bool trial_wanted(const struct finding *finding)
{
    return finding->cure.kind != CURE_NONE;
}

bool trial_is_of_all(const struct trial *trial)
{
    return trial->finding->cure.kind == CURE_STEPS;
}

bool trial_is_work(const struct trial *trial)
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

/* Whether all others wait for the rank in MPI_Finalize. */
static bool ends_last(const struct scope *scope, uint32_t rank)
{
    uint64_t own = scope->ranks[scope_index_of(scope, rank)].finalize;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].rank != rank && scope->ranks[i].finalize <= own)
            return false;
    return true;
}

/* How long the others wait there for the rank, which ends last. */
static uint64_t waits_at_end(const struct scope *scope, uint32_t rank)
{
    uint64_t own = scope->ranks[scope_index_of(scope, rank)].finalize, sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        sum += saturate_less(scope->ranks[i].finalize, own);
    return ends_last(scope, rank) ? sum : 0;
}

static bool cleans_up(const char *name)
{
    static const char *const names[] = { "MPI_Initialized",
                                         "MPI_Finalized",
                                         "MPI_Buffer_detach",
                                         "MPI_Comm_get_attr",
                                         "MPI_Comm_delete_attr",
                                         "MPI_Comm_set_errhandler",
                                         "MPI_Win_set_errhandler",
                                         "MPI_File_set_errhandler",
                                         NULL };

    return strstr(name, "_free") != NULL || advice_is_one_of(name, names);
}

/* MPI_Finalize, and the few local calls that mpi4py makes before it. */
static bool is_at_end(const struct trials *trials, uint32_t at)
{
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct scope *scope = trials->scope;
    uint32_t call = trials->replay->sites[at].call;
    uint8_t class = scope_call_class(scope, call);
    const struct tally *site;

    if (class != CALL_CLASS_OTHER)
        return class == CALL_CLASS_SETUP;
    if (!cleans_up(scope_call_name(scope, call)))
        return false;
    site =
        tallies_find(&scope->sites, wait_place_site(waits, waits->places[at]));
    return site != NULL && site->calls <= CALLS_AT_END * scope->rank_count;
}

/* Nobody waits within T for what the last rank does at the end.  If that is most of
 * the work, its place is named, and the result is true. */
static bool choose_end(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;
    uint64_t before = 0, most = 0;
    uint32_t end = NO_SITE;

    if (!ends_last(trials->scope, trial->finding->rank))
        return false;
    for (uint32_t i = 0; i < replay->site_count; i++)
        before += trial->sites[i] ? replay->activities[2 * (size_t)i] : 0;
    for (uint32_t i = 0; i < replay->site_count; i++) {
        if (!is_at_end(trials, i) ||
            replay->sites[i].region != trial->finding->cure.region)
            continue;
        trial->sites[i] = true;
        if (replay->activities[2 * (size_t)i] <= most)
            continue;
        most = replay->activities[2 * (size_t)i];
        end = i;
    }
    if (most > before)
        trial->finding->cure.site = wait_place_site(
            &trials->advice->waits, trials->advice->waits.places[end]);
    return most > before;
}

/* Where a compiler has made several calls of one in the source, all of them count. */
static void choose_copies(const struct trials *trials, struct trial *trial)
{
    const uint32_t *places = trials->advice->waits.places;
    const struct replay_result *replay = trials->replay;
    uint32_t region = trial->finding->cure.region;
    bool *chosen = calloc(replay->site_count + 1u, sizeof(*chosen));

    for (uint32_t i = 0; chosen != NULL && i < replay->site_count; i++)
        chosen[places[i]] |= trial->sites[i];
    for (uint32_t i = 0; chosen != NULL && i < replay->site_count; i++)
        trial->sites[i] =
            chosen[places[i]] && replay->sites[i].region == region;
    trials->advice->failed |= chosen == NULL;
    free(chosen);
}

double trials_other_mean(const struct trials *trials, const uint64_t *work,
                         uint32_t rank)
{
    const struct scope *scope = trials->scope;
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *other = &scope->ranks[i];

        if (other->rank == rank || !trials->workers[other->rank])
            continue;
        sum += (double)(work == NULL ? other->useful : work[other->rank]);
        others++;
    }
    return others > 0 ? sum / others : 0;
}

/* Sums the chosen work by place; returns all of it, or 0 if others come to one of
 * these places, too. */
static double work_by_place(const struct trials *trials,
                            const struct trial *trial, double *work)
{
    const struct replay_result *replay = trials->replay;
    const struct wait_tallies *waits = &trials->advice->waits;
    double all = 0;

    for (uint32_t i = 0; i < replay->site_count; i++) {
        const struct tally *site =
            !trial->sites[i]
                ? NULL
                : tallies_find(&trials->scope->sites,
                               wait_place_site(waits, waits->places[i]));

        if (site == NULL)
            continue;
        if (scope_stats(trials->scope, &site->time).ranks > 1)
            return 0;
        work[waits->places[i]] += (double)replay->activities[2 * (size_t)i];
        all += (double)replay->activities[2 * (size_t)i];
    }
    return all;
}

/* Leaves out the places with most of the work, as long as `least' remains. */
static void leave_out_most(const struct trials *trials, struct trial *trial,
                           double *work, double all, double least)
{
    const uint32_t *places = trials->advice->waits.places;
    uint32_t count = trials->replay->site_count;

    for (;;) {
        uint32_t most = 0;

        for (uint32_t i = 1; i < count; i++)
            if (work[i] > work[most])
                most = i;
        if (work[most] == 0 || all - work[most] < least)
            return;
        all -= work[most];
        work[most] = 0;
        for (uint32_t i = 0; i < count; i++)
            trial->sites[i] &= places[i] != most;
    }
}

/* Before calls that one rank alone makes, it may also do what the others do before
 * calls of theirs: without that, the rest is what it works longer.  cost: waits for
 * all of that work; nothing is left out if that is most of the work. */
static void leave_out_common_work(const struct trials *trials,
                                  struct trial *trial, double cost)
{
    const struct scope *scope = trials->scope;
    uint32_t rank = trial->finding->rank;
    double longer = (double)scope->ranks[scope_index_of(scope, rank)].useful -
                    trials_other_mean(trials, NULL, rank);
    double *work = calloc(trials->replay->site_count + 1u, sizeof(*work));
    double all = work == NULL ? 0 : work_by_place(trials, trial, work);

    trials->advice->failed |= work == NULL;
    if (!scope_has_regions(scope) && longer > 0 && all > 0 &&
        cost <= WAITED_MOST * all * (trials->ranks - 1))
        leave_out_most(trials, trial, work, all, LONGER_LEAST * longer);
    free(work);
}

/* The work of a rank in a region for which others wait; what it does at the end, if they
 * hardly wait before; and if nobody waits, all of its work there. */
static void choose_work(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;
    struct finding *finding = trial->finding;
    const uint32_t *places = trials->advice->waits.places;
    double *costs = calloc(replay->site_count + 1u, sizeof(*costs));
    double most = 0, all = 0, chosen = 0;
    bool alone, at_end;

    trials->advice->failed |= costs == NULL;
    for (size_t i = 0; costs != NULL && i < replay->delay_count; i++)
        if (is_work_of(trials, &replay->delays[i], finding)) {
            all += (double)delay_cost_of(&replay->delays[i]);
            costs[places[replay->delays[i].activity / 2]] +=
                (double)delay_cost_of(&replay->delays[i]);
        }
    for (size_t i = 0; costs != NULL && i < replay->delay_count; i++) {
        const struct delay *delay = &replay->delays[i];
        uint32_t place = places[delay->activity / 2];

        if (!is_work_of(trials, delay, finding))
            continue;
        if (costs[place] > most) {
            most = costs[place];
            finding->cure.site =
                wait_place_site(&trials->advice->waits, place);
        }
        if (costs[place] < PART_LEAST * all)
            continue;
        trial->sites[delay->activity / 2] = true;
        chosen += (double)delay_cost_of(delay);
    }
    free(costs);
    choose_copies(trials, trial);
    leave_out_common_work(trials, trial, chosen);
    alone =
        all < HARDLY_ANY * (double)waits_at_end(trials->scope, finding->rank);
    for (uint32_t i = 0; alone && i < replay->site_count; i++)
        trial->sites[i] = false;
    at_end = choose_end(trials, trial);
    trial->spread = chosen < all / 2 || (alone && at_end);
    if ((all == 0 || alone) && !at_end)
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

/* Whether the call waits until a message is there, which another one receives. */
static bool site_probes(const struct scope *scope, uint64_t key)
{
    enum call_poll poll = call_poll_of(scope_call_name(scope, site_call(key)));

    return poll == CALL_POLL_PROBE || poll == CALL_POLL_MPROBE;
}

/* Whether messages that are received are mostly that small. */
static bool all_are_small(const struct scope *scope, double packed)
{
    uint64_t bytes = 0, messages = 0;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint8_t class = scope_call_class(scope, site_call(site->key));

        if (site->in_bytes == 0 ||
            (class != CALL_CLASS_P2P && class != CALL_CLASS_WAIT))
            continue;
        bytes += site->in_bytes;
        messages += site->calls;
    }
    return messages > 0 && (double)bytes < packed * (double)messages;
}

/* Whether calls there start, receive or complete messages that are mostly that
 * small: fewer messages cost less there, too. */
static bool receives_small(const struct advice *advice,
                           const struct scope *scope, uint64_t key,
                           double packed)
{
    const struct tally *site = tallies_find(&scope->sites, key);
    const struct tally *waits = tallies_find(&advice->overlaps, key);
    const char *name = scope_call_name(scope, site_call(key));
    uint8_t class = scope_call_class(scope, site_call(key));

    if (packed > 0 && site_probes(scope, key))
        return all_are_small(scope, packed);
    if (packed <= 0 || site == NULL || advice_only_tests(name))
        return false;
    if (class == CALL_CLASS_WAIT && waits != NULL)
        return (double)waits->in_bytes < packed * (double)waits->out_bytes;
    return starts_with(name, "MPI_Irecv") ||
           (site->in_bytes > 0 &&
            (double)site->in_bytes < packed * (double)site->calls &&
            (class == CALL_CLASS_P2P || class == CALL_CLASS_WAIT));
}

/* Whether those receives and the ones whose order changes are calls of the same
 * function. */
static bool is_beside(const struct scope *scope, uint64_t key,
                      const struct cure *cure)
{
    return cure->kind == CURE_ARRIVAL &&
           advice_only_receives(scope_call_name(scope, site_call(key))) &&
           advice_in_one_function(scope, key, cure->site);
}

static bool is_alike(const struct cure *cure, uint64_t key)
{
    for (uint32_t i = 0; i < cure->alike_count; i++)
        if (cure->alike[i] == key)
            return true;
    return false;
}

/* Whether the call may wait until the target of an epoch has posted its window: where
 * one call of the epoch does not, the next one does.  Not where ranks waited for a
 * lock: that stays. */
static bool is_access(const struct trials *trials, uint32_t place)
{
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct scope *scope = trials->scope;
    uint64_t key = wait_place_site(waits, place);
    const char *name = scope_call_name(scope, site_call(key));

    return strcmp(name, "MPI_Win_start") == 0 ||
           strcmp(name, "MPI_Win_complete") == 0 ||
           (scope_call_class(scope, site_call(key)) == CALL_CLASS_ONE_SIDED &&
            !starts_with(name, "MPI_Win_") &&
            wait_blame_of(waits, WAIT_LOCK, place) == NULL);
}

/* Whether ranks wait for an MPI_Win_post at the call site that is to change. */
static bool waits_for_post(const struct trials *trials,
                           const struct finding *finding)
{
    const struct wait_tallies *waits = &trials->advice->waits;

    if (finding->rule != RULE_WINDOW_WAITS)
        return false;
    for (uint32_t i = 0; i < trials->replay->site_count; i++)
        if (wait_place_site(waits, waits->places[i]) == finding->cure.site &&
            wait_blame_of(waits, WAIT_LATE_POST, waits->places[i]) != NULL)
            return true;
    return false;
}

static void choose_calls(const struct trials *trials, struct trial *trial)
{
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct cure *cure = &trial->finding->cure;
    bool accesses = waits_for_post(trials, trial->finding);

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        uint64_t key = wait_place_site(waits, waits->places[i]);

        trial->sites[i] =
            key == cure->site || is_alike(cure, key) ||
            (accesses && is_access(trials, waits->places[i])) ||
            is_beside(trials->scope, key, cure) ||
            (cure->kind == CURE_PIECES &&
             trials->advice->chained[waits->places[i]] == CHAINED_PIPELINE) ||
            receives_small(trials->advice, trials->scope, key, cure->packed);
    }
}

/* The work of all ranks for which others wait; what ranks do equally long before
 * other calls stays as it is.  All work, if it is in many places. */
static void choose_moving(const struct trials *trials, struct trial *trial)
{
    const struct replay_result *replay = trials->replay;
    const uint32_t *places = trials->advice->waits.places;
    double *costs = calloc(replay->site_count + 1u, sizeof(*costs));
    double all = 0, chosen = 0;

    for (size_t i = 0; costs != NULL && i < replay->delay_count; i++) {
        const struct delay *delay = &replay->delays[i];

        if (delay->activity % 2 != 0)
            continue;
        costs[places[delay->activity / 2]] += (double)delay_cost_of(delay);
        all += (double)delay_cost_of(delay);
    }
    for (uint32_t i = 0; costs != NULL && i < replay->site_count; i++)
        if (costs[i] >= PART_LEAST * all)
            chosen += costs[i];
    for (uint32_t i = 0; costs != NULL && i < replay->site_count; i++)
        trial->sites[i] =
            costs[places[i]] > 0 && costs[places[i]] >= PART_LEAST * all;
    free(costs);
    for (uint32_t i = 0; chosen <= all / 2 && i < replay->site_count; i++)
        trial->sites[i] = true;
}

static void choose_messages(const struct trials *trials, struct trial *trial)
{
    bool all = trial->finding->cure.kind == CURE_STARTED;

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        uint32_t call = trials->replay->sites[i].call;
        const char *name = scope_call_name(trials->scope, call);

        trial->sites[i] =
            advice_only_receives(name) || (all && advice_blocks_in_send(name));
    }
}

static void choose_transfers(const struct trials *trials, struct trial *trial)
{
    const struct wait_tallies *waits = &trials->advice->waits;
    const struct scope *scope = trials->scope;

    for (uint32_t i = 0; i < trials->replay->site_count; i++) {
        const struct tally *site = tallies_find(
            &scope->sites, wait_place_site(waits, waits->places[i]));
        uint64_t own;

        trial->sites[i] =
            site != NULL &&
            advice_is_transfer(trials->advice, scope, site, &own);
    }
}

static void choose_sites(const struct trials *trials, struct trial *trial)
{
    if (trial->change.kind == CHANGE_POSTED)
        choose_messages(trials, trial);
    else if (trial->finding->cure.kind == CURE_TRANSFERS)
        choose_transfers(trials, trial);
    else if (trial->wide)
        choose_region(trials, trial);
    else if (trial_is_of_all(trial))
        choose_moving(trials, trial);
    else if (trial_is_work(trial))
        choose_work(trials, trial);
    else
        choose_calls(trials, trial);
}

/* ---- making them ---- */

static enum change_kind kind_of(const struct cure *cure)
{
    static const enum change_kind kinds[] = {
        [CURE_EVEN] = CHANGE_WORK,       [CURE_ALONE] = CHANGE_WORK,
        [CURE_MASTER] = CHANGE_WORK,     [CURE_WORKERS] = CHANGE_WORK,
        [CURE_STEPS] = CHANGE_WORK,      [CURE_COST] = CHANGE_COST,
        [CURE_OFF] = CHANGE_OFF,         [CURE_PIECES] = CHANGE_NO_WAIT,
        [CURE_TREE] = CHANGE_NO_WAIT,    [CURE_NO_WAIT] = CHANGE_NO_WAIT,
        [CURE_OVERLAP] = CHANGE_OVERLAP, [CURE_TRANSFERS] = CHANGE_OVERLAP,
        [CURE_POSTED] = CHANGE_POSTED,   [CURE_STARTED] = CHANGE_POSTED,
        [CURE_ARRIVAL] = CHANGE_ORDER,
    };

    return kinds[cure->kind];
}

static size_t cells_of(const struct trials *trials)
{
    return (size_t)trials->steps.count * trials->ranks;
}

/* Whether one call can take the place of a call of the procedure `before' and one
 * of `call' right after it: of MPI_Reduce and MPI_Bcast MPI_Allreduce can. */
static bool are_one(const struct profile *profile, uint32_t before,
                    uint32_t call)
{
    uint8_t coll = profile->calls[before].coll;

    return before == call ||
           (profile->calls[call].coll == CALL_COLL_BCAST &&
            (coll == CALL_COLL_REDUCE || coll == CALL_COLL_GATHER));
}

static bool follows_init(const struct trials *trials, struct trial *trial)
{
    const struct profile *profile = trials->scope->profile;
    uint32_t own = site_call(trial->finding->cure.site);

    trial->follows =
        calloc(trials->replay->site_count + 1u, sizeof(*trial->follows));
    if (trial_is_work(trial))
        return trial->follows != NULL;
    trial->leads = calloc(profile->call_count + 1u, sizeof(*trial->leads));
    for (uint32_t i = 0; trial->leads != NULL && i < profile->call_count; i++)
        trial->leads[i] = are_one(profile, i, own);
    return trial->follows != NULL && trial->leads != NULL;
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
    in_steps = trial_is_work(trial) && trials->steps.count > 0;
    if (in_steps) {
        trial->step_work =
            calloc(cells_of(trials) + 1, sizeof(*trial->step_work));
        trial->step_factors =
            calloc(2 * cells_of(trials) + 1, sizeof(*trial->step_factors));
    }
    if (finding->cure.kind == CURE_EVEN)
        trial->behind = calloc(2 * (size_t)trials->replay->site_count + 2,
                               sizeof(*trial->behind));
    if ((finding->rule == RULE_SMALL_COLLECTIVES ||
         (finding->cure.kind == CURE_EVEN &&
          finding->rank == trials->advice->master)) &&
        !follows_init(trials, trial))
        return no_memory();
    if (trial->sites == NULL || trial->factors == NULL ||
        (finding->cure.kind == CURE_EVEN && trial->behind == NULL) ||
        (in_steps &&
         (trial->step_work == NULL || trial->step_factors == NULL)))
        return no_memory();
    trial->like_others = trial->factors + ranks;
    if (in_steps)
        trial->step_alike = trial->step_factors + cells_of(trials);
    for (size_t i = 0; in_steps && i < cells_of(trials); i++)
        trial->step_alike[i] = 1;
    for (uint32_t i = 0; i < 2 * ranks; i++)
        trial->factors[i] =
            finding->cure.kind == CURE_COST ? finding->cure.factor : 1;
    choose_sites(trials, trial);
    return STATUS_OK;
}

void trial_clear(struct trial *trial)
{
    free(trial->sites);
    free(trial->factors);
    free(trial->step_work);
    free(trial->step_factors);
    free(trial->behind);
    free(trial->follows);
    free(trial->leads);
    free(trial->team);
    finding_clear(&trial->found);
}

static const struct finding *steps_found(const struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].cure.kind == CURE_STEPS)
            return &advice->items[i];
    return NULL;
}

static enum status steps_init(struct trials *trials)
{
    const struct finding *found = steps_found(trials->advice);

    return found == NULL ? STATUS_OK
                         : run_steps_init(&trials->steps, trials->scope,
                                          &trials->advice->waits,
                                          found->cure.site, found->steps);
}

static enum status find_workers(struct trials *trials)
{
    const struct scope *scope = trials->scope;

    trials->workers = calloc(trials->ranks + 1u, sizeof(*trials->workers));
    if (trials->workers == NULL)
        return no_memory();
    for (uint32_t i = 0; i < scope->rank_count; i++)
        trials->workers[scope->ranks[i].rank] =
            !advice_is_master(trials->advice, scope, &scope->ranks[i]);
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

/* Adds a trial of the finding, and one of all work in its region if a part of
 * the region may not be comparable. */
static enum status add_trials(struct trials *trials, struct finding *finding)
{
    struct trial *trial = &trials->items[trials->count++];
    enum status status = trial_init(trials, trial, finding);

    if (status != STATUS_OK || finding->cure.kind != CURE_EVEN ||
        trials->count == TRIALS_MOST ||
        (!trial->spread && !has_own_calls(trials, trial)))
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
enum status trials_init(struct trials *trials)
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
        if (trial_wanted(&advice->items[i]))
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

void trials_clear(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->count + trials->masked; i++)
        trial_clear(&trials->items[i]);
    free(trials->items);
    free(trials->workers);
    run_steps_clear(&trials->steps);
}
