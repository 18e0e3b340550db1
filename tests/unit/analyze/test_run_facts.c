#include "report_cells.h"

UNIT_TEST(facts_of_the_run_are_in_one_row)
{
    struct analyze_options options = { .run_path = "here/run.mpiprof" };
    struct report *report = report_of(synthetic(4), &options);

    CU_ASSERT_EQUAL(row_count(report, "run"), 1);
    CU_ASSERT_STRING_EQUAL(text_at(report, "run", 0, "program"), "heat2d");
    CU_ASSERT_STRING_EQUAL(text_at(report, "run", 0, "start"),
                           "2023-11-14 22:13:20 UTC");
    CU_ASSERT_STRING_EQUAL(text_at(report, "run", 0, "settings"),
                           "MPIPROF_TRACE=off");
    CU_ASSERT_STRING_EQUAL(text_at(report, "run", 0, "interfaces"), "C");
    CU_ASSERT_STRING_EQUAL(text_at(report, "run", 0, "run"),
                           "here/run.mpiprof");
    NEAR(number_at(report, "run", 0, "hosts"), 2);
    NEAR(number_at(report, "run", 0, "calls"), 4 * 601);
    NEAR(number_at(report, "run", 0, "overhead_s"), 601 * 45.5e-9);
    report_destroy(report);
}

/* Rank 2 has the largest sum, rank 3 the longest end. */
UNIT_TEST(own_cost_is_told_by_parts)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].own = (struct own_cost){
            .calls = 500, .function_events = 100 * i, .function_ns = 3000 * i,
            .region_events = 10, .region_ns = i == 3 ? 10 : 7000,
            .resource_ns = 40, .finalize_ns = 5000 + i
        };
    report = report_of(profile, NULL);
    NEAR(number_at(report, "run", 0, "overhead_rank"), 2);
    NEAR(number_at(report, "run", 0, "overhead_s"),
         500 * 45.5e-9 + 6e-6 + 7e-6 + 40e-9);
    NEAR(number_at(report, "run", 0, "own_calls_s"), 500 * 45.5e-9);
    NEAR(number_at(report, "run", 0, "own_functions_s"), 6e-6);
    NEAR(number_at(report, "run", 0, "function_events"), 200);
    NEAR(number_at(report, "run", 0, "own_regions_s"), 7e-6);
    NEAR(number_at(report, "run", 0, "region_events"), 10);
    NEAR(number_at(report, "run", 0, "own_resources_s"), 40e-9);
    NEAR(number_at(report, "run", 0, "own_finalize_s"), 5003e-9);
    CU_ASSERT_EQUAL(cell_at(report, "run", 0, "own_samples_s")->kind,
                    CELL_EMPTY);
    report_destroy(report);
}

UNIT_TEST(events_take_no_more_than_useful_time)
{
    struct profile *profile = synthetic(1);
    struct analyze_options solve = { .top = 10, .region = "*solve*" };
    struct report *report = report_of(profile, NULL);
    double useful = number_at(report, "rank_times", 0, "useful_s");

    report_destroy(report);
    profile = synthetic(1);
    profile->ranks[0].own = (struct own_cost){
        .calls = 1, .function_events = 4, .region_events = 1,
        .function_ns = (uint64_t)(3e9 * useful),
        .region_ns = (uint64_t)(1e9 * useful)
    };
    report = report_of(profile, NULL);
    NEAR(number_at(report, "run", 0, "own_functions_s"), 0.75 * useful);
    NEAR(number_at(report, "run", 0, "own_regions_s"), 0.25 * useful);
    report_destroy(report);
    profile = synthetic(1);
    profile->ranks[0].own = (struct own_cost){
        .calls = 1, .function_events = 4,
        .function_ns = (uint64_t)(3e9 * useful)
    };
    report = report_of(profile, &solve); /* of the run nothing is known */
    NEAR(number_at(report, "run", 0, "own_functions_s"), 3 * useful);
    report_destroy(report);
}

UNIT_TEST(a_call_takes_so_much_of_the_trace)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].trace_bytes = 3000 + i;
        profile->ranks[i].trace_calls = 100;
    }
    report = report_of(profile, NULL);
    NEAR(number_at(report, "run", 0, "trace_call_bytes"), 12006.0 / 400);
    report_destroy(report);
}

UNIT_TEST(detail_is_made_when_asked_for)
{
    struct analyze_options options = { .detail = "hosts,settings" };
    struct report *report = report_of(synthetic(4), &options);

    CU_ASSERT_EQUAL(row_count(report, "settings"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "hosts", 1, "host"), "beta");
    CU_ASSERT_STRING_EQUAL(text_at(report, "hosts", 1, "ranks"), "2,3");
    CU_ASSERT_STRING_EQUAL(text_at(report, "hosts", 0, "cpu"), "Ideal CPU");
    CU_ASSERT_PTR_NULL(report_table(report, "timeline"));
    CU_ASSERT_PTR_NULL(report_table(report, "calls_per_rank"));
    report_destroy(report);
    options.detail = NULL;
    report = report_of(synthetic(4), &options);
    CU_ASSERT_PTR_NULL(report_table(report, "hosts"));
    report_destroy(report);
}

UNIT_TEST(calls_are_counted_per_rank)
{
    struct report *report = whole_report(3);
    const char *name = "calls_per_rank";

    CU_ASSERT_EQUAL(row_count(report, name), 3 * 5);
    NEAR(number_at(report, name, 13, "rank"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 13, "procedure"),
                           "MPI_Waitall");
    NEAR(number_at(report, name, 13, "time_s"), 0.2);
    NEAR(number_at(report, name, 14, "bytes_out"), 100 * 3 * 8);
    report_destroy(report);
}

UNIT_TEST(the_time_line_has_a_row_per_stretch_and_class)
{
    struct report *report = whole_report(2);

    CU_ASSERT_EQUAL(row_count(report, "timeline"), 2 * 2 * 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "timeline", 3, "class"), "useful");
    NEAR(number_at(report, "timeline", 3, "begin_s"), 2.0);
    NEAR(number_at(report, "timeline", 3, "time_s"), 1.96);
    report_destroy(report);
}

/* In main/solve there is work only: useful = T on each rank. */
UNIT_TEST(a_region_pattern_narrows_all_numbers)
{
    struct analyze_options options = { .region = "main/solve" };
    struct report *report = report_of(synthetic(4), &options);

    NEAR(number_at(report, "run", 0, "run_time_s"), 3.5);
    NEAR(number_at(report, "rank_times", 0, "useful_s"), 2.0);
    CU_ASSERT_EQUAL(row_count(report, "procedures"), 0);
    CU_ASSERT_EQUAL(row_count(report, "regions"), 1);
    report_destroy(report);
}

UNIT_TEST(a_region_holds_the_regions_inside_it)
{
    struct analyze_options options = { .region = "main" };
    struct report *report = report_of(synthetic(4), &options);

    NEAR(number_at(report, "run", 0, "run_time_s"), 3.8);
    CU_ASSERT_EQUAL(row_count(report, "procedures"), 4);
    CU_ASSERT_EQUAL(row_count(report, "regions"), 4);
    report_destroy(report);
}

UNIT_TEST(a_region_may_be_called_by_its_name_alone)
{
    struct analyze_options options = { .region = "resid*" };
    struct report *report = report_of(synthetic(4), &options);

    CU_ASSERT_STRING_EQUAL(text_at(report, "procedures", 0, "procedure"),
                           "MPI_Allreduce");
    NEAR(number_at(report, "rank_times", 0, "collective_s"), 0.08);
    report_destroy(report);
}

UNIT_TEST(a_pattern_that_fits_nothing_is_refused)
{
    struct analyze_options options = { .region = "nowhere" };
    struct profile *profile = synthetic(1);
    struct report *report = NULL;

    CU_ASSERT_EQUAL(analyze_run(profile, &options, &report),
                    STATUS_BAD_VALUE);
    CU_ASSERT_PTR_NULL(report);
    profile_destroy(profile);
}
