/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * outside_waits.c - calls outside MPI that wait.
 *
 * A run without such calls has no table.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/outside_waits.h"
#include "analyze/facts/source_location.h"

static const struct column columns[] = {
    { "region", "region", CELL_TEXT,
      "Path of the region, the last part of which is the call." },
    { "waits_for", "waits for", CELL_TEXT,
      "accelerator: CUDA, HIP, OpenCL, OpenACC, Level Zero; or SHMEM." },
    { "calls", "calls", CELL_COUNT, "Number of calls, over all ranks." },
    { "time_s", "time", CELL_NS,
      "Time in the call, summed over ranks, without MPI and inner regions; part of "
      "useful time." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that made such calls." },
    { "max_s", "max", CELL_NS, "The longest time of a rank in it." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
};

static const struct table_form forms[] = {
    TABLE_FORM("outside_waits", "Waiting outside MPI", SECTION_RANKS, columns),
};

static void add_call(struct table *table, const struct scope *scope,
                     const struct tally *tally, enum outside_wait kind)
{
    struct rank_stats_result time = scope_stats(scope, &tally->time);

    table_name(table, scope->profile->definitions, (uint32_t)tally->key,
               source_location_region);
    table_text(table, outside_wait_title(kind));
    TABLE_NUMBERS(table, tally->calls, time.sum);
    table_real(table, scope_share(time.sum, scope->total_ns));
    TABLE_NUMBERS(table, time.ranks, time.max);
    table_integer(table, scope_rank_at(scope, time.max_index));
}

static enum status waits_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    (void)state;
    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        enum outside_wait kind = outside_wait_of(scope, (uint32_t)tally->key);

        if (kind != OUTSIDE_WAIT_KINDS)
            add_call(table, scope, tally, kind);
    }
    table_sort(table, (size_t)table_column(table, "time_s"));
    table_set_note(table, "elsewhere in the report this time is part of "
                          "useful time, which is all that is outside MPI");
    return STATUS_OK;
}

static bool waits_wanted(const void *state, const struct scope *scope)
{
    uint64_t sums[OUTSIDE_WAIT_KINDS], all = 0;

    (void)state;
    outside_waits_sum(scope, sums);
    for (int kind = 0; kind < OUTSIDE_WAIT_KINDS; kind++)
        all += sums[kind];
    return all > 0;
}

const struct analysis outside_waits_analysis = {
    .wanted = waits_wanted,
    .fill = { waits_fill },
    FORMS(forms),
};
