/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_chart_extremes.c - where ranks share lines, those that stand out are
 * known: what is usual, and how many of each line are beyond it.
 */
#include "analyze/charts/chart_extremes.h"

#include "unit.h"

#define RANKS 4096 /* four share a line */
#define SECOND UINT64_C(1000000000)

static struct charts *charts;
static struct chart_extremes extremes;

/* Useful time of each rank: 2 s and a little, which differs. */
static uint64_t usual_of(uint32_t rank)
{
    return 2 * SECOND + rank % 100;
}

/* slow: a rank and the next, in one line; idle: one of another.  Those of the
 * tests are where the quartiles would be, if nothing were sorted. */
static void add_ranks(uint32_t slow, uint32_t idle)
{
    CU_ASSERT_EQUAL_FATAL(charts_create(RANKS, RANKS, 0, 0, &charts),
                          STATUS_OK);
    extremes = (struct chart_extremes){ 0 };
    CU_ASSERT_EQUAL_FATAL(chart_extremes_init(&extremes, charts), STATUS_OK);
    for (uint32_t i = 0; i < RANKS; i++) {
        struct rank_data rank = { .rank = i };
        struct rank_times times = { .rank = i,
                                    .length = 4 * SECOND,
                                    .useful = usual_of(i) };

        if (i == slow || i == slow + 1)
            times.useful = 3 * SECOND + i;
        if (i == idle)
            times.useful = SECOND;
        CU_ASSERT_EQUAL(chart_extremes_add(&extremes, charts,
                                           charts_place(charts, i), &times,
                                           &rank),
                        STATUS_OK);
    }
    chart_extremes_give(&extremes, charts);
}

UNIT_AFTER
{
    chart_extremes_clear(&extremes);
    charts_destroy(charts);
    charts = NULL;
}

static uint32_t beyond(const struct chart_lines *lines)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < lines->count; i++)
        sum += lines->items[i].beyond;
    return sum;
}

UNIT_TEST(ranks_that_stand_out_are_counted)
{
    add_ranks(3072, 1023);
    CU_ASSERT_EQUAL(charts->each, 4);
    CU_ASSERT_EQUAL(charts->most.items[768].beyond, 2);
    CU_ASSERT_EQUAL(charts->most.items[768].spans[0].first, 3073);
    CU_ASSERT_EQUAL(beyond(&charts->most), 2);
    CU_ASSERT_EQUAL(charts->least.items[255].beyond, 1);
    CU_ASSERT_EQUAL(charts->least.items[255].spans[0].first, 1023);
    CU_ASSERT_EQUAL(beyond(&charts->least), 1);
}

/* 2 % of the run on either side of the median, as the box is narrow. */
UNIT_TEST(what_is_near_the_median_is_usual)
{
    add_ranks(3072, 1023);
    CU_ASSERT_TRUE(charts->usual[0] > 1910 * (SECOND / 1000));
    CU_ASSERT_TRUE(charts->usual[0] < 1930 * (SECOND / 1000));
    CU_ASSERT_TRUE(charts->usual[1] > 2070 * (SECOND / 1000));
    CU_ASSERT_TRUE(charts->usual[1] < 2090 * (SECOND / 1000));
}

UNIT_TEST(without_ranks_nothing_stands_out)
{
    CU_ASSERT_EQUAL_FATAL(charts_create(RANKS, RANKS, 0, 0, &charts),
                          STATUS_OK);
    extremes = (struct chart_extremes){ 0 };
    chart_extremes_give(&extremes, charts);
    CU_ASSERT_EQUAL(charts->usual[0], 0);
    CU_ASSERT_EQUAL(charts->usual[1], UINT64_MAX);
}
