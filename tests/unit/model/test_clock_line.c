/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_clock_line.c - ticks of one clock are those of another, and back.
 */
#include "model/clock_line.h"
#include "unit.h"

#define HOUR 3600000000000ull

UNIT_TEST(without_marks_both_clocks_are_one)
{
    struct clock_line line = { { 0, 0, 0 }, { 0, 0, 0 } };

    CU_ASSERT_EQUAL(clock_line_to_run(&line, 12345), 12345);
    CU_ASSERT_EQUAL(clock_line_from_run(&line, 12345), 12345);
    CU_ASSERT_EQUAL(clock_line_rate(&line), 1.0);
    CU_ASSERT_EQUAL(clock_line_error(&line), 0);
}

UNIT_TEST(one_mark_tells_the_distance)
{
    struct clock_line line = { { HOUR, -1000, 7 }, { 0, 0, 0 } };

    CU_ASSERT_EQUAL(clock_line_to_run(&line, 5 * HOUR), 5 * HOUR - 1000);
    CU_ASSERT_EQUAL(clock_line_from_run(&line, 5 * HOUR), 5 * HOUR + 1000);
    CU_ASSERT_EQUAL(clock_line_error(&line), 7);
}

/* 100 ticks lost in a million. */
UNIT_TEST(the_distance_grows_evenly_and_goes_on)
{
    struct clock_line line = { { 1000000, 3 * (int64_t)HOUR, 5 },
                               { 2000000, 3 * (int64_t)HOUR + 100, 9 } };

    CU_ASSERT_DOUBLE_EQUAL(clock_line_rate(&line), 1.0001, 1e-12);
    CU_ASSERT_EQUAL(clock_line_to_run(&line, 1000000), 3 * HOUR + 1000000);
    CU_ASSERT_EQUAL(clock_line_to_run(&line, 1500000), 3 * HOUR + 1500050);
    CU_ASSERT_EQUAL(clock_line_to_run(&line, 2000000), 3 * HOUR + 2000100);
    CU_ASSERT_EQUAL(clock_line_to_run(&line, 3000000), 3 * HOUR + 3000200);
    CU_ASSERT_EQUAL(clock_line_to_run(&line, 0), 3 * HOUR - 100);
    CU_ASSERT_EQUAL(clock_line_error(&line), 9);
}

/* A clock behind that starts earlier: differences below zero; ticks that are
 * one and a half of the run's. */
UNIT_TEST(ticks_of_other_lengths_go_both_ways)
{
    struct clock_line line = { { 9 * HOUR, -8 * (int64_t)HOUR, 1 },
                               { 12 * HOUR, -9 * (int64_t)HOUR, 1 } };

    CU_ASSERT_DOUBLE_EQUAL(clock_line_rate(&line), 2.0 / 3.0, 1e-12);
    for (uint64_t at = 8 * HOUR; at < 14 * HOUR; at += HOUR / 7) {
        uint64_t run = clock_line_to_run(&line, at);
        int64_t off = (int64_t)(clock_line_from_run(&line, run) - at);

        CU_ASSERT(off >= -2 && off <= 2);
    }
}
