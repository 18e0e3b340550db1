/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_functions_by_rank.c - the functions of each rank, as sampled.
 */
#include "sampled_profile.h"

#define NAME "functions_by_rank"

/* The row of a rank's function. */
static size_t row_at(int rank, const char *function)
{
    for (size_t row = 0; row < row_count(NAME); row++)
        if (number_at(NAME, row, "rank") == rank &&
            strcmp(text_at(NAME, row, "function"), function) == 0)
            return row;
    CU_FAIL("no such row");
    return 0;
}

/* Rank r has 1 s in main and 3 (r + 1) s in inner, of which all is in outer. */
UNIT_TEST(a_rank_has_all_its_functions_the_longest_first)
{
    make_report(sampled(), NULL);
    CU_ASSERT_EQUAL_FATAL(row_count(NAME), 9);
    for (int rank = 0; rank < 3; rank++) {
        double inner = 3.0 * (rank + 1);
        size_t row = row_at(rank, "outer");

        CU_ASSERT_EQUAL(row_at(rank, "inner"), 3u * (unsigned)rank);
        NUMBERS(NAME, row - 2, { "time_s", inner },
                { "share", inner / (inner + 1) }, { "samples", 100 * inner },
                { "error_s", sqrt(100 * inner) * 0.01 });
        NUMBERS(NAME, row, { "time_s", 0 }, { "inclusive_s", inner },
                { "inclusive_share", inner / (inner + 1) });
        row = row_at(rank, "main");
        NEAR(number_at(NAME, row, "time_s"), 1);
        NEAR(number_at(NAME, row, "inclusive_s"), 1 + inner);
        TEXT_IS(NAME, row, "location", "heat.c:7");
    }
}

UNIT_TEST(what_the_library_does_is_of_its_caller)
{
    struct profile *profile = sampled();
    uint32_t path = add_library(profile->definitions);
    const char *lambda = "main::{lambda()#1}::operator()() const";

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        profile->ranks[i].samples.rows[1].path = path;
    make_report(profile, NULL);
    NEAR(number_at(NAME, row_at(1, lambda), "time_s"), 6);
    NEAR(number_at(NAME, row_at(1, "void std::__push<int*>(int*)"), "time_s"),
         0);
    NEAR(number_at(NAME, row_at(1, "void std::__push<int*>(int*)"),
                   "inclusive_s"),
         6);
}

UNIT_TEST(a_region_has_its_samples_only)
{
    struct analyze_options options = { .region = "solve" };

    make_report(sampled(), &options);
    NEAR(number_at(NAME, row_at(1, "main"), "time_s"), 0);
    NEAR(number_at(NAME, row_at(1, "main"), "inclusive_s"), 6);
}

/* What calls itself is once in the time of its calls. */
UNIT_TEST(recursion_counts_once)
{
    struct profile *profile = sampled();
    struct definitions *table = profile->definitions;
    uint32_t outer = profile->ranks[0].samples.rows[1].path;
    uint32_t frame = definitions_get(table, DEFINITION_PATH, outer).refs[1];
    uint32_t again =
        definitions_intern(table, DEFINITION_PATH, outer, frame, NULL, 0);

    profile->ranks[0].samples.rows[1].path = again;
    make_report(profile, NULL);
    NEAR(number_at(NAME, row_at(0, "outer"), "inclusive_s"), 3);
    NEAR(number_at(NAME, row_at(0, "inner"), "inclusive_s"), 3);
}

/* ---- many functions, many ranks ---- */

/* Six functions f0 ... f5 more on each rank, of which f5 has the most. */
static void add_functions(struct profile *profile)
{
    uint32_t paths[6];

    for (uint32_t i = 0; i < 6; i++) {
        const uint8_t offset[8] = { (uint8_t)i, 0x77 };
        uint32_t frame =
            definitions_intern(profile->definitions, DEFINITION_FRAME, 0, 0,
                               offset, sizeof(offset));
        char note[32];
        int size =
            snprintf(note, sizeof(note), "f%u%cf.c%c%u", i, 0, 0, i + 1);

        definitions_note(profile->definitions, DEFINITION_FRAME, frame, note,
                         (size_t)size, 0);
        paths[i] = definitions_intern(profile->definitions, DEFINITION_PATH, 1,
                                      frame, NULL, 0);
    }
    for (uint32_t rank = 0; rank < profile->rank_count; rank++) {
        struct samples *samples = &profile->ranks[rank].samples;

        free(samples->rows);
        *samples = (struct samples){ .source = SAMPLE_PERF,
                                     .threads = 1,
                                     .period_ns = PERIOD_NS,
                                     .row_count = 6 };
        samples->rows = calloc(6, sizeof(*samples->rows));
        CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
        for (uint32_t i = 0; i < 6; i++)
            samples->rows[i] = (struct sample_row){ SAMPLE_NO_CALL, paths[i],
                                                    0, 100 + i, 100 + i };
    }
}

UNIT_TEST(text_has_five_and_says_so)
{
    struct analyze_options options = { .top = 10 };
    struct profile *profile = synthetic(4);

    add_functions(profile);
    make_report(profile, &options);
    CU_ASSERT_EQUAL(row_count(NAME), 20);
    TEXT_IS(NAME, 0, "function", "f5");
    TEXT_IS(NAME, 4, "function", "f1");
    CU_ASSERT_STRING_EQUAL(report_table(report, NAME)->note,
                           "of each rank the 5 functions with the most "
                           "exclusive time; --all shows all");
}

/* The two with the most useful time and the two with the least. */
UNIT_TEST(of_many_ranks_the_extremes_have_their_functions)
{
    static const int shown[] = { 0, 1, 2, 19 };
    struct analyze_options options = { .top = 10 };
    struct profile *profile = synthetic(20);

    for (uint32_t i = 0; i < 20; i++) {
        struct samples *samples = &profile->ranks[i].samples;

        profile->ranks[i].length += i * PERIOD_NS;
        *samples = (struct samples){ .source = SAMPLE_PERF,
                                     .threads = 1,
                                     .period_ns = PERIOD_NS,
                                     .row_count = 1 };
        samples->rows = calloc(1, sizeof(*samples->rows));
        CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
        samples->rows[0].count = samples->rows[0].squares = 100;
    }
    make_report(profile, &options);
    CU_ASSERT_EQUAL_FATAL(row_count(NAME), 4);
    for (size_t row = 0; row < 4; row++)
        NEAR(number_at(NAME, row, "rank"), shown[row]);
}

/* The seventh is main, which calls them. */
UNIT_TEST(held_rows_are_bounded_those_in_parts_are_not)
{
    struct analyze_options held = { 0 },
                           parts = { .in_parts = true, .sort = "time_s" };
    struct profile *profile = synthetic(40000);
    struct table *table;
    size_t rows = 0;

    add_functions(profile);
    CU_ASSERT_EQUAL_FATAL(report_on(profile, &parts), STATUS_OK);
    table = (struct table *)report_table(report, NAME);
    CU_ASSERT_EQUAL(table->row_count, 0);
    while (table_next(table)) {
        rows += table->row_count;
        CU_ASSERT_EQUAL(table->row_count, 7);
    }
    CU_ASSERT_EQUAL(rows, 7 * 40000);
    make_report(profile, &held);
    CU_ASSERT_EQUAL(row_count(NAME), 5 * 40000);
    CU_ASSERT_STRING_EQUAL(report_table(report, NAME)->note,
                           "of each rank the 5 functions with the most "
                           "exclusive time; JSON and CSV have all; --ranks "
                           "selects ranks");
}
