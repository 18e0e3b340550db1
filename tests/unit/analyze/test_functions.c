/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_functions.c - samples become seconds of functions and lines: of the runs
 * of sampled_profile.h and synthetic.h.
 */
#include "analyze/facts/samples/region_samples.h"
#include "symbols/symbols.h"
#include "sampled_profile.h"
#include "symbols/python_frame.h"

static size_t row_of(const char *table, const char *function)
{
    return row_with(table, "function", function);
}

UNIT_TEST(a_sample_is_a_period_of_the_innermost_function)
{
    make_report(sampled(), NULL);
    CU_ASSERT_EQUAL(row_count("functions"), 3);
    NUMBERS("functions", row_of("functions", "inner"), { "time_s", 18 });
    NUMBERS("functions", row_of("functions", "main"), { "time_s", 3 });
    NUMBERS("functions", row_of("functions", "outer"), { "time_s", 0 });
    NUMBERS("functions", row_of("functions", "inner"),
            { "error_s", sqrt(1800) * 0.01 });
    TEXT_IS("functions", row_of("functions", "inner"), "location", "in.h:5");
    TEXT_IS("functions", row_of("functions", "outer"), "location",
            "heat.c:30");
}

UNIT_TEST(callees_are_in_the_time_of_all_on_the_path)
{
    make_report(sampled(), NULL);
    NUMBERS("functions", row_of("functions", "main"), { "inclusive_s", 21 });
    NUMBERS("functions", row_of("functions", "outer"), { "inclusive_s", 18 });
    NUMBERS("functions", row_of("functions", "inner"), { "inclusive_s", 18 });
    NUMBERS("functions", row_of("functions", "outer"), { "mean_s", 6 },
            { "min_s", 3 }, { "max_s", 9 }, { "avoidable_s", 3 },
            { "max_rank", 2 });
}

/* The lambda sorts: 300, 600 and 900 samples are in std::sort. */
static struct profile *sorting(void)
{
    struct profile *profile = sampled();
    uint32_t path = add_library(profile->definitions);

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        profile->ranks[i].samples.rows[1].path = path;
    return profile;
}

#define LAMBDA "main::{lambda()#1}::operator()() const"

UNIT_TEST(what_the_library_does_is_time_of_its_caller)
{
    make_report(sorting(), NULL);
    NUMBERS("functions", row_of("functions", LAMBDA), { "time_s", 18 });
    TEXT_IS("functions", row_of("functions", LAMBDA), "location",
            "sort.cc:12");
    NUMBERS("functions", row_of("functions", "void std::__push<int*>(int*)"),
            { "time_s", 0 }, { "inclusive_s", 18 });
    NUMBERS("functions", row_of("functions", "main"), { "time_s", 3 });
    TEXT_IS("lines", 0, "location", "sort.cc:12");
}

/* Of a row of the table, in seconds. */
static double processor(const char *procedure)
{
    return number_at("procedures",
                     row_with("procedures", "procedure", procedure),
                     "processor_s");
}

UNIT_TEST(samples_in_mpi_are_those_of_the_procedure)
{
    struct profile *profile = sampled();

    profile->ranks[1].samples.lost = 800; /* as many as there are */
    make_report(profile, NULL);
    NEAR(processor("MPI_Allreduce"), 0.5 + 2 * 1.0 + 1.5);
    NEAR(processor("MPI_Send"), 0);
}

/* Nor in that of a run that was not sampled. */
UNIT_TEST(a_trace_does_not_say_in_which_call_samples_were)
{
    struct profile *profile = sampled();

    profile_set_text(&profile->source, "trace");
    make_report(profile, NULL);
    EMPTY_AT("procedures", 0, "processor_s");
    make_report(sample_profile(), NULL);
    EMPTY_AT("procedures", 0, "processor_s");
}

UNIT_TEST(lost_samples_are_as_those_that_are_there)
{
    struct profile *profile = sampled();

    profile->ranks[0].samples.lost = 450; /* as many as there are */
    make_report(profile, NULL);
    NUMBERS("functions", row_of("functions", "inner"), { "time_s", 21 });
    NUMBERS("functions", row_of("functions", "main"), { "time_s", 4 });
}

UNIT_TEST(a_region_has_its_samples_only)
{
    struct analyze_options options = { .region = "solve" };
    make_report(sampled(), &options);
    NUMBERS("functions", row_of("functions", "main"), { "time_s", 0 },
            { "inclusive_s", 18 });
}

/* As the time with callees has: of outer, which inner is all of, none of it is
 * its own. */
UNIT_TEST(own_time_is_compared_over_ranks)
{
    make_report(sampled(), NULL);
    NUMBERS("functions", row_of("functions", "inner"), { "own_mean_s", 6 },
            { "own_min_s", 3 }, { "own_max_s", 9 }, { "own_avoidable_s", 3 },
            { "own_max_rank", 2 });
    NUMBERS("functions", row_of("functions", "main"), { "own_mean_s", 1 },
            { "own_avoidable_s", 0 }, { "mean_s", 7 }, { "max_s", 10 });
    NUMBERS("functions", row_of("functions", "outer"), { "own_max_s", 0 });
}

UNIT_TEST(lines_are_compared_over_ranks)
{
    make_report(sampled(), NULL);
    CU_ASSERT_EQUAL(row_count("lines"), 2);
    CU_ASSERT_PTR_NULL(report_table(report, "lines")->note);
    NUMBERS("lines", row_of("lines", "inner"), { "time_s", 18 },
            { "mean_s", 6 }, { "min_s", 3 }, { "max_s", 9 },
            { "avoidable_s", 3 }, { "max_rank", 2 });
}

/* ---- the function that makes a rank late ---- */

/* The path of a function that main of synthetic.h calls. */
static uint32_t add_callee_in(struct definitions *table, uint32_t module,
                              const char *name, int line)
{
    uint8_t offset[8] = { (uint8_t)line, 0x99 };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, module, 0,
                                        offset, sizeof(offset));
    char note[64];
    int size =
        snprintf(note, sizeof(note), "%s%clate.c%c%d", name, 0, 0, line);

    definitions_note(table, DEFINITION_FRAME, frame, note, (uint32_t)size, 0);
    return definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

static uint32_t add_callee(struct definitions *table, const char *name,
                           int line)
{
    return add_callee_in(table, 0, name, line);
}

#define SOLVE 2 /* REGION_NODE of main/solve, main/residual */
#define RESIDUAL 4

/* Four ranks of synthetic.h, of which 2 works 3.7 s and the others 2.2 s: 0.2
 * in main; in region main/solve 1.4 in a and 0.6 in b, but rank 2 as much as it
 * says; every third sample of b is in another line. */
static struct profile *late(uint64_t late_samples)
{
    struct profile *profile = synthetic(4);
    struct definitions *table = profile->definitions;
    uint32_t a = add_callee(table, "a", 10),
             first = add_callee(table, "b", 20);
    uint32_t most = add_callee(table, "b", 25);

    for (uint32_t i = 0; i < 4; i++) {
        struct samples *samples = &profile->ranks[i].samples;
        uint64_t in_b = i == SYNTHETIC_SLOW_RANK ? late_samples : 60;
        const struct sample_row rows[] = {
            { SAMPLE_NO_CALL, 1, 0, 20, 20 },
            { SAMPLE_NO_CALL, a, SOLVE, 140, 140 },
            { SAMPLE_NO_CALL, first, SOLVE, in_b / 3, in_b / 3 },
            { SAMPLE_NO_CALL, most, SOLVE, in_b - in_b / 3, in_b - in_b / 3 },
        };

        *samples = (struct samples){ .source = SAMPLE_PERF,
                                     .kernel = true,
                                     .threads = 1,
                                     .period_ns = PERIOD_NS,
                                     .row_count = 4 };
        samples->rows = malloc(sizeof(rows));
        CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
        memcpy(samples->rows, rows, sizeof(rows));
    }
    return profile;
}

/* Samples of the rank that is late in b are in so many functions, all inlined
 * in b, each in a line of its own. */
static void inline_all(struct profile *profile, int count)
{
    const uint8_t offset[8] = { 0x77, 0x66 };
    struct definitions *table = profile->definitions;
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));
    struct sample_row *rows = profile->ranks[SYNTHETIC_SLOW_RANK].samples.rows;
    struct strbuf note = { 0 };

    for (int i = 0; i < count; i++)
        strbuf_printf(&note, "inlined%d%clate.c%c%d%c", i, 0, 0, 100 + i, 0);
    strbuf_printf(&note, "b%clate.c%c33", 0, 0);
    definitions_note(table, DEFINITION_FRAME, frame, note.text, note.length,
                     0);
    strbuf_clear(&note);
    rows[2].path = rows[3].path =
        definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

static const char *advice(void)
{
    return text_at("advice", row_with("advice", "rule", "unequal_work"),
                   "evidence");
}

UNIT_TEST(verdict_and_advice_name_rank_and_function)
{
    make_report(late(210), NULL);
    HAS(report->verdict[1],
        "1. Rank 2 works 1.8 times as long as the others in region "
        "main/solve, mostly in b (late.c:25): 3.50 s against 2.00 s");
    HAS(advice(),
        "  Samples attribute this to b (late.c:25) and what it calls: "
        "2.10 s of CPU time (mean of all ranks: 975 ms).");
    LACKS(advice(), "It was on a core");
}

/* Nor in the table. */
UNIT_TEST(a_line_that_is_not_known_is_not_0)
{
    struct profile *profile = late(210);
    uint32_t b = add_callee(profile->definitions, "b", 0);

    for (uint32_t i = 0; i < 4; i++)
        for (int row = 2; row < 4; row++)
            profile->ranks[i].samples.rows[row].path = b;
    make_report(profile, NULL);
    HAS(report->verdict[1], ", mostly in b (late.c): ");
    HAS(advice(), "this to b (late.c) and");
    TEXT_IS("functions", row_of("functions", "b"), "location", "late.c");
}

UNIT_TEST(of_many_inlined_functions_the_innermost_is_named)
{
    struct profile *profile = late(210);

    inline_all(profile, SYMBOLS_MOST - 1);
    make_report(profile, NULL);
    NUMBERS("functions", row_of("functions", "b"), { "max_s", 2.1 },
            { "inclusive_s", 3.9 });
    HAS(report->verdict[1], "mostly in inlined0 (late.c:100)");
}

UNIT_TEST(the_function_that_calls_the_library_is_named)
{
    static const char note[] = "void std::__push<int*>(int*)\0algo.h\0"
                               "7\0b\0late.c\0"
                               "25";
    const uint8_t offset[8] = { 0x77, 0x67 };
    struct profile *profile = late(210);
    struct definitions *table = profile->definitions;
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));
    uint32_t path =
        definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);

    definitions_note(table, DEFINITION_FRAME, frame, note, sizeof(note), 0);
    for (uint32_t i = 0; i < 4; i++)
        for (int row = 2; row < 4; row++)
            profile->ranks[i].samples.rows[row].path = path;
    make_report(profile, NULL);
    HAS(report->verdict[1], "mostly in b (late.c:25)");
}

/* Where it does more in several functions the one that calls them is named,
 * and each that has a fifth of it. */
UNIT_TEST(advice_names_all_that_take_longer)
{
    struct profile *profile = late(210);

    profile->ranks[SYNTHETIC_SLOW_RANK].samples.rows[1].count += 60;
    make_report(profile, NULL);
    HAS(advice(),
        "to main (heat2d.c:201) and what it calls: 4.10 s of CPU time (mean "
        "of all ranks: 2.52 s).  Functions with more exclusive time than on "
        "the average rank: b (late.c:25) by 1.12 s, a (late.c:10) by 450 ms.");
    make_report(late(210), NULL);
    LACKS(advice(), "exclusive time than");
}

UNIT_TEST(the_interpreter_is_no_function_of_the_program)
{
    static const char *const files[] = { "/usr/bin/python3.11",
                                         "/usr/lib/libpython3.11.so.1.0",
                                         "/home/u/pythonic" };
    struct profile *profile;

    for (int i = 0; i < 3; i++) {
        profile = late(210);
        definitions_note(profile->definitions, DEFINITION_MODULE, 0, files[i],
                         strlen(files[i]) + 1, 1);
        make_report(profile, NULL);
        CU_ASSERT_EQUAL(strstr(report->verdict[1], "mostly in") != NULL,
                        i == 2);
    }
}

/* Two thirds of what rank 2 does in b are in libc: the most of all lines. */
UNIT_TEST(lines_of_libc_come_last)
{
    static const char libc[] = "/lib/x86_64-linux-gnu/libc.so.6";
    struct profile *profile = late(900);
    struct definitions *table = profile->definitions;
    uint32_t module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, "c6", 2);
    uint32_t copies = add_callee_in(table, module, "memcpy", 33);

    definitions_note(table, DEFINITION_MODULE, module, libc, sizeof(libc), 1);
    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].samples.rows[3].path = copies;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(row_count("lines"), 4);
    CU_ASSERT_EQUAL(row_of("lines", "memcpy"), 3);
    CU_ASSERT_EQUAL(row_of("lines", "a"), 0);
    CU_ASSERT(number_at("lines", 3, "time_s") >
              number_at("lines", 0, "time_s"));
}

/* Its time is in a library that a function of numpy calls, below one of the
 * user. */
UNIT_TEST(the_users_function_is_named_not_what_it_calls)
{
    struct profile *profile = late(210);
    struct definitions *table = profile->definitions;
    struct python_frame users = { "solve_poisson", "/app/npx.py", 5, 6 };
    struct python_frame numpys = { "solve", "/lib/python3/linalg.py", 9, 10 };
    uint32_t b = profile->ranks[0].samples.rows[3].path;
    uint32_t path =
        definitions_intern(table, DEFINITION_PATH, 1,
                           python_frame_define(table, &users), NULL, 0);

    path = definitions_intern(table, DEFINITION_PATH, path,
                              python_frame_define(table, &numpys), NULL, 0);
    path = definitions_intern(
        table, DEFINITION_PATH, path,
        definitions_get(table, DEFINITION_PATH, b).refs[1], NULL, 0);
    for (uint32_t i = 0; i < 4; i++)
        for (int row = 2; row < 4; row++)
            profile->ranks[i].samples.rows[row].path = path;
    make_report(profile, NULL);
    HAS(report->verdict[1], "mostly in solve_poisson (npx.py:6): ");
    HAS(advice(), "this to solve_poisson (npx.py:6) and what it calls");
}

/* It is longer there, but without a processor. */
UNIT_TEST(where_samples_are_as_many_no_function_is_named)
{
    make_report(late(60), NULL);
    LACKS(report->verdict[1], "mostly in");
    LACKS(advice(), "attribute this to");
    HAS(advice(), "It was on a core for 57 % of its useful time there.");
}

/* ---- where it does so ---- */

static void add_samples_of(struct profile *profile, uint32_t rank,
                           uint32_t path, uint32_t region, uint64_t count)
{
    struct samples *samples = &profile->ranks[rank].samples;

    samples->rows = realloc(samples->rows,
                            (samples->row_count + 1) * sizeof(*samples->rows));
    CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
    samples->rows[samples->row_count++] =
        (struct sample_row){ SAMPLE_NO_CALL, path, region, count, count };
}

/* Rank 2 works 2 s in main/residual, too, the others 1 s: in c. All are in b
 * there, each for 2 s more, in a line that has more samples than all others. */
static struct profile *late_in_two_regions(void)
{
    struct profile *profile = late(210);
    uint32_t c = add_callee(profile->definitions, "c", 30);
    uint32_t b = add_callee(profile->definitions, "b", 40);

    for (uint32_t i = 0; i < 4; i++) {
        bool slow = i == SYNTHETIC_SLOW_RANK;

        profile->ranks[i].regions[RESIDUAL].exclusive +=
            (slow ? 2000u : 1000u) * UINT64_C(1000000);
        add_samples_of(profile, i, c, RESIDUAL, slow ? 200 : 100);
        add_samples_of(profile, i, b, RESIDUAL, 200);
    }
    return profile;
}

static const char *advice_on(const char *region)
{
    return text_at("advice", row_with("advice", "where", region), "evidence");
}

/* In the whole run it is main that calls both. */
UNIT_TEST(each_region_has_its_function_and_line)
{
    make_report(late_in_two_regions(), NULL);
    HAS(report->verdict[1], "in region main/solve,");
    HAS(report->verdict[1], ", mostly in b (late.c:25): ");
    HAS(advice_on("main/solve"),
        "this to b (late.c:25) and what it calls: 2.10 "
        "s of CPU time (mean of all ranks: 975 ms).");
    HAS(advice_on("main/residual"),
        "this to c (late.c:30) and what it calls: "
        "2.00 s of CPU time (mean of all ranks: 1.25 s).");
}

/* It is longer in main/solve by the clock, and in main by samples. */
UNIT_TEST(a_function_outside_of_the_region_is_not_named)
{
    struct profile *profile = late(60);

    add_samples_of(profile, SYNTHETIC_SLOW_RANK, 1, 0, 150);
    make_report(profile, NULL);
    LACKS(report->verdict[1], "mostly in");
    LACKS(advice(), "attribute this to");
}

/* Another has a little more samples, but less time. */
UNIT_TEST(one_of_two_late_ranks_has_its_function)
{
    struct profile *profile = late(210);

    profile->ranks[3].samples.rows[3].count += 155;
    make_report(profile, NULL);
    HAS(report->verdict[1], "Rank 2 works");
    HAS(report->verdict[1], ", mostly in b (late.c:25): ");
}

/* 20 more samples of 2.2 s are chance. */
UNIT_TEST(a_few_samples_more_are_chance)
{
    make_report(late(80), NULL);
    LACKS(report->verdict[1], "mostly in");
}

UNIT_TEST(samples_of_a_timer_come_at_ticks)
{
    struct profile *profile = late(210);

    make_report(profile, NULL);
    CU_ASSERT_FALSE(in_notes("ticks"));
    profile = late(210);
    profile->ranks[0].samples.source = SAMPLE_TIMER;
    profile->ranks[0].samples.refused = 1u << REFUSED_READER;
    make_report(profile, NULL);
    CU_ASSERT(in_notes(
        "by a timer's signal on 1 rank, as a signal handler reads Python's "
        "frames there.  Such a timer fires at the kernel's ticks (1 to 10 ms "
        "apart): if the program sleeps between shorter pieces of work, their "
        "shares may be several points off."));
}

/* Each region has four elements: a, its line, main, and all functions. */
UNIT_TEST(of_too_many_regions_the_run_as_a_whole_is_told)
{
    struct profile *profile = late(210);
    struct samples *samples = &profile->ranks[0].samples;
    uint32_t a = samples->rows[1].path, more = REGION_SAMPLES_MOST / 4;

    samples->rows =
        realloc(samples->rows, (4 + more) * sizeof(*samples->rows));
    CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
    for (uint32_t i = 0; i < more; i++)
        samples->rows[4 + i] =
            (struct sample_row){ SAMPLE_NO_CALL, a, 9 + i, 0, 0 };
    samples->row_count += more;
    make_report(profile, NULL);
    HAS(report->verdict[1], ", in the whole run mostly in b (late.c:25): ");
    HAS(advice(),
        "  Samples, in the whole run, attribute this to b (late.c:25) and");
    CU_ASSERT(in_notes("not for single regions"));
}

/* ---- twice as long in b ---- */

#define UNIT_NS UINT64_C(100000000)

/* Four ranks without regions: 12, 6 and 2 units in a, b and c, rank 3 twice as
 * much in b; the others wait for it. */
static struct profile *twice_as_long_in_b(void)
{
    struct profile *profile = synthetic(4);
    const uint32_t paths[] = { add_callee(profile->definitions, "a", 10),
                               add_callee(profile->definitions, "b", 20),
                               add_callee(profile->definitions, "c", 30) };

    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t units[] = { 12, i == 3 ? 12 : 6, 2 };
        struct rank_data *rank = &profile->ranks[i];

        rank->length = 26 * UNIT_NS;
        memset(rank->mpi, 0, sizeof(rank->mpi));
        rank->mpi[CALL_CLASS_COLLECTIVE] = i == 3 ? 0 : 6 * UNIT_NS;
        rank->region_count = 1;
        rank->regions[0].inclusive = rank->regions[0].exclusive = rank->length;
        rank->regions[0].mpi = rank->mpi[CALL_CLASS_COLLECTIVE];
        rank->samples = (struct samples){ .source = SAMPLE_PERF,
                                          .kernel = true,
                                          .threads = 1,
                                          .period_ns = PERIOD_NS };
        for (int part = 0; part < 3; part++)
            add_samples_of(profile, i, paths[part], 0,
                           units[part] * UNIT_NS / PERIOD_NS);
    }
    return profile;
}

UNIT_TEST(twice_as_long_in_one_of_three_is_named)
{
    make_report(twice_as_long_in_b(), NULL);
    HAS(report->verdict[1],
        "1. Rank 3 works 1.3 times as long as the others, mostly in b "
        "(late.c:20): 2.60 s against 2.00 s on average; it "
        "communicates as much as the others.");
    HAS(report->verdict[1], ": 2.60 s -> 2.15 s (-17 %).");
    HAS(advice(),
        "  Samples attribute this to b (late.c:20) and what it calls: "
        "1.20 s of CPU time (mean of all ranks: 750 ms).");
}

/* ---- what is not known ---- */

/* Of a part of the samples they are no share: those of a region, or those that
 * got into the trace. */
UNIT_TEST(cut_paths_are_a_share_of_all_samples_only)
{
    struct analyze_options options = { .region = "halo" };
    struct profile *profile = late(210);

    profile->ranks[0].samples.cut = 103; /* of 1030 */
    make_report(profile, NULL);
    CU_ASSERT(in_notes("For 103 samples, the outer part of the call path is "
                       "unknown (10 % of all): "));
    for (int i = 0; i < 2; i++) {
        profile = late(210);
        profile->ranks[0].samples.cut = 103;
        if (i == 1)
            profile_set_text(&profile->source, "trace");
        make_report(profile, i == 0 ? &options : NULL);
        CU_ASSERT(
            in_notes("For 103 samples, the outer part of the call path is "
                     "unknown: "));
    }
}

UNIT_TEST(without_samples_there_is_no_table)
{
    make_report(sample_profile(), NULL);
    CU_ASSERT_PTR_NULL(report_table(report, "functions"));
    CU_ASSERT_PTR_NULL(report_table(report, "lines"));
    CU_ASSERT_PTR_NULL(report_table(report, "call_paths"));
    CU_ASSERT_PTR_NULL(report_table(report, "functions_by_rank"));
}
