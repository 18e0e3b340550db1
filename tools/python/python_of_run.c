/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/python/python_of_run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/text/strbuf.h"
#include "model/python/python_files.h"
#include "base/progress_line.h"
#include "pyprof/pyprof.h"
#include "tools/python/python_run_mpi.h"

static void folder_of(const char *run, struct strbuf *folder)
{
    const char *slash = strrchr(run, '/');
    struct stat about;

    if (stat(run, &about) == 0 && S_ISDIR(about.st_mode))
        strbuf_puts(folder, run);
    else if (slash != NULL)
        strbuf_add(folder, run, (size_t)(slash - run) + 1);
    else
        strbuf_puts(folder, ".");
}

static enum status add_file(struct pyprof *merged, const char *folder,
                            const struct dirent *entry)
{
    enum status status = STATUS_NO_MEMORY;
    struct strbuf path = { 0 };

    strbuf_printf(&path, "%s/%s", folder, entry->d_name);
    if (!path.failed)
        status = pyprof_add(merged, python_files_rank(entry), path.text);
    strbuf_clear(&path);
    return status;
}

static enum status add_files(struct pyprof *merged, const char *folder,
                             struct dirent *const *entries, int count)
{
    struct progress_line line;
    struct python_run_mpi run;
    enum status status = STATUS_OK;

    python_run_mpi_open(&run, folder);
    progress_line_begin(&line, "reading the profiles of Python", "ranks");
    for (int i = 0; i < count && status != STATUS_NO_MEMORY; i++) {
        progress_tell(&line.progress, (uint64_t)i, (uint64_t)count);
        pyprof_next_mpi(
            merged, python_run_mpi_rank(&run, python_files_rank(entries[i])));
        status = add_file(merged, folder, entries[i]);
    }
    progress_line_end(&line);
    python_run_mpi_close(&run);
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

typedef enum status use_profiles(const struct pyprof *merged, void *out);

/* *merged: NULL, or what is to be replaced. */
static enum status read_files(const struct pyprof_options *options,
                              const char *folder,
                              struct dirent *const *entries, int count,
                              struct pyprof **merged)
{
    enum status status;

    pyprof_destroy(*merged);
    *merged = NULL;
    status = pyprof_create(options, merged);
    return status == STATUS_OK ? add_files(*merged, folder, entries, count)
                               : status;
}

/* Has the profiles of a run used, if there are any. */
static void read_run(const char *run, const struct pyprof_options *options,
                     use_profiles *use, void *out)
{
    struct pyprof_options how = *options;
    struct dirent **entries = NULL;
    struct strbuf folder = { 0 };
    struct pyprof *merged = NULL;
    enum status status = STATUS_OK;
    int count;

    folder_of(run, &folder);
    count = python_files_list(strbuf_text(&folder), &entries);
    if (count > 0) {
        status =
            read_files(&how, strbuf_text(&folder), entries, count, &merged);
        if (status == STATUS_OK && pyprof_again(merged, &how))
            status = read_files(&how, strbuf_text(&folder), entries, count,
                                &merged);
        if (status == STATUS_OK && pyprof_rank_count(merged) > 0)
            status = use(merged, out);
        if (status != STATUS_OK)
            log_warn("no memory for the profiles of Python: they are left "
                     "out");
    }
    pyprof_destroy(merged);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    strbuf_clear(&folder);
}

static enum status take_times(const struct pyprof *merged, void *out)
{
    return pyprof_times(merged, out);
}

static enum status take_chart(const struct pyprof *merged, void *out)
{
    struct report *report = out;

    return pyprof_chart(merged, &report->python);
}

/* Names stay as the interpreter had them, to match the calls' names. */
static void read_times(const char *run, struct python_times *out)
{
    struct strbuf folder = { 0 };

    *out = (struct python_times){ 0 };
    read_run(run, &(struct pyprof_options){ .as_is = true }, take_times, out);
    folder_of(run, &folder);
    if (python_memory_read(strbuf_text(&folder), &out->memory) != STATUS_OK)
        log_warn("no memory for the memory of Python: it is left out");
    strbuf_clear(&folder);
}

void python_chart_of_run(const char *run, struct report *report)
{
    read_run(run, &(struct pyprof_options){ .by_rank = true }, take_chart,
             report);
}

static bool leave_out(struct python_times *times,
                      const struct time_window *window)
{
    bool some = window->given && times->count > 0;

    if (some) {
        python_times_clear(times);
        *times = (struct python_times){ 0 };
    }
    return some;
}

enum status python_of_run_analyze(const char *run, struct profile *profile,
                                  struct analyze_options *asked,
                                  struct report **out)
{
    struct progress_line line;
    struct python_times python;
    enum status status;

    read_times(run, &python);
    asked->python_left_out = leave_out(&python, &profile->window);
    asked->python = &python;
    progress_line_begin(&line, "analyzing", "ranks");
    asked->progress = &line.progress;
    status = analyze_run(profile, asked, out);
    progress_line_end(&line);
    python_times_clear(&python);
    return status;
}
