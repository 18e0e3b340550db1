/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_regions.c - inclusive and exclusive time of nested regions.
 */
#include "live/regions.h"
#include "unit.h"

UNIT_TEST(inner_time_is_not_exclusive_time)
{
    struct regions regions;

    CU_ASSERT_TRUE_FATAL(regions_init(&regions, 0, 0));
    regions_push(&regions, 1, 1, 10);
    regions_push(&regions, 2, 2, 20);
    regions_pop(&regions, 50);
    regions_push(&regions, 2, 2, 60);
    regions_pop(&regions, 70);
    regions_pop(&regions, 100);
    regions_finish(&regions, 120);
    CU_ASSERT_EQUAL(regions.list[2].visits, 2);
    CU_ASSERT_EQUAL(regions.list[2].inclusive, 40);
    CU_ASSERT_EQUAL(regions.list[2].exclusive, 40);
    CU_ASSERT_EQUAL(regions.list[1].inclusive, 90);
    CU_ASSERT_EQUAL(regions.list[1].exclusive, 50);
    CU_ASSERT_EQUAL(regions.list[0].inclusive, 120);
    CU_ASSERT_EQUAL(regions.list[0].exclusive, 30);
    CU_ASSERT_EQUAL(regions.errors, 0);
    regions_clear(&regions);
}

UNIT_TEST(regions_left_open_are_closed_and_counted)
{
    struct regions regions;

    CU_ASSERT_TRUE_FATAL(regions_init(&regions, 0, 0));
    regions_push(&regions, 1, 1, 10);
    regions_push(&regions, 2, 2, 20);
    regions_finish(&regions, 100);
    CU_ASSERT_EQUAL(regions.errors, 2);
    CU_ASSERT_EQUAL(regions.list[1].inclusive, 90);
    CU_ASSERT_EQUAL(regions.list[2].inclusive, 80);
    regions_clear(&regions);
}

UNIT_TEST(too_deep_a_nesting_opens_nothing)
{
    struct regions regions;
    int opened = 0;

    CU_ASSERT_TRUE_FATAL(regions_init(&regions, 0, 0));
    for (uint32_t i = 1; i <= 2 * REGIONS_DEEPEST; i++)
        opened += regions_push(&regions, i, i, i);
    CU_ASSERT_EQUAL(opened, REGIONS_DEEPEST - 1);
    CU_ASSERT_EQUAL(regions.too_deep, 2 * REGIONS_DEEPEST - opened);
    regions_clear(&regions);
}

UNIT_TEST(zeros_are_no_region)
{
    struct regions regions = { .depth = 0 };

    regions_pop(&regions, 10);
    CU_ASSERT_EQUAL(regions.depth, 0);
    CU_ASSERT_TRUE_FATAL(regions_push(&regions, 5, 1, 20));
    regions_pop(&regions, 30);
    CU_ASSERT_EQUAL(regions.list[5].visits, 1);
    regions_clear(&regions);
}
