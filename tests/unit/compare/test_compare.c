/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare.h"

#include <stdlib.h>

#include "base/log.h"
#include "synthetic_runs.h"

#define S UINT64_C(1000000000)

static void compare(struct runs_group a, struct runs_group b)
{
    struct compare_sides sides = { .a = a, .b = b };

    forget_report();
    CU_ASSERT_EQUAL_FATAL(compare_runs(&runs, &sides, &report), STATUS_OK);
}

/* A: `of_a' runs, B: one in which rank 2 works 1 s longer. */
static void compared(uint32_t of_a, uint64_t spread)
{
    begin_runs(RUNS_MOST);
    for (uint32_t i = 0; i < of_a; i++)
        add_run(slower(4, i * spread), "first");
    add_run(slower(4, S), "second");
    compare(group_of(0, of_a), group_of(of_a, 1));
}

/* A: the first, B: the second profile.  Takes them. */
static void of_two(struct profile *a, struct profile *b)
{
    begin_runs(2);
    add_run(a, "a");
    add_run(b, "b");
    compare(group_of(0, 1), group_of(1, 1));
}

static double value_of(const char *table, const char *key, const char *row,
                       const char *column)
{
    return number_at(table, row_with(table, key, row), column);
}

/* T 4 and 5 s; useful 2.2 2.2 3.7 2.2 and a second more on rank 2. */
UNIT_TEST(times_are_means_over_the_ranks)
{
    compared(1, 0);
    NEAR(value_of("compare_times", "name", "run_time", "a_s"), 4);
    NEAR(value_of("compare_times", "name", "run_time", "b_s"), 5);
    NEAR(value_of("compare_times", "name", "run_time", "difference_s"), 1);
    NEAR(value_of("compare_times", "name", "run_time", "ratio"), 1.25);
    NEAR(value_of("compare_times", "name", "useful", "a_s"), 2.575);
    NEAR(value_of("compare_times", "name", "useful", "b_s"), 2.825);
    NEAR(value_of("compare_times", "name", "wait", "difference_s"), 0);
    CU_ASSERT_TRUE(
        isnan(value_of("compare_times", "name", "run_time", "noise_s")));
}

UNIT_TEST(efficiencies_differ_in_points)
{
    double a = 2.575 / 3.7, b = 2.825 / 4.7;

    compared(1, 0);
    NEAR(value_of("compare_efficiency", "name", "load_balance", "a"), a);
    NEAR(value_of("compare_efficiency", "name", "load_balance", "difference"),
         b - a);
}

UNIT_TEST(what_differs_most_comes_first)
{
    compared(1, 0);
    TEXT_IS("compare_regions", 0, "region", "main/solve");
    NEAR(number_at("compare_regions", 0, "difference_s"), 0.25);
    NUMBERS("compare_ranks", 0, { "rank", 2 }, { "difference_s", 1 });
    CU_ASSERT_EQUAL(row_count("compare_procedures"), 4);
    NEAR(value_of("compare_procedures", "procedure", "MPI_Isend", "a_calls"),
         800);
}

/* The verdict on these two runs, line by line. */
static void says(uint32_t a, uint32_t b, const char *const lines[],
                 size_t count)
{
    compare(group_of(a, 1), group_of(b, 1));
    CU_ASSERT_EQUAL(report->verdict_count, count);
    for (size_t i = 0; i < count && i < report->verdict_count; i++)
        VERDICT_IS(i, lines[i]);
}

UNIT_TEST(the_verdict_names_region_and_rank)
{
    static const char *const more[] = {
        "T is 4.00 s in A and 5.00 s in B: 1.00 s more (+25 %).",
        "Larger: unequal work, rank 2, region main/solve; it costs up to 1.12 "
        "s in A and 1.88 s in B.",
        "Largest differences, mean over ranks: useful time in main/solve +250 "
        "ms.",
        "Rank 2 computes 1.00 s longer; on average the ranks compute 250 "
        "ms longer.",
        "The efficiency that changed most is load balance: 70 % in A, 60 % "
        "in B.",
    };
    static const char *const less[] = {
        "T is 5.00 s in A and 4.00 s in B: 1.00 s less (-20 %).",
        "Smaller: unequal work, rank 2, region main/solve; it costs up to "
        "1.88 s in A and 1.12 s in B.",
        "Largest differences, mean over ranks: useful time in main/solve -250 "
        "ms.",
        "Rank 2 computes 1.00 s less; on average the ranks compute 250 ms "
        "less.",
        "The efficiency that changed most is load balance: 60 % in A, 70 % "
        "in B.",
    };
    begin_runs(2);
    add_run(synthetic(4), "first");
    add_run(slower(4, S), "second");
    says(0, 1, more, 5);
    says(1, 0, less, 5);
}

/* 190 ms are 47.5 ms of the mean and 2.2 points of load balance. */
UNIT_TEST(little_is_not_said)
{
    static const char *const lines[] = {
        "T is 4.00 s in A and 4.19 s in B: 190 ms more (+4.8 %).",
        "Larger: unequal work, rank 2, region main/solve; it costs up to 1.12 "
        "s in A and 1.27 s in B.",
        "Largest differences, mean over ranks: useful time in main/solve +47.5 "
        "ms.",
        "Rank 2 computes 190 ms longer; on average the ranks compute 47.5 ms "
        "longer.",
        "The efficiency that changed most is load balance: 70 % in A, 67 % "
        "in B.",
    };
    static const char *const same[] = {
        "T is the same in A and B, 4.00 s.",
        "As before: unequal work, rank 2, region main/solve; it costs up to "
        "1.12 s in A and 1.13 s in B.",
    };
    begin_runs(3);
    add_run(synthetic(4), "a");
    add_run(slower(4, S * 19 / 100), "b");
    add_run(slower(4, S / 1000), "c");
    says(0, 1, lines, 5);
    says(0, 2, same, 2);
}

/* Each rank is so much longer, or shorter, in a procedure. */
static void lengthen(struct profile *profile, int call, int64_t ns)
{
    for (uint32_t i = 0; i < profile->rank_count; i++)
        profile->ranks[i].rows[call].time.sum += (uint64_t)ns;
}

/* T +400 ms; solve 25 %, MPI_Waitall 15 % and MPI_Isend 5 % of that, and
 * MPI_Allreduce shorter. */
static struct profile *mixed(void)
{
    struct profile *profile = slower(4, S * 4 / 10);

    lengthen(profile, SYNTHETIC_WAITALL, 60000000);
    lengthen(profile, SYNTHETIC_ISEND, 20000000);
    lengthen(profile, SYNTHETIC_ALLREDUCE, -60000000);
    return profile;
}

UNIT_TEST(parts_are_large_and_of_the_same_sign)
{
    of_two(synthetic(4), mixed());
    VERDICT_IS(
        2, "Largest differences, mean over ranks: useful time in main/solve "
           "+100 ms, time in MPI_Waitall +60.0 ms.");
}

/* Of A one run has 200 ms more in MPI_Waitall. */
UNIT_TEST(parts_within_the_noise_are_none)
{
    struct profile *other = synthetic(4), *second = mixed();
    lengthen(other, SYNTHETIC_WAITALL, 200000000);
    lengthen(second, SYNTHETIC_WAITALL, 100000000);
    begin_runs(3);
    add_run(synthetic(4), "a");
    add_run(other, "a again");
    add_run(second, "b");
    compare(group_of(0, 2), group_of(2, 1));
    VERDICT_IS(
        2, "Largest differences, mean over ranks: useful time in main/solve "
           "+100 ms.");
}

static void beyond(const char *table, const char *key, const char *row,
                   const char *word)
{
    TEXT_IS(table, row_with(table, key, row), "beyond_noise", word);
}

/* Useful time and T are a second more, MPI_Waitall 100 ms of 200. */
UNIT_TEST(rows_say_whether_they_are_beyond_noise)
{
    struct profile *other = synthetic(4), *second = slower(4, S);
    lengthen(other, SYNTHETIC_WAITALL, 200000000);
    lengthen(second, SYNTHETIC_WAITALL, 100000000);
    begin_runs(3);
    add_run(synthetic(4), "a");
    add_run(other, "a again");
    add_run(second, "b");
    compare(group_of(0, 2), group_of(2, 1));
    beyond("compare_times", "name", "run_time", "yes");
    beyond("compare_regions", "region", "main/solve", "yes");
    beyond("compare_procedures", "procedure", "MPI_Waitall", "no");
    beyond("compare_efficiency", "name", "load_balance", "yes");
    beyond("compare_bytes", "procedure", "MPI_Isend", "no");
    of_two(synthetic(4), slower(4, S));
    EMPTY_AT("compare_times", row_with("compare_times", "name", "run_time"),
             "beyond_noise");
}

/* Within nodes 80 and 68 %, which is a part of load balance. */
UNIT_TEST(factors_of_parallel_efficiency_are_named)
{
    of_two(synthetic(4), slower(8, S / 10));
    VERDICT_IS(report->verdict_count - 1,
               "The efficiency that changed most is load balance: 70 % in A, "
               "63 % in B.");
}

/* A takes 4.0, 4.5 and 5.0 s. */
UNIT_TEST(what_equal_runs_differ_by_is_noise)
{
    compared(3, S / 2);
    NEAR(value_of("compare_times", "name", "run_time", "a_s"), 4.5);
    NEAR(value_of("compare_times", "name", "run_time", "noise_s"), 1);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    VERDICT_IS(0, "T is 4.50 s in A and 5.00 s in B: the difference is "
                  "within the spread of the runs of one side, 1.00 s.");
    CU_ASSERT_EQUAL(report->completeness_count, 0);
}

/* A takes 4 s twice, B 4.5 and 5.5 s: exactly as much as its runs differ. */
UNIT_TEST(noise_is_that_of_the_worse_side)
{
    begin_runs(4);
    add_run(synthetic(4), "a");
    add_run(synthetic(4), "b");
    add_run(slower(4, S / 2), "c");
    add_run(slower(4, S * 3 / 2), "d");
    compare(group_of(0, 2), group_of(2, 2));
    NEAR(value_of("compare_times", "name", "run_time", "b_s"), 5);
    NEAR(value_of("compare_times", "name", "run_time", "noise_s"), 1);
    NEAR(value_of("compare_procedures", "procedure", "MPI_Isend", "b_calls"),
         800);
    HAS(report->verdict[0], "the difference is within the spread of");
}

/* B alone has MPI_Waitany, instead of MPI_Waitall. */
UNIT_TEST(what_one_side_never_calls_took_no_time)
{
    struct profile *other = synthetic(4);
    size_t row;

    free(other->calls[SYNTHETIC_WAITALL].name);
    other->calls[SYNTHETIC_WAITALL].name = strdup("MPI_Waitany");
    of_two(synthetic(4), other);
    row = row_with("compare_procedures", "procedure", "MPI_Waitany");
    NUMBERS("compare_procedures", row, { "a_s", 0 }, { "b_s", 1.325 });
    CU_ASSERT_TRUE(isnan(number_at("compare_procedures", row, "ratio")));
    row = row_with("compare_procedures", "procedure", "MPI_Waitall");
    NEAR(number_at("compare_procedures", row, "difference_s"), -1.325);
    CU_ASSERT_TRUE(row < 2);
}

/* No region changes, and T does not. */
UNIT_TEST(parts_that_differ_are_told_where_the_run_time_is_the_same)
{
    struct profile *other = synthetic(4);

    lengthen(other, SYNTHETIC_WAITALL, -90000000);
    lengthen(other, SYNTHETIC_ALLREDUCE, 100000000);
    of_two(synthetic(4), other);
    VERDICT_IS(0, "T is the same in A and B, 4.00 s.");
    VERDICT_IS(2,
               "Largest differences, mean over ranks: time in MPI_Allreduce "
               "+100 ms, time in MPI_Waitall -90.0 ms.");
    other = synthetic(4);
    lengthen(other, SYNTHETIC_WAITALL, 70000000);
    of_two(synthetic(4), other);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
}

/* Each rank sends twice as much in twice as many calls. */
UNIT_TEST(bytes_and_calls_are_told)
{
    struct profile *other = synthetic(4);

    for (uint32_t i = 0; i < 4; i++) {
        struct row *row = &other->ranks[i].rows[SYNTHETIC_ISEND];

        row->count *= 2;
        row->out.sum *= 2;
    }
    of_two(synthetic(4), other);
    VERDICT_IS(2, "MPI calls transferred 12.5 MiB in A and 18.8 MiB in B; "
                  "MPI_Isend differs most.");
    VERDICT_IS(3, "There were 2400 MPI calls in A and 3200 in B; MPI_Isend "
                  "differs most.");
    NEAR(value_of("compare_bytes", "procedure", "MPI_Isend", "ratio"), 2);
}

static void set(char **text, const char *to)
{
    free(*text);
    *text = strdup(to);
}

static struct profile *unlike(void)
{
    struct profile *profile = synthetic(4);

    set(&profile->program, "other");
    set(&profile->mpi_library, "Another MPI");
    set(&profile->settings[0].value, "0");
    profile->ranks[3].threads = 7;
    profile->ranks[3].lost_peers = 3;
    profile->ranks[2].outside_peers = 4;
    return profile;
}

UNIT_TEST(what_does_not_compare_is_told)
{
    static const char *const said[] = {
        "These are not runs of one program: heat2d, other.",
        "Not all ran with the same MPI: Made-up MPI 1.0, Another MPI.",
        "The runs differ in threads per rank: 1, 7.",
        "MPIPROF_CALLPATH was 8 in A and 0 in B.",
        "b: The communication matrix lacks 3 messages, for which "
        "MPIPROF_MEMORY left no room.",
        "b: The communication matrix lacks 4 messages to or from peers outside "
        "MPI_COMM_WORLD.",
    };
    of_two(synthetic(4), unlike());
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        if (!in_notes(said[i])) {
            puts(said[i]);
            CU_FAIL("not said");
        }
}

UNIT_TEST(other_command_lines_and_hosts_are_told)
{
    struct profile *first = synthetic(1), *second = synthetic(4);
    set(&second->command, "./heat2d --slow 3");
    begin_runs(3);
    add_run(first, "a");
    add_run(second, "b");
    add_run(synthetic(8), "c");
    compare(group_of(0, 1), group_of(1, 2));
    CU_ASSERT_TRUE(
        in_notes("The command lines differ: ./heat2d --slow 2 in A, "
                 "./heat2d --slow 3 in B."));
    CU_ASSERT_TRUE(in_notes("A ran on 1 host, B on 2 hosts."));
    CU_ASSERT_TRUE(in_notes("The runs of B differ in their number of ranks: 4 "
                            "and 8."));
}

/* Of the ranks 0 to 2 alone, in the second run: 1.5 s instead of 1.325. */
UNIT_TEST(means_are_over_the_ranks_that_are_there)
{
    struct profile *cut = synthetic(4);
    cut->ranks[3].missing = true;
    of_two(synthetic(4), cut);
    NEAR(value_of("compare_procedures", "procedure", "MPI_Waitall", "b_s"),
         (1.7 + 1.7 + 0.2) / 3);
    NEAR(value_of("compare_times", "name", "wait", "b_s"),
         (1.7 + 1.7 + 0.2) / 3);
    VERDICT_IS(0, "b: data exist for only 3 of its 4 ranks; means are over "
                  "these.");
}

UNIT_TEST(other_numbers_of_ranks_are_told)
{
    of_two(synthetic(4), synthetic(8));
    CU_ASSERT_EQUAL(row_count("compare_ranks"), 0);
    CU_ASSERT_TRUE(in_notes("A has 4 ranks, B has 8 ranks"));
    CU_ASSERT_TRUE(in_notes("The noise between equal runs"));
}

static void set_text(size_t row, const char *column, const char *text)
{
    const struct cell *cell = cell_at("call_sites", row, column);

    free(cell->as.text);
    ((struct cell *)cell)->as.text = strdup(text);
}

static void set_line(size_t row, int line)
{
    char location[32];

    snprintf(location, sizeof(location), "heat2d.c:%d", line);
    set_text(row, "location", location);
    ((struct cell *)cell_at("call_sites", row, "line"))->as.integer = line;
}

/* MPI_Isend and MPI_Irecv of exchange_halo become two MPI_Isend there. */
static void add_moved(int first, int second)
{
    size_t send, receive;

    whole_report(4);
    send = row_with("call_sites", "procedure", "MPI_Isend");
    receive = row_with("call_sites", "procedure", "MPI_Irecv");
    set_text(receive, "procedure", "MPI_Isend");
    set_line(receive, first);
    set_line(send, second);
    CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_OK);
}

UNIT_TEST(call_sites_are_the_same_though_lines_move)
{
    size_t row;

    begin_runs(1000);
    add_moved(83, 81);
    add_moved(95, 110);
    compare(group_of(0, 1), group_of(1, 1));
    CU_ASSERT_EQUAL(row_count("compare_call_sites"), 4);
    row = row_with("compare_call_sites", "a_location", "heat2d.c:81");
    TEXT_IS("compare_call_sites", row, "b_location", "heat2d.c:95");
    row = row_with("compare_call_sites", "a_location", "heat2d.c:83");
    TEXT_IS("compare_call_sites", row, "b_location", "heat2d.c:110");
}

UNIT_TEST(there_is_room_for_so_many_runs)
{
    whole_report(2);
    begin_runs(1000);
    for (int i = 0; i < RUNS_MOST; i++)
        CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_OK);
    log_hold();
    CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_BAD_VALUE);
    log_release(NULL);
}

/* Names without folders, where these are not needed to tell runs apart. */
UNIT_TEST(a_run_is_called_by_the_end_of_its_path)
{
    static const struct {
        const char *path, *label;
    } of[] = {
        { "/scratch/ci/1/run", "1/run" },     { "ci/2/run", "2/run" },
        { "/scratch/ci/before/", "before/" }, { "after", "after" },
        { "old/after", "old/after" },         { "after", "after" },
    };

    whole_report(2);
    begin_runs(6);
    for (uint32_t i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(runs_add(&runs, of[i].path, report), STATUS_OK);
    for (uint32_t i = 0; i < 6; i++)
        CU_ASSERT_STRING_EQUAL(runs_label(&runs, &runs.about[i]), of[i].label);
}

UNIT_TEST(a_killed_run_is_named_first)
{
    struct profile *killed = synthetic(4);
    killed->ranks[1].ending.how = ENDING_UNKNOWN;
    of_two(synthetic(4), killed);
    VERDICT_IS(0, "b did not finish: its times cover the run up to then, "
                  "and cannot be compared.");
}

/* ---- what only some runs know ---- */

static const struct column function_columns[] = {
    { "function", "function", CELL_TEXT, "" },
    { "file", "file", CELL_TEXT, "" },
    { "time_s", "time", CELL_NS, "" },
};
static const struct column wait_columns[] = {
    { "wait", "wait", CELL_TEXT, "" },
    { "time_s", "time", CELL_NS, "" },
};

/* A sampled run with a trace, of 4 ranks; ms of each. */
static void add_known(const char *file, uint64_t work, uint64_t wait)
{
    struct analyze_options options = { .detail = RUNS_DETAIL };
    struct table *functions, *waits;

    make_report(synthetic(4), &options);
    CU_ASSERT_EQUAL_FATAL(
        table_create("functions", "", 8, function_columns, 3, &functions),
        STATUS_OK);
    table_text(functions, "work");
    table_text(functions, file);
    table_number(functions, work * S / 1000);
    report_add(report, functions);
    CU_ASSERT_EQUAL_FATAL(
        table_create("wait_states", "", 9, wait_columns, 2, &waits),
        STATUS_OK);
    table_text(waits, "late sender");
    table_number(waits, wait * S / 1000);
    report_add(report, waits);
    CU_ASSERT_EQUAL(runs_add(&runs, file, report), STATUS_OK);
}

UNIT_TEST(functions_and_waits_are_compared)
{
    begin_runs(2);
    add_known("/a/x.c", 4000, 800);
    add_known("/b/x.c", 4800, 400);
    compare(group_of(0, 1), group_of(1, 1));
    CU_ASSERT_EQUAL(row_count("compare_functions"), 1);
    TEXT_IS("compare_functions", 0, "function", "work");
    TEXT_IS("compare_functions", 0, "file", "x.c");
    NEAR(number_at("compare_functions", 0, "difference_s"), 0.2);
    NEAR(value_of("compare_waits", "wait", "late sender", "difference_s"),
         -0.1);
    VERDICT_IS(2, "Sampled functions, mean over ranks: work +200 ms.");
    VERDICT_IS(3, "Waits, mean over ranks: late sender -100 ms.");
}

UNIT_TEST(what_a_run_does_not_know_is_not_zero)
{
    begin_runs(2);
    add_known("x.c", 4000, 800);
    add_run(synthetic(4), "b");
    compare(group_of(0, 1), group_of(1, 1));
    CU_ASSERT_EQUAL(row_count("compare_functions"), 0);
    CU_ASSERT_EQUAL(row_count("compare_waits"), 0);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    begin_runs(2);
    add_run(synthetic(4), "a");
    add_known("x.c", 4000, 800);
    compare(group_of(0, 1), group_of(1, 1));
    CU_ASSERT_EQUAL(row_count("compare_waits"), 0);
}
