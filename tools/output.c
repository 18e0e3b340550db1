/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

#define LEAST_COLUMNS 40

static enum status write_all(int file, const char *name,
                             const struct strbuf *text)
{
    const char *at = strbuf_text(text);
    size_t left = text->length;

    while (left > 0) {
        ssize_t done = write(file, at, left);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0 && errno == EPIPE)
            return STATUS_OK;
        if (done < 0)
            return log_fail(STATUS_IO, "%s: %s", name, strerror(errno));
        at += done;
        left -= (size_t)done;
    }
    return STATUS_OK;
}

void output_usual_mode(int file)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(file, 0666 & ~mask);
}

static enum status write_renamed(const char *path, char *temporary,
                                 const struct strbuf *text)
{
    int file = mkstemp(temporary);
    enum status status;

    if (file < 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    output_usual_mode(file);
    status = write_all(file, path, text);
    if (close(file) != 0 && status == STATUS_OK)
        status = log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    if (status == STATUS_OK && rename(temporary, path) != 0)
        status = log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    if (status != STATUS_OK)
        unlink(temporary);
    return status;
}

bool output_keeps_its_name(const char *path)
{
    struct stat facts;

    return lstat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

bool output_is_standard(const char *path)
{
    struct stat named, standard;

    return strcmp(path, "-") == 0 ||
           (stat(path, &named) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
            named.st_dev == standard.st_dev &&
            named.st_ino == standard.st_ino);
}

static enum status write_in_place(const char *path, const struct strbuf *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    enum status status;

    if (file < 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    status = write_all(file, path, text);
    if (close(file) != 0 && status == STATUS_OK)
        status = log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    return status;
}

void output_hold_signals(sigset_t *before)
{
    static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    sigset_t held;

    sigemptyset(&held);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        sigaddset(&held, ending[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

void output_let_signals(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

static enum status write_whole(const char *path, char *temporary,
                               const struct strbuf *text)
{
    enum status status;
    sigset_t before;

    output_hold_signals(&before);
    status = write_renamed(path, temporary, text);
    output_let_signals(&before);
    return status;
}

static enum status write_file(const char *path, const struct strbuf *text)
{
    struct strbuf temporary = { 0 };
    enum status status;

    if (output_keeps_its_name(path))
        return write_in_place(path, text);
    strbuf_printf(&temporary, "%s.XXXXXX", path);
    if (temporary.failed)
        status = log_fail(STATUS_NO_MEMORY, "%s", path);
    else
        status = write_whole(path, temporary.text, text);
    strbuf_clear(&temporary);
    return status;
}

enum status output_write(const char *path, const struct strbuf *text)
{
    if (text->failed)
        return log_fail(STATUS_NO_MEMORY, "output of %zu bytes", text->length);
    if (path != NULL && !output_is_standard(path))
        return write_file(path, text);
    return write_all(STDOUT_FILENO, "standard output", text);
}

static bool passed_on;

void output_is_passed_on(void)
{
    passed_on = true;
}

bool output_is_terminal(void)
{
    return !passed_on && isatty(STDOUT_FILENO);
}

static int columns_wanted(void)
{
    const char *wanted = getenv("COLUMNS");
    char *end;
    long columns = wanted == NULL ? 0 : strtol(wanted, &end, 10);

    return columns > 0 && columns < INT_MAX && *end == '\0' ? (int)columns : 0;
}

int output_columns(void)
{
    struct winsize size;
    int columns = columns_wanted();

    if (columns == 0 && output_is_terminal() &&
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    return columns == 0 || columns >= LEAST_COLUMNS ? columns : LEAST_COLUMNS;
}

bool output_color(const char *when, bool to_file, bool *color)
{
    const char *terminal = getenv("TERM");
    const char *refused = getenv("NO_COLOR");

    *color = strcmp(when, "always") == 0;
    if (strcmp(when, "auto") == 0)
        *color = !to_file && output_is_terminal() &&
                 (refused == NULL || refused[0] == '\0') && terminal != NULL &&
                 strcmp(terminal, "dumb") != 0;
    else if (strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        return false;
    return true;
}
