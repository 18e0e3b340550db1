/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/python/python_options.h"

#include <string.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "base/progress_line.h"
#include "tools/chrome_files.h"
#include "tools/stream.h"
#include "pyfiles/pyfiles.h"
#include "pyprof/files/file_set.h"
#include "render/foreign/chrome.h"

/* The kind of the first file whose kind is known; else whether any is
 * damaged. */
static enum pyfiles_kind kind_of_set(const struct file_set *files)
{
    enum pyfiles_kind found = PYFILES_UNKNOWN;

    for (size_t i = 0; i < files->count; i++) {
        enum pyfiles_kind kind = pyfiles_kind_of(files->files[i].path);

        if (kind != PYFILES_UNKNOWN && kind != PYFILES_DAMAGED)
            return kind;
        found = kind == PYFILES_DAMAGED ? kind : found;
    }
    return found;
}

static int find_files(const struct python_options *options, char **words,
                      int count, struct file_set *out)
{
    enum status status =
        file_set_create(words, (size_t)count, options->given.rank_pattern,
                        options->given.ranks, out);

    return status == STATUS_OK          ? EXIT_OK
           : status == STATUS_BAD_VALUE ? EXIT_USAGE
                                        : EXIT_FAILED;
}

/* ---- options ---- */

static bool is_for_profiles(const struct python_options *options)
{
    const struct options *given = &options->given;

    return options->merged != NULL || given->as_is || given->maps.count > 0 ||
           given->callers != NULL || given->callees != NULL ||
           given->restrictions.count > 0 ||
           (given->export != NULL && strcmp(given->export, "dot") == 0);
}

static bool is_chrome(const struct python_options *options)
{
    return options->given.export != NULL &&
           strcmp(options->given.export, "chrome") == 0;
}

static int check_export(const char *format, enum pyfiles_kind kind)
{
    if (format == NULL)
        return EXIT_OK;
    if (kind == PYFILES_SAMPLES && strcmp(format, "speedscope") == 0)
        return command_usage(&cmd_python,
                             "--export speedscope needs times, and these "
                             "files have numbers of samples: give --export "
                             "folded, which speedscope.app reads, too");
    if (strcmp(format, "chrome") == 0)
        return kind == PYFILES_CHROME
                   ? EXIT_OK
                   : command_usage(&cmd_python,
                                   "--export chrome: files of %s have no "
                                   "time line",
                                   pyfiles_kind_name(kind));
    if (kind != PYFILES_SAMPLES && kind != PYFILES_STACKS)
        return command_usage(&cmd_python,
                             "--export %s: files of %s have no stacks", format,
                             pyfiles_kind_name(kind));
    return EXIT_OK;
}

static int check_options(const struct python_options *options,
                         enum pyfiles_kind kind, int between)
{
    if (is_for_profiles(options))
        return command_usage(&cmd_python,
                             "-o NAME.prof, --export dot, --callers, "
                             "--callees, --restrict, --map and --as-is are "
                             "for files of cProfile; these are of %s",
                             pyfiles_kind_name(kind));
    if (between >= 0 &&
        (kind != PYFILES_SNAPSHOT || options->given.export != NULL))
        return command_usage(&cmd_python,
                             "A vs B compares files of cProfile, or snapshots "
                             "of tracemalloc; these are of %s",
                             pyfiles_kind_name(kind));
    return check_export(options->given.export, kind);
}

/* ---- reading ---- */

/* The file of that rank, from *at on; NULL: none. */
static const char *file_of(const struct file_set *set, int rank, size_t *at)
{
    while (*at < set->count && set->files[*at].rank < rank)
        (*at)++;
    return *at < set->count && set->files[*at].rank == rank
               ? set->files[*at].path
               : NULL;
}

/* after: of the same ranks, or NULL. */
static enum status read_files(struct pyfiles *merged,
                              const struct file_set *files,
                              const struct file_set *after)
{
    struct progress_line line;
    enum status status = STATUS_OK;
    size_t at = 0;

    progress_line_begin(&line, "reading the files", "ranks");
    for (size_t i = 0; i < files->count && status != STATUS_NO_MEMORY; i++) {
        const struct set_file *file = &files->files[i];
        const char *later =
            after == NULL ? NULL : file_of(after, file->rank, &at);

        progress_tell(&line.progress, i, files->count);
        if (after == NULL)
            status = pyfiles_add(merged, file->rank, file->path);
        else if (later != NULL)
            status = pyfiles_add_growth(merged, file->rank, file->path, later);
        else
            log_warn("%s: there is no file of rank %d after vs; it is left "
                     "out",
                     file->path, file->rank);
    }
    progress_line_end(&line);
    if (status == STATUS_NO_MEMORY)
        return status;
    if (pyfiles_rank_count(merged) > 0)
        return STATUS_OK;
    return files->count == 1
               ? STATUS_NOT_FOUND
               : log_fail(STATUS_NOT_FOUND, "no file could be read");
}

/* ---- showing ---- */

static bool has_column(const struct report *report, const char *name)
{
    for (size_t i = 0; i < report->table_count; i++)
        if (column_find(report->tables[i]->columns,
                        report->tables[i]->column_count, name) >= 0)
            return true;
    return false;
}

static int show_files(const struct python_options *options,
                      struct pyfiles *merged, const char *missing,
                      struct report *report)
{
    const struct show *how = &options->given.show;
    struct analyze_options shorten = { .top = show_rows(how),
                                       .sort = options->sort != NULL
                                                   ? options->sort
                                                   : how->sort };

    if (pyfiles_report(merged, missing, report) != STATUS_OK)
        return EXIT_FAILED;
    if (shorten.sort != NULL && !has_column(report, shorten.sort))
        return command_usage(&cmd_python,
                             "--sort %s: no table of these files has that "
                             "column",
                             shorten.sort);
    analyze_shorten(report, &shorten);
    return show_add_source(how, report, 0) == EXIT_OK
               ? show_report(how, report, "these files")
               : EXIT_FAILED;
}

static int make_report(const struct python_options *options,
                       struct pyfiles *merged, const char *missing)
{
    struct report *report;
    int answer;

    if (report_create(&report) != STATUS_OK)
        return EXIT_FAILED;
    answer = show_files(options, merged, missing, report);
    report_destroy(report);
    return answer;
}

static int write_stacks(const struct python_options *options,
                        struct pyfiles *merged)
{
    struct strbuf text = { 0 };
    enum status status = strcmp(options->given.export, "folded") == 0
                             ? pyfiles_folded(merged, &text)
                             : pyfiles_speedscope(merged, &text);

    if (status == STATUS_OK)
        status = stream_write(options->given.show.output, &text);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* ---- a time line ---- */

static enum status put_time_line(const struct chrome_files *files,
                                 struct stream *stream, struct strbuf *text)
{
    int64_t first = chrome_files_first(files);
    struct chrome_line line = { .base = first == INT64_MAX ? 0 : first,
                                .to = UINT64_MAX,
                                .stream = stream,
                                .text = text };
    enum status status;

    chrome_begin(text, "", 0, (uint64_t)line.base);
    for (size_t i = 0; i < files->set.count; i++)
        chrome_rank(text, (uint32_t)files->set.files[i].rank, "");
    status = chrome_files_write(files, &line);
    chrome_end(text);
    return status;
}

static enum status write_files(const struct python_options *options,
                               const struct chrome_files *files)
{
    const char *output = options->given.show.output;
    struct strbuf text = { 0 };
    struct stream *stream;
    enum status status = stream_open(
        output, output != NULL && ends_with(output, ".gz"), &stream);

    if (status == STATUS_OK) {
        status = put_time_line(files, stream, &text);
        status = stream_close(stream, &text, status);
    }
    strbuf_clear(&text);
    return status;
}

static int write_time_line(const struct python_options *options, char **words,
                           int count)
{
    struct chrome_files files;
    enum status status =
        chrome_files_open(words, (size_t)count, options->given.rank_pattern,
                          options->given.ranks, &files);

    if (status == STATUS_OK)
        status = write_files(options, &files);
    chrome_files_clear(&files);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

static int read_and_show(const struct python_options *options,
                         const struct file_set *files,
                         const struct file_set *after)
{
    struct pyfiles *merged = NULL;
    int answer = EXIT_FAILED;

    if (pyfiles_create(kind_of_set(files), &merged) == STATUS_OK &&
        read_files(merged, files, after) == STATUS_OK)
        answer = options->given.export == NULL
                     ? make_report(options, merged, files->missing)
                     : write_stacks(options, merged);
    pyfiles_destroy(merged);
    return answer;
}

static int take_sets(const struct python_options *options,
                     const struct file_set *files, char **words, int count,
                     int between)
{
    enum pyfiles_kind kind = kind_of_set(files);
    struct file_set after = { 0 };
    int answer;

    if (kind <= PYFILES_PROFILE)
        return is_chrome(options) ? check_export("chrome", kind) : -1;
    if (kind == PYFILES_DAMAGED)
        return read_and_show(options, files, NULL);
    answer = check_options(options, kind, between);
    if (answer == EXIT_OK && between >= 0)
        answer = find_files(options, words + between + 1, count - between - 1,
                            &after);
    if (answer == EXIT_OK)
        answer =
            is_chrome(options)
                ? write_time_line(options, words, count)
                : read_and_show(options, files, between < 0 ? NULL : &after);
    file_set_clear(&after);
    return answer;
}

int python_files(const struct python_options *options, char **words, int count,
                 int between)
{
    struct file_set files;
    int answer =
        find_files(options, words, between < 0 ? count : between, &files);

    if (answer == EXIT_OK) {
        answer = take_sets(options, &files, words, count, between);
        file_set_clear(&files);
    }
    return answer;
}
