/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_python_lines.c - sampled lines of Python, with the native code below
 * them.
 */
#include "sampled_profile.h"

#include "analyze/facts/samples/sampled.h"
#include "symbols/python_frame.h"

#define NAME "python_lines"
#define BY_RANK "python_lines_by_rank"
#define NUMPY "/usr/lib/python3/dist-packages/numpy/linalg.py"

static uint32_t python_path(struct definitions *table, uint32_t parent,
                            const char *function, const char *file, int line)
{
    struct python_frame frame = { function, file, line, line };

    return definitions_intern(table, DEFINITION_PATH, parent,
                              python_frame_define(table, &frame), NULL, 0);
}

static uint32_t native_path(struct definitions *table, uint32_t parent,
                            uint32_t like)
{
    uint32_t frame = definitions_get(table, DEFINITION_PATH, like).refs[1];

    return definitions_intern(table, DEFINITION_PATH, parent, frame, NULL, 0);
}

/* main > solve_poisson > solve > outer (native): 100 samples in solve_poisson,
 * 300 (r + 1) in outer. */
static struct profile *of_python(void)
{
    struct profile *profile = sampled();
    struct definitions *table = profile->definitions;
    uint32_t main_ = python_path(table, 0, "main", "/app/npx.py", 12);
    uint32_t users =
        python_path(table, main_, "solve_poisson", "/app/npx.py", 6);
    uint32_t below = python_path(table, users, "solve", NUMPY, 386);

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++) {
        struct sample_row *rows = profile->ranks[i].samples.rows;

        rows[1].path = native_path(table, below, rows[1].path);
        rows[0].path = users;
    }
    return profile;
}

static size_t row_of(const char *location)
{
    for (size_t row = 0; row < row_count(NAME); row++)
        if (strcmp(text_at(NAME, row, "location"), location) == 0)
            return row;
    CU_FAIL("no such row");
    return 0;
}

UNIT_TEST(native_code_counts_for_the_line_that_called_it)
{
    make_report(of_python(), NULL);
    CU_ASSERT_EQUAL_FATAL(row_count(NAME), 3);
    CU_ASSERT_EQUAL(row_of("linalg.py:386"), 0);
    NUMBERS(NAME, 0, { "time_s", 18 }, { "share", 18.0 / 21 },
            { "inclusive_s", 18 }, { "max_s", 9 }, { "max_rank", 2 },
            { "min_s", 3 }, { "avoidable_s", 3 }, { "samples", 1800 },
            { "error_s", sqrt(1800) * 0.01 }, { "line", 386 });
    TEXT_IS(NAME, 0, "function", "solve");
    NUMBERS(NAME, row_of("npx.py:6"), { "time_s", 3 }, { "inclusive_s", 21 });
    NUMBERS(NAME, row_of("npx.py:12"), { "time_s", 0 }, { "inclusive_s", 21 });
}

UNIT_TEST(a_rank_has_its_lines_the_longest_first)
{
    struct analyze_options options = { .detail = "" };

    make_report(of_python(), &options);
    CU_ASSERT_EQUAL_FATAL(row_count(BY_RANK), 9);
    for (size_t rank = 0; rank < 3; rank++) {
        double below = 3.0 * (double)(rank + 1);

        TEXT_IS(BY_RANK, 3 * rank, "location", "linalg.py:386");
        NUMBERS(BY_RANK, 3 * rank, { "rank", (double)rank },
                { "time_s", below }, { "share", below / (below + 1) },
                { "samples", 100 * below });
        TEXT_IS(BY_RANK, 3 * rank + 1, "function", "solve_poisson");
        NUMBERS(BY_RANK, 3 * rank + 1, { "time_s", 1 },
                { "inclusive_s", below + 1 });
        NUMBERS(BY_RANK, 3 * rank + 2, { "time_s", 0 },
                { "inclusive_s", below + 1 });
    }
}

/* A line that calls itself is once in the time of its calls. */
UNIT_TEST(recursion_counts_once)
{
    struct profile *profile = of_python();
    struct definitions *table = profile->definitions;
    uint32_t once = profile->ranks[0].samples.rows[0].path;

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        profile->ranks[i].samples.rows[0].path =
            python_path(table, once, "solve_poisson", "/app/npx.py", 6);
    make_report(profile, NULL);
    NUMBERS(NAME, row_of("npx.py:6"), { "time_s", 3 }, { "inclusive_s", 21 });
}

/* The line of a function is where most of its time is, in native code or not;
 * and time below lines of Python has a line. */
UNIT_TEST(functions_have_their_hottest_line)
{
    make_report(of_python(), NULL);
    for (size_t row = 0; row < row_count("functions"); row++)
        if (strcmp(text_at("functions", row, "function"), "solve") == 0)
            TEXT_IS("functions", row, "location", "linalg.py:386");
}

UNIT_TEST(without_python_there_are_no_such_tables)
{
    struct analyze_options options = { .detail = "" };

    make_report(sampled(), &options);
    CU_ASSERT_PTR_NULL(report_table(report, NAME));
    CU_ASSERT_PTR_NULL(report_table(report, BY_RANK));
}

/* Below solve_poisson mpi4py pickles, for which it calls numpy's code: 300 (r + 1)
 * samples. */
static struct profile *pickles(void)
{
    static const char library[] = "/v/site-packages/mpi4py/MPI.abi3.so";
    struct profile *profile = of_python();
    struct definitions *table = profile->definitions;
    uint32_t users = profile->ranks[0].samples.rows[0].path;
    uint32_t module = definitions_intern(table, DEFINITION_MODULE, 0, 0,
                                         library, sizeof(library));
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, module, 0,
                                        "\1\0\0\0\0\0\0", 8);
    uint32_t below =
        definitions_intern(table, DEFINITION_PATH, users, frame, NULL, 0);

    definitions_note(table, DEFINITION_MODULE, module, library,
                     sizeof(library) - 1, 0);
    below = python_path(table, below, "__reduce__", NUMPY, 12);
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++) {
        profile->ranks[i].samples.rows[1].path = below;
        profile->ranks[i].length = UINT64_C(30000000000);
    }
    return profile;
}

UNIT_TEST(time_in_mpi4py_is_pickling_of_the_program)
{
    size_t row;

    make_report(pickles(), NULL);
    row = row_with("advice", "rule", "pickling");
    NEAR(number_at("advice", row, "gain_s"), 18.0 / SAMPLE_RANKS);
    TEXT_IS("advice", row, "where", "solve_poisson (npx.py:6)");
    HAS(text_at("advice", row, "evidence"), "By samples, ");
    NUMBERS("functions", row_with("functions", "function", "mpi4py"),
            { "time_s", 0 }, { "inclusive_s", 18 });
}

/* 18 s in 7.2 million MPI calls are 2.5 us for each: as much as buffers take. */
UNIT_TEST(a_method_of_mpi4py_may_take_some_time)
{
    struct profile *profile = pickles();

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++) {
        struct row *row = &profile->ranks[i].rows[0];

        row->path = profile->ranks[i].samples.rows[0].path;
        row->count = 2400000;
    }
    make_report(profile, NULL);
    for (size_t i = 0; i < row_count("advice"); i++)
        CU_ASSERT_STRING_NOT_EQUAL(text_at("advice", i, "rule"), "pickling");
}

UNIT_TEST(files_of_the_user)
{
    const struct sampled_name users = { "f", "/app/npx.py", "npx.py", 1 };
    const struct sampled_name numpys = { "f", NUMPY, "linalg.py", 1 };
    const struct sampled_name native = { "f", "npx.c", "npx", 1 };
    const struct sampled_name unknown = { "f", "", "libblas.so", 0 };
    const struct sampled_name started = { "f", "<string>", "<string>", 1 };
    const struct sampled_name made = { "f", "<frozen x>", "<frozen x>", 1 };

    CU_ASSERT(sampled_is_users_python(&users));
    CU_ASSERT(sampled_is_users_python(&started));
    CU_ASSERT_FALSE(sampled_is_users_python(&numpys));
    CU_ASSERT_FALSE(sampled_is_users_python(&native));
    CU_ASSERT_FALSE(sampled_is_users_python(&unknown));
    CU_ASSERT_FALSE(sampled_is_users_python(&made));
}
