#include "compare/compare.h"

#include <stdlib.h>

#include "base/log.h"
#include "synthetic_runs.h"

#define S UINT64_C(1000000000)

/* A: `of_a' runs, B: one in which rank 2 works 1 s longer. */
static struct report *compared(struct runs *runs, uint32_t of_a,
                               uint64_t spread)
{
    struct compare_sides sides = { group_of(0, of_a), group_of(of_a, 1) };
    struct report *report = NULL;

    runs_init(runs, RUNS_MOST);
    for (uint32_t i = 0; i < of_a; i++)
        add_run(runs, slower(4, i * spread), "first");
    add_run(runs, slower(4, S), "second");
    CU_ASSERT_EQUAL_FATAL(compare_runs(runs, &sides, &report), STATUS_OK);
    return report;
}

static double value_of(const struct report *report, const char *table,
                       const char *key, const char *row, const char *column)
{
    return number_at(report, table, row_with(report, table, key, row),
                     column);
}

/* T 4 and 5 s; useful 2.2 2.2 3.7 2.2 and a second more on rank 2. */
static void times_are_means_over_the_ranks(void)
{
    struct runs runs;
    struct report *report = compared(&runs, 1, 0);

    NEAR(value_of(report, "compare_times", "name", "run_time", "a_s"), 4);
    NEAR(value_of(report, "compare_times", "name", "run_time", "b_s"), 5);
    NEAR(value_of(report, "compare_times", "name", "run_time",
                  "difference_s"), 1);
    NEAR(value_of(report, "compare_times", "name", "run_time", "ratio"),
         1.25);
    NEAR(value_of(report, "compare_times", "name", "useful", "a_s"), 2.575);
    NEAR(value_of(report, "compare_times", "name", "useful", "b_s"), 2.825);
    NEAR(value_of(report, "compare_times", "name", "wait", "difference_s"),
         0);
    CU_ASSERT_TRUE(isnan(value_of(report, "compare_times", "name",
                                  "run_time", "noise_s")));
    report_destroy(report);
    runs_clear(&runs);
}

static void efficiencies_differ_in_points(void)
{
    struct runs runs;
    struct report *report = compared(&runs, 1, 0);
    double a = 2.575 / 3.7, b = 2.825 / 4.7;

    NEAR(value_of(report, "compare_efficiency", "name", "load_balance", "a"),
         a);
    NEAR(value_of(report, "compare_efficiency", "name", "load_balance",
                  "difference"), b - a);
    report_destroy(report);
    runs_clear(&runs);
}

static void what_differs_most_comes_first(void)
{
    struct runs runs;
    struct report *report = compared(&runs, 1, 0);

    CU_ASSERT_STRING_EQUAL(text_at(report, "compare_regions", 0, "region"),
                           "main/solve");
    NEAR(number_at(report, "compare_regions", 0, "difference_s"), 0.25);
    NEAR(number_at(report, "compare_ranks", 0, "rank"), 2);
    NEAR(number_at(report, "compare_ranks", 0, "difference_s"), 1);
    CU_ASSERT_EQUAL(row_count(report, "compare_procedures"), 4);
    NEAR(value_of(report, "compare_procedures", "procedure", "MPI_Isend",
                  "a_calls"), 800);
    report_destroy(report);
    runs_clear(&runs);
}

static void the_verdict_names_the_region(void)
{
    struct runs runs;
    struct report *report = compared(&runs, 1, 0);

    CU_ASSERT_EQUAL_FATAL(report->verdict_count, 3);
    CU_ASSERT_STRING_EQUAL(report->verdict[0],
                           "T is 4.00 s in A and 5.00 s in B: 1.00 s more, "
                           "1.25 times as long.");
    CU_ASSERT_STRING_EQUAL(report->verdict[1],
                           "Most of it, per rank: useful time in main/solve "
                           "+250 ms.");
    CU_ASSERT_STRING_EQUAL(report->verdict[2],
                           "Of the efficiencies load balance has changed "
                           "most: 70 % in A, 60 % in B.");
    report_destroy(report);
    runs_clear(&runs);
}

/* A takes 4.0, 4.5 and 5.0 s. */
static void what_equal_runs_differ_by_is_noise(void)
{
    struct runs runs;
    struct report *report = compared(&runs, 3, S / 2);

    NEAR(value_of(report, "compare_times", "name", "run_time", "a_s"), 4.5);
    NEAR(value_of(report, "compare_times", "name", "run_time", "noise_s"),
         1);
    CU_ASSERT_EQUAL(report->verdict_count, 1);
    CU_ASSERT_STRING_EQUAL(report->verdict[0],
                           "T is 4.50 s in A and 5.00 s in B: no more apart "
                           "than runs of one side, 1.00 s.");
    CU_ASSERT_EQUAL(report->completeness_count, 0);
    report_destroy(report);
    runs_clear(&runs);
}

static void other_numbers_of_ranks_are_told(void)
{
    struct compare_sides sides = { group_of(0, 1), group_of(1, 1) };
    struct report *report = NULL;
    struct runs runs;

    runs_init(&runs, 1000);
    add_run(&runs, synthetic(4), "few");
    add_run(&runs, synthetic(8), "many");
    CU_ASSERT_EQUAL_FATAL(compare_runs(&runs, &sides, &report), STATUS_OK);
    CU_ASSERT_EQUAL(row_count(report, "compare_ranks"), 0);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 2);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(report->completeness[0], "A has 4 ranks, B has 8 ranks"));
    report_destroy(report);
    runs_clear(&runs);
}

static void set_text(const struct report *report, size_t row,
                     const char *column, const char *text)
{
    const struct cell *cell = cell_at(report, "call_sites", row, column);

    free(cell->as.text);
    ((struct cell *)cell)->as.text = strdup(text);
}

static void set_line(const struct report *report, size_t row, int line)
{
    char location[32];

    snprintf(location, sizeof(location), "heat2d.c:%d", line);
    set_text(report, row, "location", location);
    ((struct cell *)cell_at(report, "call_sites", row, "line"))->as.integer =
        line;
}

/* MPI_Isend and MPI_Irecv of exchange_halo become two MPI_Isend there. */
static void add_moved(struct runs *runs, int first, int second)
{
    struct report *report = whole_report(4);
    size_t send = row_with(report, "call_sites", "procedure", "MPI_Isend");
    size_t receive = row_with(report, "call_sites", "procedure", "MPI_Irecv");

    set_text(report, receive, "procedure", "MPI_Isend");
    set_line(report, receive, first);
    set_line(report, send, second);
    CU_ASSERT_EQUAL(runs_add(runs, "run", report), STATUS_OK);
    report_destroy(report);
}

static void call_sites_are_the_same_though_lines_move(void)
{
    struct compare_sides sides = { group_of(0, 1), group_of(1, 1) };
    struct report *report = NULL;
    struct runs runs;
    size_t row;

    runs_init(&runs, 1000);
    add_moved(&runs, 81, 83);
    add_moved(&runs, 95, 110);
    CU_ASSERT_EQUAL_FATAL(compare_runs(&runs, &sides, &report), STATUS_OK);
    CU_ASSERT_EQUAL(row_count(report, "compare_call_sites"), 4);
    row = row_with(report, "compare_call_sites", "a_location", "heat2d.c:81");
    CU_ASSERT_STRING_EQUAL(
        text_at(report, "compare_call_sites", row, "b_location"),
        "heat2d.c:95");
    row = row_with(report, "compare_call_sites", "a_location", "heat2d.c:83");
    CU_ASSERT_STRING_EQUAL(
        text_at(report, "compare_call_sites", row, "b_location"),
        "heat2d.c:110");
    report_destroy(report);
    runs_clear(&runs);
}

static void there_is_room_for_so_many_runs(void)
{
    struct report *report = whole_report(2);
    struct runs runs;

    runs_init(&runs, 1000);
    for (int i = 0; i < RUNS_MOST; i++)
        CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_OK);
    log_hold();
    CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_BAD_VALUE);
    log_release(NULL);
    report_destroy(report);
    runs_clear(&runs);
}

UNIT_MAIN("compare", times_are_means_over_the_ranks,
          efficiencies_differ_in_points, what_differs_most_comes_first,
          the_verdict_names_the_region, what_equal_runs_differ_by_is_noise,
          other_numbers_of_ranks_are_told,
          call_sites_are_the_same_though_lines_move,
          there_is_room_for_so_many_runs)
