/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_report.c - mpiprof-report RUN: where the time of one run went.
 */
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "base/fuzzy_match.h"
#include "cmd_report.h"
#include "jobs.h"
#include "open_run.h"
#include "base/progress_line.h"
#include "python_of_run.h"
#include "show.h"
#include "window_option.h"

struct request {
    const struct command *command;
    struct show show;
    const char *run, *ranks, *region;
    bool from_trace, no_waits, all_waits;
    struct readers readers;
    struct detail_windows *detail_windows;
};

enum {
    OPTION_FROM = SHOW_OPTION_END,
    OPTION_FROM_TRACE,
    OPTION_NO_WAITS,
    OPTION_OPEN,
    OPTION_RANKS,
    OPTION_REGION,
    OPTION_TO,
    OPTION_VERSION,
    OPTION_WAITS,
    OPTION_WINDOW
};

static const struct option options[] = {
    SHOW_OPTIONS,
    { "from", required_argument, NULL, OPTION_FROM },
    { "from-trace", no_argument, NULL, OPTION_FROM_TRACE },
    { "help", no_argument, NULL, 'h' },
    JOBS_OPTION,
    { "no-waits", no_argument, NULL, OPTION_NO_WAITS },
    { "open", no_argument, NULL, OPTION_OPEN },
    { "ranks", required_argument, NULL, OPTION_RANKS },
    { "region", required_argument, NULL, OPTION_REGION },
    { "to", required_argument, NULL, OPTION_TO },
    { "version", no_argument, NULL, OPTION_VERSION },
    { "waits", no_argument, NULL, OPTION_WAITS },
    { "window", required_argument, NULL, OPTION_WINDOW },
    { NULL, 0, NULL, 0 },
};

static int set_jobs(struct request *request, const char *value)
{
    if (request->readers.group != NULL)
        return command_usage(request->command,
                             "--jobs: the processes that "
                             "mpiexec has started read the trace");
    return jobs_set(request->command, value, &request->readers.jobs) == EXIT_OK
               ? -1
               : EXIT_USAGE;
}

static int set_flag(struct request *request, int option)
{
    switch (option) {
    case OPTION_FROM_TRACE: request->from_trace = true; return -1;
    case OPTION_NO_WAITS: request->no_waits = true; return -1;
    case OPTION_OPEN: show_open(&request->show); return -1;
    case OPTION_WAITS: request->all_waits = true; return -1;
    default: return printf("mpiprof %s\n", MPIPROF_VERSION) < 0;
    }
}

static int set_option(void *context, int option, const char *value)
{
    struct request *request = context;

    switch (option) {
    case 'j': return set_jobs(request, value);
    case OPTION_FROM:
        return time_option(request->command, "from", value,
                           &request->readers.window);
    case OPTION_TO:
        return time_option(request->command, "to", value,
                           &request->readers.window);
    case OPTION_RANKS: request->ranks = value; return -1;
    case OPTION_REGION: request->region = value; return -1;
    case OPTION_WINDOW:
        return window_option(request->command, value,
                             request->detail_windows) == EXIT_OK
                   ? -1
                   : EXIT_USAGE;
    case OPTION_FROM_TRACE:
    case OPTION_NO_WAITS:
    case OPTION_OPEN:
    case OPTION_WAITS:
    case OPTION_VERSION: return set_flag(request, option);
    default: return show_option(&request->show, option, value);
    }
}

/* Two words are a command that is written wrongly, or two runs. */
static int refuse_words(const struct command *command, const char *first,
                        const char *second)
{
    static const char *const commands[] = { "compare", "explain", "export",
                                            "info",    "python",  "recover",
                                            "scaling" };

    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (access(first, F_OK) != 0 &&
            fuzzy_match_distance(first, commands[i]) <= WORDS_FAR)
            return command_usage(command,
                                 "there is no command %s; did "
                                 "you mean %s?",
                                 first, commands[i]);
    return command_usage(command,
                         "%s: one run at a time; "
                         "mpiprof-report compare A B compares",
                         second);
}

static int take_run(struct request *request, char **words, int count)
{
    if (count == 0 || words[0][0] == '\0')
        return command_usage(request->command,
                             "which run?  Give its "
                             "directory, run.otf2 or run.mpiprof");
    if (count > 1)
        return refuse_words(request->command, words[0], words[1]);
    request->run = words[0];
    return EXIT_OK;
}

static int check_time(const struct request *request)
{
    const struct time_window *window = &request->readers.window;

    if (window->given && show_charts(&request->show))
        return command_usage(request->command,
                             "--from and --to are for text, "
                             "JSON and CSV: a page has the whole run, and "
                             "--window FROM:TO adds single calls of these "
                             "seconds to it");
    return time_check(request->command, window);
}

static int check_windows(const struct request *request)
{
    if (request->detail_windows->count == 0)
        return EXIT_OK;
    if (!show_charts(&request->show))
        return command_usage(request->command, "--window is for --format "
                                               "html");
    if (request->no_waits)
        return command_usage(request->command, "--window and --no-waits "
                                               "exclude each other");
    return EXIT_OK;
}

/* How it is written; which ranks there are is known when the run is open. */
static int check_ranks(const struct request *request)
{
    struct ranklist ranks = { 0 };
    enum status status;
    bool beyond;

    if (request->ranks == NULL)
        return EXIT_OK;
    log_set_prefix("--ranks: ");
    status = ranklist_parse_part(request->ranks, 1, &ranks, &beyond);
    log_set_prefix(NULL);
    ranklist_clear(&ranks);
    request->detail_windows->ranks = request->ranks;
    return status == STATUS_OK ? EXIT_OK : EXIT_USAGE;
}

/* -1: go on; else the exit status. */
static int parse(int count, char **arguments, struct request *request)
{
    int answer = command_parse(request->command, options, count, arguments,
                               set_option, request);

    if (answer >= 0)
        return answer;
    answer = take_run(request, arguments + optind, count - optind);
    if (answer == EXIT_OK)
        answer = show_check(&request->show);
    if (answer == EXIT_OK)
        answer = check_windows(request);
    if (answer == EXIT_OK)
        answer = check_ranks(request);
    if (answer == EXIT_OK)
        answer = check_time(request);
    return answer == EXIT_OK ? -1 : answer;
}

/* ---- from the run to the output ---- */

static int analyze(const struct request *request, struct profile *profile,
                   const struct ranklist *ranks, const char *what)
{
    struct analyze_options asked = {
        .ranks = ranks,
        .region = request->region,
        .top = show_rows(&request->show),
        .sort = request->show.sort,
        .detail = show_detail(&request->show),
        .in_parts = show_in_parts(&request->show),
        .charts = show_charts(&request->show),
        .detail_windows = request->detail_windows,
        .run_path = what,
    };
    struct progress_line line;
    struct python_times python;
    struct report *report;
    enum status status;
    int answer;

    python_of_run(request->run, &python);
    asked.python_left_out = python_leave_out(&python, &profile->window);
    asked.python = &python;
    progress_line_begin(&line, "analyzing", "ranks");
    asked.progress = &line.progress;
    status = analyze_run(profile, &asked, &report);
    progress_line_end(&line);
    python_times_clear(&python);
    if (status != STATUS_OK)
        return status == STATUS_BAD_VALUE ? EXIT_USAGE : EXIT_FAILED;
    answer = show_report(&request->show, report, request->run);
    report_destroy(report);
    return answer;
}

static unsigned how_of(const struct request *request)
{
    return (request->from_trace ? OPEN_FROM_TRACE : 0u) |
           (request->no_waits ? 0u : OPEN_WAITS) |
           (request->all_waits ? OPEN_ALL_WAITS : 0u);
}

static int show_run(const struct request *request, struct profile *profile,
                    const char *what)
{
    struct ranklist ranks = { 0 };
    enum status status = STATUS_OK;
    int answer;

    log_set_prefix("--ranks: ");
    if (request->ranks != NULL)
        status =
            ranklist_parse(request->ranks, (int)profile->rank_count, &ranks);
    log_set_prefix(NULL);
    if (status != STATUS_OK)
        return EXIT_USAGE;
    answer = analyze(request, profile, request->ranks ? &ranks : NULL, what);
    ranklist_clear(&ranks);
    return answer;
}

static int open_and_show(const struct request *request)
{
    struct detail_windows *detail_windows =
        show_charts(&request->show) ? request->detail_windows : NULL;
    struct profile *profile = NULL;
    struct strbuf what;
    int answer = EXIT_FAILED;

    strbuf_init(&what);
    if (open_run(request->run, how_of(request), &request->readers,
                 detail_windows, &profile, &what) == STATUS_OK)
        answer =
            time_check_run(request->command, request->run, &profile->window);
    if (answer == EXIT_OK)
        answer = window_check(request->command, request->run,
                              request->detail_windows);
    if (answer == EXIT_OK)
        answer = show_run(request, profile, strbuf_text(&what));
    profile_destroy(profile);
    strbuf_clear(&what);
    return answer;
}

int report_run(const struct command *command,
               const struct process_group *group, int count, char **arguments)
{
    struct request request = { .command = command, .readers.group = group };
    int answer = EXIT_FAILED;

    show_init(&request.show, command, TABLES_REPORT);
    if (detail_windows_create(&request.detail_windows) == STATUS_OK)
        answer = parse(count, arguments, &request);
    if (answer < 0)
        answer = open_and_show(&request);
    detail_windows_destroy(request.detail_windows);
    return answer;
}

static int run(int count, char **arguments)
{
    return report_run(&cmd_report, NULL, count, arguments);
}

const struct command cmd_report = {
    .name = "report",
    .called = "mpiprof-report",
    .usage = "mpiprof-report [options] RUN\n"
             "       mpiprof-report info [options] RUN\n"
             "       mpiprof-report recover [options] RUN [FOLDER...]\n"
             "       mpiprof-report compare [options] A B\n"
             "       mpiprof-report scaling [options] RUN...\n"
             "       mpiprof-report python [options] FILES...\n"
             "       mpiprof-report export --format FORMAT [options] RUN\n"
             "       mpiprof-report explain [TERM]",
    .summary = REPORT_SUMMARY,
    .options = REPORT_HELP JOBS_HELP
    "  -h, --help        this text\n"
    "  --version         the version of mpiprof\n"
    "\n"
    "  info RUN          which run it is, its settings, hosts and files\n"
    "  recover RUN       makes run.mpiprof of what the ranks of a killed job "
    "left\n"
    "  compare A B       what differs between two runs, or between several "
    "of each\n"
    "  scaling RUN...    how runs with more and more ranks scale\n"
    "  python FILES...   profiles of Python's cProfile, a file per rank\n"
    "  export RUN        in a format of other programs: speedscope, "
    "graphviz, ...\n"
    "  explain [TERM]    what a word of the report means\n",
    .run = run,
};
