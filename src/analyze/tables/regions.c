/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions.c - the marked regions of the program, over all ranks.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"

static const struct column columns[] = {
    { "region", "region", CELL_TEXT, "Path of the region." },
    { "visits", "visits", CELL_COUNT,
      "How often it was entered, over all ranks." },
    { "inclusive_s", "inclusive", CELL_NS,
      "Time inside it, over all ranks, with inner regions and MPI." },
    { "exclusive_s", "exclusive", CELL_NS,
      "Time inside it, over all ranks, without inner regions." },
    { "useful_s", "useful", CELL_NS,
      "The part of exclusive outside MPI, without the time between the calls "
      "of loops that wait for a message (late_sender_between_polls)." },
    { "mpi_s", "MPI", CELL_NS, "The part of exclusive inside MPI." },
    { "mpi_share", "in MPI", CELL_RATIO, "MPI / exclusive." },
    { "share", "of total", CELL_RATIO,
      "Exclusive / the sum of all ranks' total times." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that entered it." },
};

static const struct table_form forms[] = {
    TABLE_FORM("regions", "Regions, over all ranks", SECTION_TIME, columns),
};

static void add_region(struct table *table, const struct scope *scope,
                       const void *state, const struct tally *tally)
{
    struct rank_stats_result useful = scope_stats(scope, &tally->time);
    struct rank_stats_result inclusive = scope_stats(scope, &tally->other);

    (void)state;
    table_name(table, scope->profile->definitions, (uint32_t)tally->key,
               source_location_region);
    TABLE_NUMBERS(table, tally->calls, inclusive.sum, tally->exclusive,
                  useful.sum, tally->mpi);
    table_real(table, scope_share(tally->mpi, tally->exclusive));
    table_real(table, scope_share(tally->exclusive, scope->total_ns));
    table_number(table, inclusive.ranks);
}

static enum status regions_finish(void *state, const struct scope *scope,
                                  struct report *report)
{
    return report_add_tallies(report, &forms[0], scope, state, &scope->regions,
                              add_region, "exclusive_s");
}

const struct analysis regions_analysis = {
    .finish = regions_finish,
    FORMS(forms),
};
