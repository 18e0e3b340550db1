/* SPDX-License-Identifier: BSD-3-Clause */
#include "gather.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "analyze/analyze.h"
#include "base/array_room.h"
#include "base/log.h"
#include "open_run.h"
#include "base/progress_line.h"

/* ---- options ---- */

static int add_condition(struct gather *gather, const char *text)
{
    size_t count = gather->condition_count;
    struct strbuf problem;
    int answer = -1;

    if (!array_more(&gather->conditions, count, sizeof(*gather->conditions))) {
        log_fail(STATUS_NO_MEMORY, "--fail-if");
        return EXIT_FAILED;
    }
    strbuf_init(&problem);
    if (condition_parse(text, &gather->conditions[count], &problem))
        gather->condition_count++;
    else
        answer =
            command_usage(gather->show.command, "%s", strbuf_text(&problem));
    strbuf_clear(&problem);
    return answer;
}

static int set_option(void *context, int option, const char *value)
{
    struct gather *gather = context;

    switch (option) {
    case GATHER_OPTION_FAIL_IF: return add_condition(gather, value);
    case GATHER_OPTION_FROM_TRACE: gather->from_trace = true; return -1;
    case 'j':
        return jobs_set(gather->show.command, value, &gather->readers.jobs) ==
                       EXIT_OK
                   ? -1
                   : EXIT_USAGE;
    case GATHER_OPTION_REGION: gather->region = value; return -1;
    case GATHER_OPTION_WEAK: gather->weak = true; return -1;
    default: return show_option(&gather->show, option, value);
    }
}

int gather_parse(struct gather *gather, const struct option *options,
                 int count, char **arguments)
{
    int answer = command_parse(gather->show.command, options, count, arguments,
                               set_option, gather);

    if (answer < 0 && show_check(&gather->show) != EXIT_OK)
        answer = EXIT_USAGE;
    return answer;
}

/* ---- runs ---- */

void gather_clear(struct gather *gather)
{
    runs_clear(&gather->runs);
    free(gather->conditions);
    gather->conditions = NULL;
    gather->condition_count = 0;
}

static enum status add_profile(struct gather *gather, const char *path,
                               struct profile *profile)
{
    struct analyze_options all = { .region = gather->region,
                                   .detail = "settings" };
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
    report_destroy(report);
    return status;
}

const char *gather_twice(char *const *paths, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++) {
            struct stat a, b;

            if (stat(paths[i], &a) == 0 && stat(paths[k], &b) == 0 &&
                a.st_dev == b.st_dev && a.st_ino == b.st_ino)
                return paths[i];
        }
    return NULL;
}

enum status gather_run(struct gather *gather, const char *path)
{
    struct profile *profile = NULL;
    struct strbuf what;
    enum status status;

    strbuf_init(&what);
    status = open_run(path, gather->from_trace ? OPEN_FROM_TRACE : 0,
                      &gather->readers, NULL, &profile, &what);
    if (status == STATUS_OK)
        status = add_profile(gather, path, profile);
    profile_destroy(profile);
    strbuf_clear(&what);
    return status;
}

/* ---- output ---- */

static enum condition_answer ask(const struct gather *gather,
                                 const struct condition *condition,
                                 const struct compare_sides *sides)
{
    enum condition_answer answer;
    struct strbuf what;

    strbuf_init(&what);
    answer = condition_ask(condition, &gather->runs, sides, &what);
    if (answer == CONDITION_HOLDS)
        log_warn("--fail-if %s: so it is, %s", condition->text,
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

    for (size_t i = 0; i < gather->condition_count; i++) {
        enum condition_answer here =
            ask(gather, &gather->conditions[i], sides);

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
    struct analyze_options how = { .top = show_rows(&gather->show),
                                   .sort = gather->show.sort };
    int answer, held;

    analyze_shorten(report, &how);
    answer = show_report(&gather->show, report, "these runs");
    report_destroy(report);
    held = ask_all(gather, sides);
    return answer != EXIT_OK ? answer : held;
}
