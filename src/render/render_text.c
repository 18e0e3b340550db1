/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render_text.c - the report for people: all sections, or a short report of the
 * tables that matter most, in a given number of lines.
 *
 * Sections without tables or rows are left out, and those shown are numbered.
 */
#include <stdarg.h>
#include <string.h>

#include "base/text/escape.h"
#include "report/sections.h"
#include "render/paragraph.h"
#include "render/render.h"
#include "render/text_color.h"
#include "render/text_table.h"

#define COLUMNS_DEFAULT 100

struct page {
    struct strbuf *out;
    struct text_style style;
    int number;    /* of the last section */
    size_t tables; /* of a short report, the first that many */
};

/* ---- the parts of both ---- */

static void put_colored(const struct page *page, const char *color,
                        const char *text)
{
    strbuf_puts(page->out, page->style.color ? color : "");
    strbuf_puts(page->out, text);
    strbuf_puts(page->out,
                page->style.color && color[0] != '\0' ? TEXT_PLAIN : "");
}

static void put_bold(const struct page *page, const char *text)
{
    put_colored(page, TEXT_BOLD, text);
}

static const char *color_of(const struct report *report, size_t sentence)
{
    return text_color_of(sentence < SENTENCES_RATED
                             ? report->severity[sentence]
                             : SEVERITY_NONE);
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

/* One line, or more if it does not fit. */
__attribute__((format(printf, 2, 3))) static void
put_hint(const struct page *page, const char *format, ...)
{
    struct strbuf text = { 0 };
    va_list list;

    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    text_paragraph(page->out, "  ", strbuf_text(&text), page->style.columns);
    strbuf_clear(&text);
}

static size_t longest_line(const char *text)
{
    size_t longest = 0;

    for (; *text != '\0'; text += text[0] == '\n') {
        size_t length = strcspn(text, "\n");

        longest = length > longest ? length : longest;
        text += length;
    }
    return longest;
}

static void put_picture(const struct page *page, const char *picture,
                        struct strbuf *scratch)
{
    size_t width = longest_line(picture) + 2;

    strbuf_putc(page->out, '\n');
    if (width > (size_t)page->style.columns) {
        strbuf_printf(page->out, "  (its picture needs %zu columns)\n", width);
        return;
    }
    for (; *picture != '\0'; picture += picture[0] == '\n') {
        size_t length = strcspn(picture, "\n");

        put_picture_line(page, picture, length, scratch);
        picture += length;
    }
}

/* A note of several lines is a chart and stays as it is. */
static void put_note(const struct page *page, const char *note)
{
    struct strbuf scratch = { 0 };

    if (strchr(note, '\n') == NULL) {
        escape_put(&scratch, note);
        text_paragraph(page->out, "  ", strbuf_text(&scratch),
                       page->style.columns);
    } else {
        put_picture(page, note, &scratch);
    }
    strbuf_clear(&scratch);
}

static void put_sentences(const struct page *page, const char *first,
                          char **texts, size_t count)
{
    struct strbuf safe = { 0 };

    for (size_t i = 0; i < count; i++) {
        strbuf_truncate(&safe, 0);
        escape_put(&safe, texts[i]);
        text_paragraph(page->out, first, strbuf_text(&safe),
                       page->style.columns);
    }
    strbuf_clear(&safe);
}

/* ---- all sections ---- */

/* Title of a table, and the option that shows it: with all that it leaves out
 * here.  table: NULL: title of a section.  shown: NULL: all columns. */
static void put_title(const struct page *page, const char *title,
                      const struct table *table, size_t rows,
                      const struct text_shown *shown)
{
    struct strbuf more = { 0 }, head = { 0 };
    size_t total;

    if (table != NULL) {
        total = table->total_rows > 0 ? table->total_rows : table->row_count;
        if (rows < total)
            strbuf_printf(&more, "%zu of %zu rows, ", rows, total);
        if (shown != NULL && shown->columns < shown->of)
            strbuf_printf(&more, "%d of %d columns, ", shown->columns,
                          shown->of);
        strbuf_truncate(&more, more.length - (more.length > 0 ? 2 : 0));
        strbuf_printf(&head, "(%s%s--table %s)", strbuf_text(&more),
                      more.length > 0                 ? "; all: "
                      : shown != NULL && shown->alike ? "whole names: "
                                                      : "",
                      table->name);
    }
    put_bold(page, title);
    if (escape_width(title) + 1 + (int)head.length > page->style.columns)
        strbuf_putc(page->out, '\n');
    text_paragraph(page->out, head.length > 0 ? " " : "", strbuf_text(&head),
                   page->style.columns);
    strbuf_clear(&head);
    strbuf_clear(&more);
}

/* table: NULL, or one that has the section's title. */
static void put_heading(struct page *page, int section,
                        const struct table *table)
{
    struct strbuf heading = { 0 };

    strbuf_printf(&heading, "%d %s", ++page->number,
                  section_of(section)->title);
    strbuf_puts(page->out, page->out->length > 0 ? "\n" : "");
    put_title(page, strbuf_text(&heading), table, SIZE_MAX, NULL);
    strbuf_clear(&heading);
}

static void put_table(const struct page *page, const struct table *table)
{
    if (table->facts)
        text_facts(page->out, table, page->style.columns);
    else
        text_table(page->out, table, &page->style);
    if (table->total_rows > table->row_count)
        put_hint(page, "(%zu of %zu rows; --all shows all)", table->row_count,
                 table->total_rows);
    if (table->note != NULL)
        put_note(page, table->note);
}

/* Tables of one section have their own title where there are several.  begun:
 * the section has a heading already. */
static void put_tables(struct page *page, const struct report *report,
                       int section, bool begun)
{
    for (size_t i = 0; i < report->table_count; i++) {
        const struct table *table = report->tables[i];
        bool named = strcmp(table->title, section_of(section)->title) == 0;

        if (table->section != section || table->row_count == 0)
            continue;
        if (!begun)
            put_heading(page, section, named ? table : NULL);
        else
            strbuf_putc(page->out, '\n');
        if (!named || begun) {
            strbuf_puts(page->out, "  ");
            put_title(page, table->title, table, SIZE_MAX, NULL);
        }
        put_table(page, table);
        begun = true;
    }
}

static void put_verdict(struct page *page, const struct report *report)
{
    size_t remarks = report->completeness_count;

    put_heading(page, SECTION_VERDICT, NULL);
    put_sentences(page, "  ", report->verdict, report->verdict_count);
    if (remarks > 0)
        put_hint(page, "%s: see the last section (%zu note%s).",
                 section_of(SECTION_COMPLETENESS)->title, remarks,
                 remarks == 1 ? "" : "s");
    put_tables(page, report, SECTION_VERDICT, true);
}

static void put_completeness(struct page *page, const struct report *report)
{
    put_heading(page, SECTION_COMPLETENESS, NULL);
    put_sentences(page, "  - ", report->completeness,
                  report->completeness_count);
    if (report->completeness_count == 0)
        strbuf_puts(page->out, "  Nothing is missing.\n");
}

static void put_report(struct page *page, const struct report *report)
{
    put_verdict(page, report);
    for (int section = SECTION_VERDICT + 1; section < SECTION_COMPLETENESS;
         section++)
        put_tables(page, report, section, false);
    put_completeness(page, report);
}

/* ---- the short report ---- */

/* A cause has its number in colour, other sentences the whole text. */
static void put_sentence(const struct page *page, const struct report *report,
                         size_t i)
{
    struct strbuf number = { 0 }, safe = { 0 }, lines = { 0 };
    const char *text = report->verdict[i];
    size_t length = report_cause_number(text);

    strbuf_add(&number, text, length);
    escape_put(&safe, text + length);
    text_paragraph(&lines, strbuf_text(&number), strbuf_text(&safe),
                   page->style.columns);
    strbuf_truncate(&lines, lines.length - (lines.length > 0));
    put_colored(page, color_of(report, i),
                length > 0 ? strbuf_text(&number) : strbuf_text(&lines));
    strbuf_puts(page->out, length > 0 ? strbuf_text(&lines) + length : "");
    strbuf_putc(page->out, '\n');
    strbuf_end(&number, &page->out->failed);
    strbuf_end(&safe, &page->out->failed);
    strbuf_end(&lines, &page->out->failed);
}

/* As many as tables have rows at most; the others are counted. */
static void put_caveats(const struct page *page, const struct report *report)
{
    size_t count = report->completeness_count;
    size_t most = page->style.rows > 0 ? page->style.rows : count;

    if (count == 0)
        return;
    strbuf_putc(page->out, '\n');
    put_colored(page, TEXT_YELLOW, "Caveats");
    strbuf_putc(page->out, '\n');
    if (count <= most + 1)
        most = count;
    put_sentences(page, "- ", report->completeness, most);
    if (count > most)
        put_hint(page, "(%zu of %zu; --full has all)", most, count);
}

static bool note_fits(const char *note, int columns)
{
    return strchr(note, '\n') == NULL && escape_width(note) + 2 <= columns;
}

static void put_brief_table(const struct page *page, const struct table *table)
{
    struct strbuf text = { 0 };
    size_t rows = page->style.rows;
    struct text_shown shown = { 0 };

    if (table->facts)
        text_facts(&text, table, page->style.columns);
    else
        shown = text_table(&text, table, &page->style);
    if (table->facts || rows == 0 || rows > table->row_count)
        rows = table->row_count;
    strbuf_putc(page->out, '\n');
    put_title(page, table->title, table, rows, &shown);
    strbuf_puts(page->out, strbuf_text(&text));
    if (table->note_needed ||
        (table->note != NULL && rows == table->row_count &&
         note_fits(table->note, page->style.columns)))
        put_note(page, table->note);
    strbuf_end(&text, &page->out->failed);
}

static bool table_is_brief(const struct report *report, size_t i)
{
    struct table *const *at = &report->tables[i];

    if ((*at)->row_count == 0 || (*at)->brief == BRIEF_NEVER)
        return false;
    return (*at)->brief == BRIEF_ALWAYS || i == 0 ||
           at[-1]->total_rows > at[-1]->row_count;
}

/* Returns how many tables there are. */
static size_t put_brief(const struct page *page, const struct report *report,
                        const char *more)
{
    size_t tables = 0;

    for (size_t i = 0; i < report->verdict_count; i++)
        put_sentence(page, report, i);
    put_caveats(page, report);
    for (size_t i = 0; i < report->table_count; i++)
        if (table_is_brief(report, i) && tables++ < page->tables)
            put_brief_table(page, report->tables[i]);
    if (tables > page->tables)
        put_hint(page, "(%zu of %zu tables; --full has all)", page->tables,
                 tables);
    if (more != NULL) {
        strbuf_putc(page->out, '\n');
        text_paragraph(page->out, "", more, page->style.columns);
    }
    return tables;
}

static int lines_of(const struct strbuf *text)
{
    int lines = 0;

    for (size_t i = 0; i < text->length; i++)
        lines += text->text[i] == '\n';
    return lines;
}

/* Fewer and fewer rows, then tables, until it is short enough. */
static void put_short(struct page *page, const struct report *report,
                      const struct render_options *options)
{
    size_t begin = page->out->length;

    page->tables = SIZE_MAX;
    page->tables = put_brief(page, report, options->more);
    page->style.rows = RENDER_BRIEF_ROWS + 1;
    while (lines_of(page->out) > options->lines && page->tables > 0) {
        strbuf_truncate(page->out, begin);
        if (page->style.rows > 1)
            page->style.rows--;
        else
            page->tables--;
        put_brief(page, report, options->more);
    }
}

void render_text(struct strbuf *out, const struct report *report,
                 const struct render_options *options)
{
    struct page page = {
        .out = out,
        .style = { .columns = options->columns > 0 ? options->columns
                                                   : COLUMNS_DEFAULT,
                   .color = options->color,
                   .full = options->table != NULL,
                   .brief = options->table == NULL && options->lines > 0 },
    };
    const struct table *table;

    if (page.style.brief)
        put_short(&page, report, options);
    else if (options->table == NULL)
        put_report(&page, report);
    if (options->table == NULL)
        return;
    table = report_table(report, options->table);
    if (table == NULL)
        return;
    put_bold(&page, table->title);
    strbuf_putc(out, '\n');
    put_table(&page, table);
}
