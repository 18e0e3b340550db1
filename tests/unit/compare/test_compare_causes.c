/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare_causes.h"

#include <stdlib.h>

#include "compare/compare.h"
#include "synthetic_runs.h"

#define MS UINT64_C(1000000)

/* A suggestion with a gain, as the report has it; NULL: empty. */
struct planted {
    const char *rule, *region, *waiting, *where, *ranks;
    int rank; /* -1: all */
    uint64_t gain, most_gain;
    const char *before;
};

static struct table *in_place_of(const char *name)
{
    struct table *empty = NULL;

    for (size_t i = 0; i < report->table_count; i++) {
        struct table *old = report->tables[i];

        if (strcmp(old->name, name) != 0)
            continue;
        CU_ASSERT_EQUAL_FATAL(table_create(name, old->title, old->section,
                                           old->columns, old->column_count,
                                           &empty),
                              STATUS_OK);
        report->tables[i] = empty;
        table_destroy(old);
        return empty;
    }
    CU_FAIL_FATAL("no such table");
    return NULL;
}

static void add_cell(struct table *table, const char *column,
                     const struct planted *cause)
{
    if (strcmp(column, "rule") == 0 || strcmp(column, "advice") == 0)
        table_text(table, cause->rule);
    else if (strcmp(column, "region") == 0)
        table_optional(table, cause->region);
    else if (strcmp(column, "before") == 0)
        table_optional(table, cause->before);
    else if (strcmp(column, "waiting") == 0)
        table_optional(table, cause->waiting);
    else if (strcmp(column, "where") == 0)
        table_optional(table, cause->where);
    else if (strcmp(column, "ranks") == 0)
        table_optional(table, cause->ranks);
    else if (strcmp(column, "rank") == 0)
        table_integer_if(table, cause->rank >= 0, cause->rank);
    else if (strcmp(column, "gain_s") == 0)
        table_number(table, cause->gain * MS);
    else if (strcmp(column, "most_gain_s") == 0)
        table_number_if(table, cause->most_gain > 0, cause->most_gain * MS);
    else if (strcmp(column, "basis") == 0)
        table_text(table, "simulated");
    else
        table_empty(table);
}

static void put_causes(const struct planted *causes, size_t count)
{
    struct table *table = in_place_of("advice");

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < table->column_count; k++)
            add_cell(table, table->columns[k].name, &causes[i]);
}

/* together: ms of T with all changes; 0: the gains are withheld. */
static void put_gains(uint64_t run_time, uint64_t together)
{
    struct table *table = in_place_of("gains");

    table_text(table, together == 0 ? "withheld" : "simulated");
    table_number_if(table, together > 0, run_time * MS);
    table_number_if(table, together > 0, together * MS);
    table_optional(table, together == 0 ? "it is too short" : NULL);
}

/* A run that takes 4 s and so many ms more, with these causes. */
static void add_planted(uint64_t more, uint64_t together,
                        const struct planted *causes, size_t count)
{
    struct analyze_options options = { .detail = RUNS_DETAIL };

    make_report(slower(4, more * MS), &options);
    put_causes(causes, count);
    put_gains(4000 + more, together);
    CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_OK);
}

/* The first run is A, the second is B. */
static void compare_both(void)
{
    struct compare_sides sides = { .a = group_of(0, 1), .b = group_of(1, 1) };

    forget_report();
    CU_ASSERT_EQUAL_FATAL(compare_runs(&runs, &sides, &report), STATUS_OK);
}

static void compare_two(const struct planted *a, size_t a_count,
                        const struct planted *b, size_t b_count)
{
    begin_runs(2);
    add_planted(0, 1000, a, a_count);
    add_planted(0, 1000, b, b_count);
    compare_both();
}

static void changes(const struct planted *a, const struct planted *b,
                    const char *to)
{
    compare_two(a, 1, b, 1);
    CU_ASSERT_EQUAL(row_count("compare_causes"), 1);
    TEXT_IS("compare_causes", 0, "change", to);
}

#define CALL(rule_, where_, rank_, gain_)                                    \
    {                                                                        \
        .rule = (rule_), .where = (where_), .rank = (rank_), .gain = (gain_) \
    }
#define WORK(region_, rank_, gain_)                                      \
    {                                                                    \
        .rule = "unequal_work", .region = (region_), .where = (region_), \
        .rank = (rank_), .gain = (gain_)                                 \
    }

UNIT_TEST(a_cause_is_the_same_though_its_line_moved)
{
    struct planted a =
        CALL("barriers", "MPI_Barrier in step (x.c:35)", -1, 500);
    struct planted b =
        CALL("barriers", "MPI_Barrier in step (x.c:41)", -1, 500);

    changes(&a, &b, "the same");
    TEXT_IS("compare_causes", 0, "a_where", "MPI_Barrier in step (x.c:35)");
    TEXT_IS("compare_causes", 0, "b_where", "MPI_Barrier in step (x.c:41)");
}

/* Where others wait for work may move when another cause is gone. */
UNIT_TEST(work_is_the_same_before_the_same_calls)
{
    struct planted a = { .rule = "unequal_work",
                         .waiting = "MPI_Barrier in run (x.c:25)",
                         .where = "(outside regions)",
                         .rank = 3,
                         .gain = 500,
                         .before = "MPI_Sendrecv in solve (x.c:16)" };
    struct planted b = a;

    b.waiting = b.before;
    changes(&a, &b, "the same");
    b.before = "MPI_Send in solve (x.c:16)";
    compare_two(&a, 1, &b, 1);
    CU_ASSERT_EQUAL(row_count("compare_causes"), 2);
}

UNIT_TEST(another_function_or_call_or_rule_is_another_cause)
{
    struct planted a =
        CALL("barriers", "MPI_Barrier in step (x.c:35)", -1, 500);
    struct planted others[] = {
        CALL("barriers", "MPI_Barrier in stop (x.c:35)", -1, 500),
        CALL("barriers", "MPI_Ibarrier in step (x.c:35)", -1, 500),
        CALL("barriers", "MPI_Barrier in step (y.c:35)", -1, 500),
        CALL("spinning", "MPI_Barrier in step (x.c:35)", -1, 500),
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        compare_two(&a, 1, &others[i], 1);
        CU_ASSERT_EQUAL(row_count("compare_causes"), 2);
        TEXT_IS("compare_causes", 0, "change", "gone");
        TEXT_IS("compare_causes", 1, "change", "new");
    }
}

UNIT_TEST(gains_say_whether_a_cause_is_smaller)
{
    struct planted a = WORK("solve", 2, 500);
    static const struct {
        uint64_t gain;
        const char *change;
    } cases[] = {
        { 100, "gone" },     { 101, "smaller" },  { 449, "smaller" },
        { 451, "the same" }, { 549, "the same" }, { 560, "larger" }
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct planted b = WORK("solve", 2, cases[i].gain);

        changes(&a, &b, cases[i].change);
    }
}

/* Six runs, the newest with that gain, two before it with 500 ms or none. */
static enum cause_change newest(uint64_t before, uint64_t gain)
{
    struct compare_sides sides = { .a = group_of(0, 5),
                                   .b = group_of(5, 1),
                                   .usual = true };
    struct planted earlier = WORK("solve", 2, before);
    struct planted now = WORK("solve", 2, gain);

    begin_runs(6);
    for (int i = 0; i < 5; i++)
        add_planted(0, 1000, &earlier, before > 0 && i % 2 == 1);
    add_planted(0, 1000, &now, 1);
    for (size_t i = 0; i < runs.row_count; i++)
        if (runs.rows[i]->set == RUNS_CAUSES)
            return cause_change_of(runs.rows[i], &sides);
    return CAUSE_UNKNOWN;
}

UNIT_TEST(a_cause_that_comes_and_goes_is_not_new)
{
    CU_ASSERT_EQUAL(newest(500, 500), CAUSE_SAME);
    CU_ASSERT_EQUAL(newest(500, 50), CAUSE_SAME);
    CU_ASSERT_EQUAL(newest(500, 540), CAUSE_SAME);
    CU_ASSERT_EQUAL(newest(500, 900), CAUSE_LARGER);
    CU_ASSERT_EQUAL(newest(0, 500), CAUSE_NEW);
}

UNIT_TEST(the_same_rank_goes_before_another_one)
{
    struct planted a[] = { WORK("solve", 2, 500), WORK("solve", 3, 300) };
    struct planted b[] = { WORK("solve", 3, 500) };

    compare_two(a, 2, b, 1);
    CU_ASSERT_EQUAL(row_count("compare_causes"), 2);
    TEXT_IS("compare_causes", 0, "change", "gone");
    TEXT_IS("compare_causes", 0, "a_ranks", "2");
    TEXT_IS("compare_causes", 1, "change", "larger");
    TEXT_IS("compare_causes", 1, "b_ranks", "3");
}

UNIT_TEST(a_cause_may_move_to_another_rank)
{
    struct planted a = WORK("solve", 2, 500), b = WORK("solve", 1, 500);

    b.ranks = "0-1";
    changes(&a, &b, "the same");
    HAS(report->verdict[1],
        "unequal_work, rank 2, region solve, in B on "
        "ranks 0-1; it costs 500 ms in A and 500 ms in B.");
}

/* Who works longer may be two things, where it is not known at what. */
UNIT_TEST(without_a_place_another_rank_is_another_cause)
{
    struct planted a = { .rule = "unequal_work",
                         .where = "(outside regions)",
                         .rank = 2,
                         .gain = 500 };
    struct planted b = a;

    changes(&a, &b, "the same");
    b.rank = 0;
    compare_two(&a, 1, &b, 1);
    CU_ASSERT_EQUAL(row_count("compare_causes"), 2);
}

UNIT_TEST(work_that_is_shared_in_part_is_the_same_cause)
{
    struct planted a = { .rule = "serial_work",
                         .waiting = "MPI_Bcast in assemble (x.c:13)",
                         .where = "its work before MPI_Bcast in assemble "
                                  "(x.c:13)",
                         .gain = 500 };
    struct planted b = { .rule = "unequal_work",
                         .waiting = "MPI_Bcast in assemble (x.c:17)",
                         .where = "(outside regions)",
                         .gain = 200 };

    changes(&a, &b, "smaller");
    TEXT_IS("compare_causes", 0, "a_where",
            "before MPI_Bcast in assemble (x.c:13)");
}

static void put_text(size_t row, const char *column, const char *text)
{
    struct cell *cell = (struct cell *)cell_at("call_sites", row, column);

    if (cell->kind == CELL_TEXT)
        free(cell->as.text);
    *cell = (struct cell){ .kind = CELL_TEXT, .as.text = strdup(text) };
}

static void put_site(size_t row, int line)
{
    char location[32];
    struct cell *cell;

    snprintf(location, sizeof(location), "x.c:%d", line);
    put_text(row, "procedure", "MPI_Send");
    put_text(row, "function", "step");
    put_text(row, "location", location);
    cell = (struct cell *)cell_at("call_sites", row, "line");
    *cell = (struct cell){ .kind = CELL_INTEGER, .as.integer = line };
}

/* Two sends in step(), and a cause at one of them. */
static void add_with_sites(int first, int second, int cause_line)
{
    struct analyze_options options = { .detail = RUNS_DETAIL };
    char where[64];
    struct planted cause = CALL("small_messages", where, -1, 500);

    snprintf(where, sizeof(where), "MPI_Send in step (x.c:%d)", cause_line);
    make_report(synthetic(4), &options);
    put_site(0, first);
    put_site(1, second);
    put_causes(&cause, 1);
    put_gains(4000, 1000);
    CU_ASSERT_EQUAL(runs_add(&runs, "run", report), STATUS_OK);
}

UNIT_TEST(calls_of_one_function_are_known_by_their_order)
{
    begin_runs(2);
    add_with_sites(10, 20, 20);
    add_with_sites(8, 10, 10);
    compare_both();
    CU_ASSERT_EQUAL(row_count("compare_causes"), 1);
    TEXT_IS("compare_causes", 0, "b_where", "MPI_Send in step (x.c:10)");
    begin_runs(2);
    add_with_sites(10, 20, 10);
    add_with_sites(8, 10, 10);
    compare_both();
    CU_ASSERT_EQUAL(row_count("compare_causes"), 2);
}

/* ---- what was promised ---- */

/* T 4 s + before and 4 s + after, in ms; the only cause is gone. */
static void promised(uint64_t before, uint64_t after, uint64_t gain,
                     const char *answer)
{
    struct planted cause = WORK("solve", 2, gain);

    begin_runs(2);
    add_planted(before, 4000 + before - gain, &cause, 1);
    add_planted(after, 4000, NULL, 0);
    compare_both();
    CU_ASSERT_EQUAL(row_count("compare_promise"), 1);
    TEXT_IS("compare_promise", 0, "answer", answer);
    NUMBERS("compare_promise", 0,
            { "promised_s", (double)(4000 + before - gain) / 1e3 },
            { "gained_s", ((double)before - (double)after) / 1e3 });
}

UNIT_TEST(a_promise_is_kept_in_part_or_not)
{
    promised(1000, 0, 1000, "kept");
    VERDICT_IS(1, "Gone: unequal_work, rank 2, region solve.");
    VERDICT_IS(
        2,
        "The report of A promised 5.00 s -> 4.00 s without this cause, and B "
        "took 4.00 s: the promise was kept.");
    promised(1000, 140, 1000, "kept");
    promised(1000, 160, 1000, "partly kept");
    HAS(report->verdict[2],
        "B took 4.16 s: 840 ms of the promised 1.00 s was gained.");
    promised(1000, 840, 1000, "partly kept");
    promised(1000, 860, 1000, "not kept");
    HAS(report->verdict[2], "B took 4.86 s: the promise was not kept.");
    promised(1000, 1500, 1000, "not kept");
    promised(1000, 0, 500, "kept");
    HAS(report->verdict[2], "the promise was kept, and something else gained "
                            "500 ms more.");
}

/* Each would gain 600 ms, both 900. */
UNIT_TEST(promises_of_several_causes_overlap)
{
    struct planted causes[] = { WORK("solve", 2, 600), WORK("setup", 1, 600),
                                WORK("end", 1, 100) };

    begin_runs(2);
    add_planted(1000, 4100, causes, 2);
    add_planted(100, 4100, NULL, 0);
    compare_both();
    NUMBERS("compare_promise", 0, { "promised_gain_s", 0.9 }, { "causes", 2 });
    HAS(report->verdict[3], "without these 2 causes, and B took 4.10 s: the "
                            "promise was kept.");
    begin_runs(2);
    add_planted(1000, 4000, causes, 3);
    add_planted(100, 4000, &causes[2], 1);
    compare_both();
    NEAR(number_at("compare_promise", 0, "promised_gain_s"), 1);
}

UNIT_TEST(a_cause_that_is_there_promises_nothing)
{
    struct planted cause = WORK("solve", 2, 500);

    compare_two(&cause, 1, &cause, 1);
    CU_ASSERT_EQUAL(row_count("compare_promise"), 0);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    VERDICT_IS(1, "As before: unequal_work, rank 2, region solve; it costs "
                  "500 ms in A and 500 ms in B.");
}

/* ---- what is not known ---- */

UNIT_TEST(nothing_is_gone_where_causes_are_not_known)
{
    struct planted cause = WORK("solve", 2, 500);

    begin_runs(2);
    add_planted(500, 4000, &cause, 1);
    add_planted(0, 0, NULL, 0);
    compare_both();
    TEXT_IS("compare_causes", 0, "change", "unknown");
    VERDICT_IS(1,
               "The report of A promised 4.50 s -> 4.00 s without its causes "
               "of lost time, and B took 4.00 s: the promise was kept.");
    CU_ASSERT_TRUE(
        in_notes("the causes of run are unknown, since it is too short."));
    begin_runs(2);
    add_planted(0, 0, NULL, 0);
    add_planted(500, 4000, &cause, 1);
    compare_both();
    TEXT_IS("compare_causes", 0, "change", "unknown");
    CU_ASSERT_EQUAL(row_count("compare_promise"), 0);
}

/* In one of two runs of A, and not in B: no more than chance. */
UNIT_TEST(a_cause_of_some_runs_is_within_noise)
{
    struct planted cause = WORK("solve", 2, 500);
    struct compare_sides sides = { .a = group_of(0, 2), .b = group_of(2, 1) };

    begin_runs(3);
    add_planted(0, 4000, &cause, 1);
    add_planted(0, 4000, NULL, 0);
    add_planted(0, 4000, NULL, 0);
    forget_report();
    CU_ASSERT_EQUAL_FATAL(compare_runs(&runs, &sides, &report), STATUS_OK);
    TEXT_IS("compare_causes", 0, "change", "the same");
    NUMBERS("compare_causes", 0, { "a_gain_s", 0.25 }, { "noise_s", 0.5 });
    CU_ASSERT_EQUAL(report->verdict_count, 1);
}
