/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* memmem */
#include "tools/open_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text/affix.h"
#include "base/log.h"
#include "base/text/shell_word.h"
#include "symbols/function_names.h"
#include "live/persist_file.h"
#include "profile_file/profile_file.h"
#include "symbols/short_names.h"
#include "symbols/symbols.h"
#include "model/notes/trace_note.h"
#include "archive/workers/trace_sources.h"
#include "recover/recover_run.h"
#include "replay/parallel/replay_trace.h"

#define TRACE_SUFFIX ".otf2" /* of the traces that we write */
#define PROFILE_SUFFIX ".mpiprof"
#define ANCHOR_MOST 65536 /* bytes of a trace's that are looked at */

struct files {
    struct strbuf profile, trace; /* paths */
    bool asked_trace;             /* RUN names the trace */
    bool asked_profile;           /* RUN names the profile */
};

static bool is_there(const struct strbuf *path)
{
    return access(strbuf_text(path), F_OK) == 0;
}

static void name_in_directory(const char *path, struct files *files)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    strbuf_printf(&files->profile, "%.*s/run" PROFILE_SUFFIX, (int)length,
                  path);
    strbuf_printf(&files->trace, "%.*s/run" TRACE_SUFFIX, (int)length, path);
}

/* From one of the two files the name of the other. */
static void name_by_file(const char *path, struct files *files)
{
    const struct trace_source *source = trace_source_of(path);
    int stem = (int)strlen(path);

    files->asked_trace = source != NULL;
    if (files->asked_trace) {
        stem -= (int)strlen(source->suffix);
        strbuf_puts(&files->trace, path);
        strbuf_printf(&files->profile, "%.*s" PROFILE_SUFFIX, stem, path);
        return;
    }
    files->asked_profile = true;
    if (ends_with(path, PROFILE_SUFFIX))
        stem -= (int)strlen(PROFILE_SUFFIX);
    strbuf_puts(&files->profile, path);
    strbuf_printf(&files->trace, "%.*s" TRACE_SUFFIX, stem, path);
}

/* When a directory was last changed that has a run in it; 0: there is none. */
static time_t run_time(const char *directory, const char *name,
                       struct strbuf *path)
{
    struct stat facts;

    strbuf_truncate(path, 0);
    strbuf_printf(path, "%s/%s/run" PROFILE_SUFFIX, directory, name);
    return stat(strbuf_text(path), &facts) == 0 ? facts.st_mtime : 0;
}

/* The name of the newest run in a directory, or nothing. */
static void newest_run(const char *directory, struct strbuf *name)
{
    DIR *entries = opendir(directory);
    struct dirent *entry;
    struct strbuf path = { 0 };
    time_t newest = 0;

    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        time_t here = run_time(directory, entry->d_name, &path);

        if (here <= newest || entry->d_name[0] == '.')
            continue;
        newest = here;
        strbuf_truncate(name, 0);
        strbuf_puts(name, entry->d_name);
    }
    if (entries != NULL)
        closedir(entries);
    strbuf_clear(&path);
}

/* A run that has only begun: the events of its ranks, or why it ended. */
static bool is_unfinished(const char *path)
{
    static const char *const names[] = { "run", "summary.txt" };
    struct strbuf name = { 0 };
    bool found = false;

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        strbuf_truncate(&name, 0);
        strbuf_printf(&name, "%s/%s", path, names[i]);
        found = found || is_there(&name);
    }
    strbuf_clear(&name);
    return found;
}

/* Whether it is a folder of a run: the files of its ranks, or its events. */
static bool is_part(const char *path)
{
    int length = (int)strlen(path);
    struct strbuf trace = { 0 };
    bool found;

    while (length > 1 && path[length - 1] == '/')
        length--;
    strbuf_printf(&trace, "%.*s" TRACE_SUFFIX, length, path);
    found = path_ends_in(path, PERSIST_FOLDER) || is_there(&trace);
    strbuf_clear(&trace);
    return found;
}

static void refuse_empty(const char *path)
{
    if (is_part(path))
        log_fail(STATUS_NOT_FOUND,
                 "%s: is a part of a run; give the "
                 "directory that it is in",
                 path);
    else if (is_unfinished(path))
        log_fail(STATUS_NOT_FOUND,
                 "%s: this run has no results: it did not reach the end of "
                 "MPI_Finalize, or its files run.mpiprof and run.otf2 are "
                 "gone; if it is still running, read it after a snapshot "
                 "(kill -USR1 its ranks, or set MPIPROF_SNAPSHOT)",
                 path);
    else
        log_fail(STATUS_NOT_FOUND,
                 "%s: holds neither run.mpiprof nor "
                 "run.otf2; give the directory that a measured program has "
                 "written",
                 path);
}

static enum status refuse_directory(const char *path)
{
    struct strbuf newest = { 0 }, word = { 0 };

    if (access(path, R_OK | X_OK) != 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    newest_run(path, &newest);
    if (newest.length == 0) {
        refuse_empty(path);
    } else {
        strbuf_puts(&word, strcmp(path, ".") == 0 ? "" : path);
        if (word.length > 0 && word.text[word.length - 1] != '/')
            strbuf_putc(&word, '/');
        strbuf_puts(&word, strbuf_text(&newest));
        strbuf_truncate(&newest, 0);
        shell_word(&newest, strbuf_text(&word));
        log_fail(STATUS_NOT_FOUND,
                 "%s: contains runs, but is not one itself; the newest run: "
                 "mpiprof-report %s",
                 path, strbuf_text(&newest));
    }
    strbuf_clear(&newest);
    strbuf_clear(&word);
    return STATUS_NOT_FOUND;
}

/* A trace that was made afterwards has less than the ranks' files, of which it
 * was made; its anchor, a small file, says so. */
static bool is_recovered(const char *trace)
{
    int file = open(trace, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char text[ANCHOR_MOST];
    ssize_t got = file < 0 ? 0 : read(file, text, sizeof(text));

    if (file >= 0)
        close(file);
    return got > 0 && memmem(text, (size_t)got, TRACE_NOTE_RECOVERED,
                             strlen(TRACE_NOTE_RECOVERED)) != NULL;
}

/* The directory of a run that has not ended, or not as it should. */
static bool needs_recovery(const char *path)
{
    struct files files = { .asked_trace = false };
    bool yes;

    name_in_directory(path, &files);
    if (is_there(&files.profile))
        yes = profile_is_torn(strbuf_text(&files.profile)) &&
              recover_run_has_files(path);
    else if (is_there(&files.trace))
        yes = is_recovered(strbuf_text(&files.trace)) &&
              recover_run_has_files_here(path);
    else
        yes = recover_run_has_files(path);
    strbuf_clear(&files.profile);
    strbuf_clear(&files.trace);
    return yes;
}

/* How many files of a directory are traces, of other producers with a name of
 * their own; *path: one of them. */
static size_t find_traces(const char *directory, struct strbuf *path)
{
    DIR *entries = opendir(directory);
    struct dirent *entry;
    size_t count = 0;

    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.' || trace_source_of(entry->d_name) == NULL)
            continue;
        strbuf_truncate(path, 0);
        strbuf_printf(path, "%s/%s", directory, entry->d_name);
        count++;
    }
    if (entries != NULL)
        closedir(entries);
    return count;
}

static enum status find_other_trace(const char *path, struct files *files)
{
    struct strbuf trace = { 0 };
    size_t count = find_traces(path, &trace);
    enum status status = STATUS_OK;

    if (count == 1) {
        strbuf_truncate(&files->profile, 0);
        strbuf_truncate(&files->trace, 0);
        name_by_file(strbuf_text(&trace), files);
    } else if (count > 1) {
        status = log_fail(STATUS_NOT_FOUND,
                          "%s: holds %zu traces; name one of them, such as %s",
                          path, count, strbuf_text(&trace));
    } else {
        status = refuse_directory(path);
    }
    strbuf_clear(&trace);
    return status;
}

static enum status find_files(const char *path, struct files *files)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return log_fail(STATUS_NOT_FOUND,
                        "%s: %s; give the directory of a "
                        "run, its run.otf2 or its run.mpiprof",
                        path, strerror(errno));
    if (!S_ISDIR(facts.st_mode)) {
        name_by_file(path, files);
        return STATUS_OK;
    }
    name_in_directory(path, files);
    return is_there(&files->profile) || is_there(&files->trace)
               ? STATUS_OK
               : find_other_trace(path, files);
}

/* Why there will be no single calls, unless they are found. */
static const char *without_calls(const struct files *files, unsigned how)
{
    if (!is_there(&files->trace))
        return "Single calls are not available: this run has no trace, from "
               "which they are taken; MPIPROF_TRACE=on records one.";
    if (!(how & OPEN_WAITS))
        return "Single calls are not available: the HTML report was made with "
               "--no-waits.";
    if (files->asked_profile && !(how & OPEN_FROM_TRACE))
        return "Single calls are not available: only the profile was read; "
               "give mpiprof-report the directory of the run.";
    return "Single calls are not available: the trace could not be replayed.";
}

static bool are_asked(const struct detail_windows *windows)
{
    return windows != NULL && windows->count > 0;
}

/* Where windows that were asked for cannot be shown the trace is not read. */
static void add_trace(const struct files *files, unsigned how,
                      const struct readers *readers,
                      struct detail_windows *windows, struct profile *profile)
{
    bool large =
        files->asked_trace || (how & OPEN_ALL_WAITS) || are_asked(windows);

    if (!(how & OPEN_WAITS) || files->asked_profile ||
        !is_there(&files->trace))
        return;
    if (windows != NULL &&
        !detail_windows_rows(windows, profile->rank_count)) {
        if (are_asked(windows))
            return;
        windows = NULL;
    }
    replay_trace_add(strbuf_text(&files->trace), large, readers, windows,
                     profile);
}

static enum status refuse_untraced(const char *trace,
                                   const struct readers *readers)
{
    if (readers->window.given)
        return log_fail(STATUS_NOT_FOUND,
                        "%s: there is no such trace; --from and --to need the "
                        "times of calls in it; MPIPROF_TRACE=on records one",
                        trace);
    return log_fail(STATUS_NOT_FOUND,
                    "%s: there is no such trace; without "
                    "--from-trace the profile is read",
                    trace);
}

static enum status read_files(const struct files *files, unsigned how,
                              const struct readers *readers,
                              struct detail_windows *windows,
                              struct profile **out, struct strbuf *what)
{
    const char *profile = strbuf_text(&files->profile);
    const char *trace = strbuf_text(&files->trace);
    enum status status;

    if (windows != NULL)
        windows->why = without_calls(files, how);
    if (!(how & OPEN_FROM_TRACE) && is_there(&files->profile)) {
        strbuf_puts(what, profile);
        if (files->asked_trace)
            strbuf_puts(what, " (complete, beside the trace; --from-trace "
                              "reads the trace)");
        status = profile_open(profile, out);
        if (status != STATUS_OK && is_there(&files->trace))
            log_warn("its trace is there, too: try --from-trace");
        if (status == STATUS_OK)
            add_trace(files, how, readers, windows, *out);
        return status;
    }
    if (!is_there(&files->trace))
        return refuse_untraced(trace, readers);
    strbuf_puts(what, trace);
    return replay_trace_read(trace, how & OPEN_WAITS, readers, NULL, windows,
                             out);
}

/* A trace alone does not know the setting. */
static void look_up_symbols(const struct profile *profile)
{
    const char *wanted = profile_setting_value(profile, "MPIPROF_SYMBOLS");
    uint32_t unresolved;

    if (wanted == NULL || strcasecmp(wanted, "off") != 0)
        symbols_resolve(profile->definitions, getenv("MPIPROF_BINARIES"),
                        &unresolved);
    short_names_set(profile->definitions);
}

static enum status check_directory(const char *path, const char *what)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return log_fail(STATUS_NOT_FOUND, "%s: %s; give %s", path,
                        strerror(errno), what);
    if (!S_ISDIR(facts.st_mode))
        return log_fail(STATUS_NOT_FOUND, "%s: is not a directory; give %s",
                        path, what);
    if (access(path, R_OK | X_OK) != 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

static enum status refuse_complete(const char *path)
{
    struct strbuf word = { 0 };

    shell_word(&word, path);
    log_fail(STATUS_NOT_FOUND,
             "%s: this run has its results, and its ranks "
             "have left nothing to recover; mpiprof-report %s shows it",
             path, strbuf_text(&word));
    strbuf_clear(&word);
    return STATUS_NOT_FOUND;
}

static bool has_runs(const char *path)
{
    struct strbuf newest = { 0 };
    bool found;

    newest_run(path, &newest);
    found = newest.length > 0;
    strbuf_clear(&newest);
    return found;
}

/* If no data of killed ranks is there: what the directory is instead. */
static enum status check_left(const char *path)
{
    struct files files = { .asked_trace = false };
    bool complete;

    if (recover_run_has_files(path))
        return STATUS_OK;
    name_in_directory(path, &files);
    complete = is_there(&files.profile)
                   ? !profile_is_torn(strbuf_text(&files.profile))
                   : is_there(&files.trace);
    strbuf_clear(&files.profile);
    strbuf_clear(&files.trace);
    if (complete)
        return refuse_complete(path);
    return is_unfinished(path) && !has_runs(path) ? STATUS_OK
                                                  : refuse_directory(path);
}

static enum status check_folder(const char *folder)
{
    enum status status = check_directory(folder, "a FOLDER in which ranks "
                                                 "have left their files");

    if (status == STATUS_OK && !recover_run_has_files_in(folder))
        status = log_fail(STATUS_NOT_FOUND,
                          "%s: no rank has left its file in "
                          "this FOLDER; give the one that has them (0, 1, "
                          "...), or leave it out",
                          folder);
    return status;
}

static enum status check_places(const char *path, const char *const *folders,
                                size_t count)
{
    enum status status = check_directory(path, "the directory of a run");

    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = check_folder(folders[i]);
    if (status == STATUS_OK && count == 0)
        status = check_left(path);
    return status;
}

enum status open_recovered(const char *path, const char *const *folders,
                           size_t count, struct profile **out,
                           struct strbuf *what)
{
    enum status status = check_places(path, folders, count);

    if (status == STATUS_OK)
        status = recover_run_open(path, folders, count, out);
    if (status != STATUS_OK)
        return status;
    strbuf_printf(what, "%s (the files of its ranks)", path);
    look_up_symbols(*out);
    function_names_note((*out)->definitions);
    return STATUS_OK;
}

/* Not while recover would refuse. */
static void offer_recover(const char *path, const struct profile *profile,
                          struct strbuf *what)
{
    bool asked = recover_run_not_asked(profile) == 0;

    if (recover_run_is_running(profile))
        return;
    strbuf_puts(what, asked ? "; to make run.mpiprof from it: "
                            : "; to make run.mpiprof from it when the job is "
                              "over: ");
    strbuf_puts(what, asked ? "mpiprof-report recover "
                            : "mpiprof-report recover --force ");
    shell_word(what, path);
}

enum status open_run(const char *path, unsigned how,
                     const struct readers *readers,
                     struct detail_windows *windows, struct profile **out,
                     struct strbuf *what)
{
    struct files files = { .asked_trace = false };
    enum status status;

    if (readers->window.given)
        how |= OPEN_FROM_TRACE;
    if (windows != NULL)
        windows->why =
            "Single calls are not available: this run did not finish and "
            "has no trace.";
    if (!(how & OPEN_FROM_TRACE) && needs_recovery(path)) {
        status = open_recovered(path, NULL, 0, out, what);
        if (status == STATUS_OK)
            offer_recover(path, *out, what);
        return status;
    }
    status = find_files(path, &files);
    if (status == STATUS_OK)
        status = read_files(&files, how, readers, windows, out, what);
    strbuf_clear(&files.profile);
    strbuf_clear(&files.trace);
    if (status != STATUS_OK)
        return status;
    look_up_symbols(*out);
    function_names_note((*out)->definitions);
    return STATUS_OK;
}

static enum status files_read_log(const char *path, const struct files *files,
                                  const struct readers *readers,
                                  struct replay_log *log, struct profile **out,
                                  struct profile **of_run)
{
    enum status status;

    if (!is_there(&files->trace))
        return log_fail(STATUS_NOT_FOUND,
                        "%s: this run has no trace, which is needed here; "
                        "MPIPROF_TRACE=on records one",
                        path);
    status = replay_trace_log(strbuf_text(&files->trace), readers, log, out);
    if (status != STATUS_OK || log->whole)
        return status;
    if (is_there(&files->profile) &&
        profile_open(strbuf_text(&files->profile), of_run) != STATUS_OK)
        *of_run = NULL;
    replay_trace_leads(log, *of_run != NULL ? *of_run : *out);
    return STATUS_OK;
}

enum status open_trace(const char *path, const struct readers *readers,
                       struct replay_log *log, struct profile **out,
                       struct profile **of_run)
{
    struct files files = { .asked_trace = false };
    enum status status;

    *of_run = NULL;
    status = find_files(path, &files);
    if (status == STATUS_OK)
        status = files_read_log(path, &files, readers, log, out, of_run);
    strbuf_clear(&files.profile);
    strbuf_clear(&files.trace);
    if (status == STATUS_OK)
        look_up_symbols(*out);
    return status;
}
