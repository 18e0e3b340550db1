/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/advisor.h"

#include <stdlib.h>

#include "analyze/advice/cures.h"
#include "analyze/advice/looks.h"
#include "analyze/advice/teams.h"
#include "analyze/advice/workload.h"
#include "analyze/facts/imbalance.h"
#include "base/log.h"
#include "base/saturate.h"

/* Rules that withhold gains come first, then those of longer work, which
 * others ask for. */
static advice_look *const looks[] = {
    look_at_trust,     look_at_balance,  look_at_causes, look_at_chains,
    look_at_waits,     look_at_messages, look_at_tests,  look_at_collectives,
    look_at_placement, look_at_objects,  look_at_files,  look_at_pickling,
    look_at_threads,   look_at_run,
};

/* Mean useful time of the ranks that are no masters.  Without a simulation, of a team
 * whose mean is longer: the others take no part of the work of a team. */
static double mean_work(const struct advice *advice, const struct scope *scope)
{
    uint32_t workers = 0;
    double sum = 0, longest;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (!advice_is_master(advice, scope, &scope->ranks[i])) {
            sum += (double)scope->ranks[i].useful;
            workers++;
        }
    sum = workers == 0 ? 0 : sum / workers;
    longest =
        advice->simulates ? 0 : teams_longest_work(&advice->facts, scope);
    return longest > sum ? longest : sum;
}

static enum status sum_waits(struct advice *advice, const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    enum status status = wait_tallies_init(&advice->waits, scope);

    if (status != STATUS_OK)
        return status;
    advice->reordered =
        calloc(waits->names.count + 1, sizeof(*advice->reordered));
    advice->chained = calloc(waits->names.count + 1, 1);
    return advice->reordered == NULL || advice->chained == NULL
               ? log_fail(STATUS_NO_MEMORY, "advice")
               : STATUS_OK;
}

/* The time that such requests can take if nobody is late. */
static double hideable_ns(const struct scope *scope,
                          const struct overlap *overlap)
{
    double ns = (double)overlap->bytes / LARGE_BYTES_PER_SECOND * 1e9 +
                (double)overlap->messages * MESSAGE_NS;

    return overlap->collectives ? (double)scope->total_ns : ns;
}

static bool add_quiet(struct advice *advice, const struct overlap *overlap)
{
    const struct wait_tallies *waits = &advice->waits;
    struct tally *tally;

    if (overlap->quiet == 0)
        return true;
    tally = tallies_get(&advice->fences,
                        wait_place_site(waits, waits->places[overlap->site]));
    if (tally != NULL)
        tally->calls += overlap->quiet;
    return tally != NULL;
}

static enum status sum_overlaps(struct advice *advice,
                                const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    const struct replay_result *replay = waits->replay;

    for (size_t i = 0; replay != NULL && i < replay->overlap_count; i++) {
        const struct overlap *overlap = &replay->overlaps[i];
        struct tally *tally;

        if (!wait_site_inside(scope, replay, overlap->site))
            continue;
        advice->reordered[waits->places[overlap->site]] += overlap->reordered;
        if (!add_quiet(advice, overlap))
            return log_fail(STATUS_NO_MEMORY, "advice");
        if (overlap->calls == 0)
            continue;
        tally =
            tallies_get(&advice->overlaps,
                        wait_place_site(waits, waits->places[overlap->site]));
        if (tally == NULL)
            return log_fail(STATUS_NO_MEMORY, "advice");
        tally->mpi += overlap->work;
        tally->exclusive += saturate_near(hideable_ns(scope, overlap));
        tally->calls += overlap->calls;
        tally->out_bytes += overlap->messages;
        tally->in_bytes += overlap->bytes;
        if (overlap->collectives)
            tally->out_calls += overlap->calls;
    }
    return STATUS_OK;
}

#define FILE_BYTES (1u << 20) /* of a rank, least that makes files a reason */

static bool uses_files(const struct scope *scope)
{
    bool found = scope->class_ns[CALL_CLASS_IO] > 0;

    for (uint32_t i = 0; !found && i < scope->rank_count; i++)
        found = scope->uses[i].value[RESOURCE_READ] +
                    scope->uses[i].value[RESOURCE_WRITTEN] >=
                FILE_BYTES;
    return found;
}

/* The remedy for one rank after the other, if what they do may be files. */
static const char *remedy_for_files(enum rule rule)
{
    switch (rule) {
    case RULE_SERIAL:
        return "Split this work among all ranks (change the domain "
               "decomposition; for files, use MPI-IO), or do it while the "
               "others have work of their own.";
    case RULE_TURNS:
        return "Let all ranks do this at the same time (output: MPI-IO, each "
               "rank at an offset of its own, which MPI_Exscan finds), or have "
               "one rank do it for all while the others go on.";
    default: return NULL;
    }
}

/* Sets the remedies that the looks left open. */
static void set_remedies(struct advice *advice, const struct scope *scope)
{
    bool files = uses_files(scope);

    for (size_t i = 0; i < advice->count; i++) {
        struct finding *finding = &advice->items[i];

        if (finding->remedy == NULL)
            workload_set_remedy(advice, scope, finding);
        if (finding->remedy == NULL && files)
            finding->remedy = remedy_for_files(finding->rule);
    }
}

enum status advice_find(struct advice *advice, const struct scope *scope)
{
    enum status status = sum_waits(advice, scope);

    if (status == STATUS_OK)
        status = sum_overlaps(advice, scope);
    if (status == STATUS_OK)
        status = costs_init(&advice->costs, scope, &advice->waits);
    if (status != STATUS_OK)
        return status;
    advice->most_useful = imbalance_of_run(scope).max;
    advice->master = facts_master(&advice->facts, scope);
    advice->simulates = cures_possible(scope);
    advice->mean_work = saturate_below(mean_work(advice, scope));
    for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
        looks[i](advice, scope);
    advice_settle(advice, scope);
    if (!advice->failed && advice->simulates && advice->withheld == NULL)
        cures_simulate(advice, scope);
    set_remedies(advice, scope);
    return status == STATUS_OK && advice->failed
               ? log_fail(STATUS_NO_MEMORY, "advice")
               : status;
}
