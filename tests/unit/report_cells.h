/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_cells.h - reads cells of the report about a profile, for tests.
 *
 * A cell that is not there fails the test and gives 0 or "".
 */
#ifndef TESTS_UNIT_REPORT_CELLS_H
#define TESTS_UNIT_REPORT_CELLS_H

#include <math.h>
#include <string.h>

#include "analyze/analyze.h"
#include "synthetic.h"
#include "unit.h"

#define NEAR(actual, expected) CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-6)

#define TEXT_IS(table, row, column, text) \
    CU_ASSERT_STRING_EQUAL(text_at(table, row, column), text)

#define EMPTY_AT(table, row, column) \
    CU_ASSERT_EQUAL(cell_at(table, row, column)->kind, CELL_EMPTY)
#define VERDICT_IS(line, text) \
    CU_ASSERT_STRING_EQUAL(report->verdict[line], text)

/* The one that a test looks at: made last, and here until the next one. */
static struct report *report;

__attribute__((destructor)) static void forget_report(void)
{
    report_destroy(report);
    report = NULL;
}

/* The caller keeps the profile. */
static inline enum status report_on(struct profile *profile,
                                    const struct analyze_options *options)
{
    forget_report();
    return analyze_run(profile, options, &report);
}

/* Takes the profile, also when there is no report (NULL). */
static inline void make_report(struct profile *profile,
                               const struct analyze_options *options)
{
    CU_ASSERT_EQUAL(report_on(profile, options), STATUS_OK);
    profile_destroy(profile);
}

static inline struct profile *synthetic(uint32_t ranks)
{
    struct profile *profile = NULL;

    CU_ASSERT_EQUAL_FATAL(synthetic_create(ranks, &profile), STATUS_OK);
    return profile;
}

/* Everything, nothing cut, all tables. */
static inline void whole_report(uint32_t ranks)
{
    struct analyze_options options = { .detail = "*" };

    make_report(synthetic(ranks), &options);
}

/* Whether a line of the verdict, or a note on what is incomplete, has these
 * words. */
static inline bool has_words(char *const *lines, size_t count,
                             const char *words)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(lines[i], words) != NULL)
            return true;
    return false;
}

static inline bool in_verdict(const char *words)
{
    return has_words(report->verdict, report->verdict_count, words);
}

static inline bool in_notes(const char *words)
{
    return has_words(report->completeness, report->completeness_count, words);
}

static inline size_t row_count(const char *name)
{
    const struct table *table = report_table(report, name);

    CU_ASSERT_PTR_NOT_NULL(table);
    return table == NULL ? 0 : table->row_count;
}

static inline const struct cell *cell_at(const char *name, size_t row,
                                         const char *column)
{
    static const struct cell empty = { .kind = CELL_EMPTY };
    const struct table *table = report_table(report, name);
    int at = table == NULL ? -1 : table_column(table, column);

    CU_ASSERT_TRUE(at >= 0 && row < table->row_count);
    if (at < 0 || row >= table->row_count)
        return &empty;
    return table_cell(table, row, (size_t)at);
}

static inline const char *text_at(const char *name, size_t row,
                                  const char *column)
{
    const struct cell *cell = cell_at(name, row, column);

    return cell->kind == CELL_TEXT ? cell->as.text : "";
}

/* Times in seconds. */
static inline double number_at(const char *name, size_t row,
                               const char *column)
{
    const struct cell *cell = cell_at(name, row, column);

    switch (cell->kind) {
    case CELL_INTEGER: return (double)cell->as.integer;
    case CELL_NS: return (double)cell->as.number / 1e9;
    case CELL_NS_MORE: return (double)cell->as.integer / 1e9;
    case CELL_COUNT:
    case CELL_BYTES: return (double)cell->as.number;
    case CELL_RATIO:
    case CELL_RATIO_MORE:
    case CELL_TIMES:
    case CELL_REAL: return cell->as.real;
    default: return NAN;
    }
}

struct named_number {
    const char *column;
    double number;
};

/* Up to the one without a name; line: of the test. */
static inline void numbers_are(const char *name, size_t row, unsigned line,
                               const char *file,
                               const struct named_number *expected)
{
    for (; expected->column != NULL; expected++)
        CU_assertImplementation(fabs(number_at(name, row, expected->column) -
                                     expected->number) <= 1e-6,
                                line, expected->column, file, "", CU_FALSE);
}

/* Several numbers of a row: NUMBERS("files", 0, { "opens", 2 }, ...). */
#define NUMBERS(name, row, ...)                \
    numbers_are(name, row, __LINE__, __FILE__, \
                (const struct named_number[]){ __VA_ARGS__, { NULL, 0 } })

/* The row with that text in that column; fails the test without one. */
static inline size_t row_with(const char *name, const char *column,
                              const char *text)
{
    size_t rows = row_count(name);

    for (size_t row = 0; row < rows; row++)
        if (strcmp(text_at(name, row, column), text) == 0)
            return row;
    CU_FAIL("no such row");
    return 0;
}

#endif
