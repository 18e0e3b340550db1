/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.c - rows are kept as one array of cells.
 */
#include "report/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/text/strbuf.h"
#include "base/text/fuzzy_match.h"

#define TEXT_MOST 65536 /* bytes of a cell */
#define TEXT_GOES_ON "..."

enum status table_create(const char *name, const char *title, int section,
                         const struct column *columns, size_t column_count,
                         struct table **out)
{
    struct table *table = calloc(1, sizeof(*table));

    if (table == NULL)
        return log_fail(STATUS_NO_MEMORY, "table %s", name);
    table->name = strdup(name);
    table->title = strdup(title);
    table->section = section;
    table->columns = columns;
    table->column_count = column_count;
    if (table->name == NULL || table->title == NULL) {
        table_destroy(table);
        return log_fail(STATUS_NO_MEMORY, "table %s", name);
    }
    *out = table;
    return STATUS_OK;
}

static void clear_cells(struct cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].kind == CELL_TEXT)
            free(cells[i].as.text);
}

static void clear_rows(struct table *table)
{
    clear_cells(table->cells,
                table->row_count * table->column_count + table->filled);
    table->row_count = table->filled = 0;
}

void table_destroy(struct table *table)
{
    if (table == NULL)
        return;
    clear_rows(table);
    if (table->parts.destroy != NULL)
        table->parts.destroy(table->parts.context);
    FREE_ALL(table->cells, table->name, table->title, table->note, table);
}

/* The text, or NULL (and *failed) when memory ran out. */
static char *print_text(bool *failed, const char *format, va_list list)
{
    struct strbuf text = { 0 };

    strbuf_vprintf(&text, format, list);
    if (text.failed || text.text == NULL) {
        strbuf_clear(&text);
        *failed = true;
        return NULL;
    }
    return text.text;
}

void table_set_note(struct table *table, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    free(table->note);
    table->note = print_text(&table->failed, format, list);
    va_end(list);
}

/* Takes the text of a CELL_TEXT. */
static void append_cell(struct table *table, struct cell cell)
{
    if (table->failed ||
        !array_room(&table->cells, table->row_count, &table->row_room,
                    table->column_count * sizeof(*table->cells))) {
        table->failed = true;
        clear_cells(&cell, 1);
        return;
    }
    table->cells[table->row_count * table->column_count + table->filled] =
        cell;
    if (++table->filled == table->column_count) {
        table->filled = 0;
        table->row_count++;
    }
}

/* The kind of the column that comes next. */
static enum cell_kind next_kind(const struct table *table)
{
    return table->columns[table->filled].kind;
}

/* A copy, of very long ones of the first bytes up to a whole character: many
 * rows may have the same one. */
static char *copy_text(const char *text)
{
    size_t length = strnlen(text, TEXT_MOST + 1);
    char *copy;

    if (length <= TEXT_MOST)
        return strdup(text);
    for (length = TEXT_MOST; (text[length] & 0xc0) == 0x80; length--)
        continue;
    copy = malloc(length + sizeof(TEXT_GOES_ON));
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    strcpy(copy + length, TEXT_GOES_ON);
    return copy;
}

void table_text(struct table *table, const char *text)
{
    struct cell cell = { .kind = CELL_TEXT };

    if (text == NULL) {
        table_empty(table);
        return;
    }
    cell.as.text = copy_text(text);
    if (cell.as.text == NULL)
        table->failed = true;
    append_cell(table, cell);
}

void table_textf(struct table *table, const char *format, ...)
{
    struct cell cell = { .kind = CELL_TEXT };
    va_list list;

    va_start(list, format);
    cell.as.text = print_text(&table->failed, format, list);
    va_end(list);
    append_cell(table, cell);
}

void table_integer(struct table *table, int64_t value)
{
    enum cell_kind kind = next_kind(table);

    if (kind != CELL_NS_MORE)
        kind = CELL_INTEGER;
    append_cell(table, (struct cell){ kind, .as.integer = value });
}

void table_number(struct table *table, uint64_t value)
{
    enum cell_kind kind = next_kind(table);

    if (kind != CELL_NS && kind != CELL_BYTES)
        kind = CELL_COUNT;
    append_cell(table, (struct cell){ kind, .as.number = value });
}

void table_number_list(struct table *table, const uint64_t *values,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_number(table, values[i]);
}

void table_real(struct table *table, double value)
{
    enum cell_kind kind = next_kind(table);

    if (kind != CELL_RATIO && kind != CELL_RATIO_MORE && kind != CELL_TIMES)
        kind = CELL_REAL;
    append_cell(table, (struct cell){ kind, .as.real = value });
}

void table_empty(struct table *table)
{
    append_cell(table, (struct cell){ .kind = CELL_EMPTY });
}

#define PUT_IF(put, type)                                      \
    void put##_if(struct table *table, bool known, type value) \
    {                                                          \
        if (known)                                             \
            put(table, value);                                 \
        else                                                   \
            table_empty(table);                                \
    }

PUT_IF(table_integer, int64_t)
PUT_IF(table_number, uint64_t)
PUT_IF(table_real, double)

void table_optional(struct table *table, const char *text)
{
    table_text(table, text != NULL && text[0] != '\0' ? text : NULL);
}

void table_skip(struct table *table, int cells)
{
    while (cells-- > 0)
        table_empty(table);
}

void table_take(struct table *table, struct strbuf *text)
{
    table_text(table, strbuf_text(text));
    strbuf_end(text, &table->failed);
}

const struct cell *table_cell(const struct table *table, size_t row,
                              size_t column)
{
    return &table->cells[row * table->column_count + column];
}

uint64_t table_magnitude(const struct cell *cell)
{
    return cell->as.integer < 0 ? -(uint64_t)cell->as.integer
                                : (uint64_t)cell->as.integer;
}

void column_title(struct strbuf *out, const struct column *column)
{
    size_t length = strlen(column->name);

    if (column->title != NULL) {
        strbuf_puts(out, column->title);
        return;
    }
    if ((column->kind == CELL_NS || column->kind == CELL_NS_MORE) &&
        length > 2)
        length -= 2; /* _s */
    for (size_t i = 0; i < length; i++)
        strbuf_putc(out, column->name[i] == '_' ? ' ' : column->name[i]);
}

static bool has_title(const struct column *column, const char *called)
{
    struct strbuf title = { 0 };
    bool same;

    column_title(&title, column);
    same = fuzzy_match_same(strbuf_text(&title), called);
    strbuf_clear(&title);
    return same;
}

int column_find(const struct column *columns, size_t count, const char *called)
{
    for (size_t i = 0; i < count; i++)
        if (fuzzy_match_same(columns[i].name, called))
            return (int)i;
    for (size_t i = 0; i < count; i++)
        if (has_title(&columns[i], called))
            return (int)i;
    return -1;
}

int table_column(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* A number as what compares exactly with every other; empty ones last. */
static long double cell_weight(const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_INTEGER:
    case CELL_NS_MORE: return cell->as.integer;
    case CELL_COUNT:
    case CELL_NS:
    case CELL_BYTES: return cell->as.number;
    case CELL_RATIO:
    case CELL_RATIO_MORE:
    case CELL_TIMES:
    case CELL_REAL:
        return isnan(cell->as.real) ? -(long double)INFINITY : cell->as.real;
    default: return -(long double)INFINITY;
    }
}

static int compare_cells(const struct cell *a, const struct cell *b)
{
    long double left = cell_weight(a), right = cell_weight(b);

    if (a->kind == CELL_TEXT && b->kind == CELL_TEXT)
        return strcmp(a->as.text, b->as.text);
    if (a->kind == CELL_TEXT || b->kind == CELL_TEXT)
        return a->kind == CELL_TEXT ? -1 : 1;
    return (left < right) - (left > right);
}

struct sort_item {
    const struct cell *key;
    size_t row;
};

static int compare_items(const void *a, const void *b)
{
    const struct sort_item *left = a, *right = b;
    int order = compare_cells(left->key, right->key);

    return order != 0 ? order
                      : (left->row > right->row) - (left->row < right->row);
}

/* Puts `rows' rows from `first' on in the order of the items, by way of
 * `cells'. */
static void permute_rows(struct table *table, size_t first, size_t rows,
                         const struct sort_item *items, struct cell *cells)
{
    size_t width = table->column_count;

    for (size_t i = 0; i < rows; i++)
        memcpy(cells + i * width, table->cells + items[i].row * width,
               width * sizeof(*cells));
    memcpy(table->cells + first * width, cells, rows * width * sizeof(*cells));
}

void table_sort(struct table *table, size_t column)
{
    table_sort_from(table, 0, column);
}

void table_sort_from(struct table *table, size_t first, size_t column)
{
    size_t rows = table->row_count - first;
    struct sort_item *items = calloc(rows + 1, sizeof(*items));
    struct cell *cells =
        calloc(rows * table->column_count + 1, sizeof(*cells));

    if (items == NULL || cells == NULL) {
        table->failed = true;
    } else {
        for (size_t i = 0; i < rows; i++)
            items[i] =
                (struct sort_item){ table_cell(table, first + i, column),
                                    first + i };
        qsort(items, rows, sizeof(*items), compare_items);
        if (rows > 0)
            permute_rows(table, first, rows, items, cells);
    }
    FREE_ALL(items, cells);
}

bool table_next(struct table *table)
{
    if (table->parts.next == NULL || table->failed)
        return false;
    clear_rows(table);
    return table->parts.next(table->parts.context, table) && !table->failed;
}

void table_gather(struct table *table)
{
    struct table_parts *parts = &table->parts;

    while (parts->next != NULL && !table->failed &&
           parts->next(parts->context, table))
        continue;
    parts->next = NULL;
}

void table_cut(struct table *table, size_t most_rows)
{
    size_t width = table->column_count;

    if (most_rows == 0 || table->row_count <= most_rows)
        return;
    clear_cells(table->cells + most_rows * width,
                (table->row_count - most_rows) * width + table->filled);
    table->filled = 0; /* a row that found no memory */
    if (table->total_rows == 0)
        table->total_rows = table->row_count;
    table->row_count = most_rows;
}
