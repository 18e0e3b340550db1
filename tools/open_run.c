#include "open_run.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/shell_word.h"
#include "model/profile_file.h"
#include "model/symbols.h"
#include "read/read_otf2.h"

#define TRACE_SUFFIX ".otf2"
#define PROFILE_SUFFIX ".mpiprof"

struct files {
    struct strbuf profile, trace; /* paths */
    bool asked_trace;             /* RUN names the trace */
};

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);

    return length > end && strcmp(text + length - end, suffix) == 0;
}

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
    int stem = (int)strlen(path);

    files->asked_trace = ends_with(path, TRACE_SUFFIX);
    if (files->asked_trace) {
        stem -= (int)strlen(TRACE_SUFFIX);
        strbuf_puts(&files->trace, path);
        strbuf_printf(&files->profile, "%.*s" PROFILE_SUFFIX, stem, path);
        return;
    }
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
    struct strbuf path;
    time_t newest = 0;

    strbuf_init(&path);
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
    struct strbuf name;
    bool found = false;

    strbuf_init(&name);
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        strbuf_truncate(&name, 0);
        strbuf_printf(&name, "%s/%s", path, names[i]);
        found = found || is_there(&name);
    }
    strbuf_clear(&name);
    return found;
}

static void refuse_empty(const char *path)
{
    if (is_unfinished(path))
        log_fail(STATUS_NOT_FOUND, "%s: this run has no results: it did not "
                 "come to the end of MPI_Finalize, or its files run.mpiprof "
                 "and run.otf2 are gone", path);
    else
        log_fail(STATUS_NOT_FOUND, "%s: holds neither run.mpiprof nor "
                 "run.otf2; give the directory that a measured program has "
                 "written", path);
}

static enum status refuse_directory(const char *path)
{
    struct strbuf newest, word;

    if (access(path, R_OK | X_OK) != 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    strbuf_init(&newest);
    strbuf_init(&word);
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
        log_fail(STATUS_NOT_FOUND, "%s: holds runs, but is none itself; the "
                 "newest: mpiprof-report %s", path, strbuf_text(&newest));
    }
    strbuf_clear(&newest);
    strbuf_clear(&word);
    return STATUS_NOT_FOUND;
}

static enum status find_files(const char *path, struct files *files)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return log_fail(STATUS_NOT_FOUND, "%s: %s; give the directory of a "
                        "run, its run.otf2 or its run.mpiprof", path,
                        strerror(errno));
    if (!S_ISDIR(facts.st_mode)) {
        name_by_file(path, files);
        return STATUS_OK;
    }
    name_in_directory(path, files);
    if (!is_there(&files->profile) && !is_there(&files->trace))
        return refuse_directory(path);
    return STATUS_OK;
}

static enum status read_files(const struct files *files, bool from_trace,
                              struct profile **out, struct strbuf *what)
{
    const char *profile = strbuf_text(&files->profile);
    const char *trace = strbuf_text(&files->trace);
    enum status status;

    if (!from_trace && is_there(&files->profile)) {
        strbuf_puts(what, profile);
        if (files->asked_trace)
            strbuf_puts(what, " (complete, beside the trace; --from-trace "
                        "reads the trace)");
        status = profile_open(profile, out);
        if (status != STATUS_OK && is_there(&files->trace))
            log_warn("its trace is there, too: try --from-trace");
        return status;
    }
    if (!is_there(&files->trace))
        return log_fail(STATUS_NOT_FOUND, "%s: there is no such trace; "
                        "without --from-trace the profile is read", trace);
    strbuf_puts(what, trace);
    return read_otf2(trace, out);
}

/* MPIPROF_SYMBOLS of the run; a trace alone does not know it. */
static bool wants_symbols(const struct profile *profile)
{
    for (size_t i = 0; i < profile->setting_count; i++)
        if (strcmp(profile->settings[i].name, "MPIPROF_SYMBOLS") == 0)
            return strcasecmp(profile->settings[i].value, "off") != 0;
    return true;
}

enum status open_run(const char *path, bool from_trace, struct profile **out,
                     struct strbuf *what)
{
    struct files files = { .asked_trace = false };
    uint32_t unresolved;
    enum status status;

    strbuf_init(&files.profile);
    strbuf_init(&files.trace);
    status = find_files(path, &files);
    if (status == STATUS_OK)
        status = read_files(&files, from_trace, out, what);
    strbuf_clear(&files.profile);
    strbuf_clear(&files.trace);
    if (status == STATUS_OK && wants_symbols(*out))
        symbols_resolve((*out)->definitions, &unresolved);
    return status;
}
