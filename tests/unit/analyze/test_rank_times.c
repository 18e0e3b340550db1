#include "report_cells.h"

UNIT_TEST(every_rank_has_its_times)
{
    whole_report(4);
    CU_ASSERT_EQUAL(row_count("rank_times"), 4);
    NUMBERS("rank_times", 2, { "rank", 2 }, { "useful_s", 3.7 },
            { "useful_share", 0.925 });
    NUMBERS("rank_times", 1, { "mpi_s", 1.8 }, { "wait_s", 1.7 },
            { "collective_s", 0.08 }, { "init_s", 0.5 });
    TEXT_IS("rank_times", 3, "host", "beta");
}

UNIT_TEST(of_many_ranks_the_extremes_are_shown)
{
    struct analyze_options options = { .top = 4 };

    make_report(synthetic(64), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 4);
    CU_ASSERT_EQUAL(report_table(report, "rank_times")->total_rows, 64);
    NEAR(number_at("rank_times", 0, "rank"), 2);
    NEAR(number_at("rank_times", 3, "rank"), 63);
}

UNIT_TEST(chosen_ranks_are_shown_alone)
{
    int members[] = { 1, 5 };
    struct ranklist ranks = { members, 2 };
    struct analyze_options options = { .ranks = &ranks, .detail = "*" };

    make_report(synthetic(8), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 2);
    NEAR(number_at("rank_times", 1, "rank"), 5);
    NEAR(number_at("calls_per_rank", 0, "rank"), 1);
    CU_ASSERT_EQUAL(row_count("calls_per_rank"), 10);
    NEAR(number_at("run", 0, "ranks"), 8);
}

UNIT_TEST(chosen_ranks_are_never_cut)
{
    int members[] = { 1, 5, 6 };
    struct ranklist ranks = { members, 3 };
    struct analyze_options options = { .ranks = &ranks, .top = 2 };

    make_report(synthetic(8), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
}

UNIT_TEST(alike_ranks_form_one_group)
{
    whole_report(1000);
    CU_ASSERT_EQUAL(row_count("rank_groups"), 2);
    TEXT_IS("rank_groups", 0, "ranks", "2");
    TEXT_IS("rank_groups", 1, "ranks", "0,1,3-999");
    NEAR(number_at("rank_groups", 1, "rank_count"), 999);
    NEAR(number_at("rank_groups", 1, "useful_s"), 2.2);
}

UNIT_TEST(a_sort_column_orders_all_ranks)
{
    struct analyze_options options = { .sort = "useful_s", .top = 3 };

    make_report(synthetic(64), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
    NEAR(number_at("rank_times", 0, "rank"), 2);
    NEAR(number_at("rank_times", 1, "rank"), 0);
}
