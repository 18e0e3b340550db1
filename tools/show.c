/* SPDX-License-Identifier: BSD-3-Clause */
#include "show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/fuzzy_match.h"
#include "report/sections.h"
#include "open_page.h"
#include "output.h"
#include "render/render.h"
#include "stream.h"

#define TOP_OF_TEXT 10

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static const struct show_format {
    const char *name;
    render_function *render;
    uint32_t top; /* rows unless --top or --all say */
} formats[] = {
    { "text", render_text, TOP_OF_TEXT },
    { "json", render_json, 0 },
    { "csv", render_csv, 0 },
    { "html", render_html, ANALYZE_PAGE_ROWS },
};

void show_init(struct show *show, const struct command *command,
               enum tables_of tables)
{
    *show = (struct show){ .command = command,
                           .tables = tables,
                           .format = &formats[0],
                           .color = "auto" };
}

static bool is_page(const struct show *show)
{
    return show->format->render == render_html;
}

/* Only one run has charts. */
static bool has_pages(const struct show *show)
{
    return show->tables == TABLES_REPORT;
}

/* ---- values of options ---- */

static int set_format(struct show *show, const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0 &&
            (formats[i].render != render_html || has_pages(show))) {
            show->format = &formats[i];
            return EXIT_OK;
        }
    return command_usage(show->command, "--format %s: use %s", name,
                         has_pages(show)
                             ? "text, json, csv or html; mpiprof-report "
                               "export has formats of other programs"
                             : "text, json or csv");
}

static int set_top(struct show *show, const char *text)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 1 ||
        number > 1000000000)
        return command_usage(show->command,
                             "--top %s: give a number of rows "
                             "from 1 on",
                             text);
    show->top = (uint32_t)number;
    show->top_given = true;
    return EXIT_OK;
}

/* The first of those that are nearest; NULL: none is near. */
static const char *closest_table(const struct show *show, const char *name)
{
    const struct table_form *form;
    const char *best = NULL;
    int least = WORDS_FAR + 1;

    for (size_t i = 0; (form = tables_at(show->tables, i)) != NULL; i++) {
        int distance = fuzzy_match_distance(name, form->name);

        if (distance >= least)
            continue;
        best = form->name;
        least = distance;
    }
    return best;
}

static int set_table(struct show *show, const char *name)
{
    const struct table_form *form;
    const char *near;
    struct strbuf text;
    int answer;

    show->table = name;
    if (tables_find(show->tables, name) != NULL)
        return EXIT_OK;
    near = closest_table(show, name);
    strbuf_init(&text);
    if (near != NULL)
        strbuf_printf(&text, "did you mean %s?  All ", near);
    strbuf_puts(&text, near == NULL ? "the tables are" : "tables:");
    for (size_t i = 0; (form = tables_at(show->tables, i)) != NULL; i++)
        strbuf_printf(&text, "%s %s", i == 0 ? "" : ",", form->name);
    answer = command_usage(show->command, "--table %s: %s", name,
                           strbuf_text(&text));
    strbuf_clear(&text);
    return answer;
}

/* "name (title), name": what --sort takes for that table. */
static void list_columns(struct strbuf *out, const struct table_form *form)
{
    struct strbuf title;

    strbuf_init(&title);
    for (size_t i = 0; i < form->column_count; i++) {
        const struct column *column = &form->columns[i];

        strbuf_truncate(&title, 0);
        column_title(&title, column);
        strbuf_printf(out, "%s%s", i == 0 ? "" : ", ", column->name);
        if (!fuzzy_match_same(column->name, strbuf_text(&title)))
            strbuf_printf(out, " (%s)", strbuf_text(&title));
    }
    strbuf_clear(&title);
}

/* Appends each name once: list begins and ends with a blank. */
static void list_names(struct strbuf *list, const struct table_form *form)
{
    for (size_t i = 0; i < form->column_count; i++) {
        char word[128];

        snprintf(word, sizeof(word), " %s ", form->columns[i].name);
        if (strstr(strbuf_text(list), word) == NULL)
            strbuf_puts(list, word + 1);
    }
}

static int refuse_sort(const struct show *show, const struct table_form *only)
{
    const struct table_form *form;
    struct strbuf list;
    int answer;

    strbuf_init(&list);
    if (only != NULL) {
        list_columns(&list, only);
        answer = command_usage(show->command,
                               "--sort %s: the columns of the "
                               "table %s are %s",
                               show->sort, only->name, strbuf_text(&list));
    } else {
        strbuf_putc(&list, ' ');
        for (size_t i = 0; (form = tables_at(show->tables, i)) != NULL; i++)
            if (form->section > SECTION_EFFICIENCY)
                list_names(&list, form);
        answer = command_usage(show->command,
                               "--sort %s: no table has such a "
                               "column; these names, or the titles over them, "
                               "do:%.*s",
                               show->sort, (int)list.length - 1,
                               strbuf_text(&list));
    }
    strbuf_clear(&list);
    return answer;
}

static bool has_column(const struct table_form *form, const char *called)
{
    return column_find(form->columns, form->column_count, called) >= 0;
}

static int set_color(struct show *show, const char *when)
{
    bool color;

    show->color = when;
    if (output_color(when, false, &color))
        return EXIT_OK;
    return command_usage(show->command,
                         "--color %s: use auto, always or never", when);
}

static int set_output(struct show *show, const char *name)
{
    show->output = name;
    return name[0] != '\0'
               ? EXIT_OK
               : command_usage(show->command,
                               "--output '': give the name "
                               "of a file, or - for standard output");
}

static int set_value(struct show *show, int option, const char *value)
{
    switch (option) {
    case SHOW_OPTION_COLOR: return set_color(show, value);
    case SHOW_OPTION_FORMAT: return set_format(show, value);
    case SHOW_OPTION_TABLE: return set_table(show, value);
    case SHOW_OPTION_TOP: return set_top(show, value);
    default: return set_output(show, value);
    }
}

int show_option(struct show *show, int option, const char *value)
{
    int answer = EXIT_OK;

    if (option == SHOW_OPTION_ALL)
        show->all = true;
    else if (option == SHOW_OPTION_SORT)
        show->sort = value;
    else
        answer = set_value(show, option, value);
    return answer == EXIT_OK ? -1 : answer;
}

/* After all options: --table may come after --sort. */
static int check_sort(const struct show *show)
{
    const struct table_form *form = NULL;

    if (show->sort == NULL)
        return EXIT_OK;
    if (show->table != NULL) {
        form = tables_find(show->tables, show->table);
        return has_column(form, show->sort) ? EXIT_OK
                                            : refuse_sort(show, form);
    }
    for (size_t i = 0; (form = tables_at(show->tables, i)) != NULL; i++)
        if (has_column(form, show->sort))
            return EXIT_OK;
    return refuse_sort(show, NULL);
}

void show_open(struct show *show)
{
    show->open = true;
    set_format(show, "html");
}

static int check_page(const struct show *show)
{
    if (show->open && !is_page(show))
        return command_usage(show->command, "--open is for --format html");
    if (!is_page(show))
        return EXIT_OK;
    if (show->open && show->output != NULL && strcmp(show->output, "-") == 0)
        return command_usage(show->command, "--open needs a file, not "
                                            "standard output");
    if (show->table != NULL)
        return command_usage(show->command,
                             "--table and --format html "
                             "exclude each other: the page has all tables");
    if (!render_html_is_there())
        return command_usage(show->command,
                             "--format html: this mpiprof was "
                             "built without npm, which makes the page; build "
                             "it with npm, or from a release tarball");
    if (!show->open && show->output == NULL && output_columns() > 0)
        return command_usage(show->command, "--format html: a page is for a "
                                            "file; give -o FILE, or --open");
    return EXIT_OK;
}

int show_check(const struct show *show)
{
    int answer = check_page(show);

    if (answer != EXIT_OK)
        return answer;
    if (show->all && show->top_given)
        return command_usage(show->command, "--top and --all exclude each "
                                            "other");
    return check_sort(show);
}

/* ---- output ---- */

uint32_t show_rows(const struct show *show)
{
    if (show->top_given)
        return show->top;
    return show->all || show->table != NULL ? 0 : show->format->top;
}

/* Tables of no section are for machines, or asked for by name. */
const char *show_detail(const struct show *show)
{
    if (show->table != NULL)
        return show->table;
    if (show->format->render == render_text)
        return NULL;
    if (is_page(show) && !show->all)
        return ANALYZE_PAGE_DETAIL;
    return show->all ? "*" : "";
}

bool show_charts(const struct show *show)
{
    return is_page(show);
}

bool show_in_parts(const struct show *show)
{
    return show->format->render == render_json ||
           show->format->render == render_csv;
}

static void row_done(void *context, struct strbuf *text)
{
    stream_take(context, text);
}

static enum status write_report(const struct show *show,
                                const struct report *report, const char *path)
{
    struct render_options how = { .columns = output_columns(),
                                  .table = show->table,
                                  .row_done = row_done };
    struct stream *stream;
    struct strbuf text;
    enum status status = stream_open(path, false, &stream);

    if (status != STATUS_OK)
        return status;
    output_color(show->color, show->output != NULL, &how.color);
    how.context = stream;
    strbuf_init(&text);
    show->format->render(&text, report, &how);
    status = stream_close(stream, &text, STATUS_OK);
    strbuf_clear(&text);
    return status;
}

static enum status write_and_open(const struct show *show,
                                  const struct report *report, const char *run)
{
    const char *path = show->output;
    struct strbuf place;
    enum status status;

    strbuf_init(&place);
    if (show->open && path == NULL) {
        open_page_place(run, &place);
        path = strbuf_text(&place);
    }
    status = write_report(show, report, path);
    if (status == STATUS_OK && show->open)
        status = open_page(path);
    strbuf_clear(&place);
    return status;
}

int show_report(const struct show *show, const struct report *report,
                const char *run)
{
    if (show->table != NULL && report_table(report, show->table) == NULL) {
        log_warn("%s: this run has no table %s", run, show->table);
        return EXIT_FAILED;
    }
    return write_and_open(show, report, run) == STATUS_OK ? EXIT_OK
                                                          : EXIT_FAILED;
}
