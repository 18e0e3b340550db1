/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collective_split.c - splits collectives into waiting for members
 * and transfer.
 */
#include "analyze/facts/analysis.h"
#include "analyze/wait_states/say_site.h"
#include "analyze/facts/wait_tallies.h"

static const struct column columns[] = {
    { "procedure", "procedure", CELL_TEXT, "The collective." },
    { "where", "where", CELL_TEXT,
      "File and line of the call; its function, where they are unknown; "
      "`, from caller' as in call_sites." },
    { "calls", "calls", CELL_COUNT,
      "Calls of all ranks, if all members were seen to make them; nonblocking "
      "ones are not included." },
    { "time_s", "time", CELL_NS, "Time inside them, over all ranks." },
    { "synchronisation_s", "synchronisation", CELL_NS,
      "Time until the last member that a rank needs had entered the call." },
    { "transfer_s", "transfer", CELL_NS, "The rest of the time." },
    { "share", "of time", CELL_RATIO, "Transfer / time." },
};

static const struct table_form forms[] = {
    TABLE_FORM("collectives", "Collectives", SECTION_WAITS, columns),
};

/* By place: mpi is synchronisation, exclusive is transfer. */
static enum status sum_splits(const struct wait_tallies *waits,
                              const struct scope *scope, struct tallies *sums)
{
    const struct replay_result *replay = waits->replay;

    for (size_t i = 0; i < replay->split_count; i++) {
        const struct collective_split *split = &replay->splits[i];
        struct tally *sum;

        if (!wait_site_inside(scope, replay, split->site))
            continue;
        sum = tallies_get(sums, waits->places[split->site]);
        if (sum == NULL)
            return STATUS_NO_MEMORY;
        sum->calls += split->calls;
        sum->mpi += split->synchronisation;
        sum->exclusive += split->transfer;
    }
    return STATUS_OK;
}

static void add_sum(struct table *table, const struct scope *scope,
                    const struct wait_tallies *waits, const struct tally *sum)
{
    uint64_t site = wait_place_site(waits, (uint32_t)sum->key);
    uint64_t all = sum->mpi + sum->exclusive;

    table_text(table, scope_call_name(scope, site_call(site)));
    table_where(table, scope, site);
    TABLE_NUMBERS(table, sum->calls, all, sum->mpi, sum->exclusive);
    table_real(table, scope_share(sum->exclusive, all));
}

static enum status split_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    struct tallies sums = { 0 };
    enum status status = sum_splits(state, scope, &sums);

    for (size_t i = 0; i < sums.count && status == STATUS_OK; i++)
        add_sum(table, scope, state, &sums.items[i]);
    tallies_clear(&sums);
    table_sort(table, (size_t)table_column(table, "time_s"));
    return status;
}

static enum status split_finish(void *state, const struct scope *scope,
                                struct report *report)
{
    struct wait_tallies *waits = state;
    enum status status;

    if (scope->profile->replay == NULL ||
        scope->profile->replay->split_count == 0)
        return STATUS_OK;
    status = wait_tallies_init(waits, scope);
    return status == STATUS_OK
               ? report_add_filled(report, &forms[0], scope, waits, split_fill)
               : status;
}

static void split_clear(void *state)
{
    wait_tallies_clear(state);
}

const struct analysis collective_split_analysis = {
    .state_size = sizeof(struct wait_tallies),
    .finish = split_finish,
    .clear = split_clear,
    FORMS(forms),
};
