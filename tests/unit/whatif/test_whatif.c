/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_whatif.c - what is said of simulated runs, and when nothing is.
 */
#include <string.h>

#include "unit.h"

#include "log_lines.h"
#include "synthetic.h"
#include "whatif/whatif.h"

#define MS 1000000ull
#define RANKS 2

static struct profile *profile;
static struct replay_log *calls;
static struct scenario_result results[4];
static struct replay_result run;
static struct scenarios found;
static struct strbuf doubt;

/* A run of 1000 ms in which each rank works 500 ms, and its half. */
static void begin(void)
{
    CU_ASSERT_EQUAL_FATAL(profile_create(&profile), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&calls), STATUS_OK);
    profile->rank_count = RANKS;
    run = (struct replay_result){ .ranks = RANKS };
    results[2 * WHATIF_UNCHANGED] =
        (struct scenario_result){ 1000 * MS, 1000 * MS, 500 * MS, 0 };
    results[2 * WHATIF_UNCHANGED + 1] = results[2 * WHATIF_UNCHANGED];
    results[2 * WHATIF_UNCHANGED + 1].length = 800 * MS;
    results[2 * WHATIF_CHANGED] =
        (struct scenario_result){ 500 * MS, 600 * MS, 400 * MS, 0 };
    results[2 * WHATIF_CHANGED + 1] = results[2 * WHATIF_CHANGED];
    found = (struct scenarios){ .results = results,
                                .measured = 1000 * MS,
                                .run = &run };
}

static enum status say(struct report **out)
{
    const char *const words[] = { "solve*0.5" };
    const struct changes changes = { .words = words, .word_count = 1 };
    enum status status = whatif_report(profile, calls, &changes,
                                       strbuf_text(&doubt), &found, out);

    strbuf_clear(&doubt);
    replay_log_destroy(calls);
    profile_destroy(profile);
    return status;
}

static double cell(const struct report *report, size_t row, const char *column)
{
    const struct table *table = report_table(report, "whatif");

    return table_cell(table, row, (size_t)table_column(table, column))
        ->as.real;
}

UNIT_TEST(gains_and_efficiencies_have_their_formulas)
{
    struct report *report;

    begin();
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(report->verdict[0],
                           "With solve*0.5: 1.00 s -> 500 ms (-50 %).");
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 0, "parallel_efficiency"), 0.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 0, "serialisation_efficiency"), 5. / 8,
                           1e-9);
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 0, "transfer_efficiency"), 0.8, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 1, "difference"), -0.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 1, "parallel_efficiency"), 0.6, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(cell(report, 1, "load_balance"), 0.75, 1e-9);
    report_destroy(report);
}

static void is_refused(const char *why)
{
    struct report *report = NULL;
    struct log_lines lines;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL(say(&report), STATUS_BAD_FORMAT);
    log_set_sink(NULL, NULL);
    CU_ASSERT(log_lines_say(&lines, why));
    CU_ASSERT_PTR_NULL(report);
}

UNIT_TEST(a_simulation_that_is_off_by_more_than_a_hundredth_gains_nothing)
{
    struct report *report;

    begin();
    found.measured = 1010 * MS;
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    report_destroy(report);
    begin();
    found.measured = 1011 * MS;
    is_refused("without changes it takes 1.00 s in the simulation, and took "
               "1.01 s");
}

UNIT_TEST(an_incomplete_trace_gains_nothing)
{
    begin();
    run.ranks = RANKS - 1;
    is_refused("not all ranks were traced");
    begin();
    run.cut = true;
    is_refused("ends before the run did");
    begin();
    run.sends = 100;
    run.matched = 98;
    is_refused("too few messages");
}

static bool notes(const struct report *report, const char *what)
{
    for (size_t i = 0; i < report->completeness_count; i++)
        if (strcmp(report->completeness[i], what) == 0)
            return true;
    return false;
}

UNIT_TEST(messages_without_another_end_and_off_clocks_are_told)
{
    struct report *report;

    begin();
    run.sends = run.receives = 1000;
    run.matched = 999;
    run.violations = 3;
    run.violation_most = 2 * MS;
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    CU_ASSERT(notes(report, "Only 999 of 1000 messages have both ends in the "
                            "trace; the simulation ignores waits for the "
                            "others."));
    CU_ASSERT(notes(report,
                    "By the clocks of the ranks, 3 messages arrived up "
                    "to 2.00 ms before being sent: smaller "
                    "differences are not gains."));
    report_destroy(report);
    begin();
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    CU_ASSERT_EQUAL(report->completeness_count, 0);
    report_destroy(report);
}

UNIT_TEST(a_change_of_nothing_is_called_so)
{
    struct report *report;

    begin();
    results[2 * WHATIF_CHANGED].length = 1000 * MS;
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(report->verdict[0],
                           "With solve*0.5 the run takes as long as before, "
                           "1.00 s.");
    report_destroy(report);
}

/* Both ranks wait for a core in so much of their 4.0 s. */
static void doubt_run(uint64_t waited_us)
{
    struct profile *of_run;

    CU_ASSERT_EQUAL_FATAL(synthetic_create(RANKS, &of_run), STATUS_OK);
    for (uint32_t i = 0; i < RANKS; i++) {
        struct resources *use = &of_run->ranks[i].resources;

        *use = (struct resources){ .sources = UINT32_MAX,
                                   .readings = 1,
                                   .bin_width = 4000 * MS,
                                   .bins = 1,
                                   .value = synthetic_zeroed(
                                       1, sizeof(*use->value)) };
        use->value[0][RESOURCE_OFF] = use->value[0][RESOURCE_QUEUED] =
            waited_us;
    }
    whatif_doubt(of_run, &doubt);
    profile_destroy(of_run);
}

UNIT_TEST(a_run_that_waited_for_cores_is_doubted_first)
{
    struct report *report;

    doubt_run(2000000);
    begin();
    CU_ASSERT_EQUAL_FATAL(say(&report), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        report->verdict[0], " spent 50 % of the run waiting for a core.  "));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(report->verdict[0],
               "  The simulated times below include that wait, so their "
               "differences cannot be gained.  "));
    CU_ASSERT_STRING_EQUAL(report->verdict[1],
                           "With solve*0.5: 1.00 s -> 500 ms (-50 %).");
    report_destroy(report);
    doubt_run(700000);
    CU_ASSERT_EQUAL(doubt.length, 0);
    whatif_doubt(NULL, &doubt);
    CU_ASSERT_EQUAL(doubt.length, 0);
}
