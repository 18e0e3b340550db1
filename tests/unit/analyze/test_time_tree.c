/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_time_tree.c - the time of a run by who called whom, and how useful time
 * is divided among the call paths of samples.
 *
 * Of each rank of sample_profile.h 99 ns are useful outside of regions and
 * 4994900 in region solve.
 */
#include "analyze/functions/time_tree.h"
#include "base/text/strbuf.h"
#include "symbols/function_names.h"
#include "symbols/symbols.h"
#include "render/foreign/calls.h"
#include "replay/log/replay_result.h"
#include "sample_profile.h"
#include "unit.h"

#define OUTSIDE_NS 99u
#define SOLVE_NS 4994900u

struct sampled {
    struct sample_row rows[8];
    size_t count;
};

/* The path of a function with inlined work, called by main; or, unnamed, of
 * code of which nothing is known. */
static uint32_t add_path(struct definitions *table, uint8_t at, bool named)
{
    static const char note[] = "inner\0in.h\0"
                               "5\0outer\0heat.c\0"
                               "30";
    const uint8_t offset[8] = { at };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));

    if (named)
        definitions_note(table, DEFINITION_FRAME, frame, note, sizeof(note),
                         0);
    return definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

/* The first rank, with these samples. */
static void add(struct time_tree *time, struct profile *profile,
                struct sampled *sampled)
{
    struct rank_data rank = profile->ranks[0];

    if (sampled != NULL)
        rank.samples = (struct samples){ .source = SAMPLE_PERF,
                                         .period_ns = 1,
                                         .row_count = sampled->count,
                                         .rows = sampled->rows };
    time_tree_add(time, &rank);
    CU_ASSERT_FALSE(time->tree.failed);
}

static uint64_t all_ns(const struct time_tree *time)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < time->tree.node_count; i++)
        sum += time->tree.nodes[i].own_ns;
    return sum;
}

static void is_folded(struct time_tree *time, const char *expected)
{
    struct strbuf text = { 0 };

    render_folded(&text, &time->tree);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), expected);
    if (strcmp(strbuf_text(&text), expected) != 0)
        printf("%s", strbuf_text(&text));
    strbuf_clear(&text);
}

#define MPI_STACKS                                   \
    "heat;main;MPI_Allreduce (heat.c:7) 123456789\n" \
    "heat;solve;MPI_Send 123456789\n"                \
    "heat;solve;main;MPI_Allreduce (heat.c:7) 123456789\n"

UNIT_TEST(without_samples_functions_have_no_time)
{
    struct profile *profile = sample_profile();
    struct time_tree time;

    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS | TIME_TREE_SITES);
    add(&time, profile, NULL);
    is_folded(
        &time,
        "heat 99\nheat;solve 4994900\nheat;MPI_Send 123456789\n" MPI_STACKS);
    time_tree_clear(&time);
    profile_destroy(profile);
}

/* In the region, and outside of it more than there is. */
UNIT_TEST(waits_between_polls_are_not_useful)
{
    struct profile *profile = sample_profile();
    struct replay_site sites[] = { { .region = 1 }, { .region = 0 } };
    struct wait_row rows[] = { { .kind = WAIT_POLLING, .site = 0, .ns = 900 },
                               { .kind = WAIT_POLLING, .site = 1, .ns = 1000 },
                               { .kind = WAIT_BARRIER, .site = 0, .ns = 7 },
                               { .kind = WAIT_POLLING, .rank = 1, .ns = 5 } };
    struct replay_result replay = {
        .sites = sites, .site_count = 2, .rows = rows, .row_count = 4
    };
    struct time_tree time;

    profile->replay = &replay;
    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS | TIME_TREE_SITES);
    add(&time, profile, NULL);
    is_folded(&time, "heat;solve 4994000\nheat;MPI_Send 123456789\n"
                     "heat;main;MPI_Allreduce (heat.c:7) 123456789\n"
                     "heat;solve;MPI_Send 123456789\n"
                     "heat;solve;main;MPI_Allreduce (heat.c:7) 123456789\n"
                     "heat;solve;(waiting between polls) 900\n"
                     "heat;(waiting between polls) 99\n");
    CU_ASSERT_EQUAL(all_ns(&time), OUTSIDE_NS + SOLVE_NS + 4 * 123456789ull);
    time_tree_clear(&time);
    profile->replay = NULL;
    profile_destroy(profile);
}

UNIT_TEST(useful_time_is_that_of_the_samples)
{
    struct profile *profile = sample_profile();
    uint32_t outer = add_path(profile->definitions, 9, true);
    struct sampled sampled = {
        .count = 5,
        .rows = { { SAMPLE_NO_CALL, 0, 1, 100, 100 }, /* without a call path */
                  { SAMPLE_NO_CALL, 1, 0, 7, 7 },
                  { SAMPLE_NO_CALL, 1, 1, 100, 100 },
                  { SAMPLE_NO_CALL, outer, 1, 300, 300 },
                  { 1, 0, 1, 999, 999 } }
    }; /* in MPI */
    struct time_tree time;

    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS | TIME_TREE_SITES);
    add(&time, profile, &sampled);
    is_folded(&time, "heat;solve 998980\nheat;MPI_Send 123456789\n"
                     "heat;main 99\n"
                     "heat;main;MPI_Allreduce (heat.c:7) 123456789\n"
                     "heat;solve;MPI_Send 123456789\n"
                     "heat;solve;main 998980\n"
                     "heat;solve;main;MPI_Allreduce (heat.c:7) 123456789\n"
                     "heat;solve;main;outer;inner 2996940\n");
    time_tree_clear(&time);
    profile_destroy(profile);
}

/* The name of an instrumented function is found later than its file. */
UNIT_TEST(a_region_with_a_longer_name_keeps_its_file_and_line)
{
    static const char shown[] = "solve(grid const &, double)";
    struct profile *profile = sample_profile();
    const struct call_frame *frame;
    struct time_tree time;

    definitions_note(profile->definitions, DEFINITION_REGION, 1, shown,
                     sizeof(shown), 0);
    time_tree_init(&time, profile, 0);
    add(&time, profile, NULL);
    frame = &time.tree.frames[1];
    CU_ASSERT_STRING_EQUAL(frame->name, shown);
    CU_ASSERT_STRING_EQUAL(frame->file, "heat.c");
    CU_ASSERT_EQUAL(frame->line, 42);
    time_tree_clear(&time);
    profile_destroy(profile);
}

static const struct call_frame *frame_named(const struct time_tree *time,
                                            const char *name)
{
    for (size_t i = 0; i < time->tree.frame_count; i++)
        if (strcmp(time->tree.frames[i].name, name) == 0)
            return &time->tree.frames[i];
    CU_FAIL_FATAL("no such frame");
    return NULL;
}

/* Its key has the build-id of its file instead. */
UNIT_TEST(a_function_as_a_region_has_its_file_once_it_is_looked_up)
{
    static const char note[] = "top\0top.c\0"
                               "7";
    struct profile *profile = sample_profile();
    struct definitions *table = profile->definitions;
    uint32_t region = function_region(table, 0, 0x77, FUNCTION_TIMED);
    const struct call_frame *frame;

    profile->ranks[0].rows[0].region =
        definitions_intern(table, DEFINITION_REGION_NODE, 0, region, NULL, 0);
    for (int noted = 0; noted < 2; noted++) {
        struct time_tree time;

        if (noted)
            definitions_note(table, DEFINITION_REGION, region, note,
                             sizeof(note) - 1, 1);
        time_tree_init(&time, profile, 0);
        add(&time, profile, NULL);
        frame = frame_named(&time, definitions_region_name(table, region));
        CU_ASSERT_STRING_EQUAL(frame->file, noted ? "top.c" : "");
        CU_ASSERT_EQUAL(frame->line, noted ? 7 : 0);
        time_tree_clear(&time);
    }
    profile_destroy(profile);
}

/* Two that have no name are one, with the name of their file. */
UNIT_TEST(what_has_no_name_is_one_function_of_its_file)
{
    struct profile *profile = sample_profile();
    struct sampled sampled = { .count = 2,
                               .rows = { { SAMPLE_NO_CALL, 0, 0, 1, 1 },
                                         { SAMPLE_NO_CALL, 0, 0, 2, 2 } } };
    struct time_tree time;

    sampled.rows[0].path = add_path(profile->definitions, 20, false);
    sampled.rows[1].path = add_path(profile->definitions, 40, false);
    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS | TIME_TREE_SITES);
    add(&time, profile, &sampled);
    is_folded(&time, "heat;solve 4994900\nheat;MPI_Send 123456789\n" MPI_STACKS
                     "heat;main;heat (without a name) 99\n");
    time_tree_clear(&time);
    profile_destroy(profile);
}

/* As many as the names of a frame can be. */
UNIT_TEST(all_inlined_functions_are_on_the_stack)
{
    struct profile *profile = sample_profile();
    const uint8_t offset[8] = { 7 };
    uint32_t frame = definitions_intern(profile->definitions, DEFINITION_FRAME,
                                        0, 0, offset, sizeof(offset));
    struct sampled sampled = { .count = 1,
                               .rows = { { SAMPLE_NO_CALL, 0, 0, 1, 1 } } };
    struct time_tree time;
    struct strbuf note;

    strbuf_init(&note);
    for (int i = 0; i < SYMBOLS_MOST; i++)
        strbuf_printf(&note, "f%d%cin.h%c5%c", i, 0, 0, 0);
    definitions_note(profile->definitions, DEFINITION_FRAME, frame, note.text,
                     note.length, 0);
    strbuf_clear(&note);
    sampled.rows[0].path = definitions_intern(
        profile->definitions, DEFINITION_PATH, 1, frame, NULL, 0);
    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS);
    add(&time, profile, &sampled);
    strbuf_init(&note);
    render_folded(&note, &time.tree);
    CU_ASSERT_PTR_NOT_NULL(strstr(strbuf_text(&note), ";main;f63;f62;"));
    CU_ASSERT_PTR_NOT_NULL(strstr(strbuf_text(&note), ";f1;f0 99\n"));
    strbuf_clear(&note);
    time_tree_clear(&time);
    profile_destroy(profile);
}

UNIT_TEST(each_rank_is_divided_by_its_own_samples)
{
    struct profile *profile = sample_profile();
    struct sampled sampled = { .count = 1,
                               .rows = { { SAMPLE_NO_CALL, 1, 1, 5, 5 } } };
    struct time_tree time;

    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS | TIME_TREE_SITES);
    add(&time, profile, NULL);
    add(&time, profile, &sampled);
    call_tree_zero(&time.tree);
    add(&time, profile, NULL);
    is_folded(
        &time,
        "heat 99\nheat;solve 4994900\nheat;MPI_Send 123456789\n" MPI_STACKS);
    add(&time, profile, &sampled);
    CU_ASSERT_EQUAL(time.tree.nodes[0].own_ns, 2 * OUTSIDE_NS);
    CU_ASSERT_EQUAL(time.tree.nodes[1].own_ns, SOLVE_NS);
    time_tree_clear(&time);
    profile_destroy(profile);
}

UNIT_TEST(a_call_graph_has_the_lines_of_own_time)
{
    struct profile *profile = sample_profile();
    uint32_t outer = add_path(profile->definitions, 9, true);
    struct sampled sampled = {
        .count = 1, .rows = { { SAMPLE_NO_CALL, outer, 0, 3, 3 } }
    };
    struct call_graph graph;
    struct time_tree time;
    struct strbuf text = { 0 };

    time_tree_init(&time, profile,
                   TIME_TREE_FUNCTIONS | TIME_TREE_LINES | TIME_TREE_LEVELS);
    add(&time, profile, &sampled);
    CU_ASSERT_EQUAL_FATAL(call_graph_make(&time.tree, &graph), STATUS_OK);
    render_callgrind(&text, &graph, "heat", "1");
    HAS(strbuf_text(&text), "\n0 0\n5 99\n\n");
    HAS(strbuf_text(&text), ") inner\ncalls=1 0\n30 99\n");
    strbuf_clear(&text);
    call_graph_clear(&graph);
    time_tree_clear(&time);
    profile_destroy(profile);
}

/* A function that calls the next one in that line, below the path. */
static uint32_t calls_in(struct definitions *table, uint32_t path,
                         const char *function, const char *file, uint8_t line)
{
    const uint8_t offset[8] = { line, 0, 0, 1 };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));
    struct strbuf note;

    strbuf_init(&note);
    strbuf_printf(&note, "%s%c%s%c%u%c", function, 0, file, 0, line, 0);
    definitions_note(table, DEFINITION_FRAME, frame, note.text, note.length,
                     0);
    strbuf_clear(&note);
    return definitions_intern(table, DEFINITION_PATH, path, frame, NULL, 0);
}

/* Region solve is in line 42 of heat.c; its two rows have these paths. */
static void is_opened(struct profile *profile, uint32_t first, uint32_t second,
                      const char *expected)
{
    struct time_tree time;

    profile->ranks[0].rows[2].path = first;
    profile->ranks[0].rows[3].path = second;
    time_tree_init(&time, profile,
                   TIME_TREE_FUNCTIONS | TIME_TREE_SITES | TIME_TREE_OPENED);
    time_tree_look(&time, &profile->ranks[0]);
    add(&time, profile, NULL);
    is_folded(&time, expected);
    time_tree_clear(&time);
    profile_destroy(profile);
}

UNIT_TEST(a_region_is_below_what_all_paths_inside_have_in_common)
{
    struct profile *profile = sample_profile();
    struct definitions *table = profile->definitions;
    uint32_t run = calls_in(table, 1, "run", "x.c", 90);

    is_opened(profile,
              calls_in(table, calls_in(table, run, "step", "x.c", 45), "f",
                       "f.c", 3),
              calls_in(table, run, "step", "x.c", 48),
              "heat 99\nheat;main;run;step;solve 4994900\n"
              "heat;MPI_Send 123456789\n"
              "heat;main;MPI_Allreduce (heat.c:7) 123456789\n"
              "heat;main;run;step;solve;f;MPI_Send (f.c:3) 123456789\n"
              "heat;main;run;step;solve;MPI_Allreduce (x.c:48) 123456789\n");
}

UNIT_TEST(a_region_is_in_the_function_that_has_its_line)
{
    struct profile *profile = sample_profile();
    struct definitions *table = profile->definitions;
    uint32_t run = calls_in(table, 1, "run", "src/heat.c", 20);
    uint32_t step = calls_in(table, run, "step", "src/heat.c", 45);
    uint32_t f = calls_in(table, step, "f", "src/heat.c", 80);

    is_opened(profile, f, f,
              "heat 99\nheat;main;run;step;solve 4994900\n"
              "heat;MPI_Send 123456789\n"
              "heat;main;MPI_Allreduce (heat.c:7) 123456789\n"
              "heat;main;run;step;solve;f;MPI_Send (heat.c:80) 123456789\n"
              "heat;main;run;step;solve;f;MPI_Allreduce (heat.c:80) "
              "123456789\n");
}

UNIT_TEST(a_region_without_call_paths_is_below_the_program)
{
    is_opened(sample_profile(), 0, 0,
              "heat 99\nheat;solve 4994900\nheat;MPI_Send 123456789\n"
              "heat;main;MPI_Allreduce (heat.c:7) 123456789\n"
              "heat;solve;MPI_Send 123456789\n"
              "heat;solve;MPI_Allreduce 123456789\n");
}

UNIT_TEST(rounding_loses_nothing)
{
    struct useful_parts parts = { .regions = NULL };
    struct sample_row rows[7];
    struct samples samples = { .row_count = 7, .rows = rows };

    for (uint32_t i = 0; i < 7; i++)
        rows[i] = (struct sample_row){ SAMPLE_NO_CALL, i + 1, 0, 1, 1 };
    for (uint64_t ns = 0; ns < 1000; ns++) {
        uint64_t sum = 0;

        CU_ASSERT_TRUE_FATAL(useful_parts_begin(&parts, 1));
        useful_parts_add(&parts, 0, ns);
        useful_parts_count(&parts, &samples);
        for (int i = 0; i < 7; i++) {
            uint64_t part = useful_parts_take(&parts, &rows[i]);

            CU_ASSERT_TRUE(7 * part + 7 > ns && 7 * part < ns + 7);
            sum += part;
        }
        CU_ASSERT_EQUAL(sum, ns);
        CU_ASSERT_EQUAL(parts.regions[0].left, 0);
    }
    useful_parts_clear(&parts);
}

/* Files may be damaged. */
UNIT_TEST(any_counts_give_the_same_sum)
{
    static const uint64_t counts[] = { 0, 1, 3, UINT64_MAX / 2, UINT64_MAX };
    struct profile *profile = sample_profile();
    struct time_tree time;
    uint64_t before;

    time_tree_init(&time, profile, TIME_TREE_FUNCTIONS);
    add(&time, profile, NULL);
    before = all_ns(&time);
    for (int i = 0; i < 125; i++) {
        struct sampled sampled = {
            .count = 3,
            .rows = { { SAMPLE_NO_CALL, 0, 1, counts[i % 5], 1 },
                      { SAMPLE_NO_CALL, 1, 1, counts[i / 5 % 5], 1 },
                      { SAMPLE_NO_CALL, 1, 77, counts[i / 25], 1 } }
        };

        call_tree_zero(&time.tree);
        add(&time, profile, &sampled);
        CU_ASSERT_EQUAL(all_ns(&time), before);
    }
    time_tree_clear(&time);
    profile_destroy(profile);
}

/* What it is called with has what XML must not have. */
UNIT_TEST(for_tau_a_call_that_did_not_end_is_one)
{
    const struct tau_run run = { .program = "heat",
                                 .command = "heat <a&b> \033\"" };
    struct call_tree tree;
    struct call_graph graph;
    struct strbuf text = { 0 };
    uint32_t program, receive;

    call_tree_init(&tree);
    program = call_tree_add(
        &tree, CALL_TREE_NONE,
        call_tree_frame(&tree, CALL_FRAME_PROGRAM, "heat", "", 0));
    receive = call_tree_add(
        &tree, program,
        call_tree_frame(&tree, CALL_FRAME_MPI, "MPI_Recv", "", 0));
    tree.nodes[program].calls = 1;
    tree.nodes[receive].own_ns = 1234567;
    CU_ASSERT_EQUAL_FATAL(call_graph_make(&tree, &graph), STATUS_OK);
    render_tau(&text, &run, &tree, &graph);
    CU_ASSERT_STRING_EQUAL(
        strbuf_text(&text),
        "3 templated_functions_MULTI_TIME\n"
        "# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute>"
        "<name>Metric Name</name><value>TIME</value></attribute><attribute>"
        "<name>Executable</name><value>heat</value></attribute><attribute>"
        "<name>Command Line</name><value>heat &lt;a&amp;b&gt; \\x1b\"</value>"
        "</attribute></metadata>\n"
        "\".TAU application\" 1 1 0 1235 0 GROUP=\"TAU_USER\"\n"
        "\"MPI_Recv()\" 1 0 1234.567 1234.567 0 GROUP=\"MPI\"\n"
        "\".TAU application => MPI_Recv()\" 1 0 1234.567 1234.567 0 "
        "GROUP=\"TAU_CALLPATH | MPI\"\n"
        "0 aggregates\n0 userevents\n"
        "# eventname numevents max min mean sumsqr\n");
    strbuf_clear(&text);
    call_graph_clear(&graph);
    call_tree_clear(&tree);
}
