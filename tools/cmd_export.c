/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_export.c - mpiprof-report export --format F RUN: a run for other tools.
 */
#include <getopt.h>
#include <string.h>

#include "base/affix.h"
#include "base/log.h"
#include "command.h"
#include "export.h"
#include "jobs.h"
#include "open_run.h"
#include "base/progress_line.h"
#include "time_option.h"

struct export_format {
    const char *name;
    export_write *write; /* NULL: a folder, not a file */
    bool trace;          /* is made of its calls */
    bool waits;          /* of the trace, if there is one */
};

static const struct export_format formats[] = {
    { .name = "callgrind", .write = export_callgrind },
    { .name = "chrome", .write = export_chrome, .trace = true },
    { .name = "csv", .write = export_csv, .waits = true },
    { .name = "dot", .write = export_dot },
    { .name = "folded", .write = export_folded },
    { .name = "json", .write = export_json, .waits = true },
    { .name = "speedscope", .write = export_speedscope },
    { .name = "tau" },
};

enum {
    OPTION_FORMAT = 256,
    OPTION_FROM,
    OPTION_FROM_TRACE,
    OPTION_GZIP,
    OPTION_RANKS,
    OPTION_TO
};

static const struct option options[] = {
    { "format", required_argument, NULL, OPTION_FORMAT },
    { "from", required_argument, NULL, OPTION_FROM },
    { "from-trace", no_argument, NULL, OPTION_FROM_TRACE },
    { "gzip", no_argument, NULL, OPTION_GZIP },
    { "help", no_argument, NULL, 'h' },
    JOBS_OPTION,
    { "output", required_argument, NULL, 'o' },
    { "ranks", required_argument, NULL, OPTION_RANKS },
    { "to", required_argument, NULL, OPTION_TO },
    { NULL, 0, NULL, 0 },
};

/* ---- options ---- */

static void list_formats(struct strbuf *list)
{
    size_t count = sizeof(formats) / sizeof(formats[0]);

    for (size_t i = 0; i < count; i++)
        strbuf_printf(list, "%s%s",
                      i == 0          ? ""
                      : i + 1 < count ? ", "
                                      : " or ",
                      formats[i].name);
}

static int refuse_format(const char *name)
{
    struct strbuf list;
    int answer;

    strbuf_init(&list);
    list_formats(&list);
    answer = name == NULL ? command_usage(&cmd_export,
                                          "which format?  Give --format "
                                          "%s",
                                          strbuf_text(&list))
                          : command_usage(&cmd_export, "--format %s: use %s",
                                          name, strbuf_text(&list));
    strbuf_clear(&list);
    return answer;
}

static int set_format(struct export_request *request, const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, name) == 0) {
            request->format = &formats[i];
            return -1;
        }
    return refuse_format(name);
}

static int set_output(struct export_request *request, const char *name)
{
    if (name[0] == '\0')
        return command_usage(&cmd_export, "--output '': give the name of a "
                                          "file, or - for standard output");
    request->output = name;
    return -1;
}

static int set_option(void *context, int option, const char *value)
{
    struct export_request *request = context;

    switch (option) {
    case 'j':
        return jobs_set(&cmd_export, value, &request->readers.jobs) == EXIT_OK
                   ? -1
                   : EXIT_USAGE;
    case 'o': return set_output(request, value);
    case OPTION_FORMAT: return set_format(request, value);
    case OPTION_FROM:
        return time_option(&cmd_export, "from", value, &request->window);
    case OPTION_TO:
        return time_option(&cmd_export, "to", value, &request->window);
    case OPTION_FROM_TRACE: request->from_trace = true; return -1;
    case OPTION_GZIP: request->gzip = true; return -1;
    default: request->ranks = value; return -1;
    }
}

/* Of a format that is several files. */
static int check_folder(const struct export_request *request)
{
    if (request->output == NULL || strcmp(request->output, "-") == 0)
        return command_usage(&cmd_export, "--format tau writes a file for "
                                          "each rank: give a folder with -o");
    if (request->gzip)
        return command_usage(&cmd_export, "--gzip: TAU reads no compressed "
                                          "files");
    return -1;
}

/* -1: go on; else the exit status. */
static int parse(int count, char **arguments, struct export_request *request)
{
    int answer = command_parse(&cmd_export, options, count, arguments,
                               set_option, request);

    if (answer >= 0)
        return answer;
    if (request->format == NULL)
        return refuse_format(NULL);
    if (optind + 1 != count || arguments[optind][0] == '\0')
        return command_usage(&cmd_export, "give one run: its directory, "
                                          "run.otf2 or run.mpiprof");
    request->run = arguments[optind];
    if (time_check(&cmd_export, &request->window) != EXIT_OK)
        return EXIT_USAGE;
    if (!request->format->trace)
        request->readers.window = request->window;
    if (request->format->write == NULL)
        return check_folder(request);
    if (request->output != NULL && ends_with(request->output, ".gz"))
        request->gzip = true;
    return -1;
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
        log_warn("%s: of %zu of the %zu ranks there are no numbers; they are "
                 "not in the export",
                 run->request->run, run->ranks.count - seen, run->ranks.count);
    return status;
}

static enum status write_run(const struct exported *run)
{
    struct stream *stream;
    struct strbuf text;
    enum status status;

    strbuf_init(&text);
    status = stream_open(run->request->output, run->request->gzip, &stream);
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
    status =
        ranklist_parse(request->ranks, (int)profile->rank_count, &run.ranks);
    log_set_prefix(NULL);
    if (status != STATUS_OK)
        return EXIT_USAGE;
    status =
        request->format->write == NULL ? export_tau(&run) : write_run(&run);
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
    struct profile *profile = NULL;
    struct replay_log *log;
    int answer = EXIT_FAILED;

    if (replay_log_create(&log) != STATUS_OK)
        return EXIT_FAILED;
    log->whole = true;
    if (open_trace(request->run, &request->readers, log, &profile) ==
            STATUS_OK &&
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
    unsigned how = (request->from_trace ? OPEN_FROM_TRACE : 0u) |
                   (request->format->waits ? OPEN_WAITS : 0u);
    struct profile *profile = NULL;
    struct strbuf what;
    int answer = EXIT_FAILED;

    strbuf_init(&what);
    if (open_run(request->run, how, &request->readers, NULL, &profile,
                 &what) == STATUS_OK)
        answer = time_check_run(&cmd_export, request->run, &profile->window);
    if (answer == EXIT_OK)
        answer = export_run(request, profile, NULL, strbuf_text(&what));
    profile_destroy(profile);
    strbuf_clear(&what);
    return answer;
}

static int run(int count, char **arguments)
{
    struct export_request request = { .format = NULL };
    int answer = parse(count, arguments, &request);

    if (answer >= 0)
        return answer;
    return request.format->trace ? export_trace(&request)
                                 : export_profile(&request);
}

const struct command cmd_export = {
    .name = "export",
    .called = "mpiprof-report export",
    .usage = "mpiprof-report export --format FORMAT [options] RUN",
    .summary = "Writes a run in a format of other programs.",
    .options =
        "  --format FORMAT   callgrind   who calls whom, for KCachegrind\n"
        "                    chrome      the trace as a time line, for "
        "Perfetto and\n"
        "                                chrome://tracing\n"
        "                    csv, json   every table of the report\n"
        "                    dot         who calls whom, for graphviz\n"
        "                    folded      stacks for flame graphs\n"
        "                    speedscope  stacks of each rank, for "
        "speedscope.app\n"
        "                    tau         a folder of profile.N.0.0 for "
        "ParaProf, pprof\n"
        "  -o, --output FILE write to FILE; - is standard output; FILE.gz is "
        "compressed\n"
        "  --gzip            compressed, whatever the name\n"
        "  --ranks LIST      only these ranks: 0-15,64; csv and json: as in "
        "the report\n" TIME_HELP
        "  --from-trace      read the trace though there is a profile\n" JOBS_HELP
        "  -h, --help        this text\n",
    .run = run,
};
