/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text_facts.c - a row as a list "title value"; several rows side by side.
 */
#include "render/text_table.h"

#include <stdlib.h>

#include "base/text/escape.h"
#include "render/paragraph.h"
#include "render/text_cell.h"

#define INDENT 2
#define GAP 2

static bool is_shown(const struct table *table, size_t column)
{
    if (table->columns[column].title == NULL)
        return false;
    for (size_t row = 0; row < table->row_count; row++)
        if (table_cell(table, row, column)->kind != CELL_EMPTY)
            return true;
    return false;
}

static int title_width(const struct table *table)
{
    int width = 0;

    for (size_t i = 0; i < table->column_count; i++)
        if (is_shown(table, i) &&
            width < escape_width(table->columns[i].title))
            width = escape_width(table->columns[i].title);
    return width;
}

static const char *shown_cell(const struct table *table, size_t row,
                              size_t column, struct strbuf *scratch)
{
    strbuf_truncate(scratch, 0);
    text_cell_alone(scratch, &table->columns[column],
                    table_cell(table, row, column));
    return strbuf_text(scratch);
}

static int value_width(const struct table *table, size_t row,
                       struct strbuf *scratch)
{
    int width = 0;

    for (size_t i = 0; i < table->column_count; i++) {
        int here = is_shown(table, i)
                       ? escape_width(shown_cell(table, row, i, scratch))
                       : 0;

        if (here > width)
            width = here;
    }
    return width;
}

/* Some rows of the table that fit beside each other. */
struct block {
    const struct table *table;
    size_t from, to;
    const int *widths; /* by row */
};

/* All values of one column. */
static void put_side_by_side(struct strbuf *out, const struct block *block,
                             size_t column, struct strbuf *scratch)
{
    for (size_t row = block->from; row < block->to; row++) {
        const char *shown = shown_cell(block->table, row, column, scratch);

        strbuf_pad(out, ' ',
                   block->widths[row] - escape_width(shown) +
                       (row == block->from ? 0 : GAP));
        strbuf_puts(out, shown);
    }
    text_end_line(out);
}

/* The one value goes on in more lines. */
static void put_alone(struct strbuf *out, const struct block *block,
                      size_t column, const char *first, int columns)
{
    struct strbuf value = { 0 };

    text_paragraph(out, first,
                   shown_cell(block->table, block->from, column, &value),
                   columns);
    strbuf_clear(&value);
}

static void put_block(struct strbuf *out, const struct block *block,
                      int columns)
{
    const struct table *table = block->table;
    struct strbuf first = { 0 }, scratch = { 0 };
    int width = title_width(table);

    for (size_t i = 0; i < table->column_count; i++) {
        if (!is_shown(table, i))
            continue;
        strbuf_truncate(&first, 0);
        strbuf_printf(&first, "%*s%-*s%*s", INDENT, "", width,
                      table->columns[i].title, GAP, "");
        if (block->to == block->from + 1) {
            put_alone(out, block, i, strbuf_text(&first), columns);
        } else {
            strbuf_puts(out, strbuf_text(&first));
            put_side_by_side(out, block, i, &scratch);
        }
    }
    strbuf_clear(&first);
    strbuf_clear(&scratch);
}

/* The end of those that fit from there on; one always does. */
static size_t end_of_block(const struct table *table, const int *widths,
                           size_t from, int columns)
{
    int width = INDENT + title_width(table);
    size_t to = from;

    do
        width += GAP + widths[to++];
    while (to < table->row_count && width + GAP + widths[to] <= columns);
    return to;
}

void text_facts(struct strbuf *out, const struct table *table, int columns)
{
    int *widths = calloc(table->row_count + 1, sizeof(*widths));
    struct block block = { .table = table, .widths = widths };
    struct strbuf scratch = { 0 };

    if (widths == NULL) {
        out->failed = true;
        return;
    }
    for (size_t row = 0; row < table->row_count; row++)
        widths[row] = value_width(table, row, &scratch);
    strbuf_clear(&scratch);
    for (; block.from < table->row_count; block.from = block.to) {
        block.to = end_of_block(table, widths, block.from, columns);
        strbuf_puts(out, block.from == 0 ? "" : "\n");
        put_block(out, &block, columns);
    }
    free(widths);
}
