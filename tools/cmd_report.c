/*
 * cmd_report.c - mpiprof-report RUN: what one run spent its time on.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/analyze.h"
#include "analyze/glossary.h"
#include "base/log.h"
#include "base/words.h"
#include "command.h"
#include "model/sections.h"
#include "open_run.h"
#include "output.h"
#include "render/render.h"

#define TOP_OF_TEXT 10

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static const struct format {
    const char *name;
    render_function *render;
    uint32_t top; /* rows unless --top or --all say */
} formats[] = {
    { "text", render_text, TOP_OF_TEXT },
    { "json", render_json, 0 },
    { "csv", render_csv, 0 },
};

struct request {
    const char *run;
    const struct format *format;
    const char *output, *table, *ranks, *region, *sort, *color;
    uint32_t top;
    bool top_given, all, from_trace;
};

enum {
    OPTION_ALL = 256,
    OPTION_COLOR,
    OPTION_FORMAT,
    OPTION_FROM_TRACE,
    OPTION_RANKS,
    OPTION_REGION,
    OPTION_SORT,
    OPTION_TABLE,
    OPTION_TOP,
    OPTION_VERSION
};

static const struct option options[] = {
    { "all", no_argument, NULL, OPTION_ALL },
    { "color", required_argument, NULL, OPTION_COLOR },
    { "format", required_argument, NULL, OPTION_FORMAT },
    { "from-trace", no_argument, NULL, OPTION_FROM_TRACE },
    { "help", no_argument, NULL, 'h' },
    { "output", required_argument, NULL, 'o' },
    { "ranks", required_argument, NULL, OPTION_RANKS },
    { "region", required_argument, NULL, OPTION_REGION },
    { "sort", required_argument, NULL, OPTION_SORT },
    { "table", required_argument, NULL, OPTION_TABLE },
    { "top", required_argument, NULL, OPTION_TOP },
    { "version", no_argument, NULL, OPTION_VERSION },
    { NULL, 0, NULL, 0 },
};

/* ---- values of options ---- */

static int set_format(struct request *request, const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0) {
            request->format = &formats[i];
            return EXIT_OK;
        }
    return command_usage(&cmd_report, "--format %s: use text, json or csv",
                         name);
}

static int set_top(struct request *request, const char *text)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 1 ||
        number > 1000000000)
        return command_usage(&cmd_report, "--top %s: give a number of rows "
                             "from 1 on", text);
    request->top = (uint32_t)number;
    request->top_given = true;
    return EXIT_OK;
}

/* The first of those that are nearest; NULL: none is near. */
static const char *closest_table(const char *name)
{
    const struct table_form *form;
    const char *best = NULL;
    int least = WORDS_FAR + 1;

    for (size_t i = 0; (form = glossary_table(i)) != NULL; i++) {
        int distance = words_distance(name, form->name);

        if (distance >= least)
            continue;
        best = form->name;
        least = distance;
    }
    return best;
}

static int set_table(struct request *request, const char *name)
{
    const struct table_form *form;
    const char *near;
    struct strbuf text;
    int answer;

    request->table = name;
    if (glossary_find(name) != NULL)
        return EXIT_OK;
    near = closest_table(name);
    strbuf_init(&text);
    if (near != NULL)
        strbuf_printf(&text, "did you mean %s?  All ", near);
    strbuf_puts(&text, near == NULL ? "the tables are" : "tables:");
    for (size_t i = 0; (form = glossary_table(i)) != NULL; i++)
        strbuf_printf(&text, "%s %s", i == 0 ? "" : ",", form->name);
    answer = command_usage(&cmd_report, "--table %s: %s", name,
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
        if (!words_same(column->name, strbuf_text(&title)))
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

static int refuse_sort(const char *name, const struct table_form *only)
{
    const struct table_form *form;
    struct strbuf list;
    int answer;

    strbuf_init(&list);
    if (only != NULL) {
        list_columns(&list, only);
        answer = command_usage(&cmd_report, "--sort %s: the columns of the "
                               "table %s are %s", name, only->name,
                               strbuf_text(&list));
    } else {
        strbuf_putc(&list, ' ');
        for (size_t i = 0; (form = glossary_table(i)) != NULL; i++)
            if (form->section > SECTION_EFFICIENCY)
                list_names(&list, form);
        answer = command_usage(&cmd_report, "--sort %s: no table has such a "
                               "column; these names, or the titles over them, "
                               "do:%.*s", name, (int)list.length - 1,
                               strbuf_text(&list));
    }
    strbuf_clear(&list);
    return answer;
}

static bool has_column(const struct table_form *form, const char *called)
{
    return column_find(form->columns, form->column_count, called) >= 0;
}

/* After all options: --table may come after --sort. */
static int check_sort(const struct request *request)
{
    const struct table_form *form = NULL;

    if (request->sort == NULL)
        return EXIT_OK;
    if (request->table != NULL) {
        form = glossary_find(request->table);
        return has_column(form, request->sort)
                   ? EXIT_OK : refuse_sort(request->sort, form);
    }
    for (size_t i = 0; (form = glossary_table(i)) != NULL; i++)
        if (has_column(form, request->sort))
            return EXIT_OK;
    return refuse_sort(request->sort, NULL);
}

static int set_color(struct request *request, const char *when)
{
    bool color;

    request->color = when;
    if (output_color(when, false, &color))
        return EXIT_OK;
    return command_usage(&cmd_report,
                         "--color %s: use auto, always or never", when);
}

static int set_text(struct request *request, int option, const char *value)
{
    switch (option) {
    case 'o':
        request->output = value;
        return value[0] != '\0'
                   ? EXIT_OK
                   : command_usage(&cmd_report, "--output '': give the name "
                                   "of a file, or - for standard output");
    case OPTION_RANKS:
        request->ranks = value;
        return EXIT_OK;
    case OPTION_SORT:
        request->sort = value;
        return EXIT_OK;
    default:
        request->region = value;
        return EXIT_OK;
    }
}

static int set_option(struct request *request, int option, const char *value)
{
    switch (option) {
    case OPTION_ALL:
        request->all = true;
        return EXIT_OK;
    case OPTION_FROM_TRACE:
        request->from_trace = true;
        return EXIT_OK;
    case OPTION_COLOR:
        return set_color(request, value);
    case OPTION_FORMAT:
        return set_format(request, value);
    case OPTION_TABLE:
        return set_table(request, value);
    case OPTION_TOP:
        return set_top(request, value);
    default:
        return set_text(request, option, value);
    }
}

/* Two words are a command that is written wrongly, or two runs. */
static int refuse_words(const char *first, const char *second)
{
    static const char *const commands[] = { "info", "explain" };

    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (access(first, F_OK) != 0 &&
            words_distance(first, commands[i]) <= WORDS_FAR)
            return command_usage(&cmd_report, "there is no command %s; did "
                                 "you mean %s?", first, commands[i]);
    return command_usage(&cmd_report, "%s: one run at a time", second);
}

static int take_run(struct request *request, char **words, int count)
{
    if (count == 0 || words[0][0] == '\0')
        return command_usage(&cmd_report, "which run?  Give its directory, "
                             "run.otf2 or run.mpiprof");
    if (count > 1)
        return refuse_words(words[0], words[1]);
    request->run = words[0];
    return EXIT_OK;
}

/* -1: go on; else the exit status. */
static int parse(int count, char **arguments, struct request *request)
{
    int option, answer;

    opterr = 0;
    while ((option = getopt_long(count, arguments, ":ho:", options, NULL)) !=
           -1) {
        if (option == 'h')
            return command_help(&cmd_report);
        if (option == OPTION_VERSION)
            return printf("mpiprof %s\n", MPIPROF_VERSION) < 0;
        if (option == '?' || option == ':')
            return command_bad_option(&cmd_report, options, option,
                                      arguments);
        answer = set_option(request, option, optarg);
        if (answer != EXIT_OK)
            return answer;
    }
    answer = take_run(request, arguments + optind, count - optind);
    if (answer == EXIT_OK && request->all && request->top_given)
        answer = command_usage(&cmd_report, "--top and --all exclude each "
                               "other");
    if (answer == EXIT_OK)
        answer = check_sort(request);
    return answer == EXIT_OK ? -1 : answer;
}

/* ---- from the run to the output ---- */

static int show(const struct request *request, const struct report *report)
{
    struct render_options how = { .columns = output_columns(),
                                  .table = request->table };
    struct strbuf text;
    enum status status;

    if (request->table != NULL &&
        report_table(report, request->table) == NULL) {
        log_warn("%s: this run has no table %s", request->run,
                 request->table);
        return EXIT_FAILED;
    }
    output_color(request->color, request->output != NULL, &how.color);
    strbuf_init(&text);
    request->format->render(&text, report, &how);
    status = output_write(request->output, &text);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* Tables of no section are for machines, or asked for by name. */
static const char *detail_of(const struct request *request)
{
    if (request->table != NULL)
        return request->table;
    if (request->format->render == render_text)
        return NULL;
    return request->all ? "*" : "";
}

static int analyze(const struct request *request, struct profile *profile,
                   const struct ranklist *ranks, const char *what)
{
    struct analyze_options asked = {
        .ranks = ranks,
        .region = request->region,
        .top = request->top_given ? request->top : request->format->top,
        .sort = request->sort,
        .detail = detail_of(request),
        .run_path = what,
    };
    struct report *report;
    enum status status;
    int answer;

    if (request->all || (request->table != NULL && !request->top_given))
        asked.top = 0;
    status = analyze_run(profile, &asked, &report);
    if (status != STATUS_OK)
        return status == STATUS_BAD_VALUE ? EXIT_USAGE : EXIT_FAILED;
    answer = show(request, report);
    report_destroy(report);
    return answer;
}

static int report_run(const struct request *request, struct profile *profile,
                      const char *what)
{
    struct ranklist ranks = { 0 };
    enum status status = STATUS_OK;
    int answer;

    log_set_prefix("--ranks: ");
    if (request->ranks != NULL)
        status = ranklist_parse(request->ranks, (int)profile->rank_count,
                                &ranks);
    log_set_prefix(NULL);
    if (status != STATUS_OK)
        return EXIT_USAGE;
    answer = analyze(request, profile, request->ranks ? &ranks : NULL, what);
    ranklist_clear(&ranks);
    return answer;
}

static int run(int count, char **arguments)
{
    struct request request = { .format = &formats[0], .color = "auto" };
    struct profile *profile = NULL;
    struct strbuf what;
    int answer = parse(count, arguments, &request);

    if (answer >= 0)
        return answer;
    answer = EXIT_FAILED;
    strbuf_init(&what);
    if (open_run(request.run, request.from_trace, &profile, &what) ==
        STATUS_OK)
        answer = report_run(&request, profile, strbuf_text(&what));
    profile_destroy(profile);
    strbuf_clear(&what);
    return answer;
}

const struct command cmd_report = {
    .name = "report",
    .usage = "mpiprof-report [options] RUN\n"
             "       mpiprof-report info [options] RUN\n"
             "       mpiprof-report recover RUN\n"
             "       mpiprof-report explain [TERM]",
    .summary = "Shows where the time of an MPI run went.  RUN is the "
               "directory that the run has\nwritten, its run.otf2 or its "
               "run.mpiprof.",
    .options =
        "  --format FORMAT   text (default), json or csv\n"
        "  -o, --output FILE write to FILE; - is standard output\n"
        "  --table NAME      only this table; also those that text leaves out,\n"
        "                    such as calls_per_rank, comm_matrix, timeline\n"
        "  --top N           rows per table (text: 10; JSON, CSV, --table: all)\n"
        "  --all             everything\n"
        "  --ranks LIST      tables of single ranks show these: 0-15,64\n"
        "  --region PATTERN  only what happened in regions that match, such "
        "as\n"
        "                    'main/solve' or '*halo*'\n"
        "  --sort COLUMN     sort tables that have this column by it; its name or\n"
        "                    its title\n"
        "  --color WHEN      auto (default), always or never\n"
        "  --from-trace      read the trace though there is a profile\n"
        "  -h, --help        this text\n"
        "  --version         the version of mpiprof\n"
        "\n"
        "  info RUN          which run it is, its settings, hosts and files\n"
        "  recover RUN       makes run.mpiprof of what the ranks of a killed job "
        "left\n"
        "  explain [TERM]    what a word of the report means\n",
    .run = run,
};
