/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_levels.c - times in bins: all of the time of a call is in some bin,
 * and coarser bins are sums.
 */
#include "unit.h"

#include "report/call_levels.h"

static struct call_levels levels;

UNIT_AFTER
{
    call_levels_clear(&levels);
}

UNIT_TEST(there_are_as_many_bins_as_cells_allow)
{
    CU_ASSERT_TRUE(call_levels_init(&levels, 3, 1000000, 3 * 512));
    CU_ASSERT_EQUAL(levels.bins, 512);
    CU_ASSERT_TRUE(levels.width * levels.bins >= 1000000);
    call_levels_clear(&levels);
    CU_ASSERT_TRUE(call_levels_init(&levels, 3, 1000000, 3 * 512 - 1));
    CU_ASSERT_EQUAL(levels.bins, 256);
    call_levels_clear(&levels);
    CU_ASSERT_TRUE(call_levels_init(&levels, 2, 5, 1000));
    CU_ASSERT_EQUAL(levels.bins, 4); /* no bin is shorter than 1 ns */
    call_levels_clear(&levels);
    CU_ASSERT_TRUE(call_levels_init(&levels, 1000, 1000000, 999));
    CU_ASSERT_EQUAL(levels.bins, 0);
    call_levels_clear(&levels);
    CU_ASSERT_TRUE(
        call_levels_init(&levels, 1, UINT64_C(1) << 50, (size_t)1 << 30));
    CU_ASSERT_EQUAL(levels.bins, CALL_LEVELS_BINS);
}

UNIT_TEST(a_call_that_lasts_longer_than_a_bin_is_in_several)
{
    CU_ASSERT_TRUE_FATAL(call_levels_init(&levels, 2, 80, 16));
    CU_ASSERT_EQUAL_FATAL(levels.width, 10);
    call_levels_add(&levels, 1, CALL_CLASS_P2P, 5, 27);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 1, 0, 1, CALL_CLASS_P2P), 5);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 1, 1, 1, CALL_CLASS_P2P), 10);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 1, 2, 1, CALL_CLASS_P2P), 7);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 1, 3, 1, CALL_CLASS_P2P), 0);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 0, 0, 8, CALL_CLASS_P2P), 0);
    CU_ASSERT_EQUAL(levels.calls[0], 1);
    CU_ASSERT_EQUAL(levels.calls[1], 0);
}

UNIT_TEST(coarser_bins_lose_no_time)
{
    uint64_t all = 0;

    CU_ASSERT_TRUE_FATAL(call_levels_init(&levels, 1, 1000003, 4096));
    for (uint64_t i = 0; i < 3000; i++) {
        call_levels_add(&levels, 0, CALL_CLASS_WAIT, 333 * i,
                        333 * i + i % 300);
        all += i % 300;
    }
    for (uint32_t step = 1; step <= levels.bins; step *= 2) {
        uint64_t sum = 0;

        for (uint32_t bin = 0; bin < levels.bins; bin += step)
            sum += call_levels_time(&levels, 0, bin, step, CALL_CLASS_WAIT);
        CU_ASSERT_EQUAL(sum, all);
    }
}

UNIT_TEST(what_is_behind_the_end_is_ignored)
{
    CU_ASSERT_TRUE_FATAL(call_levels_init(&levels, 1, 80, 8));
    call_levels_add(&levels, 0, CALL_CLASS_IO, 75, 200);
    call_levels_add(&levels, 0, CALL_CLASS_IO, 80, 90);
    call_levels_add(&levels, 1, CALL_CLASS_IO, 0, 10);
    call_levels_add(&levels, 0, CALL_LEVELS_TIMES, 0, 10);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 0, 0, 8, CALL_CLASS_IO), 5);
    CU_ASSERT_EQUAL(levels.calls[7], 1);
}

UNIT_TEST(pauses_are_no_calls)
{
    CU_ASSERT_TRUE_FATAL(call_levels_init(&levels, 1, 80, 8));
    call_levels_add(&levels, 0, CALL_LEVELS_PAUSE, 3, 9);
    CU_ASSERT_EQUAL(call_levels_time(&levels, 0, 0, 1, CALL_LEVELS_PAUSE), 6);
    CU_ASSERT_EQUAL(levels.calls[0], 0);
}
