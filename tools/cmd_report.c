/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_report.c - mpiprof-report RUN: where the time of one run went.
 */
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "analyze/facts/programs.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/strbuf.h"
#include "tools/cmd_report.h"
#include "tools/open_run.h"
#include "tools/python/python_of_run.h"
#include "replay/parallel/replay_trace.h"
#include "tools/time_option.h"
#include "tools/options.h"
#include "report/detail_windows.h"

/* ---- the windows of --window ---- */

#define MOST_SECONDS 1e9

static bool parse_seconds(const char *text, char **end, double *value)
{
    *value = strtod(text, end);
    return *end != text && *value >= 0 && *value <= MOST_SECONDS;
}

static uint64_t ns_of(double value)
{
    return (uint64_t)(value * 1e9 + 0.5);
}

static int ask_window(const struct options *options, const char *text,
                      struct detail_windows *windows)
{
    double from, to;
    char *end;

    if (!parse_seconds(text, &end, &from) || *end != ':' ||
        !parse_seconds(end + 1, &end, &to) || *end != '\0')
        return command_usage(options->command,
                             "--window %s: give two times of the "
                             "time line in seconds, such as 1.5:1.75",
                             text);
    if (ns_of(from) >= ns_of(to))
        return command_usage(
            options->command,
            "--window %s: it ends before it starts; give FROM:TO", text);
    if (!detail_windows_ask(windows, ns_of(from), ns_of(to)))
        return command_usage(options->command,
                             "--window %s: more than %d windows", text,
                             DETAIL_WINDOWS_ASKED);
    return EXIT_OK;
}

/* Returns EXIT_OK or EXIT_USAGE. */
static int window_options(const struct options *options,
                          struct detail_windows *windows)
{
    int answer = EXIT_OK;

    for (size_t i = 0; i < options->windows.count && answer == EXIT_OK; i++)
        answer = ask_window(options, options->windows.words[i], windows);
    return answer;
}

#define BUDGET_LEAST 1e5
#define BUDGET_MOST 1e8

/* "10M": ten million; 0: it is no size that a page may have. */
static size_t size_of(const char *text)
{
    char *end;
    double size = strtod(text, &end);

    if (end == text)
        return 0;
    if (strcmp(end, "K") == 0)
        size *= 1e3;
    else if (strcmp(end, "M") == 0)
        size *= 1e6;
    else if (*end != '\0')
        return 0;
    return size >= BUDGET_LEAST && size <= BUDGET_MOST ? (size_t)size : 0;
}

/* ulimit -v: the other half is for everything else. */
static void limit_memory(struct detail_windows *windows)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) == 0 &&
        limit.rlim_cur / 2 < windows->memory)
        windows->memory = limit.rlim_cur / 2;
}

/* A budget that nobody asked for is no reason to make no report. */
static void lower_budget(struct detail_windows *windows)
{
    if (windows != NULL && windows->budget > detail_windows_budget(windows))
        windows->budget = detail_windows_budget(windows);
}

/* Returns EXIT_OK or EXIT_USAGE. */
static int budget_option(const struct options *options,
                         struct detail_windows *windows)
{
    if (windows != NULL)
        limit_memory(windows);
    if (options->budget == NULL) {
        lower_budget(windows);
        return EXIT_OK;
    }
    if (!show_charts(&options->show))
        return command_usage(options->command,
                             "--budget is for --format html and --open");
    windows->budget = size_of(options->budget);
    return windows->budget > 0
               ? EXIT_OK
               : command_usage(options->command,
                               "--budget %s: give a size from 100K to 100M, "
                               "such as 10M",
                               options->budget);
}

/* "700K", "30.6M", "100M": rounded down. */
static void put_budget(struct strbuf *out, size_t bytes)
{
    size_t tenths = bytes / 100000;

    if (tenths < 10)
        strbuf_printf(out, "%zuK", bytes / 1000);
    else if (tenths % 10 == 0)
        strbuf_printf(out, "%zuM", tenths / 10);
    else
        strbuf_printf(out, "%zu.%zuM", tenths / 10, tenths % 10);
}

/* EXIT_OK or EXIT_FAILED. */
static int memory_check(const char *run, const struct detail_windows *windows)
{
    size_t fits;
    struct strbuf text;

    if (windows == NULL || detail_windows_in_memory(windows))
        return EXIT_OK;
    fits = detail_windows_budget(windows);
    strbuf_init(&text);
    strbuf_printf(&text, "%s: --budget ", run);
    put_budget(&text, windows->budget);
    strbuf_printf(&text,
                  ": its single calls need %.0f MB of memory while the report "
                  "is made, more than %.0f MB; ",
                  (double)windows->needs / 1e6, (double)windows->memory / 1e6);
    if ((double)fits < BUDGET_LEAST)
        strbuf_printf(&text, "--no-waits leaves them out");
    else {
        strbuf_printf(&text, "--budget ");
        put_budget(&text, fits);
        strbuf_printf(&text, " works");
    }
    log_warn("%s", strbuf_text(&text));
    strbuf_clear(&text);
    return EXIT_FAILED;
}

static uint32_t count_asked(const struct detail_windows *windows)
{
    uint32_t count = 0;

    while (count < windows->count && windows->items[count].asked)
        count++;
    return count;
}

/* Whether each requested window is in the run, and its calls are known:
 * EXIT_OK, EXIT_USAGE or EXIT_FAILED. */
static int window_check(const struct command *command, const char *run,
                        const struct detail_windows *windows)
{
    const struct detail_window *behind = detail_windows_behind(windows);

    if (count_asked(windows) == 0)
        return EXIT_OK;
    if (!windows->filled) {
        log_warn("%s: --window: %s", run,
                 windows->why != NULL ? windows->why
                                      : "no calls were recorded");
        return EXIT_FAILED;
    }
    if (behind != NULL)
        return command_usage(command,
                             "--window %.9g:%.9g: begins after the "
                             "run, which ends at %.9g s of the time line",
                             (double)behind->from / 1e9,
                             (double)behind->to / 1e9,
                             (double)windows->length / 1e9);
    return EXIT_OK;
}

/* ---- the command ---- */

struct request {
    struct options options;
    const char *run;
    struct detail_windows *detail_windows;
};

/* Two words are a command that follows its options, or two runs. */
static int refuse_words(const struct command *command, const char *first,
                        const char *second)
{
    const struct command *other = command_find(command->program, first);

    if (other != NULL)
        return command_usage(command, "the command comes first: %s ...",
                             other->called);
    if (access(first, F_OK) != 0)
        return command_usage(command,
                             "%s is neither a command nor a run; "
                             "mpiprof-report help lists the commands",
                             first);
    return command_usage(command,
                         "%s: one run at a time; "
                         "mpiprof-report compare A B compares",
                         second);
}

static int take_run(struct request *request, char **words, int count)
{
    const struct command *command = request->options.command;

    if (count == 0 || words[0][0] == '\0')
        return command_usage(command, "no run given; give its directory, "
                                      "run.otf2 or run.mpiprof");
    if (count > 1)
        return refuse_words(command, words[0], words[1]);
    request->run = words[0];
    return EXIT_OK;
}

static int check_time(struct request *request)
{
    struct options *options = &request->options;
    int answer = time_options(options, &options->readers.window);

    if (answer == EXIT_OK && options->readers.window.given &&
        show_charts(&options->show))
        return command_usage(
            options->command,
            "--from and --to are for text, JSON and CSV: an HTML report has "
            "the whole run, and --window FROM:TO adds single calls of these "
            "seconds to it");
    return answer;
}

static int check_windows(const struct request *request)
{
    const struct options *options = &request->options;

    if (options->windows.count > 0 && !show_charts(&options->show))
        return command_usage(options->command, "--window needs --format "
                                               "html or --open");
    if (options->windows.count > 0 && options->no_waits)
        return command_usage(options->command, "--window and --no-waits "
                                               "exclude each other");
    if (options->all_waits && options->no_waits)
        return command_usage(options->command, "--waits and --no-waits "
                                               "exclude each other");
    return window_options(options, request->detail_windows);
}

/* How it is written; which ranks there are is known when the run is open. */
static int check_ranks(const struct request *request)
{
    const char *text = request->options.ranks;
    struct ranklist ranks = { 0 };
    enum status status;
    bool beyond;

    if (text == NULL)
        return EXIT_OK;
    log_set_prefix("--ranks: ");
    status = ranklist_parse_part(text, 1, &ranks, &beyond);
    log_set_prefix(NULL);
    ranklist_clear(&ranks);
    request->detail_windows->ranks = text;
    return status == STATUS_OK ? EXIT_OK : EXIT_USAGE;
}

/* -1: go on; else the exit status. */
static int parse_request(const struct command *command, int count,
                         char **arguments, struct request *request)
{
    int answer = options_parse(&request->options, command, count, arguments);

    if (answer >= 0)
        return answer;
    answer = take_run(request, arguments + optind, count - optind);
    request->options.show.rows_chosen =
        request->options.ranks != NULL || request->options.program != NULL;
    if (answer == EXIT_OK)
        answer = show_check(&request->options.show);
    if (answer == EXIT_OK)
        answer = check_windows(request);
    if (answer == EXIT_OK)
        answer = budget_option(&request->options, request->detail_windows);
    if (answer == EXIT_OK)
        answer = check_ranks(request);
    if (answer == EXIT_OK)
        answer = check_time(request);
    return answer == EXIT_OK ? -1 : answer;
}

/* ---- from the run to the output ---- */

static int analyze_and_show(const struct request *request,
                            struct profile *profile,
                            const struct ranklist *ranks, const char *what)
{
    const struct show *show = &request->options.show;
    struct analyze_options asked = {
        .ranks = ranks,
        .region = request->options.region,
        .top = show_rows(show),
        .sort = show->sort,
        .detail = show_detail(show),
        .in_parts = show_in_parts(show),
        .charts = show_charts(show),
        .detail_windows = request->detail_windows,
        .run_path = what,
        .simulate = replay_trace_simulate,
    };
    struct report *report;
    enum status status =
        python_of_run_analyze(request->run, profile, &asked, &report);
    int answer;

    if (status != STATUS_OK)
        return status == STATUS_BAD_VALUE ? EXIT_USAGE : EXIT_FAILED;
    if (show_charts(show) && !asked.python_left_out)
        python_chart_of_run(request->run, report);
    answer = show_add_source(show, report,
                             (int64_t)(profile->start_unix_ns / 1000000000));
    if (answer == EXIT_OK)
        answer = show_report(show, report, request->run);
    report_destroy(report);
    return answer;
}

static unsigned how_of(const struct request *request)
{
    const struct options *options = &request->options;

    return (options->from_trace ? OPEN_FROM_TRACE : 0u) |
           (options->no_waits ? 0u : OPEN_WAITS) |
           (options->all_waits ? OPEN_ALL_WAITS : 0u);
}

static enum status chosen_ranks(const struct options *options,
                                struct profile *profile, struct ranklist *out)
{
    enum status status;

    log_set_prefix("--ranks: ");
    status = ranklist_parse(options->ranks, (int)profile->rank_count, out);
    log_set_prefix("--program: ");
    if (status == STATUS_OK && options->program != NULL)
        status = programs_choose(profile, options->program, out);
    log_set_prefix(NULL);
    return status;
}

static int show_run(const struct request *request, struct profile *profile,
                    const char *what)
{
    const struct options *options = &request->options;
    bool all = options->ranks == NULL && options->program == NULL;
    struct ranklist ranks = { 0 };
    int answer = EXIT_USAGE;

    if (all || chosen_ranks(options, profile, &ranks) == STATUS_OK)
        answer = analyze_and_show(request, profile, all ? NULL : &ranks, what);
    ranklist_clear(&ranks);
    return answer;
}

static int open_and_show(const struct request *request)
{
    struct detail_windows *windows =
        show_charts(&request->options.show) ? request->detail_windows : NULL;
    struct profile *profile = NULL;
    struct strbuf what = { 0 };
    int answer = EXIT_FAILED;

    if (open_run(request->run, how_of(request), &request->options.readers,
                 windows, &profile, &what) == STATUS_OK)
        answer = time_check_run(request->options.command, request->run,
                                &profile->window);
    if (answer == EXIT_OK)
        answer = memory_check(request->run, request->detail_windows);
    if (answer == EXIT_OK)
        answer = window_check(request->options.command, request->run,
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
    struct request request = { .run = NULL };
    int answer = EXIT_FAILED;

    if (detail_windows_create(&request.detail_windows) == STATUS_OK)
        answer = parse_request(command, count, arguments, &request);
    request.options.readers.group = group;
    if (answer < 0)
        answer = open_and_show(&request);
    detail_windows_destroy(request.detail_windows);
    options_clear(&request.options);
    return answer;
}

static int run_report(int count, char **arguments)
{
    return report_run(&cmd_report, NULL, count, arguments);
}

#define SUMMARY                                                       \
    "Shows where a run's time went.  RUN is its directory, run.otf2 " \
    "or run.mpiprof."

const struct command cmd_report = {
    .name = "mpiprof-report",
    .called = "mpiprof-report",
    .program = &program_report,
    .bit = FOR_REPORT,
    .usage = "mpiprof-report [options] RUN\n"
             "       mpiprof-report COMMAND [options] ...",
    .title = "where the time of an MPI run went",
    .summary = SUMMARY,
    .examples = "mpiprof-report --top 5 mpiprof-heat2d-4-20261121-090406\n"
                "mpiprof-report --format csv --table procedures -o p.csv "
                "run.mpiprof\n",
    .run = run_report,
};

const struct command cmd_report_mpi = {
    .name = "mpiprof-report-mpi",
    .called = "mpiprof-report-mpi",
    .program = &program_report,
    .bit = FOR_REPORT_MPI,
    .usage = "mpiexec -n PROCESSES mpiprof-report-mpi [options] RUN",
    .title = "the same, with the trace read by all processes of mpiexec",
    .summary = SUMMARY "\nAll processes read its trace, each a share; "
                       "the report is that of mpiprof-report.",
    .examples = "mpiexec -n 16 mpiprof-report-mpi "
                "mpiprof-heat2d-4-20261121-090406\n"
                "mpiexec -n 64 mpiprof-report-mpi --from-trace --format json "
                "-o report.json .\n",
    .run = run_report,
};
