/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "render/render.h"
#include "render/text_cell.h"
#include "unit.h"

static const struct column columns[] = {
    { "name", "name", CELL_TEXT, "A name." },
    { "calls", "calls", CELL_COUNT, "Calls." },
    { "time_s", "time", CELL_NS, "Time." },
    { "bytes", "bytes", CELL_BYTES, "Bytes." },
    { "share", "share", CELL_RATIO, "Share." },
    { "rank", "rank", CELL_INTEGER, "Rank." },
    { "hidden", NULL, CELL_REAL, "Not in text." },
};

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static struct table *sample_table(const char *name, const char *text)
{
    struct table *table;

    CU_ASSERT_EQUAL_FATAL(table_create(name, "Sample", 5, columns, 7, &table),
                          STATUS_OK);
    table_text(table, text);
    TABLE_NUMBERS(table, 12, 1500000000, 2048);
    table_real(table, 0.25);
    table_integer(table, -1);
    table_real(table, 0.5);
    table_text(table, "b");
    TABLE_NUMBERS(table, 3, 500000);
    table_empty(table);
    table_empty(table);
    table_integer(table, 4);
    table_empty(table);
    return table;
}

static char *rendered(render_function *render, const char *text,
                      const char *only, int width)
{
    struct render_options options = { .columns = width, .table = only };
    struct report *report;
    struct strbuf out = { 0 };

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_verdict(report, "All is %s.", "well");
    report_completeness(report, "Rank %d is missing.", 3);
    report_add(report, sample_table("sample", text));
    render(&out, report, &options);
    CU_ASSERT_FALSE(out.failed);
    report_destroy(report);
    return out.text;
}

static void check(render_function *render, const char *text, const char *only,
                  int width, const char *expected)
{
    char *out = rendered(render, text, only, width);

    CU_ASSERT_STRING_EQUAL(out, expected);
    free(out);
}

UNIT_TEST(text_is_aligned_and_has_units)
{
    check(render_text, "alpha", NULL, 100,
          "1 Verdict\n"
          "  All is well.\n"
          "  Caveats: see the last section (1 note).\n"
          "\n"
          "2 Where time goes\n"
          "  Sample (--table sample)\n"
          "  name   calls    time     bytes  share  rank\n"
          "                   [s]              [%]\n"
          "  alpha     12  1.500   2.00 KiB   25.0    -1\n"
          "  b          3  0.0005         -      -     4\n"
          "\n"
          "3 Caveats\n"
          "  - Rank 3 is missing.\n");
}

/* The table "small" of the report, which this frees. */
static void is_shown(struct report *report, const char *text)
{
    struct render_options options = { .columns = 80, .table = "small" };
    struct strbuf out = { 0 };

    render_text(&out, report, &options);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), text);
    strbuf_clear(&out);
    report_destroy(report);
}

static struct table *small_with(const struct column *all, size_t count)
{
    struct table *table;

    CU_ASSERT_EQUAL_FATAL(
        table_create("small", "Small", 5, all, count, &table), STATUS_OK);
    return table;
}

static struct report *report_with(struct table *table)
{
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_add(report, table);
    return report;
}

static const struct column differences[] = {
    { "time_s", "time", CELL_NS, "Time." },
    { "more_s", "more", CELL_NS_MORE, "A difference." },
    { "points", "points", CELL_RATIO_MORE, "A difference." },
};

static struct table *difference_table(void)
{
    struct table *table = small_with(differences, 3);

    table_number(table, 12000000);
    table_integer(table, -2500000000);
    table_real(table, 0.05);
    table_number(table, 0);
    table_integer(table, 1000000);
    table_real(table, -0.0001);
    return table;
}

UNIT_TEST(differences_have_signs)
{
    is_shown(report_with(difference_table()), "Small\n"
                                              "    time     more  points\n"
                                              "     [s]      [s]     [%]\n"
                                              "  0.0120  -2.500     +5.0\n"
                                              "  0       +0.0010   <-0.1\n");
}

UNIT_TEST(differences_are_numbers_with_signs_for_machines)
{
    struct render_options options = { .table = "small" };
    struct report *report = report_with(difference_table());
    struct strbuf out = { 0 };

    render_csv(&out, report, &options);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), "time_s,more_s,points\r\n"
                                              "0.012,-2.5,0.05\r\n"
                                              "0,0.001,-0.0001\r\n");
    strbuf_truncate(&out, 0);
    render_json(&out, report, &options);
    HAS(strbuf_text(&out), "-2.5");
    HAS(strbuf_text(&out), "-0.0001");
    strbuf_clear(&out);
    report_destroy(report);
}

/* More nanoseconds than a double tells apart, which i386 may round twice, too. */
UNIT_TEST(seconds_have_all_digits_for_machines)
{
    struct render_options options = { .table = "small" };
    struct table *table = small_with(differences, 3);
    struct report *report;
    struct strbuf out = { 0 };

    table_number(table, UINT64_C(9007199254740993));
    table_integer(table, -INT64_C(9007199254740993));
    table_real(table, 0);
    report = report_with(table);
    render_csv(&out, report, &options);
    HAS(strbuf_text(&out), "9007199.254740993,-9007199.254740993,0");
    strbuf_truncate(&out, 0);
    render_json(&out, report, &options);
    HAS(strbuf_text(&out), "[9007199.254740993, -9007199.254740993, 0]");
    strbuf_clear(&out);
    report_destroy(report);
}

UNIT_TEST(facts_of_several_rows_stand_side_by_side)
{
    struct table *table = difference_table();

    table->facts = true;
    is_shown(report_with(table), "Small\n"
                                 "  time    12.00 ms        0 s\n"
                                 "  more    -2.500 s  +1.000 ms\n"
                                 "  points    +5.0 %    <-0.1 %\n");
}

UNIT_TEST(sentences_stand_below_their_row)
{
    static const struct column small[] = {
        { "rank", "rank", CELL_INTEGER, "Rank." },
        { "where", "where", CELL_TEXT, "Where." },
        { "why", "why", CELL_TEXT, "Why." },
        { "what", "what", CELL_TEXT, "What to do." },
    };
    struct table *table = small_with(small, 4);

    table->below = 2;
    table_integer(table, 1);
    table_text(table, "solve");
    table_text(table, "It is late.");
    table_text(table, "Begin earlier.");
    table_integer(table, 2);
    table_text(table, "halo");
    table_empty(table);
    table_text(table, "Wait.");
    is_shown(report_with(table), "Small\n"
                                 "  rank  where\n"
                                 "     1  solve\n"
                                 "    It is late.\n"
                                 "    Begin earlier.\n"
                                 "     2  halo\n"
                                 "    Wait.\n");
}

UNIT_TEST(one_slow_call_does_not_hide_the_fast_ones)
{
    static const struct column small[] = {
        { "time_s", "time", CELL_NS, "Time." },
        { "per_call_s", "per call", CELL_NS, "Time of one." },
    };
    struct table *table = small_with(small, 2);

    TABLE_NUMBERS(table, 1001000000, 1001000000, 20700000, 2070);
    is_shown(report_with(table), "Small\n"
                                 "    time   per call\n"
                                 "     [s]       [ms]\n"
                                 "  1.001   1001\n"
                                 "  0.0207     0.0021\n");
}

static struct table *small_table(const uint64_t times[4],
                                 const double shares[4])
{
    static const struct column small[] = {
        { "time_s", "time", CELL_NS, "Time." },
        { "share", "share", CELL_RATIO, "Share." },
    };
    struct table *table = small_with(small, 2);

    for (int i = 0; i < 4; i++) {
        table_number(table, times[i]);
        table_real(table, shares[i]);
    }
    return table;
}

UNIT_TEST(little_is_not_nothing_and_digits_count)
{
    static const uint64_t times[] = { 123456000000, 2500000, 400, 0 };
    static const double shares[] = { 1, 0.0125, 0.0004, 0 };

    is_shown(report_with(small_table(times, shares)), "Small\n"
                                                      "      time  share\n"
                                                      "       [s]    [%]\n"
                                                      "  123.5     100.0\n"
                                                      "    0.0025    1.2\n"
                                                      "   <0.0001   <0.1\n"
                                                      "    0         0\n");
}

UNIT_TEST(whole_numbers_of_some_size_have_no_exponent)
{
    static const struct column small[] = {
        { "ahead", "ahead", CELL_REAL, "A number." },
    };
    static const double values[] = { 10800.25, -46439.1, 0.012345, 9999.4,
                                     2.5e9 };
    struct table *table = small_with(small, 1);

    for (int i = 0; i < 5; i++)
        table_real(table, values[i]);
    is_shown(report_with(table), "Small\n"
                                 "    ahead\n"
                                 "    10800\n"
                                 "   -46439\n"
                                 "  0.01235\n"
                                 "     9999\n"
                                 "  2.5e+09\n");
}

UNIT_TEST(a_small_ratio_is_one_of_so_many)
{
    static const struct column small[] = {
        { "ratio", "B / A", CELL_TIMES, "How many times as long B takes." },
        { "ahead", "ahead", CELL_REAL, "A number." },
    };
    static const double values[] = { 6.666e-05, 0.000999, 0.001, 1.5, 0 };
    struct table *table = small_with(small, 2);

    for (int i = 0; i < 5; i++) {
        table_real(table, values[i]);
        table_real(table, values[i]);
    }
    is_shown(report_with(table), "Small\n"
                                 "    B / A      ahead\n"
                                 "  1/15000  6.666e-05\n"
                                 "   1/1000   0.000999\n"
                                 "    0.001      0.001\n"
                                 "      1.5        1.5\n"
                                 "        0          0\n");
}

UNIT_TEST(long_names_make_room_for_numbers)
{
    const char *name = "a_function_with_a_very_long_name_that_does_not_fit";
    char *out = rendered(render_text, name, NULL, 60);
    char *line = strstr(out, "a_fun");

    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT_EQUAL(strcspn(line, "\n") + 2, 60);
    HAS(line, "a_function_with_a");
    HAS(line, "...  ");
    free(out);
}

UNIT_TEST(one_table_shows_all_its_columns)
{
    char *out = rendered(render_text, "a", "sample", 100);

    HAS(out, "hidden");
    LACKS(out, "Verdict");
    free(out);
}

UNIT_TEST(csv_has_exact_numbers)
{
    check(render_csv, "alpha", "sample", 0,
          "name,calls,time_s,bytes,share,rank,hidden\r\n"
          "alpha,12,1.5,2048,0.25,-1,0.5\r\n"
          "b,3,0.0005,,,4,\r\n");
}

UNIT_TEST(csv_quotes_what_needs_it)
{
    char *out = rendered(render_csv, "a,\"b\"", "sample", 0);

    HAS(out, "\n\"a,\"\"b\"\"\",12,");
    free(out);
}

UNIT_TEST(all_tables_of_csv_are_headed_by_their_name)
{
    char *out = rendered(render_csv, "a", NULL, 0);

    HAS(out, "# sample\r\nname,");
    HAS(out, "# verdict\r\ntext\r\nAll is well.");
    free(out);
}

UNIT_TEST(json_has_the_values_of_a_remark)
{
    static const struct remark shared = { .code = REMARK_CORES_SHARED,
                                          .numbers = { 4, 2 },
                                          .texts = { "node1" } };
    struct render_options options = { 0 };
    struct report *report;
    struct strbuf out = { 0 };

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_remark(report, &shared);
    render_json(&out, report, &options);
    HAS(out.text, "\"completeness\": [\n    \"4 ranks shared 2 cores of "
                  "host node1: ");
    HAS(out.text, "\"code\": \"cores_shared\"");
    HAS(out.text, "\"ranks\": 4");
    HAS(out.text, "\"cores\": 2");
    HAS(out.text, "\"host\": \"node1\"");
    strbuf_clear(&out);
    report_destroy(report);
}

UNIT_TEST(json_names_kinds_and_definitions)
{
    char *out = rendered(render_json, "alpha", NULL, 0);

    HAS(out, "\"schema\": \"mpiprof-report\"");
    HAS(out, "\"kind\": \"seconds\"");
    HAS(out, "\"definition\": \"Time.\"");
    HAS(out, "[\"alpha\", 12, 1.5, 2048, 0.25, -1, 0.5]");
    HAS(out, "[\"b\", 3, 0.0005, null, null, 4, null]");
    free(out);
}

UNIT_TEST(names_of_others_cannot_break_any_format)
{
    static render_function *const all[] = { render_text, render_json,
                                            render_csv };

    for (int i = 0; i < 3; i++) {
        char *out = rendered(all[i], "x\033]0;\x07\n\xff,\"", NULL, 100);

        CU_ASSERT_PTR_NULL(strchr(out, '\033'));
        CU_ASSERT_PTR_NULL(strchr(out, '\x07'));
        CU_ASSERT_PTR_NULL(strchr(out, '\xff'));
        free(out);
    }
}

UNIT_TEST(names_are_spelled_alike_in_all_formats)
{
    static const char name[] = " a\\n\n\xff\xe2\x80\xae ";
    static const char spelled[] = "\\x20a\\\\n\\n\\xff\\u202e\\x20";
    static const char escaped[] =
        "\\\\x20a\\\\\\\\n\\\\n\\\\xff\\\\u202e\\\\x20";
    char *text = rendered(render_text, name, NULL, 100);
    char *csv = rendered(render_csv, name, "sample", 0);
    char *json = rendered(render_json, name, NULL, 0);

    HAS(text, spelled);
    HAS(csv, spelled);
    HAS(json, escaped);
    free(text);
    free(csv);
    free(json);
}

UNIT_TEST(wide_characters_line_up)
{
    char *out = rendered(render_text,
                         "\xe4\xb8\xad\xe6\x96\x87"
                         "e\xcc\x81",
                         NULL, 100);

    HAS(out, "\n  name   calls");
    HAS(out, "\n  \xe4\xb8\xad\xe6\x96\x87"
             "e\xcc\x81     12");
    HAS(out, "\n  b          3");
    free(out);
}

UNIT_TEST(a_word_longer_than_a_line_is_broken)
{
    struct render_options options = { .columns = 80 };
    struct report *report;
    struct strbuf out = { 0 };
    char word[1001];

    memset(word, 'x', sizeof(word) - 1);
    word[sizeof(word) - 1] = '\0';
    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_verdict(report, "%s", word);
    report_verdict(report, "short %.200s", word);
    render_text(&out, report, &options);
    for (char *line = out.text; *line != '\0'; line += line[0] == '\n') {
        CU_ASSERT(strcspn(line, "\n") <= 80);
        line += strcspn(line, "\n");
    }
    HAS(out.text, "  short\n  xxx");
    strbuf_clear(&out);
    report_destroy(report);
}

#define LONG_NAME "a_very_long_name_that_loses_all_of_its_end"

UNIT_TEST(cut_names_that_look_alike_are_told)
{
    static const struct column one[] = {
        { "name", "name", CELL_TEXT, "A name." },
        { "other", "other", CELL_TEXT, "Another." },
    };

    for (int alike = 0; alike < 2; alike++) {
        struct render_options options = { .columns = 80 };
        struct report *report;
        struct strbuf out = { 0 };
        struct table *table;

        CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            table_create("names", "Names", 5, one, 2, &table), STATUS_OK);
        table_text(table, LONG_NAME LONG_NAME "1");
        table_text(table, LONG_NAME);
        table_text(table, LONG_NAME LONG_NAME "2");
        table_text(table, LONG_NAME);
        if (!alike)
            table_cut(table, 1);
        report_add(report, table);
        render_text(&out, report, &options);
        CU_ASSERT_EQUAL(strstr(out.text, "--table names shows") != NULL,
                        alike);
        strbuf_clear(&out);
        report_destroy(report);
    }
}

UNIT_TEST(a_cut_table_says_so)
{
    struct render_options options = { .columns = 100 };
    struct report *report;
    struct strbuf out = { 0 };
    struct table *table = sample_table("sample", "a");

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    table_cut(table, 1);
    table_set_note(table, "a note");
    report_add(report, table);
    render_text(&out, report, &options);
    CU_ASSERT_PTR_NOT_NULL(strstr(out.text, "(1 of 2 rows; --all shows all)"
                                            "\n  a note\n"));
    strbuf_truncate(&out, 0);
    render_json(&out, report, &options);
    HAS(out.text, "\"total_rows\": 2");
    strbuf_clear(&out);
    report_destroy(report);
}

/* ---- widths ---- */

static const struct column many[] = {
    { "function", "function", CELL_TEXT, "A name." },
    { "line", "line", CELL_TEXT, "Another." },
    { "calls", "calls", CELL_COUNT, "Calls." },
    { "time_s", "time", CELL_NS, "Time." },
    { "sent", "sent", CELL_BYTES, "Bytes." },
    { "received", "received", CELL_BYTES, "Bytes." },
    { "members", "members", CELL_TEXT, "The last." },
};

static struct table *table_of(const char *name, int section, size_t rows)
{
    struct table *table;

    CU_ASSERT_EQUAL_FATAL(table_create(name, name, section, many, 7, &table),
                          STATUS_OK);
    for (size_t i = 0; i < rows; i++) {
        table_textf(table, LONG_NAME "%zu" LONG_NAME LONG_NAME, i);
        table_text(table, "source.c:1");
        TABLE_NUMBERS(table, 123456789 + i, 1500000000, 2048, 4096);
        table_text(table, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
                          "20 21 22 23 24 25 26 27 28 29 30 31 32 33 34");
    }
    return table;
}

static struct table *facts_of(const char *name, size_t rows)
{
    struct table *table = table_of(name, 9, rows);

    table->facts = true;
    return table;
}

static size_t widest(const char *text)
{
    size_t most = 0;

    while (*text != '\0') {
        size_t length = strcspn(text, "\n");

        most = length > most ? length : most;
        text += length + (text[length] == '\n');
    }
    return most;
}

static int lines(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* A report with that many rows in each table; freed by shown(). */
static struct report *wide_report(size_t rows)
{
    static const char *const names[] = { "procedures", "call_sites",
                                         "functions", "wait_sites",
                                         "rank_times" };
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_verdict(report, "heat2d, 4 ranks on 1 host");
    report_verdict(report,
                   "1. %s is late, and late, and late, and late, and "
                   "late, and late, and late, and late, and late",
                   LONG_NAME);
    for (size_t i = 0; i < 5; i++) {
        report_add(report, table_of(names[i], 5, rows));
        report->tables[i]->brief = BRIEF_ALWAYS;
    }
    report_add(report, table_of("other", 5, rows));
    report_add(report, facts_of("facts", 1));
    report_add(report, facts_of("more_facts", 3));
    for (size_t i = 0; i < rows; i++)
        report_completeness(report, "Remark %zu of the report.", i);
    return report;
}

static char *shown(struct report *report, const struct render_options *how)
{
    struct strbuf out = { 0 };

    render_text(&out, report, how);
    CU_ASSERT_FALSE(out.failed);
    report_destroy(report);
    return out.text;
}

UNIT_TEST(no_line_is_wider_than_asked)
{
    static const char *const tables[] = { NULL, NULL, "procedures",
                                          "more_facts" };

    for (int columns = 40; columns < 140; columns++)
        for (int i = 0; i < 4; i++) {
            struct render_options how = { .columns = columns,
                                          .table = tables[i],
                                          .lines = i == 0 ? 80 : 0 };
            char *out = shown(wide_report(4), &how);

            CU_ASSERT(widest(out) <= (size_t)columns);
            free(out);
        }
}

UNIT_TEST(what_a_short_table_leaves_out_is_said)
{
    struct render_options how = { .columns = 59, .lines = 80 };
    char *out = shown(wide_report(2), &how);

    HAS(out, "\nprocedures (4 of 7 columns; all: --table procedures)\n");
    free(out);
    how.lines = 60;
    out = shown(wide_report(9), &how);
    HAS(out, "\nprocedures\n (4 of 9 rows, 4 of 7 columns; all: --table "
             "procedures)\n");
    free(out);
    how.columns = 400;
    out = shown(wide_report(2), &how);
    HAS(out, "\nprocedures (--table procedures)\n");
    free(out);
}

UNIT_TEST(names_of_procedures_are_never_cut)
{
    static const struct column two[] = {
        { "procedure", "procedure", CELL_TEXT, "A name." },
        { "function", "function", CELL_TEXT, "Another." },
    };
    struct render_options how = { .columns = 60 };
    struct report *report;
    struct table *table;
    char *out;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(table_create("names", "Names", 5, two, 2, &table),
                          STATUS_OK);
    table_text(table, "MPI_Dist_graph_create_adjacent");
    table_text(table, LONG_NAME);
    report_add(report, table);
    out = shown(report, &how);
    HAS(out,
        "\n  MPI_Dist_graph_create_adjacent  a_very_long_name_that_l...\n");
    free(out);
}

UNIT_TEST(columns_at_the_right_go_first)
{
    struct render_options how = { .columns = 60 };
    char *out = shown(wide_report(2), &how);

    HAS(out, "  function                      line            calls   time\n");
    HAS(out, "  (--table procedures has more columns)\n");
    free(out);
}

UNIT_TEST(a_table_alone_has_all_columns_and_whole_names)
{
    struct render_options how = { .columns = 60, .table = "procedures" };
    char *out = shown(wide_report(2), &how);

    HAS(out, "\n    line            calls   time      sent  received\n");
    HAS(out, "  " LONG_NAME "0a_very_long_nam\n  e_that_");
    HAS(out, " 33 34\n");
    CU_ASSERT_PTR_NULL(strstr(out, "..."));
    free(out);
}

/* ---- the short report ---- */

UNIT_TEST(a_short_report_has_no_more_lines_than_asked)
{
    struct render_options how = { .columns = 80, .lines = 40 };
    char *out = shown(wide_report(9), &how);

    CU_ASSERT(lines(out) <= 40);
    CU_ASSERT(lines(out) > 30);
    HAS(out,
        "\nprocedures (2 of 9 rows, 6 of 7 columns; all: --table procedures)\n");
    HAS(out, "\n  (2 of 9; --full has all)\n");
    free(out);
}

UNIT_TEST(a_note_that_is_needed_is_below_a_cut_table)
{
    for (int i = 0; i < 2; i++) {
        struct render_options how = { .columns = 80, .lines = 40 };
        struct report *report = wide_report(9);
        char *out;

        table_set_note(report->tables[0], "shares are of one thread");
        report->tables[0]->note_needed = i == 1;
        out = shown(report, &how);
        CU_ASSERT_EQUAL(strstr(out, "\n  shares are of one thread\n") != NULL,
                        i == 1);
        free(out);
    }
}

UNIT_TEST(tables_are_left_out_where_one_row_of_each_is_too_much)
{
    struct render_options how = { .columns = 80, .lines = 20 };
    char *out = shown(wide_report(9), &how);

    CU_ASSERT(lines(out) <= 20);
    HAS(out,
        "\nprocedures (1 of 9 rows, 6 of 7 columns; all: --table procedures)\n");
    HAS(out, "  (2 of 5 tables; --full has all)\n");
    free(out);
}

UNIT_TEST(a_short_report_has_the_tables_that_matter_most)
{
    struct render_options how = { .columns = 200,
                                  .lines = 80,
                                  .more = "More: --full." };
    char *out = shown(wide_report(3), &how);

    HAS(out, "heat2d, 4 ranks on 1 host\n1. ");
    HAS(out, "\nCaveats\n- Remark 0 of the report.\n- Remark 1");
    HAS(out, "\n\nprocedures");
    HAS(out, "\n\nwait_sites");
    CU_ASSERT_PTR_NULL(strstr(out, "\nother"));
    CU_ASSERT_PTR_NULL(strstr(out, "\nfacts"));
    HAS(out, "\n\nMore: --full.\n");
    free(out);
}

UNIT_TEST(paths_are_for_rows_that_would_read_alike)
{
    static const struct column with_path[] = {
        { "function", "function", CELL_TEXT, "A name." },
        { "time_s", "time", CELL_NS, "Time." },
        { "path", "path", CELL_TEXT, "Its callers." },
    };
    static const char *const rows[][2] = { { "send", "main > a > send" },
                                           { "send", "main > b > send" },
                                           { "wait", "main > a > wait" } };
    struct render_options how = { .columns = 100, .lines = 80 };
    struct report *report;
    struct table *table;
    char *out;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        table_create("call_sites", "Sites", 5, with_path, 3, &table),
        STATUS_OK);
    table->brief = BRIEF_ALWAYS;
    for (int i = 0; i < 3; i++) {
        table_text(table, rows[i][0]);
        table_number(table, 1000000000);
        table_text(table, rows[i][1]);
    }
    report_add(report, table);
    out = shown(report, &how);
    HAS(out, "    main > a > send\n");
    HAS(out, "    main > b > send\n");
    CU_ASSERT_PTR_NULL(strstr(out, "main > a > wait"));
    free(out);
}

UNIT_TEST(the_lines_of_a_cause_are_indented)
{
    struct render_options how = { .columns = 60, .lines = 80 };
    char *out = shown(wide_report(1), &how);

    HAS(out, "\n1. " LONG_NAME " is late, and\n   late, ");
    free(out);
}

UNIT_TEST(colours_say_how_much_a_sentence_matters)
{
    for (int color = 0; color < 2; color++) {
        struct render_options how = { .columns = 100,
                                      .lines = 80,
                                      .color = color };
        struct report *report;
        char *out;

        CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
        report_verdict(report, "Deadlock.");
        report_rate(report, 0, SEVERITY_BAD);
        report_verdict(report, "A headline.");
        report_verdict(report, "1. A cause.");
        report_rate(report, 2, SEVERITY_POOR);
        out = shown(report, &how);
        CU_ASSERT_STRING_EQUAL(
            out, color ? "\033[31mDeadlock.\033[0m\nA headline.\n"
                         "\033[33m1. \033[0mA cause.\n"
                       : "Deadlock.\nA headline.\n"
                         "1. A cause.\n");
        free(out);
    }
}

/* 81 % is good, 79 % poor and 59 % bad. */
UNIT_TEST(colours_say_how_good_an_efficiency_is)
{
    static const struct column all[] = {
        { "term", "term", CELL_TEXT, "" },
        { "value", "value", CELL_RATIO, "" },
        { "other", "other", CELL_RATIO, "" },
    };

    for (int color = 0; color < 2; color++) {
        struct render_options how = { .table = "small", .color = color };
        struct table *table = small_with(all, 3);
        char *out;

        table->rated = 1;
        for (int i = 0; i < 3; i++) {
            table_text(table, "name");
            table_real(table, i == 0 ? 0.81 : i == 1 ? 0.79 : 0.59);
            table_real(table, 0.1);
        }
        out = shown(report_with(table), &how);
        HAS(out, "name   81.0   10.0");
        HAS(out, color ? "\033[33m 79.0\033[0m   10.0" : "name   79.0   10.0");
        HAS(out, color ? "\033[31m 59.0\033[0m   10.0" : "name   59.0   10.0");
        free(out);
    }
}

UNIT_TEST(groups_are_for_more_ranks_than_are_shown)
{
    for (int cut = 0; cut < 2; cut++) {
        struct render_options how = { .columns = 100, .lines = 80 };
        struct report *report;
        struct table *ranks = table_of("rank_times", 4, 3);
        char *out;

        CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
        table_cut(ranks, cut ? 2 : 0);
        ranks->brief = BRIEF_ALWAYS;
        report_add(report, ranks);
        report_add(report, table_of("rank_groups", 4, 2));
        report->tables[1]->brief = BRIEF_IF_CUT;
        out = shown(report, &how);
        CU_ASSERT_EQUAL(strstr(out, "rank_groups") != NULL, cut);
        free(out);
    }
}

/* ---- names that are too long ---- */

static void is_short(const char *text, int width, const char *expected)
{
    struct strbuf out = { 0 };

    CU_ASSERT_EQUAL(text_put_short(&out, text, width), (int)strlen(expected));
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

UNIT_TEST(what_tells_least_of_a_name_goes_first)
{
    is_short("solve<Grid<double, 3>, true>::step", 34,
             "solve<Grid<double, 3>, true>::step");
    is_short("solve<Grid<double, 3>, true>::step", 33, "solve<...>::step");
    is_short("Stream::operator<<(Grid<double>)", 31,
             "Stream::operator<<(Grid<...>)");
    is_short("Part.swap_halo.<locals>.<genexpr>", 32,
             "Part.swap_halo.<genexpr>");
    is_short("<module>", 8, "<module>");
    is_short("main/solve/inner/sweep", 16, ".../inner/sweep");
    is_short("/home/user/heat/heat2d.c:12", 19, ".../heat2d.c:12");
    is_short("LAMMPS_NS::CommBrick::reverse_comm", 23,
             "CommBrick::reverse_comm");
    is_short("LAMMPS_NS::CommBrick::reverse_comm", 22, "reverse_comm");
    is_short("Part.swap_halo.<locals>.<listcomp>", 22, "swap_halo.<listcomp>");
    is_short("libmpi.so.40.30 is a library", 18, "libmpi.so.40.30...");
    is_short("clover_module::exchange, from advection_module::advection", 25,
             "exchange, from advection");
    is_short("CommBrick::reverse_comm, from Verlet::setup", 24,
             "reverse_comm, from setup");
    is_short("count, from zero_momentum", 22, "count, from zero_mo...");
    is_short("exchange_halo, from advance_particles", 25,
             "exchan..., from advanc...");
    is_short("exchange_halo, from main", 22, "exchange..., from main");
    is_short("pw.x: function at 0x4ff200", 25, "pw.x: 0x4ff200");
    is_short("pw.x: function at 0x4ff200", 13, "0x4ff200");
    is_short("core.cpython-311-x86_64-linux-gnu.so: function at 0x51410", 24,
             "core: 0x51410");
    is_short("core.cpython-311-x86_64-linux-gnu.so+0x51410", 24,
             "core+0x51410");
    is_short("pw.x+0x4ff8e7, from pw.x: function at 0x40b3f0", 28,
             "pw.x+0x4ff8e7, from 0x40b3f0");
    is_short("lulesh-comm.cc:843, from CalcForceForNodes", 28,
             ":843, from CalcForceForNodes");
    is_short("lulesh-comm.cc:843, from CalcForceForNodes", 27,
             "from CalcForceForNodes");
    is_short("CommSend (lulesh-comm.cc:843), from CalcForceForNodes", 32,
             "CommSend, from CalcForceForNodes");
    is_short("a_function_with_a_long_name", 15, "a_function_w...");
    is_short("solve (src/solvers/poisson.py:10)", 32,
             "solve (.../poisson.py:10)");
    is_short("solve (src/solvers/poisson.py:10)", 24, "solve (poisson.py:10)");
    is_short("solve (src/solvers/poisson.py:10)", 20, "solve (...:10)");
    is_short("solve (src/solvers/poisson.py:10)", 13, "solve");
    is_short("MPI.Comm.Barrier (built-in)", 20, "MPI.Comm.Barrier");
    is_short("get_data (<frozen importlib._bootstrap>:12)", 20,
             "get_data (...:12)");
    is_short("a_function_with_a_long_name (a.py:1)", 15, "a_function_w...");
    is_short("a/b_function_with_a_long_name", 15, "a/b_function...");
}
