/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_table.c - cells keep kind and value; tables sort, cut and make reports.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/table.h"
#include "unit.h"

static const struct column columns[] = {
    { "name", "name", CELL_TEXT, "what it is called" },
    { "time_s", "time [s]", CELL_NS, "how long it took" },
    { "share", "share", CELL_RATIO, "its part" },
};

static struct table *make_table(const char *name, int section)
{
    struct table *table;

    CU_ASSERT_EQUAL_FATAL(
        table_create(name, "Title", section, columns, 3, &table), STATUS_OK);
    return table;
}

static void add_row(struct table *table, const char *name, uint64_t time)
{
    table_text(table, name);
    table_number(table, time);
    table_real(table, 0.5);
}

static const char *name_at(const struct table *table, size_t row)
{
    return table_cell(table, row, 0)->as.text;
}

UNIT_TEST(cells_take_the_kind_of_their_column)
{
    struct table *table = make_table("a", 1);

    table_textf(table, "%s-%d", "x", 1);
    table_number(table, 5);
    table_real(table, 0.25);
    table_text(table, NULL);
    table_empty(table);
    table_integer(table, -3);
    CU_ASSERT_EQUAL(table->row_count, 2);
    CU_ASSERT_STRING_EQUAL(name_at(table, 0), "x-1");
    CU_ASSERT_EQUAL(table_cell(table, 0, 1)->kind, CELL_NS);
    CU_ASSERT_EQUAL(table_cell(table, 0, 1)->as.number, 5);
    CU_ASSERT_EQUAL(table_cell(table, 0, 2)->kind, CELL_RATIO);
    CU_ASSERT_EQUAL(table_cell(table, 0, 2)->as.real, 0.25);
    CU_ASSERT_EQUAL(table_cell(table, 1, 0)->kind, CELL_EMPTY);
    CU_ASSERT_EQUAL(table_cell(table, 1, 1)->kind, CELL_EMPTY);
    CU_ASSERT_EQUAL(table_cell(table, 1, 2)->as.integer, -3);
    table_destroy(table);
}

UNIT_TEST(a_row_counts_when_it_is_complete)
{
    struct table *table = make_table("a", 1);

    table_text(table, "half a row");
    table_number(table, 1);
    CU_ASSERT_EQUAL(table->row_count, 0);
    table_destroy(table); /* with the text of the half row */
}

UNIT_TEST(columns_are_found_by_name)
{
    struct table *table = make_table("a", 1);

    CU_ASSERT_EQUAL(table_column(table, "share"), 2);
    CU_ASSERT_EQUAL(table_column(table, "Share"), -1);
    table_destroy(table);
}

UNIT_TEST(numbers_sort_down_and_equal_rows_stay)
{
    struct table *table = make_table("a", 1);

    add_row(table, "a", 2);
    add_row(table, "b", UINT64_MAX);
    add_row(table, "c", 2);
    table_text(table, "d");
    table_empty(table);
    table_empty(table);
    add_row(table, "e", UINT64_MAX - 1);
    table_sort(table, 1);
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(*name_at(table, (size_t)i), "beacd"[i]);
    table_destroy(table);
}

UNIT_TEST(text_sorts_up)
{
    struct table *table = make_table("a", 1);

    add_row(table, NULL, 1);
    add_row(table, "b", 2);
    add_row(table, "a", 3);
    table_sort(table, 0);
    CU_ASSERT_STRING_EQUAL(name_at(table, 0), "a");
    CU_ASSERT_STRING_EQUAL(name_at(table, 1), "b");
    CU_ASSERT_EQUAL(table_cell(table, 2, 0)->kind, CELL_EMPTY);
    table_destroy(table);
}

UNIT_TEST(what_is_not_a_number_sorts_last)
{
    struct table *table = make_table("a", 1);
    static const double values[] = { NAN, -1, INFINITY };

    for (int i = 0; i < 3; i++) {
        table_textf(table, "%d", i);
        table_number(table, 0);
        table_real(table, values[i]);
    }
    table_sort(table, 2);
    CU_ASSERT_STRING_EQUAL(name_at(table, 0), "2");
    CU_ASSERT_STRING_EQUAL(name_at(table, 1), "1");
    CU_ASSERT_STRING_EQUAL(name_at(table, 2), "0");
    table_destroy(table);
}

UNIT_TEST(a_cut_remembers_how_many_there_were)
{
    struct table *table = make_table("a", 1);

    for (int i = 0; i < 100; i++)
        add_row(table, "x", (uint64_t)i);
    table_cut(table, 0);
    table_cut(table, 100);
    CU_ASSERT_EQUAL(table->row_count, 100);
    CU_ASSERT_EQUAL(table->total_rows, 0);
    table_cut(table, 10);
    table_cut(table, 5);
    CU_ASSERT_EQUAL(table->row_count, 5);
    CU_ASSERT_EQUAL(table->total_rows, 100);
    table_destroy(table);
}

/* As after a cell that found no memory. */
UNIT_TEST(a_row_that_is_not_complete_goes_with_a_cut)
{
    struct table *table = make_table("a", 1);

    for (int i = 0; i < 10; i++)
        add_row(table, "x", (uint64_t)i);
    table_text(table, "half a row");
    table_cut(table, 5);
    CU_ASSERT_EQUAL(table->filled, 0);
    CU_ASSERT_EQUAL(table->row_count, 5);
    table_destroy(table); /* nothing is freed twice */
}

UNIT_TEST(a_report_orders_its_tables_by_section)
{
    static const int sections[] = { 3, 0, 1, 3, 2 };
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    for (int i = 0; i < 5; i++) {
        char name[2] = { (char)('a' + i), '\0' };

        report_add(report, make_table(name, sections[i]));
    }
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(*report->tables[i]->name, "ceadb"[i]);
    CU_ASSERT_PTR_EQUAL(report_table(report, "b"), report->tables[4]);
    CU_ASSERT_PTR_NULL(report_table(report, "z"));
    CU_ASSERT_FALSE(report->failed);
    report_destroy(report);
}

UNIT_TEST(a_report_keeps_its_sentences)
{
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_verdict(report, "%d s of %d s", 1, 2);
    report_verdict(report, "%s", "");
    report_completeness(report, "all of it");
    CU_ASSERT_EQUAL_FATAL(report->verdict_count, 2);
    CU_ASSERT_STRING_EQUAL(report->verdict[0], "1 s of 2 s");
    CU_ASSERT_STRING_EQUAL(report->verdict[1], "");
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 1);
    CU_ASSERT_STRING_EQUAL(report->completeness[0], "all of it");
    report_destroy(report);
}

/* 65,535 bytes, then a character of two. */
UNIT_TEST(a_very_long_text_ends_after_a_character)
{
    static const struct column columns[] = { { "a", "a", CELL_TEXT, "" } };
    struct table *table = NULL;
    char text[65540];
    const char *kept;

    memset(text, 'x', 65535);
    strcpy(text + 65535, "\xc3\xa4y");
    CU_ASSERT_EQUAL_FATAL(table_create("t", "t", 1, columns, 1, &table),
                          STATUS_OK);
    table_text(table, text);
    text[65536] = '\0'; /* as long as may be */
    table_text(table, text);
    kept = table_cell(table, 0, 0)->as.text;
    CU_ASSERT_EQUAL(strlen(kept), 65538);
    CU_ASSERT_STRING_EQUAL(kept + 65534, "x...");
    CU_ASSERT_EQUAL(strlen(table_cell(table, 1, 0)->as.text), 65536);
    table_destroy(table);
}

struct parts {
    int made, all;
    bool *gone;
};

/* Two rows each. */
static bool make_part(void *context, struct table *table)
{
    struct parts *parts = context;

    if (parts->made == parts->all)
        return false;
    add_row(table, "first", (uint64_t)parts->made);
    add_row(table, "second", (uint64_t)parts->made++);
    return true;
}

static void forget_parts(void *context)
{
    *((struct parts *)context)->gone = true;
}

static struct table *table_of(struct parts *parts)
{
    struct table *table = make_table("a", 0);

    table->parts = (struct table_parts){ make_part, forget_parts, parts };
    return table;
}

UNIT_TEST(rows_of_a_part_replace_those_before)
{
    bool gone = false;
    struct parts parts = { .all = 2, .gone = &gone };
    struct table *table = table_of(&parts);

    CU_ASSERT_EQUAL(table->row_count, 0);
    CU_ASSERT(table_next(table));
    CU_ASSERT(table_next(table));
    CU_ASSERT_EQUAL(table->row_count, 2);
    CU_ASSERT_EQUAL(table_cell(table, 1, 1)->as.number, 1);
    CU_ASSERT_FALSE(table_next(table));
    CU_ASSERT_EQUAL(table->row_count, 0);
    table_destroy(table);
    CU_ASSERT(gone);
}

UNIT_TEST(parts_are_gathered)
{
    bool gone = false;
    struct parts parts = { .all = 3, .gone = &gone };
    struct table *table = table_of(&parts);

    table_gather(table);
    CU_ASSERT_EQUAL(table->row_count, 6);
    CU_ASSERT_EQUAL(table_cell(table, 5, 1)->as.number, 2);
    CU_ASSERT_FALSE(table_next(table));
    CU_ASSERT_EQUAL(table->row_count, 6);
    table_destroy(table);
    CU_ASSERT(gone);
}

UNIT_TEST(a_part_that_fails_is_the_last)
{
    bool gone = false;
    struct parts parts = { .all = 3, .gone = &gone };
    struct table *table = table_of(&parts);

    table->failed = true;
    CU_ASSERT_FALSE(table_next(table));
    table_gather(table);
    CU_ASSERT_EQUAL(parts.made, 0);
    table_destroy(table);
}

UNIT_TEST(a_missing_table_fails_the_report)
{
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report_add(report, NULL);
    CU_ASSERT(report->failed);
    report_destroy(report);
    report_destroy(NULL);
    table_destroy(NULL);
}
