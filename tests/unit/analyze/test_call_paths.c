/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_paths.c - samples by call path.
 */
#include "sampled_profile.h"

#define NAME "call_paths"

static size_t row_of(const char *path)
{
    return row_with(NAME, "path", path);
}

/* Rank r has 1 s in main and 3 (r + 1) s in inner. */
UNIT_TEST(a_path_has_what_was_sampled_at_its_end)
{
    size_t row;

    make_report(sampled(), NULL);
    row = row_of("main > outer > inner");
    CU_ASSERT_EQUAL(row_count(NAME), 3);
    CU_ASSERT_EQUAL(row, 0);
    TEXT_IS(NAME, row, "function", "inner");
    TEXT_IS(NAME, row, "file", "in.h");
    NUMBERS(NAME, row, { "time_s", 18 }, { "error_s", sqrt(1800) * 0.01 },
            { "share", 18.0 / 21 }, { "mean_s", 6 }, { "min_s", 3 },
            { "max_s", 9 }, { "max_rank", 2 }, { "avoidable_s", 3 },
            { "samples", 1800 }, { "inclusive_s", 18 });
}

UNIT_TEST(paths_around_it_have_it_with_callees)
{
    size_t main_row, outer;

    make_report(sampled(), NULL);
    main_row = row_of("main");
    outer = row_of("main > outer");
    NUMBERS(NAME, main_row, { "time_s", 3 }, { "inclusive_s", 21 },
            { "inclusive_share", 1 }, { "inclusive_max_s", 10 },
            { "inclusive_max_rank", 2 });
    NUMBERS(NAME, outer, { "time_s", 0 }, { "samples", 0 },
            { "inclusive_s", 18 });
}

/* A frame of outer at another address, with its caller's other line. */
static uint32_t another_outer(struct definitions *table)
{
    const uint8_t offset[8] = { 0x98 };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));

    definitions_note(table, DEFINITION_FRAME, frame,
                     "inner\0in.h\0"
                     "6\0outer\0heat.c\0"
                     "31",
                     29, 0);
    return definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

UNIT_TEST(paths_of_the_same_functions_are_one)
{
    struct profile *profile = sampled();

    profile->ranks[0].samples.rows[1].path =
        another_outer(profile->definitions);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(row_count(NAME), 3);
    NEAR(number_at(NAME, row_of("main > outer > inner"), "time_s"), 18);
}

UNIT_TEST(a_path_that_is_not_known_is_one_too)
{
    struct profile *profile = sampled();

    profile->ranks[1].samples.rows[1].path = 0;
    make_report(profile, NULL);
    NEAR(number_at(NAME, row_of("(without a name)"), "time_s"), 6);
}

UNIT_TEST(a_region_has_its_samples_only)
{
    struct analyze_options options = { .region = "solve" };

    make_report(sampled(), &options);
    NEAR(number_at(NAME, row_of("main"), "time_s"), 0);
    NEAR(number_at(NAME, row_of("main"), "inclusive_s"), 18);
}
