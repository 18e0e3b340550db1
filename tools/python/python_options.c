/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/python/python_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"

#define MERGED_SUFFIX ".prof"

/* ---- values ---- */

static enum status export_folded(const struct pyprof *merged,
                                 const struct pyprof_limits *limits,
                                 struct strbuf *out)
{
    (void)limits;
    return pyprof_folded(merged, out);
}

static enum status export_speedscope(const struct pyprof *merged,
                                     const struct pyprof_limits *limits,
                                     struct strbuf *out)
{
    (void)limits;
    return pyprof_speedscope(merged, out);
}

static python_export *find_export(const char *name)
{
    return name == NULL                  ? NULL
           : strcmp(name, "dot") == 0    ? pyprof_dot
           : strcmp(name, "folded") == 0 ? export_folded
                                         : export_speedscope;
}

static int read_threshold(const char *name, const char *text, double *out)
{
    double percent;
    char *end;

    *out = -1;
    if (text == NULL)
        return EXIT_OK;
    percent = strtod(text, &end);
    if (end != text && *end == '%')
        end++;
    if (end == text || *end != '\0' || !(percent >= 0 && percent <= 100))
        return command_usage(&cmd_python,
                             "--%s %s: give a percentage, 0 to "
                             "100",
                             name, text);
    *out = percent / 100;
    return EXIT_OK;
}

static int check_maps(const struct word_list *maps)
{
    for (size_t i = 0; i < maps->count; i++)
        if (strchr(maps->words[i], '=') == NULL || maps->words[i][0] == '=')
            return command_usage(&cmd_python,
                                 "--map %s: write OLD=NEW, two "
                                 "folders",
                                 maps->words[i]);
    return EXIT_OK;
}

static int take_outputs(struct python_options *options)
{
    const struct word_list *outputs = &options->given.outputs;

    for (size_t i = 0; i < outputs->count; i++)
        if (outputs->words[i][0] == '\0')
            return command_usage(&cmd_python,
                                 "--output '': give the name of a "
                                 "file");
        else if (ends_with(outputs->words[i], MERGED_SUFFIX))
            options->merged = outputs->words[i];
        else
            options->given.show.output = outputs->words[i];
    return EXIT_OK;
}

/* Keys of pstats, or a column of ours. */
static void take_sort(struct python_options *options)
{
    struct show *show = &options->given.show;

    if (show->sort == NULL || !pyprof_is_sort(show->sort))
        return;
    options->sort = show->sort;
    show->sort = NULL;
}

static int take_values(struct python_options *options)
{
    const struct options *given = &options->given;
    int answer = read_threshold("node-threshold", given->node_threshold,
                                &options->limits.node);

    if (answer == EXIT_OK)
        answer = read_threshold("edge-threshold", given->edge_threshold,
                                &options->limits.edge);
    if (answer == EXIT_OK)
        answer = check_maps(&given->maps);
    if (answer == EXIT_OK)
        answer = take_outputs(options);
    options->export = find_export(given->export);
    take_sort(options);
    return answer;
}

/* ---- together ---- */

struct pyprof_view python_options_view(const struct python_options *options)
{
    const struct options *given = &options->given;

    return (struct pyprof_view){
        .sort = options->sort,
        .restrictions = given->restrictions.words,
        .restriction_count = given->restrictions.count,
        .callers = given->callers,
        .callees = given->callees,
    };
}

static int check_view(const struct python_options *options)
{
    struct pyprof_view view = python_options_view(options);
    struct strbuf problem = { 0 };
    int answer = -1;

    if (!pyprof_view_check(&view, &problem))
        answer = command_usage(&cmd_python, "%s", strbuf_text(&problem));
    strbuf_clear(&problem);
    return answer;
}

static bool wants_tables(const struct python_options *options)
{
    const struct options *given = &options->given;
    const struct show *show = &given->show;

    return show->format_name != NULL || show->table != NULL ||
           given->callers != NULL || given->callees != NULL ||
           given->restrictions.count > 0 || options->sort != NULL ||
           show->sort != NULL || show->top > 0 || show->all;
}

static int check_options(struct python_options *options)
{
    if (options->export != NULL && wants_tables(options))
        return command_usage(&cmd_python, "--export writes no tables: leave "
                                          "out what is about them");
    if ((options->limits.node >= 0 || options->limits.edge >= 0) &&
        options->export != pyprof_dot)
        return command_usage(&cmd_python,
                             "--node-threshold and "
                             "--edge-threshold go with --export dot");
    options->given.show.rows_chosen = options->given.ranks != NULL ||
                                      options->given.restrictions.count > 0 ||
                                      options->given.callers != NULL ||
                                      options->given.callees != NULL;
    if (show_check(&options->given.show) != EXIT_OK)
        return EXIT_USAGE;
    return check_view(options);
}

int python_options_parse(struct python_options *options, int count,
                         char **arguments)
{
    int answer;

    *options = (struct python_options){ .merged = NULL };
    answer = options_parse(&options->given, &cmd_python, count, arguments);
    if (answer >= 0)
        return answer;
    answer = take_values(options);
    return answer == EXIT_OK ? check_options(options) : answer;
}
