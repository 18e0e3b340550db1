/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/gather.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/analyze.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/progress_line.h"
#include "replay/parallel/replay_trace.h"
#include "tools/open_run.h"

/* ---- options ---- */

static int read_condition(struct gather *gather, size_t i)
{
    const struct options *options = &gather->options;
    struct strbuf problem = { 0 };
    int answer = -1;

    if (!condition_parse(options->conditions.words[i], &gather->conditions[i],
                         &problem))
        answer = command_usage(options->command, "%s", strbuf_text(&problem));
    strbuf_clear(&problem);
    return answer;
}

static int gather_parse(struct gather *gather, const struct command *command,
                        int count, char **arguments)
{
    struct options *options = &gather->options;
    int answer = options_parse(options, command, count, arguments);
    size_t conditions = options->conditions.count;

    *gather = (struct gather){
        .options = *options,
        .conditions = calloc(conditions + 1, sizeof(*gather->conditions)),
    };
    if (gather->conditions == NULL)
        return EXIT_FAILED;
    for (size_t i = 0; i < conditions && answer < 0; i++)
        answer = read_condition(gather, i);
    if (answer < 0 && show_check(&options->show) != EXIT_OK)
        answer = EXIT_USAGE;
    return answer;
}

int gather_command(const struct command *command, int count, char **arguments,
                   gather_words *work)
{
    struct gather gather;
    int answer = gather_parse(&gather, command, count, arguments);

    if (answer < 0)
        answer = work(&gather, arguments + optind, count - optind);
    runs_clear(&gather.runs);
    free(gather.conditions);
    options_clear(&gather.options);
    return answer;
}

/* ---- runs ---- */

/* The report, which owns them, is about to end; so is the profile, which has the
 * single calls. */
static void keep_charts(struct gather *gather, struct report *report)
{
    if (gather->charts == NULL)
        return;
    *gather->charts = report->charts;
    report->charts = NULL;
    charts_thin(*gather->charts);
    gather->charts = NULL;
}

static enum status add_profile(struct gather *gather, const char *path,
                               struct profile *profile)
{
    struct analyze_options all = { .region = gather->options.region,
                                   .detail = RUNS_DETAIL,
                                   .charts = gather->charts != NULL,
                                   .simulate = replay_trace_simulate };
    struct progress_line line;
    struct report *report;
    enum status status;
    char prefix[4096];

    snprintf(prefix, sizeof(prefix), "%s: ", path);
    progress_line_begin(&line, "analyzing", "ranks");
    all.progress = &line.progress;
    log_set_prefix(prefix);
    status = analyze_run(profile, &all, &report);
    log_set_prefix(NULL);
    progress_line_end(&line);
    if (status != STATUS_OK)
        return status;
    status = runs_add(&gather->runs, path, report);
    keep_charts(gather, report);
    report_destroy(report);
    return status;
}

const char *gather_twice(char *const *paths, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++)
            if (file_same(paths[i], paths[k]))
                return paths[i];
    return NULL;
}

/* Only scaling does not ask for causes, which waits explain. */
static unsigned how_of(const struct options *options)
{
    bool waits = options->command->bit != FOR_SCALING && !options->no_waits;

    return (options->from_trace ? OPEN_FROM_TRACE : 0u) |
           (waits ? OPEN_WAITS : 0u) |
           (options->all_waits ? OPEN_ALL_WAITS : 0u);
}

enum status gather_run(struct gather *gather, const char *path)
{
    struct profile *profile = NULL;
    struct strbuf what = { 0 };
    enum status status;

    status = open_run(path, how_of(&gather->options), &gather->options.readers,
                      NULL, &profile, &what);
    if (status == STATUS_OK)
        status = add_profile(gather, path, profile);
    profile_destroy(profile);
    strbuf_clear(&what);
    return status;
}

int gather_runs(struct gather *gather, char **words, int count)
{
    const char *twice = gather_twice(words, count);

    if (twice != NULL)
        return command_usage(gather->options.command, "%s is given twice",
                             twice);
    runs_init(&gather->runs, (size_t)count);
    for (int i = 0; i < count; i++)
        if (gather_run(gather, words[i]) != STATUS_OK)
            return EXIT_FAILED;
    return EXIT_OK;
}

/* ---- output ---- */

static enum condition_answer ask_condition(const struct gather *gather,
                                           const struct condition *condition,
                                           const struct compare_sides *sides)
{
    enum condition_answer answer;
    struct strbuf what = { 0 };

    answer = condition_ask(condition, &gather->runs, sides, &what);
    if (answer == CONDITION_HOLDS)
        log_warn("--fail-if %s: the condition holds: %s", condition->text,
                 strbuf_text(&what));
    else if (answer == CONDITION_UNKNOWN)
        log_warn("--fail-if %s: %s", condition->text, strbuf_text(&what));
    strbuf_clear(&what);
    return answer;
}

static int ask_all(const struct gather *gather,
                   const struct compare_sides *sides)
{
    int answer = EXIT_OK;

    for (size_t i = 0; i < gather->options.conditions.count; i++) {
        enum condition_answer here =
            ask_condition(gather, &gather->conditions[i], sides);

        if (here == CONDITION_UNKNOWN)
            answer = EXIT_FAILED;
        else if (here == CONDITION_HOLDS && answer == EXIT_OK)
            answer = EXIT_HELD;
    }
    return answer;
}

int gather_show(const struct gather *gather, struct report *report,
                const struct compare_sides *sides)
{
    int answer, held;

    show_shorten(&gather->options.show, report);
    answer = show_report(&gather->options.show, report, "these runs");
    report_destroy(report);
    held = ask_all(gather, sides);
    return answer != EXIT_OK ? answer : held;
}
