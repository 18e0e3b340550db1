/* SPDX-License-Identifier: BSD-3-Clause */
#include "python_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "base/array_room.h"
#include "base/log.h"

#define MERGED_SUFFIX ".prof"

enum {
    OPTION_AS_IS = SHOW_OPTION_END,
    OPTION_CALLEES,
    OPTION_CALLERS,
    OPTION_EDGE_THRESHOLD,
    OPTION_EXPORT,
    OPTION_MAP,
    OPTION_NODE_THRESHOLD,
    OPTION_RANK_PATTERN,
    OPTION_RANKS,
    OPTION_RESTRICT
};

static const struct option rows[] = {
    SHOW_OPTIONS,
    { "as-is", no_argument, NULL, OPTION_AS_IS },
    { "callees", required_argument, NULL, OPTION_CALLEES },
    { "callers", required_argument, NULL, OPTION_CALLERS },
    { "edge-threshold", required_argument, NULL, OPTION_EDGE_THRESHOLD },
    { "export", required_argument, NULL, OPTION_EXPORT },
    { "help", no_argument, NULL, 'h' },
    { "map", required_argument, NULL, OPTION_MAP },
    { "node-threshold", required_argument, NULL, OPTION_NODE_THRESHOLD },
    { "rank-pattern", required_argument, NULL, OPTION_RANK_PATTERN },
    { "ranks", required_argument, NULL, OPTION_RANKS },
    { "restrict", required_argument, NULL, OPTION_RESTRICT },
    { NULL, 0, NULL, 0 },
};

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

static int set_export(struct python_options *options, const char *name)
{
    static const struct {
        const char *name;
        python_export *export;
    } exports[] = {
        { "folded", export_folded },
        { "dot", pyprof_dot },
        { "speedscope", export_speedscope },
    };

    for (size_t i = 0; i < sizeof(exports) / sizeof(exports[0]); i++)
        if (strcmp(exports[i].name, name) == 0) {
            options->export = exports[i].export;
            return -1;
        }
    return command_usage(&cmd_python,
                         "--export %s: use folded, dot or "
                         "speedscope",
                         name);
}

static int set_threshold(struct python_options *options, const char *name,
                         const char *text, double *out)
{
    double percent;
    char *end;

    percent = strtod(text, &end);
    if (end != text && *end == '%')
        end++;
    if (end == text || *end != '\0' || !(percent >= 0 && percent <= 100))
        return command_usage(&cmd_python,
                             "--%s %s: give a percentage, 0 to "
                             "100",
                             name, text);
    *out = percent / 100;
    options->limits_given = true;
    return -1;
}

static int append(const char ***list, size_t *count, const char *value)
{
    if (!array_more(list, *count, sizeof(**list))) {
        log_fail(STATUS_NO_MEMORY, "options");
        return EXIT_FAILED;
    }
    (*list)[(*count)++] = value;
    return -1;
}

static int add_map(struct python_options *options, const char *value)
{
    const char *equal = strchr(value, '=');

    if (equal == NULL || equal == value)
        return command_usage(&cmd_python,
                             "--map %s: write OLD=NEW, two "
                             "folders",
                             value);
    return append(&options->maps, &options->map_count, value);
}

static int set_output(struct python_options *options, const char *name)
{
    if (!ends_with(name, MERGED_SUFFIX))
        return show_option(&options->show, 'o', name);
    options->merged = name;
    return -1;
}

static int set_sort(struct python_options *options, const char *value)
{
    bool keys = pyprof_is_sort(value);

    options->sort = keys ? value : NULL;
    options->show.sort = keys ? NULL : value;
    return -1;
}

static int set_word(const char **place, const char *value)
{
    *place = value;
    return -1;
}

static int set_own(struct python_options *options, int option,
                   const char *value)
{
    switch (option) {
    case OPTION_CALLEES: return set_word(&options->callees, value);
    case OPTION_CALLERS: return set_word(&options->callers, value);
    case OPTION_EDGE_THRESHOLD:
        return set_threshold(options, "edge-threshold", value,
                             &options->limits.edge);
    case OPTION_EXPORT: return set_export(options, value);
    case OPTION_MAP: return add_map(options, value);
    case OPTION_NODE_THRESHOLD:
        return set_threshold(options, "node-threshold", value,
                             &options->limits.node);
    case OPTION_RANK_PATTERN: return set_word(&options->rank_pattern, value);
    case OPTION_RANKS: return set_word(&options->ranks, value);
    case OPTION_RESTRICT:
        return append(&options->restrictions, &options->restriction_count,
                      value);
    default: options->as_is = true; return -1;
    }
}

static int set_option(void *context, int option, const char *value)
{
    struct python_options *options = context;

    if (option == 'j')
        return command_usage(&cmd_python, "there is no option -j: one process "
                                          "reads all files");
    if (option == 'o')
        return set_output(options, value);
    if (option == SHOW_OPTION_SORT)
        return set_sort(options, value);
    if (option >= SHOW_OPTION_END)
        return set_own(options, option, value);
    options->format_given |= option == SHOW_OPTION_FORMAT;
    return show_option(&options->show, option, value);
}

/* ---- together ---- */

struct pyprof_view python_options_view(const struct python_options *options)
{
    return (struct pyprof_view){
        .sort = options->sort,
        .restrictions = options->restrictions,
        .restriction_count = options->restriction_count,
        .callers = options->callers,
        .callees = options->callees,
    };
}

static int check_view(const struct python_options *options)
{
    struct pyprof_view view = python_options_view(options);
    struct strbuf problem;
    int answer = -1;

    strbuf_init(&problem);
    if (!pyprof_view_check(&view, &problem))
        answer = command_usage(&cmd_python, "%s", strbuf_text(&problem));
    strbuf_clear(&problem);
    return answer;
}

static int check(const struct python_options *options)
{
    if (options->export != NULL &&
        (options->format_given || options->show.table != NULL ||
         options->callers != NULL || options->callees != NULL ||
         options->restriction_count > 0 || options->sort != NULL ||
         options->show.sort != NULL || options->show.top_given ||
         options->show.all))
        return command_usage(&cmd_python, "--export writes no tables: leave "
                                          "out what is about them");
    if (options->limits_given && options->export != pyprof_dot)
        return command_usage(&cmd_python,
                             "--node-threshold and "
                             "--edge-threshold go with --export dot");
    if (show_check(&options->show) != EXIT_OK)
        return EXIT_USAGE;
    return check_view(options);
}

int python_options_parse(struct python_options *options, int count,
                         char **arguments)
{
    int answer;

    *options = (struct python_options){ .limits = { -1, -1 } };
    show_init(&options->show, &cmd_python, TABLES_PYTHON);
    answer = command_parse(&cmd_python, rows, count, arguments, set_option,
                           options);
    return answer < 0 ? check(options) : answer;
}

void python_options_clear(struct python_options *options)
{
    free(options->maps);
    free(options->restrictions);
}
