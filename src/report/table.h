/*
 * table.h - what analyses make and renderers show.
 *
 * A table has named, typed columns and rows of cells.  A report is a list of
 * sections with tables and sentences.  Raw values only: digits and units are
 * the renderer's.  Threads: one owner.  Memory: table and report own their
 * strings (copied), except column definitions, which are static.
 * Errors: out of memory sticks in `failed`.
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum cell_kind {
    CELL_EMPTY,   /* shown as "-", null in JSON, empty in CSV */
    CELL_TEXT,
    CELL_INTEGER, /* int64 */
    CELL_COUNT,   /* uint64, a number of things */
    CELL_NS,      /* uint64 ns; JSON and CSV: seconds (double), _s in names */
    CELL_NS_MORE, /* int64 ns, a difference of two; text has its sign */
    CELL_BYTES,   /* uint64 */
    CELL_RATIO,   /* double, 1 = 100 %; shown in percent */
    CELL_RATIO_MORE, /* a difference of two; text has its sign */
    CELL_REAL     /* double */
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
    const char *name;       /* JSON and CSV: "time_s", "avoidable_s" */
    const char *title;      /* text header: "time [s]" */
    enum cell_kind kind;
    const char *definition; /* one sentence, for --explain and hovers */
};

struct strbuf;
struct table;
/* As people read it; a column that text usually leaves out has no title, then
 * it is made of the name: "paused_s" is "paused". */
void column_title(struct strbuf *out, const struct column *column);
/* The column that people call so: by its name, else by its title; or -1. */
int column_find(const struct column *columns, size_t count,
                const char *called);

/* What makes the rows of a table that are too many to be held. */
struct table_parts {
    /* Appends those of the next part; false: there is none. */
    bool (*next)(void *context, struct table *table);
    void (*destroy)(void *context);
    void *context;
};

struct table {
    char *name;  /* "procedures": for --table and JSON */
    char *title; /* "MPI procedures" */
    char *note;  /* a sentence under it, or NULL */
    int section; /* report/sections.h, 1..14; 0: only in JSON and CSV */
    const struct column *columns;
    size_t column_count, row_count, row_room;
    size_t total_rows; /* before --top cut it; 0: nothing was cut */
    struct cell *cells; /* row_count x column_count */
    size_t filled;      /* cells of the row being made */
    bool failed;
    bool whole; /* neither sorted nor cut when its report is shortened */
    size_t below; /* the last columns, which text shows in lines of their own */
    bool facts; /* text has a line for each column, the rows side by side */
    struct table_parts parts; /* next NULL: the rows are there */
};

enum status table_create(const char *name, const char *title, int section,
                         const struct column *columns, size_t column_count,
                         struct table **out);
void table_destroy(struct table *table);
void table_set_note(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Cells are appended left to right; after the last column a row is complete. */
/* NULL: empty.  Of more than 64 KiB the first, and "...". */
void table_text(struct table *table, const char *text);
void table_textf(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void table_integer(struct table *table, int64_t value); /* INTEGER, NS_MORE */
void table_number(struct table *table, uint64_t value); /* COUNT, NS, BYTES */
/* RATIO, RATIO_MORE, REAL */
void table_real(struct table *table, double value);
void table_empty(struct table *table);

/* Of CELL_NS_MORE, without the sign. */
uint64_t table_magnitude(const struct cell *cell);
const struct cell *table_cell(const struct table *table, size_t row,
                              size_t column);
int table_column(const struct table *table, const char *name); /* or -1 */
/* Stable; numbers descending, text ascending, empty cells last. */
void table_sort(struct table *table, size_t column);
/* Of a table in parts: the rows of the next one in place of those before.
 * false: there are no more, or table->failed. */
bool table_next(struct table *table);
/* All of them at once. */
void table_gather(struct table *table);
/* Keeps the first rows and sets total_rows; most_rows 0 cuts nothing. */
void table_cut(struct table *table, size_t most_rows);

struct pictures;

struct report {
    char **verdict; /* the three lines */
    size_t verdict_count;
    char **completeness;
    size_t completeness_count;
    struct table **tables; /* in the order of their sections */
    size_t table_count;
    struct pictures *pictures; /* charts.h; NULL: none were asked for */
    bool failed;
};

enum status report_create(struct report **out);
void report_destroy(struct report *report);
/* Takes it; goes after those of lower and equal section, 0 after all. */
void report_add(struct report *report, struct table *table);
void report_verdict(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_completeness(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const struct table *report_table(const struct report *report,
                                 const char *name); /* or NULL */

#endif
