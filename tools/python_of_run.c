/* SPDX-License-Identifier: BSD-3-Clause */
#include "python_of_run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "model/python_files.h"
#include "base/progress_line.h"
#include "pyprof/pyprof.h"

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

/* Names as the interpreter had them, so that they match the calls' names. */
static void read_files(const char *folder, struct dirent *const *entries,
                       int count, struct python_times *out)
{
    struct pyprof_options as_is = { .as_is = true };
    struct pyprof *merged = NULL;
    struct progress_line line;
    enum status status = pyprof_create(&as_is, &merged);

    progress_line_begin(&line, "reading the profiles of Python", "ranks");
    for (int i = 0; i < count && status != STATUS_NO_MEMORY; i++) {
        progress_tell(&line.progress, (uint64_t)i, (uint64_t)count);
        status = add_file(merged, folder, entries[i]);
    }
    progress_line_end(&line);
    if (status == STATUS_NO_MEMORY || pyprof_times(merged, out) != STATUS_OK)
        log_warn("no memory for the profiles of Python: they are left out");
    pyprof_destroy(merged);
}

void python_of_run(const char *run, struct python_times *out)
{
    struct dirent **entries = NULL;
    struct strbuf folder = { 0 };
    int count;

    *out = (struct python_times){ 0 };
    folder_of(run, &folder);
    count = python_files_list(strbuf_text(&folder), &entries);
    if (count > 0)
        read_files(strbuf_text(&folder), entries, count, out);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    strbuf_clear(&folder);
}

bool python_leave_out(struct python_times *times,
                      const struct time_window *window)
{
    bool some = window->given && times->count > 0;

    if (some) {
        python_times_clear(times);
        *times = (struct python_times){ 0 };
    }
    return some;
}
