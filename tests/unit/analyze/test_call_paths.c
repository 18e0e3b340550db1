/*
 * test_call_paths.c - samples by call path.
 */
#include "sampled_profile.h"

#define NAME "call_paths"

static size_t row_of(const struct report *report, const char *path)
{
    return row_with(report, NAME, "path", path);
}

/* Rank r has 1 s in main and 3 (r + 1) s in inner. */
UNIT_TEST(a_path_has_what_was_sampled_at_its_end)
{
    struct report *report = report_of(sampled(), NULL);
    size_t row = row_of(report, "main > outer > inner");

    CU_ASSERT_EQUAL(row_count(report, NAME), 3);
    CU_ASSERT_EQUAL(row, 0);
    CU_ASSERT_STRING_EQUAL(text_at(report, NAME, row, "function"), "inner");
    CU_ASSERT_STRING_EQUAL(text_at(report, NAME, row, "file"), "in.h");
    NEAR(number_at(report, NAME, row, "time_s"), 18);
    NEAR(number_at(report, NAME, row, "error_s"), sqrt(1800) * 0.01);
    NEAR(number_at(report, NAME, row, "share"), 18.0 / 21);
    NEAR(number_at(report, NAME, row, "mean_s"), 6);
    NEAR(number_at(report, NAME, row, "min_s"), 3);
    NEAR(number_at(report, NAME, row, "max_s"), 9);
    NEAR(number_at(report, NAME, row, "max_rank"), 2);
    NEAR(number_at(report, NAME, row, "avoidable_s"), 3);
    NEAR(number_at(report, NAME, row, "samples"), 1800);
    NEAR(number_at(report, NAME, row, "inclusive_s"), 18);
    report_destroy(report);
}

UNIT_TEST(paths_around_it_have_it_with_callees)
{
    struct report *report = report_of(sampled(), NULL);
    size_t main_row = row_of(report, "main");
    size_t outer = row_of(report, "main > outer");

    NEAR(number_at(report, NAME, main_row, "time_s"), 3);
    NEAR(number_at(report, NAME, main_row, "inclusive_s"), 21);
    NEAR(number_at(report, NAME, main_row, "inclusive_share"), 1);
    NEAR(number_at(report, NAME, main_row, "inclusive_max_s"), 10);
    NEAR(number_at(report, NAME, main_row, "inclusive_max_rank"), 2);
    NEAR(number_at(report, NAME, outer, "time_s"), 0);
    NEAR(number_at(report, NAME, outer, "samples"), 0);
    NEAR(number_at(report, NAME, outer, "inclusive_s"), 18);
    report_destroy(report);
}

/* A frame of outer at another address, with its caller's other line. */
static uint32_t another_outer(struct definitions *table)
{
    const uint8_t offset[8] = { 0x98 };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));

    definitions_note(table, DEFINITION_FRAME, frame,
                     "inner\0in.h\0" "6\0outer\0heat.c\0" "31", 29, 0);
    return definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

UNIT_TEST(paths_of_the_same_functions_are_one)
{
    struct profile *profile = sampled();
    struct report *report;

    profile->ranks[0].samples.rows[1].path =
        another_outer(profile->definitions);
    report = report_of(profile, NULL);
    CU_ASSERT_EQUAL(row_count(report, NAME), 3);
    NEAR(number_at(report, NAME, row_of(report, "main > outer > inner"),
                   "time_s"), 18);
    report_destroy(report);
}

UNIT_TEST(a_path_that_is_not_known_is_one_too)
{
    struct profile *profile = sampled();
    struct report *report;

    profile->ranks[1].samples.rows[1].path = 0;
    report = report_of(profile, NULL);
    NEAR(number_at(report, NAME, row_of(report, "(without a name)"),
                   "time_s"), 6);
    report_destroy(report);
}

UNIT_TEST(a_region_has_its_samples_only)
{
    struct analyze_options options = { .region = "solve" };
    struct report *report = report_of(sampled(), &options);

    NEAR(number_at(report, NAME, row_of(report, "main"), "time_s"), 0);
    NEAR(number_at(report, NAME, row_of(report, "main"), "inclusive_s"), 18);
    report_destroy(report);
}
