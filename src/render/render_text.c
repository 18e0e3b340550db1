/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render_text.c - the report for people, 80 to 120 columns.
 *
 * Sections by number; sections without tables or rows are left out.
 */
#include <string.h>

#include "base/escape.h"
#include "report/sections.h"
#include "render/paragraph.h"
#include "render/render.h"
#include "render/text_table.h"

#define COLUMNS_DEFAULT 110

struct page {
    struct strbuf *out;
    int columns;
    bool color;
    bool full; /* all columns */
};

static void put_bold(const struct page *page, const char *text)
{
    strbuf_puts(page->out, page->color ? "\033[1m" : "");
    strbuf_puts(page->out, text);
    strbuf_puts(page->out, page->color ? "\033[0m" : "");
}

static void put_heading(const struct page *page, int section)
{
    struct strbuf heading = { 0 };

    strbuf_printf(&heading, "%d %s", section, section_of(section)->title);
    strbuf_puts(page->out, page->out->length > 0 ? "\n" : "");
    put_bold(page, strbuf_text(&heading));
    strbuf_putc(page->out, '\n');
    strbuf_clear(&heading);
}

/* One line of a chart. */
static void put_picture_line(const struct page *page, const char *line,
                             size_t length, struct strbuf *scratch)
{
    struct strbuf copy = { 0 };

    strbuf_add(&copy, line, length);
    strbuf_truncate(scratch, 0);
    escape_put_words(scratch, strbuf_text(&copy));
    strbuf_printf(page->out, "  %s\n", strbuf_text(scratch));
    strbuf_clear(&copy);
}

/* A note of several lines is a chart and stays as it is. */
static void put_note(const struct page *page, const char *note)
{
    struct strbuf scratch = { 0 };

    if (strchr(note, '\n') == NULL) {
        escape_put(&scratch, note);
        text_paragraph(page->out, "  ", strbuf_text(&scratch), page->columns);
    } else {
        strbuf_putc(page->out, '\n');
        for (; *note != '\0'; note += note[0] == '\n') {
            size_t length = strcspn(note, "\n");

            put_picture_line(page, note, length, &scratch);
            note += length;
        }
    }
    strbuf_clear(&scratch);
}

static void put_table(const struct page *page, const struct table *table)
{
    if (table->facts)
        text_facts(page->out, table, page->columns);
    else
        text_table(page->out, table, page->columns, page->full);
    if (table->total_rows > table->row_count)
        strbuf_printf(page->out, "  (%zu of %zu rows; --all shows all)\n",
                      table->row_count, table->total_rows);
    if (table->note != NULL)
        put_note(page, table->note);
}

static void put_sentences(const struct page *page, const char *first,
                          char **texts, size_t count)
{
    struct strbuf safe = { 0 };

    for (size_t i = 0; i < count; i++) {
        strbuf_truncate(&safe, 0);
        escape_put(&safe, texts[i]);
        text_paragraph(page->out, first, strbuf_text(&safe), page->columns);
    }
    strbuf_clear(&safe);
}

/* Tables of one section have their own title where there are several. */
static void put_tables(const struct page *page, const struct report *report,
                       int section)
{
    bool first = true;

    for (size_t i = 0; i < report->table_count; i++) {
        const struct table *table = report->tables[i];

        if (table->section != section || table->row_count == 0)
            continue;
        if (first)
            put_heading(page, section);
        if (!first)
            strbuf_putc(page->out, '\n');
        if (strcmp(table->title, section_of(section)->title) != 0) {
            strbuf_puts(page->out, "  ");
            put_bold(page, table->title);
            strbuf_puts(page->out, "\n");
        }
        put_table(page, table);
        first = false;
    }
}

static void put_verdict(const struct page *page, const struct report *report)
{
    size_t remarks = report->completeness_count;
    const struct table *suggestions = report_table(report, "advice");
    size_t advice = suggestions == NULL ? 0 : suggestions->row_count;

    put_heading(page, SECTION_VERDICT);
    put_sentences(page, "  ", report->verdict, report->verdict_count);
    if (advice > 0)
        strbuf_printf(page->out,
                      "  What to do: see section %d (%zu suggestion%s).\n",
                      SECTION_ADVICE, advice, advice == 1 ? "" : "s");
    if (remarks > 0)
        strbuf_printf(page->out, "  Caveats: see section %d (%zu note%s).\n",
                      SECTION_COMPLETENESS, remarks, remarks == 1 ? "" : "s");
}

static void put_completeness(const struct page *page,
                             const struct report *report)
{
    put_heading(page, SECTION_COMPLETENESS);
    put_sentences(page, "  - ", report->completeness,
                  report->completeness_count);
    if (report->completeness_count == 0)
        strbuf_puts(page->out, "  Nothing is missing.\n");
}

static void put_report(const struct page *page, const struct report *report)
{
    put_verdict(page, report);
    for (int section = SECTION_VERDICT + 1; section < SECTION_COMPLETENESS;
         section++)
        if (section_of(section) != NULL)
            put_tables(page, report, section);
    put_completeness(page, report);
}

void render_text(struct strbuf *out, const struct report *report,
                 const struct render_options *options)
{
    struct page page = {
        .out = out,
        .columns = options->columns > 0 ? options->columns : COLUMNS_DEFAULT,
        .color = options->color,
        .full = options->table != NULL,
    };
    const struct table *table;

    if (options->table == NULL) {
        put_report(&page, report);
        return;
    }
    table = report_table(report, options->table);
    if (table == NULL)
        return;
    put_bold(&page, table->title);
    strbuf_putc(out, '\n');
    put_table(&page, table);
}
