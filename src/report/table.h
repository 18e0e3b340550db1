/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.h - tables and reports, made by analyses and shown by renderers.
 *
 * A table has named, typed columns and rows of cells.  A report is a list of
 * sections with tables and sentences.  Cells hold raw values: digits and units
 * are the renderer's choice.
 * Threads: one owner.  Memory: table and report own their strings (copied),
 * except column definitions, which are static.  Errors: out of memory sticks
 * in `failed'.
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "model/notes/remark.h"

enum cell_kind {
    CELL_EMPTY, /* shown as "-", null in JSON, empty in CSV */
    CELL_TEXT,
    CELL_INTEGER, /* int64 */
    CELL_COUNT,   /* uint64, a number of things */
    CELL_NS,      /* uint64 ns; JSON and CSV: seconds (double), _s in names */
    CELL_NS_MORE, /* int64 ns, a difference; text shows its sign */
    CELL_BYTES,   /* uint64 */
    CELL_RATIO,   /* double, 1 = 100 %; shown in percent */
    CELL_RATIO_MORE, /* a difference of ratios; text shows its sign */
    CELL_REAL,       /* double */
    CELL_TIMES       /* double, how many times as much; text shows 1/15000 */
};

struct cell {
    enum cell_kind kind;
    union {
        char *text;
        int64_t integer;
        uint64_t number;
        double real;
    } as;
};

struct column {
    const char *name;  /* JSON and CSV: "time_s", "avoidable_s" */
    const char *title; /* text header: "time"; text adds the unit */
    enum cell_kind kind;
    const char *definition; /* one sentence, for explain and hovers */
};

struct strbuf;
struct table;
/* Column title for people; columns that text usually omits have no title, so
 * theirs is made from the name: "paused_s" becomes "paused". */
void column_title(struct strbuf *out, const struct column *column);
/* Finds a column by its name, else by its title; -1 if not found. */
int column_find(const struct column *columns, size_t count,
                const char *called);

/* Producer of the rows of a table too large for memory. */
struct table_parts {
    /* Appends the rows of the next part; false after the last part. */
    bool (*next)(void *context, struct table *table);
    void (*destroy)(void *context);
    void *context;
};

/* Whether the short report shows a table. */
enum table_brief {
    BRIEF_NEVER,
    BRIEF_ALWAYS,
    BRIEF_IF_CUT /* in place of rows cut from the table before it */
};

struct table {
    char *name;  /* "procedures": for --table and JSON */
    char *title; /* "MPI procedures" */
    char *note;  /* sentence below the table, or NULL */
    int section; /* section number of sections.h, 1..10; 0: only in JSON and
                  * CSV */
    const struct column *columns;
    size_t column_count, row_count, row_room;
    size_t total_rows;  /* rows before --top cut the table; 0: nothing was
                        * cut */
    struct cell *cells; /* row_count x column_count */
    size_t filled;      /* filled cells of the current row */
    bool failed;
    enum table_brief brief;
    bool whole;   /* never sorted or cut when its report is shortened */
    bool uncut;   /* never cut then */
    size_t below; /* number of last columns that text shows in lines of their
                   * own */
    size_t
        rated;  /* column of efficiencies, whose colour says how good they are;
                   * 0: none */
    bool facts; /* text shows one line per column, rows side by side */
    bool note_needed; /* the short report has the note, even if rows are cut */
    struct table_parts parts; /* next NULL: all rows are present */
};

enum status table_create(const char *name, const char *title, int section,
                         const struct column *columns, size_t column_count,
                         struct table **out);
void table_destroy(struct table *table);
void table_set_note(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Cells are appended left to right; after the last column a row is complete. */
/* Appends text; NULL: empty.  Text beyond 64 KiB is replaced by "...". */
void table_text(struct table *table, const char *text);
void table_textf(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void table_integer(struct table *table, int64_t value); /* INTEGER, NS_MORE */
void table_number(struct table *table, uint64_t value); /* COUNT, NS, BYTES */
/* Puts one number after the other; TABLE_NUMBERS() takes them as arguments. */
void table_number_list(struct table *table, const uint64_t *values,
                       size_t count);
#define TABLE_NUMBERS(table, ...)                                 \
    table_number_list(table, (const uint64_t[]){ __VA_ARGS__ },   \
                      sizeof((const uint64_t[]){ __VA_ARGS__ }) / \
                          sizeof(uint64_t))
void table_real(struct table *table, double value); /* RATIO..., REAL, TIMES */
void table_empty(struct table *table);
/* The value if it is known, else an empty cell. */
void table_integer_if(struct table *table, bool known, int64_t value);
void table_number_if(struct table *table, bool known, uint64_t value);
void table_real_if(struct table *table, bool known, double value);
void table_optional(struct table *table, const char *text); /* NULL, "" */
void table_skip(struct table *table, int cells); /* that many empty ones */
/* Appends a text and clears it. */
void table_take(struct table *table, struct strbuf *text);

/* Absolute value of a CELL_NS_MORE. */
uint64_t table_magnitude(const struct cell *cell);
const struct cell *table_cell(const struct table *table, size_t row,
                              size_t column);
int table_column(const struct table *table, const char *name); /* or -1 */
/* Stable; numbers descending, text ascending, empty cells last. */
void table_sort(struct table *table, size_t column);
/* Sorts the rows from number `first' on, and leaves those before it. */
void table_sort_from(struct table *table, size_t first, size_t column);
/* Replaces the rows of a table in parts by the rows of the next part.  Returns
 * false after the last part, or with table->failed. */
bool table_next(struct table *table);
/* Loads all parts at once. */
void table_gather(struct table *table);
/* Keeps the first rows and sets total_rows; most_rows 0 cuts nothing. */
void table_cut(struct table *table, size_t most_rows);

struct charts;

/* How much a sentence of the verdict matters: text shows it in colour. */
enum severity { SEVERITY_NONE, SEVERITY_POOR, SEVERITY_BAD };
#define SENTENCES_RATED 64 /* the first ones; later ones have no severity */

struct report {
    char **verdict; /* sentences */
    size_t verdict_count;
    unsigned char severity[SENTENCES_RATED]; /* enum severity, of each */
    char **completeness;
    size_t completeness_count;
    struct remarks remarks; /* sentences that have a code */
    struct table **tables;  /* in the order of their sections */
    size_t table_count;
    struct charts *charts;   /* charts.h; NULL: not requested */
    struct charts *charts_b; /* of two runs compared, those of B; or NULL */
    struct python_chart *python; /* python_chart.h, or NULL */
    struct source_text *source;  /* source_text.h, or NULL */
    bool failed;
};

enum status report_create(struct report **out);
void report_destroy(struct report *report);
/* Logs it if memory ran out in the report or in one of its tables. */
enum status report_check(const struct report *report, enum status status);
/* Checks the report and hands it over; after an error destroys it. */
enum status report_hand_over(struct report *report, enum status status,
                             struct report **out);
/* Adds an empty table of that form.  NULL: no memory, which is logged. */
struct table_form;
struct table *report_add_form(struct report *report,
                              const struct table_form *form);
/* Takes ownership; inserts the table after those with lower or equal section,
 * section 0 at the end. */
void report_add(struct report *report, struct table *table);
void report_verdict(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Rates the sentences of the verdict from that one on. */
void report_rate(struct report *report, size_t from, enum severity severity);
/* Length of the "1. " that a cause in the verdict begins with; 0: it has none. */
size_t report_cause_number(const char *sentence);
void report_completeness(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds its sentence to completeness. */
void report_remark(struct report *report, const struct remark *remark);
const struct table *report_table(const struct report *report,
                                 const char *name); /* or NULL */

#endif
