/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_charts.c - the arrays behind charts: nothing is lost when ranks
 * share a line, and when bins become wider.
 */
#include <stdlib.h>

#include "report/charts.h"
#include "unit.h"

static struct charts *charts;

UNIT_AFTER
{
    charts_destroy(charts);
    charts = NULL;
}

static void begin(uint32_t ranks, uint32_t shown, uint32_t calls,
                  uint32_t hosts)
{
    charts_destroy(charts);
    CU_ASSERT_EQUAL_FATAL(charts_create(ranks, shown, calls, hosts, &charts),
                          STATUS_OK);
}

static uint64_t sum_of(const struct chart_line *line, int class)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < charts->bins; i++)
        sum += line->bins[i * PROFILE_TIMELINE_CLASSES + (unsigned)class];
    return sum;
}

static struct timeline make_line(uint64_t width, uint32_t bins)
{
    struct timeline line = { .bin_width = width, .bins = bins };

    line.time = calloc(bins, sizeof(*line.time));
    for (uint32_t i = 0; line.time != NULL && i < bins; i++)
        line.time[i][CALL_CLASS_WAIT] = width / 2 + i;
    return line;
}

UNIT_TEST(as_few_ranks_share_a_line_as_needed)
{
    static const uint32_t cases[][3] = {
        { 1, 1, 1 },       { 1024, 1, 1024 },    { 1025, 2, 513 },
        { 2048, 2, 1024 }, { 100000, 128, 782 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin(cases[i][0], cases[i][0], 3, 2);
        CU_ASSERT_EQUAL(charts->each, cases[i][1]);
        CU_ASSERT_EQUAL(charts->by_rank.count, cases[i][2]);
        CU_ASSERT_EQUAL(charts->by_host.count, cases[i][1] > 1 ? 2 : 0);
    }
}

/* Ranks 1000, 1003 ...; all of them share rows of the matrix. */
UNIT_TEST(few_ranks_of_many_have_a_line_each)
{
    begin(100000, 1024, 3, 2);
    CU_ASSERT_EQUAL(charts->each, 1);
    CU_ASSERT_EQUAL(charts->by_rank.count, 1024);
    CU_ASSERT_EQUAL(charts->by_host.count, 0);
    CU_ASSERT_EQUAL(charts->matrix_each, 128);
    CU_ASSERT_EQUAL(charts->matrix.side, 782);
    for (uint32_t i = 0; i < 1024; i++)
        CU_ASSERT_EQUAL(charts_place(charts, 1000 + 3 * i), i);
    CU_ASSERT_EQUAL(charts_place(charts, 99999), CHART_NO_LINE);
    CU_ASSERT(charts_show(charts, 1003));
    CU_ASSERT_FALSE(charts_show(charts, 1001));
    CU_ASSERT_FALSE(charts_show(charts, 100000));
    begin(100000, 1025, 3, 2);
    CU_ASSERT_EQUAL(charts->each, 128);
    CU_ASSERT_EQUAL(charts_place(charts, 257), 2);
    CU_ASSERT_EQUAL(charts_place(charts, 258), 2);
}

UNIT_TEST(wider_bins_lose_no_time)
{
    static const uint64_t widths[] = { 1000, 1001, 7, 64000, 100 };
    uint64_t wanted = 0;
    struct chart_line *line;

    begin(4, 4, 3, 1);
    line = charts_line(charts, &charts->by_rank, 2);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        struct timeline from = make_line(widths[i], 300);

        CU_ASSERT_PTR_NOT_NULL_FATAL(from.time);
        for (uint32_t k = 0; k < from.bins; k++)
            wanted += from.time[k][CALL_CLASS_WAIT];
        charts_add_bins(charts, line, &from, 0);
        CU_ASSERT_EQUAL(sum_of(line, CALL_CLASS_WAIT), wanted);
        CU_ASSERT_EQUAL(sum_of(line, CALL_CLASS_IO), 0);
        CU_ASSERT(charts->bin_width * charts->bins >= widths[i] * 300);
        free(from.time);
    }
}

/* A sixteenth later; more doubles the width. */
UNIT_TEST(ranks_that_end_a_little_later_keep_the_width)
{
    struct timeline from = make_line(1000, CHART_BINS);
    struct chart_line *line;

    begin(1024, 1024, 3, 2);
    line = charts_line(charts, &charts->by_rank, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    charts_add_bins(charts, line, &from, 0);
    CU_ASSERT_EQUAL(charts->bin_width, 1000);
    charts_add_bins(charts, line, &from, 32000);
    CU_ASSERT_EQUAL(charts->bin_width, 1000);
    charts_add_bins(charts, line, &from, 33000);
    CU_ASSERT_EQUAL(charts->bin_width, 2000);
    free(from.time);
}

UNIT_TEST(bins_are_where_they_were)
{
    struct timeline from = make_line(100, 10);
    struct chart_line *line;

    begin(1, 1, 1, 1);
    line = charts_line(charts, &charts->by_rank, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    charts->bin_width = 200;
    charts_add_bins(charts, line, &from, 0);
    for (uint32_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(
            line->bins[i * PROFILE_TIMELINE_CLASSES + CALL_CLASS_WAIT],
            101 + 4 * i);
    free(from.time);
}

/* Ranks leave MPI_Init one after the other. */
UNIT_TEST(a_rank_that_begins_late_is_shown_later)
{
    struct timeline from = make_line(100, 10);
    struct chart_line *line;
    uint64_t wanted = 0;

    begin(1, 1, 1, 1);
    line = charts_line(charts, &charts->by_rank, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    for (uint32_t i = 0; i < from.bins; i++)
        wanted += from.time[i][CALL_CLASS_WAIT];
    charts->bin_width = 100;
    charts_add_bins(charts, line, &from, 300);
    for (uint32_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(
            line->bins[i * PROFILE_TIMELINE_CLASSES + CALL_CLASS_WAIT], 0);
    for (uint32_t i = 0; i < from.bins; i++)
        CU_ASSERT_EQUAL(
            line->bins[(i + 3) * PROFILE_TIMELINE_CLASSES + CALL_CLASS_WAIT],
            from.time[i][CALL_CLASS_WAIT]);
    /* Behind what there was room for, and behind all time. */
    charts_add_bins(charts, line, &from, 100000);
    CU_ASSERT(charts->bin_width * charts->bins >= 101000);
    CU_ASSERT_EQUAL(sum_of(line, CALL_CLASS_WAIT), 2 * wanted);
    charts_add_bins(charts, line, &from, UINT64_MAX - 10);
    CU_ASSERT_EQUAL(sum_of(line, CALL_CLASS_WAIT), 2 * wanted);
    free(from.time);
}

UNIT_TEST(as_few_hosts_share_a_line_as_needed)
{
    static const uint32_t cases[][3] = {
        { 2, 1, 2 },      { 1024, 1, 1024 }, { 1025, 2, 513 },
        { 1563, 2, 782 }, { 5000, 8, 625 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin(100000, 100000, 1, cases[i][0]);
        CU_ASSERT_EQUAL(charts->host_each, cases[i][1]);
        CU_ASSERT_EQUAL(charts->by_host.count, cases[i][2]);
        CU_ASSERT_EQUAL(charts->host_matrix.side, cases[i][2]);
    }
}

/* Of every second rank, and of all. */
UNIT_TEST(a_line_knows_its_ranks)
{
    struct chart_line *even, *all;

    begin(2048, 2048, 1, 2);
    even = charts_line(charts, &charts->by_host, 0);
    all = charts_line(charts, &charts->by_host, 1);
    CU_ASSERT_FATAL(even != NULL && all != NULL);
    for (uint32_t i = 0; i < 10; i++) {
        CU_ASSERT(chart_line_add(even, 2 * i));
        CU_ASSERT(chart_line_add(all, i));
    }
    CU_ASSERT_EQUAL_FATAL(even->span_count, 10);
    CU_ASSERT_EQUAL(even->spans[9].first, 18);
    CU_ASSERT_EQUAL(even->spans[9].last, 18);
    CU_ASSERT_EQUAL_FATAL(all->span_count, 1);
    CU_ASSERT_EQUAL(all->spans[0].first, 0);
    CU_ASSERT_EQUAL(all->spans[0].last, 9);
}

UNIT_TEST(damage_does_no_harm)
{
    struct timeline from = { .bin_width = UINT64_MAX / 2, .bins = 512 };
    struct chart_line *line;

    begin(1, 1, 1, 1);
    line = charts_line(charts, &charts->by_rank, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    from.time = calloc(512, sizeof(*from.time));
    charts_add_bins(charts, line, &from, 0);
    CU_ASSERT_EQUAL(charts->bin_width, 0);
    free(from.time);
    from = (struct timeline){ 0 };
    charts_add_bins(charts, line, &from, 0);
    CU_ASSERT_EQUAL(sum_of(line, CALL_CLASS_WAIT), 0);
    charts_destroy(NULL);
}
