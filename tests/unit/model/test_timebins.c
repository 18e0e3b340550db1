/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_timebins.c - time per class in bins that widen in place.
 */
#include "model/timebins.h"
#include "unit.h"

static struct timebins bins;

static uint64_t sum_of(unsigned class)
{
    uint64_t sum = 0;

    for (int i = 0; i < PROFILE_TIMELINE_BINS; i++)
        sum += bins.time[i][class];
    return sum;
}

UNIT_TEST(time_goes_to_the_bins_it_lies_in)
{
    timebins_init(&bins, 1000, 100);
    timebins_add(&bins, 2, 1000, 1010);
    timebins_add(&bins, 2, 1090, 1130); /* across a border */
    timebins_add(&bins, 3, 1350, 1360);
    timebins_add(&bins, 2, 1020, 1025); /* back in an earlier one */
    CU_ASSERT_EQUAL(bins.time[0][2], 10 + 10 + 5);
    CU_ASSERT_EQUAL(bins.time[1][2], 30);
    CU_ASSERT_EQUAL(bins.time[3][3], 10);
    CU_ASSERT_EQUAL(bins.width, 100);
}

UNIT_TEST(widening_keeps_all_time_in_its_place)
{
    timebins_init(&bins, 0, 1);
    timebins_add(&bins, 1, 100, 101);
    timebins_add(&bins, 1, 511, 512);
    timebins_add(&bins, 1, 512, 513); /* width 2 now */
    CU_ASSERT_EQUAL(bins.width, 2);
    CU_ASSERT_EQUAL(bins.time[50][1], 1);
    CU_ASSERT_EQUAL(bins.time[255][1], 1);
    CU_ASSERT_EQUAL(bins.time[256][1], 1);
    timebins_add(&bins, 1, 1000000, 1000100);
    CU_ASSERT_EQUAL(bins.width, 2048);
    CU_ASSERT_EQUAL(sum_of(1), 103);
}

UNIT_TEST(one_long_call_fills_all_bins_it_covers)
{
    timebins_init(&bins, 0, 10);
    timebins_add(&bins, 0, 0, 100000);
    CU_ASSERT_EQUAL(sum_of(0), 100000);
    CU_ASSERT_EQUAL(bins.time[0][0], bins.width);
    CU_ASSERT_EQUAL(bins.time[1][0], bins.width);
}

UNIT_TEST(what_lies_before_the_start_does_not_count)
{
    timebins_init(&bins, 1000, 10);
    timebins_add(&bins, 0, 900, 1005);
    timebins_add(&bins, 0, 800, 900);
    CU_ASSERT_EQUAL(sum_of(0), 5);
}

UNIT_TEST(zeros_count_nothing)
{
    memset(&bins, 0, sizeof(bins));
    timebins_add(&bins, 1, 0, 0);
    timebins_add(&bins, 1, 100, 300);
    CU_ASSERT_EQUAL(sum_of(1), 0);
}
