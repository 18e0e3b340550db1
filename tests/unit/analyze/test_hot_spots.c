#include <stdlib.h>

#include "report_cells.h"

UNIT_TEST(a_rank_leads_with_its_greatest_time)
{
    struct report *report = whole_report(4);
    const char *name = "hot_spots";

    CU_ASSERT_EQUAL(row_count(report, name), 4 * 5);
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 0, "what"), "useful work");
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 0, "where"), "main/solve");
    NEAR(number_at(report, name, 0, "time_s"), 2.0);
    NEAR(number_at(report, name, 0, "share"), 0.5);
    NEAR(number_at(report, name, 0, "per_call_s"), 0.02);
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 1, "what"), "MPI_Waitall");
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 1, "where"),
                           "exchange_halo (heat2d.c:90)");
    report_destroy(report);
}

UNIT_TEST(rows_of_one_site_are_joined)
{
    struct profile *profile = synthetic(1);
    struct report *report;

    profile->ranks[0].rows[1] = profile->ranks[0].rows[4];
    profile->ranks[0].rows[1].comm = 0;
    report = report_of(profile, NULL);
    NEAR(number_at(report, "hot_spots",
                   row_with(report, "hot_spots", "what", "MPI_Allreduce"),
                   "time_s"), 0.16);
    report_destroy(report);
}

UNIT_TEST(of_many_ranks_the_slowest_come_first)
{
    struct analyze_options options = { .top = 10 };
    struct report *report = report_of(synthetic(100), &options);
    const char *name = "hot_spots";

    CU_ASSERT_EQUAL(row_count(report, name), 4 * 3);
    NEAR(number_at(report, name, 0, "rank"), 2);
    NEAR(number_at(report, name, 3, "rank"), 0);
    NEAR(number_at(report, name, 6, "rank"), 98);
    NEAR(number_at(report, name, 9, "rank"), 99);
    report_destroy(report);
}

UNIT_TEST(regions_are_summed_over_ranks)
{
    struct report *report = whole_report(4);
    size_t row = row_with(report, "regions", "region", "main/halo");

    NEAR(number_at(report, "regions", row, "visits"), 400);
    NEAR(number_at(report, "regions", row, "exclusive_s"), 3 * 1.72 + 0.22);
    NEAR(number_at(report, "regions", row, "mpi_share"), 1);
    NEAR(number_at(report, "regions", row, "useful_s"), 0);
    row = row_with(report, "regions", "region", "(outside regions)");
    NEAR(number_at(report, "regions", row, "exclusive_s"), 0.8);
    report_destroy(report);
}

UNIT_TEST(counters_are_charged_to_regions)
{
    struct profile *profile = synthetic(2);
    struct report *report;
    size_t row;

    profile->counters = calloc(1, sizeof(*profile->counters));
    profile->counters[0] = strdup("PAPI_TOT_INS");
    profile->counter_count = 1;
    profile->ranks[0].regions[2].counters[0] = 3000;
    profile->ranks[1].regions[2].counters[0] = 1000;
    report = report_of(profile, NULL);
    row = row_with(report, "counters", "region", "main/solve");
    NEAR(number_at(report, "counters", row, "total"), 4000);
    NEAR(number_at(report, "counters", row, "mean"), 2000);
    NEAR(number_at(report, "counters", row, "max_rank"), 0);
    NEAR(number_at(report, "counters", row, "per_second"), 1000);
    report_destroy(report);
}

UNIT_TEST(without_counters_there_is_no_table_of_them)
{
    struct report *report = whole_report(2);

    CU_ASSERT_PTR_NULL(report_table(report, "counters"));
    report_destroy(report);
}
