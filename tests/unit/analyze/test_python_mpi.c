/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_python_mpi.c - frames of Python among the definitions, and MPI
 * time by functions of Python.
 */
#include <stdlib.h>

#include "symbols/python_frame.h"
#include "model/python/python_times.h"
#include "report_cells.h"
#include "synthetic_replay.h"

static uint32_t frame(struct definitions *table, const char *function,
                      int first_line, int line)
{
    struct python_frame made = { function, "/app/heat.py", first_line, line };

    return python_frame_define(table, &made);
}

static uint32_t path(struct definitions *table, uint32_t parent, uint32_t id)
{
    return definitions_intern(table, DEFINITION_PATH, parent, id, NULL, 0);
}

UNIT_TEST(a_frame_is_what_it_was_made_of)
{
    struct definitions *table;
    struct python_frame found;
    uint32_t one, other;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    one = frame(table, "Heat.step", 10, 12);
    CU_ASSERT_EQUAL(frame(table, "Heat.step", 10, 12), one);
    CU_ASSERT_NOT_EQUAL(frame(table, "Heat.step", 10, 13), one);
    other = frame(table, "<lambda>", 10, 12);
    CU_ASSERT_NOT_EQUAL(other, one);
    CU_ASSERT_TRUE_FATAL(python_frame_of(table, one, &found));
    CU_ASSERT_STRING_EQUAL(found.function, "Heat.step");
    CU_ASSERT_STRING_EQUAL(found.file, "/app/heat.py");
    CU_ASSERT_EQUAL(found.first_line, 10);
    CU_ASSERT_EQUAL(found.line, 12);
    definitions_destroy(table);
}

UNIT_TEST(lines_beyond_their_bits_stay_the_greatest)
{
    struct definitions *table;
    struct python_frame found;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    CU_ASSERT_TRUE_FATAL(
        python_frame_of(table, frame(table, "f", 1 << 25, 1 << 26), &found));
    CU_ASSERT_EQUAL(found.first_line, (1 << 24) - 1);
    CU_ASSERT_EQUAL(found.line, 1 << 26);
    definitions_destroy(table);
}

UNIT_TEST(other_frames_are_none_of_pythons)
{
    struct profile *profile = synthetic(1);
    struct definitions *table = profile->definitions;
    uint32_t count = definitions_count(table, DEFINITION_FRAME);
    struct python_frame found;

    CU_ASSERT_TRUE(count > 0);
    for (uint32_t id = 0; id < count + 3; id++)
        CU_ASSERT_FALSE(python_frame_of(table, id, &found));
    profile_destroy(profile);
}

/* MPI_Waitall is called by Heat.exchange, which run() calls, which calls
 * itself; MPI_Allreduce by machine code under run(). */
static struct profile *python_run(void)
{
    struct profile *profile = synthetic(4);
    struct definitions *table = profile->definitions;
    uint32_t run = path(table, 0, frame(table, "run", 5, 6));
    uint32_t again = path(table, run, frame(table, "run", 5, 8));
    uint32_t exchange =
        path(table, again, frame(table, "Heat.exchange", 20, 25));
    uint32_t machine = path(table, run, 0);

    CU_ASSERT_EQUAL_FATAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++) {
            struct row *row = &profile->ranks[i].rows[k];

            if (row->call == SYNTHETIC_WAITALL)
                row->path = exchange;
            else if (row->call == SYNTHETIC_ALLREDUCE)
                row->path = machine;
            else if (row->call == SYNTHETIC_INIT)
                row->path = run;
        }
    for (uint32_t i = 0; i < profile->replay->site_count; i++)
        if (profile->replay->sites[i].call == SYNTHETIC_WAITALL)
            profile->replay->sites[i].path = exchange;
    return profile;
}

#define NAME "python_mpi"

UNIT_TEST(time_is_that_of_the_innermost_function)
{
    struct analyze_options options = { .detail = "*" };
    size_t row;

    make_report(python_run(), &options);
    row = row_with(NAME, "function", "Heat.exchange");
    CU_ASSERT_EQUAL(row_count(NAME), 2);
    TEXT_IS(NAME, row, "location", "heat.py:20");
    NUMBERS(NAME, row, { "calls", 400 }, { "mpi_s", 3 * 1.7 + 0.2 },
            { "share", 5.3 / 16 }, { "mpi_within_s", 5.3 },
            { "mean_s", 5.3 / 4 }, { "max_s", 1.7 }, { "max_rank", 0 },
            { "avoidable_s", 1.7 - 5.3 / 4 }, { "waits_s", 4.6 },
            { "waits_rank", 0 }, { "waits_max_s", 1.5 });
}

/* Without MPI_Init, which is outside of T. */
UNIT_TEST(machine_code_is_its_callers)
{
    struct analyze_options options = { .detail = "*" };
    size_t row;

    make_report(python_run(), &options);
    row = row_with(NAME, "function", "run");
    NUMBERS(NAME, row, { "calls", 400 }, { "mpi_s", 0.32 },
            { "mpi_within_s", 0.32 + 5.3 });
    EMPTY_AT(NAME, row, "waits_s");
}

/* cProfile knows no classes; sweep() never calls MPI. */
/* clang-format off */
static struct python_time profiled[] = {
    { .file = "/app/heat.py", .function = "exchange", .first_line = 20,
      .own = 1000000000, .cumulative = 6000000000, .most = 400000000,
      .most_rank = 3 },
    { .file = "/app/heat.py", .function = "sweep", .first_line = 30,
      .own = 9000000000, .cumulative = 9000000000, .most = 3500000000,
      .most_rank = 2, .with_libraries = { 9000000000, 3500000000, 2 } },
};
/* clang-format on */

static void report_inside(uint32_t ranks, const char *region)
{
    struct python_times times = { .items = profiled,
                                  .count = 2,
                                  .ranks = ranks };
    struct analyze_options options = { .detail = "*",
                                       .python = &times,
                                       .region = region };

    make_report(python_run(), &options);
}

static void profiled_report(uint32_t ranks)
{
    report_inside(ranks, NULL);
}

UNIT_TEST(functions_have_their_own_time)
{
    profiled_report(4);
    CU_ASSERT_EQUAL(row_count(NAME), 3);
    TEXT_IS(NAME, 0, "function", "sweep");
    TEXT_IS(NAME, 0, "location", "heat.py:30");
    NUMBERS(NAME, 0, { "own_s", 9 }, { "own_max_rank", 2 },
            { "own_max_s", 3.5 }, { "calls", 0 }, { "mpi_share", 0 });
    TEXT_IS(NAME, 1, "function", "Heat.exchange");
    NUMBERS(NAME, 1, { "own_s", 1 }, { "mpi_s", 5.3 }, { "cumulative_s", 6 },
            { "mpi_share", 5.3 / 6 });
    EMPTY_AT(NAME, 2, "own_s");
    CU_ASSERT_PTR_NULL(report_table(report, NAME)->note);
}

static bool advice_names(const char *text)
{
    size_t row;
    bool named;

    profiled_report(4);
    row = row_with("advice", "rule", "unequal_work");
    named = strstr(text_at("advice", row, "evidence"), text) != NULL;
    return named;
}

/* Rank 2 works 1.125 s longer than the ranks on average, in the region solve;
 * in sweep() it is 3.5 s - 9 s / 4. */
UNIT_TEST(advice_names_the_function_that_is_slower)
{
    CU_ASSERT_TRUE(
        advice_names("  cProfile, in the whole run, attributes this "
                     "to sweep (heat.py:30) and the libraries it "
                     "calls: 3.50 s (mean of all ranks: 2.25 s)."));
    HAS(report->verdict[1], ", in the whole run mostly in sweep (heat.py:30)");
    profiled[1].with_libraries.most_rank = 1;
    CU_ASSERT_FALSE(advice_names("sweep"));
    profiled[1].with_libraries.most_rank = 2;
    profiled[1].with_libraries.most = 2800000000;
    CU_ASSERT_FALSE(advice_names("sweep"));
    CU_ASSERT_PTR_NULL(strstr(report->verdict[1], "sweep"));
    /* 0.7 s are most of the 1.125 s. */
    profiled[1].with_libraries.most = 2950000000;
    CU_ASSERT_TRUE(advice_names("sweep"));
    HAS(report->verdict[1], ", in the whole run mostly in sweep (heat.py:30)");
    profiled[1].with_libraries.most = 3500000000;
}

/* Neither sweep() nor exchange() has half of the 1.125 s; what one calls has. */
UNIT_TEST(the_function_that_calls_the_slower_ones_is_named)
{
    profiled[1].with_libraries.most = 2800000000;
    profiled[1].most_cumulative = 3500000000;
    profiled[1].most_cumulative_rank = 2;
    CU_ASSERT_TRUE(advice_names("this to sweep (heat.py:30) and what it "
                                "calls: 3.50 s (mean of all ranks: 2.25 s)."));
    profiled[1].most_cumulative = 2800000000;
    CU_ASSERT_FALSE(advice_names("sweep"));
    profiled[1].most_cumulative = 3500000000;
    profiled[1].function = "<module>";
    CU_ASSERT_FALSE(advice_names("<module>"));
    profiled[1].function = "sweep";
    profiled[1].most_cumulative = 0;
    profiled[1].with_libraries.most = 3500000000;
}

static bool has_pickling(void)
{
    for (size_t i = 0; i < row_count("advice"); i++)
        if (strcmp(text_at("advice", i, "rule"), "pickling") == 0)
            return true;
    return false;
}

/* exchange() spends 5.3 s in 400 calls of MPI. */
UNIT_TEST(methods_of_mpi4py_without_mpi_are_pickling)
{
    profiled[0].in_mpi4py = 7300000000;
    profiled_report(4);
    CU_ASSERT_FALSE(has_pickling());
    profiled[0].pickles = true;
    profiled_report(3);
    CU_ASSERT_FALSE(has_pickling());
    profiled_report(4);
    CU_ASSERT_TRUE_FATAL(has_pickling());
    NEAR(number_at("advice", row_with("advice", "rule", "pickling"), "gain_s"),
         0.5);
    HAS(text_at("advice", row_with("advice", "rule", "pickling"), "evidence"),
        "By cProfile, ");
    report_inside(4, "halo"); /* cProfile knows no regions */
    CU_ASSERT_FALSE(has_pickling());
    profiled[0].in_mpi4py = 5300000000 + 400 * 4000;
    profiled_report(4);
    CU_ASSERT_FALSE(has_pickling());
    profiled[0].in_mpi4py = 0;
    profiled[0].pickles = false;
}

/* recv() gets so many bytes in exchange() on each of 4 ranks, in 4 s. */
static void received_report(const char *call, uint64_t bytes)
{
    struct profile *profile = python_run();
    char **name = &profile->calls[SYNTHETIC_WAITALL].name;

    free(*name);
    *name = strdup(call);
    for (uint32_t i = 0; i < 4; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++)
            if (profile->ranks[i].rows[k].call == SYNTHETIC_WAITALL)
                profile->ranks[i].rows[k].in =
                    (struct spread){ bytes, bytes, bytes };
    make_report(profile, NULL);
}

/* 8 MB take 2 % of T at 100 MB/s; the limit itself is above or below by rounding. */
UNIT_TEST(many_bytes_of_objects_may_be_slow)
{
    received_report("MPI_Mrecv", 8100000);
    CU_ASSERT_TRUE_FATAL(has_pickling());
    EMPTY_AT("advice", row_with("advice", "rule", "pickling"), "gain_s");
    HAS(text_at("advice", row_with("advice", "rule", "pickling"), "evidence"),
        "recv() turns 7.72 MiB of messages per rank into objects there.");
    received_report("MPI_Mrecv", 7900000);
    CU_ASSERT_FALSE(has_pickling());
    received_report("MPI_Recv", 8100000);
    CU_ASSERT_FALSE(has_pickling());
}

/* Of MPI_Recv in exchange(), which sends in the same line, or in another one. */
static const char *remedy_of_recv(bool same)
{
    struct profile *profile = python_run();
    char **names[] = { &profile->calls[SYNTHETIC_WAITALL].name,
                       &profile->calls[SYNTHETIC_ALLREDUCE].name };
    uint32_t there = 0;

    for (int i = 0; i < 2; i++) {
        free(*names[i]);
        *names[i] = strdup(i == 0 ? "MPI_Recv" : "MPI_Send");
    }
    for (size_t k = 0; k < profile->ranks[0].row_count; k++)
        if (profile->ranks[0].rows[k].call == SYNTHETIC_WAITALL)
            there = profile->ranks[0].rows[k].path;
    for (uint32_t i = 0; i < 4; i++)
        for (size_t k = 0; same && k < profile->ranks[i].row_count; k++)
            if (profile->ranks[i].rows[k].call == SYNTHETIC_ALLREDUCE)
                profile->ranks[i].rows[k].path = there;
    make_report(profile, NULL);
    return text_at("advice", row_with("advice", "rule", "late_messages"),
                   "remedy");
}

UNIT_TEST(messages_of_one_line_are_those_of_mpi4py)
{
    HAS(remedy_of_recv(true), "mpi4py's reduce(), allreduce() or scan()");
    LACKS(remedy_of_recv(false), "mpi4py");
}

UNIT_TEST(ranks_without_a_profile_are_said)
{
    const char *note;

    profiled_report(3);
    note = report_table(report, NAME)->note;
    CU_ASSERT_PTR_NOT_NULL_FATAL(note);
    HAS(note, "3 of 4 ranks");
}

UNIT_TEST(only_what_is_inside_the_region_counts)
{
    struct analyze_options options = { .detail = "*", .region = "*residual*" };

    make_report(python_run(), &options);
    CU_ASSERT_EQUAL(row_count(NAME), 1);
    NEAR(number_at(NAME, 0, "mpi_within_s"), 0.32);
}

UNIT_TEST(other_programs_have_no_such_functions)
{
    whole_report(4);
    CU_ASSERT_EQUAL(row_count(NAME), 0);
}
