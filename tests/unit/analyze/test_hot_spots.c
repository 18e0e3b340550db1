/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "report_cells.h"

UNIT_TEST(a_rank_leads_with_its_greatest_time)
{
    const char *name = "hot_spots";

    whole_report(4);
    CU_ASSERT_EQUAL(row_count(name), 4 * 5);
    TEXT_IS(name, 0, "what", "useful work");
    TEXT_IS(name, 0, "where", "main/solve");
    NUMBERS(name, 0, { "time_s", 2.0 }, { "share", 0.5 },
            { "per_call_s", 0.02 });
    TEXT_IS(name, 1, "what", "MPI_Waitall");
    TEXT_IS(name, 1, "where", "exchange_halo (heat2d.c:90)");
}

UNIT_TEST(rows_of_one_site_are_joined)
{
    struct profile *profile = synthetic(1);

    profile->ranks[0].rows[1] = profile->ranks[0].rows[4];
    profile->ranks[0].rows[1].comm = 0;
    make_report(profile, NULL);
    NEAR(number_at("hot_spots", row_with("hot_spots", "what", "MPI_Allreduce"),
                   "time_s"),
         0.16);
}

UNIT_TEST(of_many_ranks_the_slowest_come_first)
{
    struct analyze_options options = { .top = 10 };
    const char *name = "hot_spots";

    make_report(synthetic(100), &options);
    CU_ASSERT_EQUAL(row_count(name), 4 * 3);
    NEAR(number_at(name, 0, "rank"), 2);
    NEAR(number_at(name, 3, "rank"), 0);
    NEAR(number_at(name, 6, "rank"), 98);
    NEAR(number_at(name, 9, "rank"), 99);
}

UNIT_TEST(regions_are_summed_over_ranks)
{
    size_t row;

    whole_report(4);
    row = row_with("regions", "region", "main/halo");
    NUMBERS("regions", row, { "visits", 400 },
            { "exclusive_s", 3 * 1.72 + 0.22 }, { "mpi_share", 1 },
            { "useful_s", 0 });
    row = row_with("regions", "region", "(outside regions)");
    NEAR(number_at("regions", row, "exclusive_s"), 0.8);
}

UNIT_TEST(counters_are_charged_to_regions)
{
    struct profile *profile = synthetic(2);
    size_t row;

    profile->counters = calloc(1, sizeof(*profile->counters));
    profile->counters[0] = strdup("PAPI_TOT_INS");
    profile->counter_count = 1;
    profile->ranks[0].regions[2].counters[0] = 3000;
    profile->ranks[1].regions[2].counters[0] = 1000;
    make_report(profile, NULL);
    row = row_with("counters", "region", "main/solve");
    NUMBERS("counters", row, { "total", 4000 }, { "mean", 2000 },
            { "max_rank", 0 }, { "per_second", 1000 });
}

UNIT_TEST(without_counters_there_is_no_table_of_them)
{
    whole_report(2);
    CU_ASSERT_PTR_NULL(report_table(report, "counters"));
}
