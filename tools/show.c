/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/show.h"

#include <limits.h>
#include <string.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/text/fuzzy_match.h"
#include "tools/open_page.h"
#include "tools/output.h"
#include "render/render.h"
#include "report/source_text.h"
#include "tools/stream.h"

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

void show_init(struct show *show, const struct command *command)
{
    *show = (struct show){ .command = command,
                           .format = &formats[0],
                           .color = "auto" };
}

static bool is_page(const struct show *show)
{
    return show->format->render == render_html;
}

/* ---- checks of options ---- */

static void find_format(struct show *show)
{
    const char *name = show->format_name;

    if (name == NULL)
        name = show->open ? "html" : formats[0].name;
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0)
            show->format = &formats[i];
}

static int check_table(const struct show *show)
{
    enum tables_of tables = show->command->tables;
    struct fuzzy_match match = { .typed = show->table };
    const struct table_form *form;

    if (show->table == NULL || tables_find(tables, show->table) != NULL)
        return EXIT_OK;
    for (size_t i = 0; (form = tables_at(tables, i)) != NULL; i++)
        fuzzy_match_offer(&match, form->name, form->name);
    if (match.name != NULL)
        return command_usage(show->command, "--table %s: did you mean %s?",
                             show->table, match.name);
    return command_usage(show->command,
                         "--table %s: there is no such table; mpiprof-report "
                         "explain lists them",
                         show->table);
}

static void offer_columns(const struct table_form *form,
                          struct fuzzy_match *match)
{
    struct strbuf title = { 0 };

    for (size_t i = 0; i < form->column_count; i++) {
        const struct column *column = &form->columns[i];

        strbuf_truncate(&title, 0);
        column_title(&title, column);
        fuzzy_match_offer(match, column->name, column->name);
        fuzzy_match_offer(match, strbuf_text(&title), column->name);
    }
    strbuf_clear(&title);
}

static bool has_column(const struct table_form *form, const char *called)
{
    return column_find(form->columns, form->column_count, called) >= 0;
}

static int refuse_sort(const struct show *show,
                       const struct fuzzy_match *match)
{
    const char *table = show->table == NULL ? "" : show->table;

    if (match->name != NULL)
        return command_usage(show->command, "--sort %s: did you mean %s?",
                             show->sort, match->name);
    return command_usage(show->command,
                         "--sort %s: no table has such a column; "
                         "mpiprof-report explain%s%s lists them",
                         show->sort, *table == '\0' ? "" : " ", table);
}

/* Without --table the column may be in any of them. */
static int check_sort(const struct show *show)
{
    struct fuzzy_match match = { .typed = show->sort };
    const struct table_form *form;

    if (show->sort == NULL)
        return EXIT_OK;
    for (size_t i = 0; (form = tables_at(show->command->tables, i)) != NULL;
         i++) {
        if (show->table != NULL && strcmp(show->table, form->name) != 0)
            continue;
        if (has_column(form, show->sort))
            return EXIT_OK;
        offer_columns(form, &match);
    }
    return refuse_sort(show, &match);
}

static int check_page(const struct show *show)
{
    if (show->sources.count > 0 && !is_page(show))
        return command_usage(show->command, "--source is for --format html "
                                            "and --open");
    if (show->open && !is_page(show))
        return command_usage(show->command, "--open needs --format html");
    if (!is_page(show))
        return EXIT_OK;
    if (show->open && show->output != NULL && strcmp(show->output, "-") == 0)
        return command_usage(show->command, "--open needs a file, not "
                                            "standard output");
    if (show->table != NULL)
        return command_usage(
            show->command,
            "--table and --format html exclude each other: an HTML report has "
            "all tables");
    if (!render_html_is_there())
        return command_usage(show->command,
                             "--format html: this mpiprof was built without "
                             "npm, which HTML needs; build it with npm, or "
                             "from a release tarball");
    if (!show->open && show->output == NULL && output_is_terminal())
        return command_usage(show->command,
                             "--format html cannot go to a terminal; give -o "
                             "FILE, or --open");
    return EXIT_OK;
}

int show_check(struct show *show)
{
    int answer;

    find_format(show);
    answer = check_page(show);
    if (answer == EXIT_OK)
        answer = check_table(show);
    if (answer != EXIT_OK)
        return answer;
    if (show->all && show->top > 0)
        return command_usage(show->command, "--top and --all exclude each "
                                            "other");
    if (show->full && (show->format->render != render_text || show->table))
        return command_usage(show->command, "--full is for text with all "
                                            "sections; --table and other "
                                            "formats are complete without it");
    return check_sort(show);
}

/* ---- output ---- */

bool show_brief(const struct show *show)
{
    enum tables_of tables = show->command->tables;

    return show->format->render == render_text && !show->full && !show->all &&
           show->table == NULL &&
           (tables == TABLES_REPORT || tables == TABLES_COMPARE ||
            tables == TABLES_SCALING || tables == TABLES_HISTORY ||
            tables == TABLES_PYTHON);
}

uint32_t show_rows(const struct show *show)
{
    if (show->top > 0)
        return show->top;
    if (show_brief(show))
        return RENDER_BRIEF_ROWS;
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

/* Tables that a short report leaves out.  Users who choose ranks or rows want
 * all of these. */
static void make_brief(const struct show *show, struct render_options *how)
{
    how->lines =
        show->top > 0 || show->rows_chosen ? INT_MAX : RENDER_BRIEF_LINES;
    how->more = show->command->tables == TABLES_REPORT
                    ? "All sections: --full.  A table: --table NAME.  "
                      "Charts: --open.  Terms: mpiprof-report explain TERM."
                    : "All sections: --full.  A table: --table NAME.  "
                      "Terms: mpiprof-report explain TERM.";
}

static enum status write_report(const struct show *show,
                                const struct report *report, const char *path)
{
    struct render_options how = { .columns = output_columns(),
                                  .table = show->table,
                                  .row_done = stream_row_done };
    struct stream *stream;
    struct strbuf text = { 0 };
    enum status status = stream_open(path, false, &stream);

    if (status != STATUS_OK)
        return status;
    if (show_brief(show))
        make_brief(show, &how);
    output_color(show->color, show->output != NULL, &how.color);
    how.context = stream;
    show->format->render(&text, report, &how);
    status = stream_close(stream, &text, STATUS_OK);
    strbuf_clear(&text);
    return status;
}

static enum status write_and_open(const struct show *show,
                                  const struct report *report, const char *run)
{
    const char *path = show->output;
    struct strbuf place = { 0 };
    enum status status;

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

void show_shorten(const struct show *show, struct report *report)
{
    struct analyze_options how = { .top = show_rows(show),
                                   .sort = show->sort };

    analyze_shorten(report, &how);
}

int show_add_source(const struct show *show, struct report *report,
                    int64_t began)
{
    const struct word_list *folders = &show->sources;

    if (folders->count == 0)
        return EXIT_OK;
    return source_text_read(report, folders->words, folders->count, began,
                            &report->source) == STATUS_OK
               ? EXIT_OK
               : EXIT_FAILED;
}

int show_report(const struct show *show, const struct report *report,
                const char *run)
{
    if (show->table != NULL && report_table(report, show->table) == NULL) {
        log_warn("%s: no table %s in this report: the run has no data for "
                 "it, or not for the chosen region, ranks or time",
                 run, show->table);
        return EXIT_FAILED;
    }
    return write_and_open(show, report, run) == STATUS_OK ? EXIT_OK
                                                          : EXIT_FAILED;
}
