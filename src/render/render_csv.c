/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render_csv.c - RFC 4180: lines end in CR LF, fields with commas, quotes or
 * line ends are quoted.  Times are seconds, sizes bytes, ratios fractions.
 */
#include <string.h>

#include "base/text/escape.h"
#include "render/cell_text.h"
#include "base/text/numbers.h"
#include "render/render.h"

#define LINE_END "\r\n"

/* text: as it is to be shown. */
static void put_field(struct strbuf *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        strbuf_puts(out, text);
        return;
    }
    strbuf_putc(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            strbuf_putc(out, '"');
        strbuf_putc(out, *text);
    }
    strbuf_putc(out, '"');
}

static void put_text(struct strbuf *out, const struct column *column,
                     const char *text)
{
    struct strbuf shown = { 0 };

    cell_text(&shown, column, text, false);
    put_field(out, strbuf_text(&shown));
    strbuf_end(&shown, &out->failed);
}

static void put_cell(struct strbuf *out, const struct column *column,
                     const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_EMPTY: break;
    case CELL_TEXT: put_text(out, column, cell->as.text); break;
    case CELL_INTEGER:
        strbuf_printf(out, "%lld", (long long)cell->as.integer);
        break;
    case CELL_COUNT:
    case CELL_BYTES:
        strbuf_printf(out, "%llu", (unsigned long long)cell->as.number);
        break;
    case CELL_NS: numbers_seconds(out, cell->as.number); break;
    case CELL_NS_MORE:
        strbuf_puts(out, cell->as.integer < 0 ? "-" : "");
        numbers_seconds(out, table_magnitude(cell));
        break;
    case CELL_RATIO:
    case CELL_RATIO_MORE:
    case CELL_TIMES:
    case CELL_REAL: numbers_double(out, cell->as.real); break;
    }
}

static void put_rows(struct strbuf *out, const struct table *table,
                     const struct render_options *options)
{
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            strbuf_puts(out, i == 0 ? "" : ",");
            put_cell(out, &table->columns[i], table_cell(table, row, i));
        }
        strbuf_puts(out, LINE_END);
        if (options->row_done != NULL)
            options->row_done(options->context, out);
    }
}

static void put_table(struct strbuf *out, struct table *table,
                      const struct render_options *options)
{
    for (size_t i = 0; i < table->column_count; i++) {
        strbuf_puts(out, i == 0 ? "" : ",");
        put_field(out, table->columns[i].name);
    }
    strbuf_puts(out, LINE_END);
    do
        put_rows(out, table, options);
    while (table_next(table));
    out->failed = out->failed || table->failed;
}

/* A line that begins with # is the heading of a table. */
static void put_sentence(struct strbuf *out, const char *text)
{
    struct strbuf shown = { 0 };

    strbuf_puts(&shown, text[0] == '#' ? "\\x23" : "");
    escape_put(&shown, text + (text[0] == '#'));
    put_field(out, strbuf_text(&shown));
    strbuf_puts(out, LINE_END);
    strbuf_end(&shown, &out->failed);
}

static void put_sentences(struct strbuf *out, const char *name, char **texts,
                          size_t count)
{
    strbuf_printf(out, "# %s" LINE_END "text" LINE_END, name);
    for (size_t i = 0; i < count; i++)
        put_sentence(out, texts[i]);
    strbuf_puts(out, LINE_END);
}

static void put_all(struct strbuf *out, const struct report *report,
                    const struct render_options *options)
{
    put_sentences(out, "verdict", report->verdict, report->verdict_count);
    for (size_t i = 0; i < report->table_count; i++) {
        strbuf_printf(out, "# %s" LINE_END, report->tables[i]->name);
        put_table(out, report->tables[i], options);
        strbuf_puts(out, LINE_END);
    }
    put_sentences(out, "completeness", report->completeness,
                  report->completeness_count);
}

void render_csv(struct strbuf *out, const struct report *report,
                const struct render_options *options)
{
    if (options->table == NULL) {
        put_all(out, report, options);
        return;
    }
    for (size_t i = 0; i < report->table_count; i++)
        if (strcmp(report->tables[i]->name, options->table) == 0)
            put_table(out, report->tables[i], options);
}
