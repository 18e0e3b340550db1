/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_export.c - mpiprof-report export --format F RUN: a run for other tools.
 */
#include <string.h>

#include "base/log.h"
#include "base/progress_line.h"
#include "base/text/affix.h"
#include "tools/export/export.h"
#include "tools/open_run.h"
#include "tools/time_option.h"

struct export_format {
    const char *name;
    export_write *write;               /* a file, or ... */
    export_write_folder *write_folder; /* ... a folder */
    bool trace;                        /* is made of its calls */
    bool waits;                        /* of the trace, if there is one */
};

static const struct export_format formats[] = {
    { .name = "callgrind", .write = export_callgrind, .waits = true },
    { .name = "chrome", .write = export_chrome, .trace = true },
    { .name = "csv", .write = export_csv, .waits = true },
    { .name = "dot", .write = export_dot, .waits = true },
    { .name = "folded", .write = export_folded, .waits = true },
    { .name = "json", .write = export_json, .waits = true },
    { .name = "speedscope", .write = export_speedscope, .waits = true },
    { .name = "tau", .write_folder = export_tau, .waits = true },
};

/* ---- options ---- */

/* For a format that is several files. */
static int check_folder(const struct export_request *request)
{
    const char *output = request->options.show.output;

    if (output != NULL && strcmp(output, "-") != 0 && !request->options.gzip)
        return -1;
    return command_usage(&cmd_export,
                         "--format %s writes a file for each rank: give a "
                         "folder with -o, and no --gzip",
                         request->format->name);
}

/* The table of options has these names, and no others: NULL is an error of
 * ours. */
static const struct export_format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

/* -1: go on; else the exit status. */
static int parse_request(int count, char **arguments,
                         struct export_request *request)
{
    struct options *options = &request->options;
    int answer = options_parse(options, &cmd_export, count, arguments);

    if (answer >= 0)
        return answer;
    if (options->show.format_name == NULL)
        return command_usage(&cmd_export,
                             "--format is required: give --format FORMAT, "
                             "such as speedscope, folded or csv");
    answer = options_run(options, count, arguments, &request->run);
    if (answer >= 0)
        return answer;
    if (time_options(options, &request->window) != EXIT_OK)
        return EXIT_USAGE;
    request->format = find_format(options->show.format_name);
    if (request->format == NULL)
        return command_usage(&cmd_export, "no writer for --format %s",
                             options->show.format_name);
    if (options->with.count > 0 && request->format->write != export_chrome)
        return command_usage(&cmd_export, "--with goes with --format chrome");
    if (!request->format->trace)
        options->readers.window = request->window;
    return request->format->write_folder != NULL ? check_folder(request) : -1;
}

/* ---- from the run to the output ---- */

enum status export_ranks(const struct exported *run, export_rank *visit,
                         void *context)
{
    struct progress_line line;
    enum status status = STATUS_OK;
    size_t seen = 0;

    progress_line_begin(&line, "exporting", "ranks");
    for (size_t i = 0; i < run->ranks.count && status == STATUS_OK; i++) {
        const struct rank_data *rank;

        progress_tell(&line.progress, i, run->ranks.count);
        if (profile_rank(run->profile, (uint32_t)run->ranks.members[i],
                         &rank) != STATUS_OK ||
            rank->missing)
            continue;
        status = visit(context, rank);
        seen++;
    }
    progress_line_end(&line);
    if (status == STATUS_OK && seen < run->ranks.count)
        log_warn("%s: %zu of %zu ranks have no data and are not in the "
                 "export",
                 run->request->run, run->ranks.count - seen, run->ranks.count);
    return status;
}

static enum status write_run(const struct exported *run)
{
    const struct options *options = &run->request->options;
    const char *output = options->show.output;
    bool gzip = options->gzip || (output != NULL && ends_with(output, ".gz"));
    struct stream *stream;
    struct strbuf text = { 0 };
    enum status status;

    status = stream_open(output, gzip, &stream);
    if (status == STATUS_OK) {
        status = run->request->format->write(run, stream, &text);
        status = stream_close(stream, &text, status);
    }
    strbuf_clear(&text);
    return status;
}

static int export_run(const struct export_request *request,
                      struct profile *profile, const struct replay_log *log,
                      const char *what)
{
    struct exported run = {
        .request = request, .profile = profile, .log = log, .what = what
    };
    enum status status;

    log_set_prefix("--ranks: ");
    status = ranklist_parse(request->options.ranks, (int)profile->rank_count,
                            &run.ranks);
    log_set_prefix(NULL);
    if (status != STATUS_OK)
        return EXIT_USAGE;
    status = request->format->write_folder != NULL
                 ? request->format->write_folder(&run)
                 : write_run(&run);
    ranklist_clear(&run.ranks);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

static int check_span(const struct export_request *request,
                      const struct replay_log *log)
{
    struct time_window window = request->window;
    uint64_t origin, end;

    replay_log_span(log, &origin, &end);
    window.run = end - origin;
    return time_check_run(&cmd_export, request->run, &window);
}

static int export_trace(const struct export_request *request)
{
    struct profile *profile = NULL, *of_run;
    struct replay_log *log;
    int answer = EXIT_FAILED;

    if (replay_log_create(&log) != STATUS_OK)
        return EXIT_FAILED;
    log->whole = true;
    if (open_trace(request->run, &request->options.readers, log, &profile,
                   &of_run) == STATUS_OK &&
        log->status == STATUS_OK)
        answer = check_span(request, log);
    if (answer == EXIT_OK)
        answer = export_run(request, profile, log, request->run);
    profile_destroy(profile);
    replay_log_destroy(log);
    return answer;
}

static int export_profile(const struct export_request *request)
{
    unsigned how = (request->options.from_trace ? OPEN_FROM_TRACE : 0u) |
                   (request->format->waits ? OPEN_WAITS : 0u);
    struct profile *profile = NULL;
    struct strbuf what = { 0 };
    int answer = EXIT_FAILED;

    if (open_run(request->run, how, &request->options.readers, NULL, &profile,
                 &what) == STATUS_OK)
        answer = time_check_run(&cmd_export, request->run, &profile->window);
    if (answer == EXIT_OK)
        answer = export_run(request, profile, NULL, strbuf_text(&what));
    profile_destroy(profile);
    strbuf_clear(&what);
    return answer;
}

static int run_export(int count, char **arguments)
{
    struct export_request request = { .format = NULL };
    int answer = parse_request(count, arguments, &request);

    if (answer >= 0)
        return answer;
    return request.format->trace ? export_trace(&request)
                                 : export_profile(&request);
}

const struct command cmd_export = {
    .name = "export",
    .called = "mpiprof-report export",
    .program = &program_report,
    .bit = FOR_EXPORT,
    .usage = "mpiprof-report export --format FORMAT [options] RUN",
    .title = "a run in the format of another program",
    .summary = "Writes a run in the format of another program.",
    .examples =
        "mpiprof-report export --format folded run.mpiprof\n"
        "mpiprof-report export --format speedscope -o run.json.gz run\n",
    .run = run_export,
};
