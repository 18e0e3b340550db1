/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/rank_stats.h"
#include "unit.h"
#include "base/saturate.h"

UNIT_TEST(three_ranks_have_their_mean_and_deviation)
{
    struct rank_stats across = { 0 };
    struct rank_stats_result all;

    rank_stats_add(&across, 0, 10);
    rank_stats_add(&across, 1, 40);
    rank_stats_add(&across, 2, 10);
    all = rank_stats_result(&across, 3);
    CU_ASSERT_EQUAL(all.sum, 60);
    CU_ASSERT_EQUAL(all.min, 10);
    CU_ASSERT_EQUAL(all.max, 40);
    CU_ASSERT_EQUAL(all.max_index, 1);
    CU_ASSERT_EQUAL(all.min_index, 0);
    CU_ASSERT_EQUAL(all.ranks, 3);
    CU_ASSERT_EQUAL(all.avoidable, 20);
    CU_ASSERT_DOUBLE_EQUAL(all.mean, 20, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(all.deviation * all.deviation, 200, 1e-9);
}

UNIT_TEST(parts_of_one_rank_add_up)
{
    struct rank_stats across = { 0 };
    struct rank_stats_result all;

    rank_stats_add(&across, 0, 3);
    rank_stats_add(&across, 0, 4);
    rank_stats_add(&across, 1, 1);
    all = rank_stats_result(&across, 2);
    CU_ASSERT_EQUAL(all.max, 7);
    CU_ASSERT_EQUAL(all.min, 1);
    CU_ASSERT_EQUAL(all.ranks, 2);
}

UNIT_TEST(ranks_without_a_value_count_as_zero)
{
    struct rank_stats across = { 0 };
    struct rank_stats_result all;

    rank_stats_add(&across, 0, 8);
    rank_stats_add(&across, 2, 8);
    all = rank_stats_result(&across, 4);
    CU_ASSERT_EQUAL(all.ranks, 2);
    CU_ASSERT_EQUAL(all.min, 0);
    CU_ASSERT_EQUAL(all.min_index, 1);
    CU_ASSERT_EQUAL(all.avoidable, 4);
    CU_ASSERT_DOUBLE_EQUAL(all.mean, 4, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(all.deviation, 4, 1e-9);
}

UNIT_TEST(a_result_may_be_asked_for_in_between)
{
    struct rank_stats across = { 0 };

    rank_stats_add(&across, 0, 5);
    CU_ASSERT_EQUAL(rank_stats_result(&across, 1).sum, 5);
    rank_stats_add(&across, 0, 5);
    CU_ASSERT_EQUAL(rank_stats_result(&across, 1).sum, 10);
}

UNIT_TEST(nothing_at_all_is_zero)
{
    struct rank_stats across = { 0 };
    struct rank_stats_result all = rank_stats_result(&across, 0);

    CU_ASSERT_EQUAL(all.ranks, 0);
    CU_ASSERT_EQUAL(all.avoidable, 0);
    CU_ASSERT_EQUAL(rank_stats_result(&across, 3).max, 0);
}

UNIT_TEST(long_times_keep_their_deviation)
{
    struct rank_stats across = { 0 };
    uint64_t hour = UINT64_C(3600000000000);

    for (uint32_t i = 0; i < 1000; i++)
        rank_stats_add(&across, i, 24 * hour + (i % 2));
    CU_ASSERT_DOUBLE_EQUAL(rank_stats_result(&across, 1000).deviation, 0.5,
                           0.05);
}

UNIT_TEST(what_does_not_fit_is_clamped)
{
    CU_ASSERT_EQUAL(saturate_near(-1), 0);
    CU_ASSERT_EQUAL(saturate_near(1.5), 2);
    CU_ASSERT_EQUAL(saturate_near(1e300), UINT64_MAX);
    CU_ASSERT_EQUAL(saturate_near((double)UINT64_MAX), UINT64_MAX);
}

UNIT_TEST(differences_keep_their_sign)
{
    CU_ASSERT_EQUAL(rank_stats_round_more(-1.6), -2);
    CU_ASSERT_EQUAL(rank_stats_round_more(1.6), 2);
    CU_ASSERT_EQUAL(rank_stats_round_more(-0.2), 0);
    CU_ASSERT_EQUAL(rank_stats_round_more(1e300), INT64_MAX);
    CU_ASSERT_EQUAL(rank_stats_round_more(-1e300), -INT64_MAX);
}
