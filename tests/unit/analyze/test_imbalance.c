/* SPDX-License-Identifier: BSD-3-Clause */
#include "report_cells.h"

/* Rank 2 solves for 3.5 s, three others for 2.0 s: mean 2.375 s. */
UNIT_TEST(the_slow_rank_leads_with_its_avoidable_time)
{
    const char *name = "imbalance_useful";

    whole_report(4);
    TEXT_IS(name, 0, "region", "main/solve");
    NUMBERS(name, 0, { "min_s", 2.0 }, { "mean_s", 2.375 }, { "max_s", 3.5 },
            { "avoidable_s", 1.125 }, { "avoidable_share", 1.125 / 4 },
            { "max_rank", 2 }, { "ranks", 4 });
}

UNIT_TEST(deviations_are_those_of_the_population)
{
    whole_report(4);
    NEAR(number_at("imbalance_useful", 0, "deviation_s"),
         sqrt((3 * 0.375 * 0.375 + 1.125 * 1.125) / 4));
}

UNIT_TEST(the_rank_that_waits_least_is_named)
{
    size_t row;

    whole_report(4);
    row = row_with("imbalance_procedures", "procedure", "MPI_Waitall");
    NUMBERS("imbalance_procedures", row, { "min_rank", 2 }, { "min_s", 0.2 },
            { "max_s", 1.7 });
}

UNIT_TEST(call_sites_carry_function_and_line)
{
    const char *name = "imbalance_call_sites";

    whole_report(4);
    TEXT_IS(name, 0, "function", "exchange_halo");
    TEXT_IS(name, 0, "location", "heat2d.c:90");
    NEAR(number_at(name, 0, "avoidable_s"), 1.7 - 1.325);
}

UNIT_TEST(start_and_end_of_mpi_are_no_imbalance)
{
    whole_report(4);
    for (size_t i = 0; i < row_count("imbalance_procedures"); i++)
        CU_ASSERT_STRING_NOT_EQUAL(
            text_at("imbalance_procedures", i, "procedure"), "MPI_Init");
}

UNIT_TEST(ranks_outside_a_procedure_count_as_zero)
{
    struct profile *profile = synthetic(4);
    size_t row;

    profile->ranks[1].row_count = 4; /* without its MPI_Allreduce */
    make_report(profile, NULL);
    row = row_with("imbalance_procedures", "procedure", "MPI_Allreduce");
    NUMBERS("imbalance_procedures", row, { "ranks", 3 }, { "min_s", 0 },
            { "min_rank", 1 }, { "mean_s", 0.06 });
}

UNIT_TEST(regions_count_what_is_inside_them)
{
    size_t row;

    whole_report(4);
    row = row_with("imbalance_regions", "region", "main/halo");
    NUMBERS("imbalance_regions", row, { "max_s", 1.72 }, { "min_rank", 2 });
}

UNIT_TEST(rows_without_weight_are_left_out_of_short_reports)
{
    struct analyze_options options = { .top = 10 };

    make_report(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("imbalance_useful"), 1);
    CU_ASSERT_EQUAL(report_table(report, "imbalance_useful")->total_rows, 5);
}
