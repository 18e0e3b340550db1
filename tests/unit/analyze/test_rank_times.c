#include "report_cells.h"

UNIT_TEST(every_rank_has_its_times)
{
    struct report *report = whole_report(4);

    CU_ASSERT_EQUAL(row_count(report, "rank_times"), 4);
    NEAR(number_at(report, "rank_times", 2, "rank"), 2);
    NEAR(number_at(report, "rank_times", 2, "useful_s"), 3.7);
    NEAR(number_at(report, "rank_times", 2, "useful_share"), 0.925);
    NEAR(number_at(report, "rank_times", 1, "mpi_s"), 1.8);
    NEAR(number_at(report, "rank_times", 1, "wait_s"), 1.7);
    NEAR(number_at(report, "rank_times", 1, "collective_s"), 0.08);
    NEAR(number_at(report, "rank_times", 1, "init_s"), 0.5);
    CU_ASSERT_STRING_EQUAL(text_at(report, "rank_times", 3, "host"), "beta");
    report_destroy(report);
}

UNIT_TEST(of_many_ranks_the_extremes_are_shown)
{
    struct analyze_options options = { .top = 4 };
    struct report *report = report_of(synthetic(64), &options);

    CU_ASSERT_EQUAL(row_count(report, "rank_times"), 4);
    CU_ASSERT_EQUAL(report_table(report, "rank_times")->total_rows, 64);
    NEAR(number_at(report, "rank_times", 0, "rank"), 2);
    NEAR(number_at(report, "rank_times", 3, "rank"), 63);
    report_destroy(report);
}

UNIT_TEST(chosen_ranks_are_shown_alone)
{
    int members[] = { 1, 5 };
    struct ranklist ranks = { members, 2 };
    struct analyze_options options = { .ranks = &ranks, .detail = "*" };
    struct report *report = report_of(synthetic(8), &options);

    CU_ASSERT_EQUAL(row_count(report, "rank_times"), 2);
    NEAR(number_at(report, "rank_times", 1, "rank"), 5);
    NEAR(number_at(report, "calls_per_rank", 0, "rank"), 1);
    CU_ASSERT_EQUAL(row_count(report, "calls_per_rank"), 10);
    NEAR(number_at(report, "run", 0, "ranks"), 8);
    report_destroy(report);
}

UNIT_TEST(chosen_ranks_are_never_cut)
{
    int members[] = { 1, 5, 6 };
    struct ranklist ranks = { members, 3 };
    struct analyze_options options = { .ranks = &ranks, .top = 2 };
    struct report *report = report_of(synthetic(8), &options);

    CU_ASSERT_EQUAL(row_count(report, "rank_times"), 3);
    report_destroy(report);
}

UNIT_TEST(alike_ranks_form_one_group)
{
    struct report *report = whole_report(1000);

    CU_ASSERT_EQUAL(row_count(report, "rank_groups"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "rank_groups", 0, "ranks"), "2");
    CU_ASSERT_STRING_EQUAL(text_at(report, "rank_groups", 1, "ranks"),
                           "0,1,3-999");
    NEAR(number_at(report, "rank_groups", 1, "rank_count"), 999);
    NEAR(number_at(report, "rank_groups", 1, "useful_s"), 2.2);
    report_destroy(report);
}

UNIT_TEST(a_sort_column_orders_all_ranks)
{
    struct analyze_options options = { .sort = "useful_s", .top = 3 };
    struct report *report = report_of(synthetic(64), &options);

    CU_ASSERT_EQUAL(row_count(report, "rank_times"), 3);
    NEAR(number_at(report, "rank_times", 0, "rank"), 2);
    NEAR(number_at(report, "rank_times", 1, "rank"), 0);
    report_destroy(report);
}
