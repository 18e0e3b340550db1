/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/output.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

#define LEAST_COLUMNS 40

void output_usual_mode(int file)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(file, 0666 & ~mask);
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

enum status output_print(const struct strbuf *text)
{
    const char *at = strbuf_text(text);
    size_t left = text->length;

    if (text->failed)
        return log_fail(STATUS_NO_MEMORY, "output of %zu bytes", text->length);
    while (left > 0) {
        ssize_t done = write(STDOUT_FILENO, at, left);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0 && errno == EPIPE)
            return STATUS_OK;
        if (done < 0)
            return log_fail(STATUS_IO, "standard output: %s", strerror(errno));
        at += done;
        left -= (size_t)done;
    }
    return STATUS_OK;
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
