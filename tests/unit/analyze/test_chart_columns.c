/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_chart_columns.c - the longest regions and functions have columns, with
 * the time of every rank, wherever they were met first.
 */
#include <stdio.h>

#include "report/charts.h"
#include "report_cells.h"
#include "sample_profile.h"

#define MS 1000000u
#define PERIOD_NS 10000000u
#define MANY 80

static void charts_of(struct profile *profile)
{
    struct analyze_options options = { .charts = true };

    make_report(profile, &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(report);
    CU_ASSERT_PTR_NOT_NULL_FATAL(report->charts);
}

/* The position of a used column; fails the test without one. */
static uint32_t column_of(const struct charts *charts, uint8_t class,
                          const char *name)
{
    for (uint32_t i = 0; i < charts->column_count; i++)
        if (charts->columns[i].used && charts->columns[i].class == class &&
            strcmp(charts->columns[i].name, name) == 0)
            return i;
    CU_FAIL_FATAL("no such column");
    return 0;
}

static uint32_t columns_of(const struct charts *charts, uint8_t class)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < charts->column_count; i++)
        count += charts->columns[i].used && charts->columns[i].class == class;
    return count;
}

static uint64_t time_of(const struct charts *charts, uint32_t column,
                        uint32_t line)
{
    return charts->by_rank.items[line].columns[2 * column];
}

/* ---- functions ---- */

/* A call path with that one function. */
static uint32_t add_function(struct definitions *table, const char *name,
                             uint8_t number)
{
    const uint8_t offset[8] = { 0x77, number };
    char note[64];
    int size = snprintf(note, sizeof(note), "%s%cheat.c%c%d", name, 0, 0,
                        100 + number);
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));

    definitions_note(table, DEFINITION_FRAME, frame, note, (size_t)size + 1,
                     0);
    return definitions_intern(table, DEFINITION_PATH, 0, frame, NULL, 0);
}

static void take_samples(struct rank_data *rank, const uint32_t *paths,
                         const uint64_t *samples, uint32_t count)
{
    struct sample_row *rows = calloc(count, sizeof(*rows));

    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = (struct sample_row){ SAMPLE_NO_CALL, paths[i], 0, samples[i],
                                       samples[i] };
    rank->samples = (struct samples){ .source = SAMPLE_PERF,
                                      .kernel = true,
                                      .threads = 1,
                                      .period_ns = PERIOD_NS,
                                      .row_count = count,
                                      .rows = rows };
}

/* Of 1000 samples of each rank: what is short on the first is shown, too. */
UNIT_TEST(a_function_has_its_time_of_every_rank)
{
    static const uint64_t samples[SAMPLE_RANKS][3] = { { 995, 1, 4 },
                                                       { 997, 0, 3 },
                                                       { 496, 500, 4 } };
    struct profile *profile = sample_profile();
    const uint32_t paths[3] = {
        add_function(profile->definitions, "always", 1),
        add_function(profile->definitions, "late", 2),
        add_function(profile->definitions, "never_much", 3)
    };

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        take_samples(&profile->ranks[i], paths, samples[i], 3);
    charts_of(profile);
    CU_ASSERT_EQUAL(columns_of(report->charts, CHART_FUNCTION), 2);
    CU_ASSERT_EQUAL(report->charts->function_total, 2);
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++) {
        CU_ASSERT_EQUAL(
            time_of(report->charts,
                    column_of(report->charts, CHART_FUNCTION, "always"), i),
            samples[i][0] * PERIOD_NS);
        CU_ASSERT_EQUAL(
            time_of(report->charts,
                    column_of(report->charts, CHART_FUNCTION, "late"), i),
            samples[i][1] * PERIOD_NS);
    }
}

/* All take 0.5 % of a rank, and the last are the longest. */
UNIT_TEST(the_longest_functions_have_columns)
{
    struct profile *profile = sample_profile();
    uint32_t paths[MANY];
    uint64_t samples[MANY];
    char name[16];

    for (uint8_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "f%u", (unsigned)i);
        paths[i] = add_function(profile->definitions, name, i);
        samples[i] = 50u + i;
    }
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        take_samples(&profile->ranks[i], paths, samples, MANY);
    charts_of(profile);
    CU_ASSERT_EQUAL(report->charts->function_total, MANY);
    CU_ASSERT_EQUAL(columns_of(report->charts, CHART_FUNCTION), CHART_CHOSEN);
    for (uint32_t i = MANY - CHART_CHOSEN; i < MANY; i++) {
        snprintf(name, sizeof(name), "f%u", i);
        CU_ASSERT_EQUAL(
            time_of(report->charts,
                    column_of(report->charts, CHART_FUNCTION, name), 1),
            samples[i] * PERIOD_NS);
    }
}

/* ---- regions ---- */

/* Region i takes i ms; on the last rank, twice as long. */
static void take_regions(struct rank_data *rank, const uint32_t *nodes)
{
    struct region_data *regions = calloc(MANY, sizeof(*regions));

    CU_ASSERT_PTR_NOT_NULL_FATAL(regions);
    for (uint32_t i = 0; i < MANY; i++) {
        uint64_t time = i * MS * (rank->rank == SAMPLE_RANKS - 1 ? 2 : 1);

        regions[i] = (struct region_data){ .node = nodes[i],
                                           .visits = i + 1,
                                           .inclusive = time,
                                           .exclusive = time };
    }
    free(rank->regions);
    rank->regions = regions;
    rank->region_count = MANY;
}

UNIT_TEST(the_longest_regions_have_columns)
{
    struct profile *profile = sample_profile();
    struct definitions *table = profile->definitions;
    uint32_t nodes[MANY];
    char name[16];

    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "r%u", i);
        nodes[i] = definitions_intern(
            table, DEFINITION_REGION_NODE, 0,
            definitions_region(table, name, "heat.c", 1), NULL, 0);
    }
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        take_regions(&profile->ranks[i], nodes);
    charts_of(profile);
    CU_ASSERT_EQUAL(report->charts->region_total, MANY);
    CU_ASSERT_EQUAL(columns_of(report->charts, CHART_USEFUL), CHART_CHOSEN);
    for (uint32_t i = MANY - CHART_CHOSEN; i < MANY; i++) {
        uint32_t column;

        snprintf(name, sizeof(name), "r%u", i);
        column = column_of(report->charts, CHART_USEFUL, name);
        CU_ASSERT_EQUAL(time_of(report->charts, column, 0), i * MS);
        CU_ASSERT_EQUAL(time_of(report->charts, column, 2), 2 * i * MS);
    }
}
