/* SPDX-License-Identifier: BSD-3-Clause */
#include "report_cells.h"

UNIT_TEST(facts_of_the_run_are_in_one_row)
{
    struct analyze_options options = { .run_path = "here/run.mpiprof" };

    make_report(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("run"), 1);
    TEXT_IS("run", 0, "program", "heat2d");
    TEXT_IS("run", 0, "start", "2023-11-14 22:13:20 UTC");
    TEXT_IS("run", 0, "settings", "MPIPROF_TRACE=off");
    TEXT_IS("run", 0, "interfaces", "C");
    TEXT_IS("run", 0, "run", "here/run.mpiprof");
    NUMBERS("run", 0, { "hosts", 2 }, { "calls", 4 * 601 },
            { "overhead_s", 601 * 45.5e-9 });
}

/* Rank 2 has the largest sum, rank 3 the longest end. */
UNIT_TEST(overhead_is_told_by_parts)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].own =
            (struct overhead){ .calls = 500,
                               .function_events = 100 * i,
                               .function_ns = 3000 * i,
                               .region_events = 10,
                               .region_ns = i == 3 ? 10 : 7000,
                               .resource_ns = 40,
                               .finalize_ns = 5000 + i };
    make_report(profile, NULL);
    NUMBERS("run", 0, { "overhead_rank", 2 },
            { "overhead_s", 500 * 45.5e-9 + 6e-6 + 7e-6 + 40e-9 },
            { "own_calls_s", 500 * 45.5e-9 }, { "own_functions_s", 6e-6 },
            { "function_events", 200 }, { "own_regions_s", 7e-6 },
            { "region_events", 10 }, { "own_resources_s", 40e-9 },
            { "own_finalize_s", 5003e-9 });
    EMPTY_AT("run", 0, "own_samples_s");
}

UNIT_TEST(events_take_no_more_than_useful_time)
{
    struct profile *profile = synthetic(1);
    struct analyze_options solve = { .top = 10, .region = "*solve*" };
    double useful;

    make_report(profile, NULL);
    useful = number_at("rank_times", 0, "useful_s");
    profile = synthetic(1);
    profile->ranks[0].own =
        (struct overhead){ .calls = 1,
                           .function_events = 4,
                           .region_events = 1,
                           .function_ns = (uint64_t)(3e9 * useful),
                           .region_ns = (uint64_t)(1e9 * useful) };
    make_report(profile, NULL);
    NUMBERS("run", 0, { "own_functions_s", 0.75 * useful },
            { "own_regions_s", 0.25 * useful });
    profile = synthetic(1);
    profile->ranks[0].own =
        (struct overhead){ .calls = 1,
                           .function_events = 4,
                           .function_ns = (uint64_t)(3e9 * useful) };
    make_report(profile, &solve); /* of the run nothing is known */
    NEAR(number_at("run", 0, "own_functions_s"), 3 * useful);
}

UNIT_TEST(a_call_takes_so_much_of_the_trace)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].trace_bytes = 3000 + i;
        profile->ranks[i].trace_calls = 100;
    }
    make_report(profile, NULL);
    NEAR(number_at("run", 0, "trace_call_bytes"), 12006.0 / 400);
}

UNIT_TEST(detail_is_made_when_asked_for)
{
    struct analyze_options options = { .detail = "hosts,settings" };

    make_report(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("settings"), 2);
    TEXT_IS("hosts", 1, "host", "beta");
    TEXT_IS("hosts", 1, "ranks", "2,3");
    TEXT_IS("hosts", 0, "cpu", "Ideal CPU");
    CU_ASSERT_PTR_NULL(report_table(report, "timeline"));
    CU_ASSERT_PTR_NULL(report_table(report, "calls_per_rank"));
    options.detail = NULL;
    make_report(synthetic(4), &options);
    CU_ASSERT_PTR_NULL(report_table(report, "hosts"));
}

UNIT_TEST(calls_are_counted_per_rank)
{
    const char *name = "calls_per_rank";

    whole_report(3);
    CU_ASSERT_EQUAL(row_count(name), 3 * 5);
    NEAR(number_at(name, 13, "rank"), 2);
    TEXT_IS(name, 13, "procedure", "MPI_Waitall");
    NEAR(number_at(name, 13, "time_s"), 0.2);
    NEAR(number_at(name, 14, "bytes_out"), 100 * 3 * 8);
}

UNIT_TEST(the_time_line_has_a_row_per_stretch_and_class)
{
    whole_report(2);
    CU_ASSERT_EQUAL(row_count("timeline"), 2 * 2 * 2);
    TEXT_IS("timeline", 3, "class", "useful");
    NUMBERS("timeline", 3, { "begin_s", 2.0 }, { "time_s", 1.96 });
}

/* In main/solve there is work only: useful = T on each rank. */
UNIT_TEST(a_region_pattern_narrows_all_numbers)
{
    struct analyze_options options = { .region = "main/solve" };

    make_report(synthetic(4), &options);
    NEAR(number_at("run", 0, "run_time_s"), 3.5);
    NEAR(number_at("rank_times", 0, "useful_s"), 2.0);
    CU_ASSERT_EQUAL(row_count("procedures"), 0);
    CU_ASSERT_EQUAL(row_count("regions"), 1);
}

UNIT_TEST(a_region_holds_the_regions_inside_it)
{
    struct analyze_options options = { .region = "main" };

    make_report(synthetic(4), &options);
    NEAR(number_at("run", 0, "run_time_s"), 3.8);
    CU_ASSERT_EQUAL(row_count("procedures"), 4);
    CU_ASSERT_EQUAL(row_count("regions"), 4);
}

UNIT_TEST(a_region_may_be_called_by_its_name_alone)
{
    struct analyze_options options = { .region = "resid*" };

    make_report(synthetic(4), &options);
    TEXT_IS("procedures", 0, "procedure", "MPI_Allreduce");
    NEAR(number_at("rank_times", 0, "collective_s"), 0.08);
}

UNIT_TEST(a_pattern_that_fits_nothing_is_refused)
{
    struct analyze_options options = { .region = "nowhere" };
    struct profile *profile = synthetic(1);

    CU_ASSERT_EQUAL(report_on(profile, &options), STATUS_BAD_VALUE);
    CU_ASSERT_PTR_NULL(report);
    profile_destroy(profile);
}
