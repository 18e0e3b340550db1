/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_python.c - mpiprof-report python FILES: cProfile profiles, one per rank.
 */
#include <getopt.h>
#include <string.h>

#include "base/log.h"
#include "base/progress_line.h"
#include "base/text/affix.h"
#include "pyprof/files/file_set.h"
#include "tools/stream.h"
#include "tools/python/python_options.h"
#include "tools/python/python_run_mpi.h"

#define BETWEEN "vs" /* stands between two sets */

struct side {
    struct file_set files;
    struct pyprof *merged;
};

/* ---- reading ---- */

/* The folder that all files are in; "": there are several. */
static void common_folder(const struct file_set *files, struct strbuf *out)
{
    const char *first = files->files[0].path;
    size_t length = (size_t)(last_part(first) - first);

    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->files[i].path;

        if ((size_t)(last_part(path) - path) != length ||
            strncmp(path, first, length) != 0)
            return;
    }
    strbuf_add(out, first, length);
    strbuf_puts(out, ".");
}

static void open_run_mpi(const struct side *side, struct python_run_mpi *run)
{
    struct strbuf folder = { 0 };

    common_folder(&side->files, &folder);
    *run = (struct python_run_mpi){ .profile = NULL };
    if (folder.length > 0)
        python_run_mpi_open(run, strbuf_text(&folder));
    for (size_t i = 0; i < side->files.count && run->profile != NULL; i++)
        if (side->files.files[i].rank >= (int)run->profile->rank_count) {
            log_warn("%s does not belong to the run.mpiprof beside it, "
                     "which has %u ranks; run.mpiprof is ignored",
                     side->files.files[i].path, run->profile->rank_count);
            python_run_mpi_close(run);
        }
    strbuf_clear(&folder);
}

static enum status read_files(struct side *side)
{
    struct progress_line line;
    struct python_run_mpi run;
    enum status status = STATUS_OK;

    open_run_mpi(side, &run);
    progress_line_begin(&line, "reading the profiles", "ranks");
    for (size_t i = 0; i < side->files.count && status != STATUS_NO_MEMORY;
         i++) {
        progress_tell(&line.progress, i, side->files.count);
        pyprof_next_mpi(side->merged,
                        python_run_mpi_rank(&run, side->files.files[i].rank));
        status = pyprof_add(side->merged, side->files.files[i].rank,
                            side->files.files[i].path);
    }
    progress_line_end(&line);
    python_run_mpi_close(&run);
    if (status == STATUS_NO_MEMORY)
        return status;
    if (pyprof_rank_count(side->merged) == 0)
        return side->files.count == 1
                   ? STATUS_NOT_FOUND
                   : log_fail(STATUS_NOT_FOUND, "no profile could be read");
    return STATUS_OK;
}

static enum status read_with(const struct pyprof_options *how,
                             struct side *side)
{
    enum status status;

    pyprof_destroy(side->merged);
    side->merged = NULL;
    status = pyprof_create(how, &side->merged);
    return status == STATUS_OK ? read_files(side) : status;
}

/* reference: the other side, whose folders count; or NULL. */
static int read_side(const struct python_options *options, char **words,
                     int count, const struct pyprof *reference,
                     struct side *side)
{
    struct pyprof_options how = {
        .as_is = options->given.as_is,
        .by_rank = options->export == NULL,
        .maps = options->given.maps.words,
        .map_count = options->given.maps.count,
        .reference = reference,
    };
    enum status status =
        file_set_create(words, (size_t)count, options->given.rank_pattern,
                        options->given.ranks, &side->files);

    if (status == STATUS_BAD_VALUE)
        return EXIT_USAGE;
    if (status == STATUS_OK)
        status = read_with(&how, side);
    if (status == STATUS_OK && pyprof_again(side->merged, &how))
        status = read_with(&how, side);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* A folder that is spelled wrong changes nothing, which would go unseen.
 * b: the other set, or NULL. */
static void tell_unused_maps(const struct python_options *options,
                             const struct side *a, const struct side *b)
{
    for (size_t i = 0; i < options->given.maps.count; i++)
        if (!pyprof_map_used(a->merged, i) &&
            (b == NULL || !pyprof_map_used(b->merged, i)))
            log_warn("--map %s: no file of a function is in that folder",
                     options->given.maps.words[i]);
}

static void clear_side(struct side *side)
{
    pyprof_destroy(side->merged);
    file_set_clear(&side->files);
}

/* ---- showing ---- */

static int write_text(const char *name, struct strbuf *text,
                      enum status status)
{
    if (status == STATUS_OK)
        status = stream_write(name, text);
    strbuf_clear(text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* Names the profiles in messages, and is where a page goes. */
static int show_from(const struct python_options *options,
                     const struct side *side, struct report *report)
{
    struct strbuf folder = { 0 };
    int answer = show_add_source(&options->given.show, report, 0);

    common_folder(&side->files, &folder);
    if (answer == EXIT_OK)
        answer = show_report(&options->given.show, report,
                             folder.length > 0 ? strbuf_text(&folder)
                                               : "these profiles");
    strbuf_clear(&folder);
    return answer;
}

static bool is_wanted(const struct python_options *options, const char *table)
{
    const char *wanted = options->given.show.table;

    return wanted != NULL && strcmp(wanted, table) == 0;
}

static int show_one(const struct python_options *options,
                    const struct side *side, struct report *report)
{
    struct pyprof_view view = python_options_view(options);

    view.missing = side->files.missing;
    view.all_calls =
        options->given.show.all || options->given.show.table != NULL;
    view.in_parts = show_in_parts(&options->given.show);
    view.pictures = !view.in_parts && !show_brief(&options->given.show) &&
                    !show_charts(&options->given.show);
    view.by_rank = view.in_parts || is_wanted(options, "python_by_rank");
    view.rows =
        options->given.show.sort != NULL ? 0 : show_rows(&options->given.show);
    if (pyprof_report(side->merged, &view, report) != STATUS_OK)
        return EXIT_FAILED;
    if (side->files.left_out > 0)
        report_completeness(report,
                            side->files.left_out == 1
                                ? "%zu file ending in .prof has no rank in "
                                  "its name and was left out."
                                : "%zu files ending in .prof have no rank in "
                                  "their names and were left out.",
                            side->files.left_out);
    show_shorten(&options->given.show, report);
    if (show_charts(&options->given.show) &&
        pyprof_chart(side->merged, &report->python) != STATUS_OK)
        return EXIT_FAILED;
    return show_from(options, side, report);
}

static int make_report(const struct python_options *options,
                       const struct side *side)
{
    struct report *report;
    int answer;

    if (report_create(&report) != STATUS_OK)
        return EXIT_FAILED;
    answer = show_one(options, side, report);
    report_destroy(report);
    return answer;
}

static int show_side(const struct python_options *options,
                     const struct side *side)
{
    struct strbuf text = { 0 };
    int answer = EXIT_OK;

    if (options->merged != NULL)
        answer = write_text(options->merged, &text,
                            pyprof_write(side->merged, &text));
    if (answer != EXIT_OK)
        return answer;
    if (options->export == NULL)
        return make_report(options, side);
    return write_text(options->given.show.output, &text,
                      options->export(side->merged, &options->limits, &text));
}

static int show_both(const struct python_options *options,
                     const struct side *a, const struct side *b)
{
    struct report *report;
    int answer = EXIT_FAILED;

    if (report_create(&report) != STATUS_OK)
        return EXIT_FAILED;
    if (pyprof_compare(a->merged, b->merged, report) == STATUS_OK) {
        show_shorten(&options->given.show, report);
        answer = show_add_source(&options->given.show, report, 0);
        if (answer == EXIT_OK)
            answer =
                show_report(&options->given.show, report, "these profiles");
    }
    report_destroy(report);
    return answer;
}

/* ---- words ---- */

static int one_set(const struct python_options *options, char **words,
                   int count)
{
    struct side side = { .merged = NULL };
    int answer = read_side(options, words, count, NULL, &side);

    if (answer == EXIT_OK) {
        tell_unused_maps(options, &side, NULL);
        answer = show_side(options, &side);
    }
    clear_side(&side);
    return answer;
}

static int two_sets(const struct python_options *options, char **words,
                    int count, int between)
{
    struct side a = { .merged = NULL }, b = { .merged = NULL };
    int answer;

    if (options->merged != NULL || options->export != NULL ||
        options->given.callers != NULL || options->given.callees != NULL ||
        options->given.restrictions.count > 0 || options->sort != NULL)
        return command_usage(&cmd_python,
                             "-o NAME.prof, --export, --callers, "
                             "--callees, --restrict and the keys of pstats "
                             "are for one set");
    answer = read_side(options, words, between, NULL, &a);
    if (answer == EXIT_OK)
        answer = read_side(options, words + between + 1, count - between - 1,
                           a.merged, &b);
    if (answer == EXIT_OK) {
        tell_unused_maps(options, &a, &b);
        answer = show_both(options, &a, &b);
    }
    clear_side(&a);
    clear_side(&b);
    return answer;
}

static int take_words(const struct python_options *options, char **words,
                      int count)
{
    int between = -1, times = 0, answer;

    for (int i = 0; i < count; i++)
        if (strcmp(words[i], BETWEEN) == 0) {
            between = i;
            times++;
        }
    if (count == 0 || times > 1 || between == 0 || between == count - 1)
        return command_usage(&cmd_python,
                             "give files, patterns or folders; "
                             "two sets with " BETWEEN " between them");
    answer = python_files(options, words, count, between);
    if (answer >= 0)
        return answer;
    return times == 0 ? one_set(options, words, count)
                      : two_sets(options, words, count, between);
}

static int run_python(int count, char **arguments)
{
    struct python_options options;
    int answer = python_options_parse(&options, count, arguments);

    if (answer < 0)
        answer = take_words(&options, arguments + optind, count - optind);
    options_clear(&options.given);
    return answer;
}

const struct command cmd_python = {
    .name = "python",
    .called = "mpiprof-report python",
    .program = &program_report,
    .bit = FOR_PYTHON,
    .tables = TABLES_PYTHON,
    .usage = "mpiprof-report python [options] FILES|PATTERN|DIRECTORY...\n"
             "       mpiprof-report python [options] A... " BETWEEN " B...",
    .title = "profiles of Python's cProfile and others, a file per rank",
    .summary =
        "Shows profiles of Python's cProfile, a file per rank: work "
        "and MPI, what makes\nranks wait, functions by time and by "
        "rank, callers; or how two sets differ.\nFiles of line_profiler, "
        "py-spy and others: help python-files.  No Python needed.",
    .examples = "mpiprof-report python -o merged.prof cpu_*.prof\n"
                "mpiprof-report python --open results\n",
    .run = run_python,
};
