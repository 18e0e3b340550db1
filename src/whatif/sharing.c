/* SPDX-License-Identifier: BSD-3-Clause */
#include "whatif/changes.h"

#include <stdlib.h>

#include "analyze/facts/run_steps.h"
#include "base/log.h"

bool sharing_wanted(const struct changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        if (changes->shared[i].members != NULL)
            return true;
    return false;
}

/* ---- steps ---- */

static bool wants_steps(const struct changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        if (changes->shared[i].members != NULL && !changes->shared[i].total)
            return true;
    return false;
}

enum status sharing_add_ranks(struct scope *scope)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0; status == STATUS_OK && i < scope->profile->rank_count;
         i++) {
        const struct rank_data *rank;

        status = profile_rank(scope->profile, i, &rank);
        if (status == STATUS_OK && !rank->missing)
            status = scope_add(scope, rank);
    }
    return status == STATUS_OK ? scope_close(scope) : status;
}

static enum status find_in_scope(struct steps *steps,
                                 const struct scope *scope)
{
    struct wait_tallies waits;
    enum status status = wait_tallies_init(&waits, scope);
    const struct tally *site =
        status == STATUS_OK ? run_steps_find(scope, &waits) : NULL;

    if (site != NULL)
        status = run_steps_init(steps, scope, &waits, site->key,
                                site->calls / scope->rank_count);
    wait_tallies_clear(&waits);
    return status;
}

/* The profile has that result for as long as this takes. */
static enum status find_steps(struct steps *steps, struct profile *profile,
                              struct replay_result *replay)
{
    static const struct analyze_options options = { .top = 0 };
    struct replay_result *before = profile->replay;
    struct scope scope;
    enum status status = scope_init(&scope, profile, &options);

    profile->replay = replay;
    if (status == STATUS_OK)
        status = sharing_add_ranks(&scope);
    if (status == STATUS_OK)
        status = find_in_scope(steps, &scope);
    scope_clear(&scope);
    profile->replay = before;
    return status;
}

static enum status read_steps(struct steps *steps, struct profile *profile,
                              const struct replay_log *log,
                              const struct progress *progress)
{
    struct replay_result *replay = NULL;
    enum status status = replay_run(log, profile, progress, &replay);

    if (status == STATUS_OK)
        status = find_steps(steps, profile, replay);
    replay_result_destroy(replay);
    return status;
}

/* ---- factors ---- */

/* One pass that measures the work of each change. */
static enum status
measure_changes(struct changes *changes, const struct profile *profile,
                const struct replay_log *log, const struct progress *progress,
                uint64_t **step_work, struct scenarios *found)
{
    size_t cells = (size_t)changes->steps.count * profile->rank_count;
    uint32_t count = (uint32_t)changes->count;
    struct scenario *scenarios = calloc(count + 1u, sizeof(*scenarios));
    enum status status = STATUS_OK;

    for (uint32_t i = 0; scenarios != NULL && i < count; i++) {
        scenarios[i] =
            (struct scenario){ .changes = &changes->items[i], .count = 1 };
        if (changes->shared[i].members == NULL || changes->shared[i].total ||
            cells == 0)
            continue;
        step_work[i] = calloc(cells, sizeof(*step_work[i]));
        scenarios[i].steps = &changes->steps;
        scenarios[i].step_work = step_work[i];
        if (step_work[i] == NULL)
            status = changes_no_memory();
    }
    if (scenarios == NULL)
        status = changes_no_memory();
    if (status == STATUS_OK)
        status =
            replay_scenarios(log, profile, scenarios, count, progress, found);
    free(scenarios);
    return status;
}

/* Ranks without any of that work get a share, too. */
static enum status share_work(struct changes *changes, size_t at,
                              uint32_t ranks, const uint64_t *changed,
                              const uint64_t *step_work)
{
    const bool *members = changes->shared[at].members;
    struct change *change = &changes->items[at];
    size_t cells = (size_t)changes->steps.count * ranks;
    double *factors;

    if (step_work == NULL || cells == 0) {
        scenario_even((double *)change->factors, changed, members, ranks);
        return STATUS_OK;
    }
    factors = calloc(cells, sizeof(*factors));
    change->step_factors = factors;
    if (factors == NULL)
        return changes_no_memory();
    steps_even(&changes->steps, step_work, members, ranks, factors);
    return STATUS_OK;
}

static enum status share_all(struct changes *changes,
                             const struct profile *profile,
                             const struct replay_log *log,
                             const struct progress *progress,
                             uint64_t **step_work)
{
    uint32_t ranks = profile->rank_count;
    struct scenarios found = { .results = NULL };
    enum status status =
        measure_changes(changes, profile, log, progress, step_work, &found);

    if (status == STATUS_OK && changes->steps.count > 0 &&
        !steps_agree(&changes->steps, ranks))
        changes->steps.count = 0;
    if (changes->steps.count > 0)
        changes->step_count = changes->steps.ended[0];
    for (size_t i = 0; status == STATUS_OK && i < changes->count; i++)
        if (changes->shared[i].members != NULL)
            status = share_work(changes, i, ranks, &found.changed[i * ranks],
                                step_work[i]);
    scenarios_clear(&found);
    return status;
}

enum status sharing_set(struct changes *changes, struct profile *profile,
                        const struct replay_log *log,
                        const struct progress *progress)
{
    uint64_t **step_work = calloc(changes->count + 1, sizeof(*step_work));
    enum status status = step_work == NULL ? changes_no_memory() : STATUS_OK;

    if (status == STATUS_OK && wants_steps(changes))
        status = read_steps(&changes->steps, profile, log, progress);
    if (status == STATUS_OK)
        status = share_all(changes, profile, log, progress, step_work);
    for (size_t i = 0; step_work != NULL && i < changes->count; i++)
        free(step_work[i]);
    free(step_work);
    return status;
}
