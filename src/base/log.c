/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * log.c - composes a line and writes it in one call.
 *
 * A message may quote names of files, so unprintable characters are spelled
 * out (escape.h): one message is always one line.  Uses no heap memory, as
 * messages may report that none is left.
 */
#include "base/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/text/escape.h"

#define LINE_BYTES 2048
#define SPELLED_BYTES 4096
#define OUT_OF_MEMORY ": out of memory"

static int log_level = 1;
static char log_prefix[64];
static void (*log_sink)(const char *line, void *context);
static void *log_sink_context;
static bool log_held;
static char log_kept[LINE_BYTES];

void log_set_level(int level)
{
    log_level = level;
}

void log_set_prefix(const char *prefix)
{
    snprintf(log_prefix, sizeof(log_prefix), "%s", prefix ? prefix : "");
}

void log_set_sink(void (*sink)(const char *line, void *context), void *context)
{
    log_sink = sink;
    log_sink_context = context;
}

/* Returns the length; what does not fit is left out. */
static size_t spell_line(const char *line, char out[SPELLED_BYTES])
{
    size_t length = 0;

    while (*line != '\0' && length + SAFE_MOST + 2 < SPELLED_BYTES)
        length += (size_t)escape_next(&line, false, out + length);
    out[length] = '\0';
    return length;
}

static void emit_line(const char *line)
{
    char spelled[SPELLED_BYTES];
    size_t length = spell_line(line, spelled);

    if (log_sink != NULL) {
        log_sink(spelled, log_sink_context);
        return;
    }
    spelled[length] = '\n';
    if (write(STDERR_FILENO, spelled, length + 1) < 0)
        return; /* nobody is left to tell */
}

void log_line(const char *line)
{
    emit_line(line);
}

static size_t cut_length(int written, size_t room)
{
    return written < 0              ? 0
           : (size_t)written < room ? (size_t)written
                                    : room - 1;
}

void log_hold(void)
{
    log_held = true;
    log_kept[0] = '\0';
}

void log_release(const char *as)
{
    log_held = false;
    if (as != NULL && log_kept[0] != '\0')
        log_warn("%s: %s", as, log_kept);
}

static void keep_message(enum status why, const char *format, va_list list)
{
    size_t length;

    if (log_kept[0] != '\0')
        return;
    length = cut_length(snprintf(log_kept, sizeof(log_kept), "%s", log_prefix),
                        sizeof(log_kept));
    length += cut_length(
        vsnprintf(log_kept + length, sizeof(log_kept) - length, format, list),
        sizeof(log_kept) - length);
    if (why == STATUS_NO_MEMORY)
        snprintf(log_kept + length, sizeof(log_kept) - length, OUT_OF_MEMORY);
}

static void compose_line(const char *suffix, const char *format, va_list list)
{
    char line[LINE_BYTES + 96];
    int saved_errno = errno;
    size_t length = cut_length(
        snprintf(line, LINE_BYTES, "mpiprof: %s", log_prefix), LINE_BYTES);

    length +=
        cut_length(vsnprintf(line + length, LINE_BYTES - length, format, list),
                   LINE_BYTES - length);
    snprintf(line + length, sizeof(line) - length, "%s", suffix);
    emit_line(line);
    errno = saved_errno;
}

void log_warn(const char *format, ...)
{
    va_list list;

    if (log_level < 1)
        return;
    va_start(list, format);
    compose_line("", format, list);
    va_end(list);
}

void log_info(const char *format, ...)
{
    va_list list;

    if (log_level < 2)
        return;
    va_start(list, format);
    compose_line("", format, list);
    va_end(list);
}

enum status log_fail(enum status why, const char *format, ...)
{
    va_list list;

    if (log_level < 1)
        return why;
    va_start(list, format);
    if (log_held)
        keep_message(why, format, list);
    else
        compose_line(why == STATUS_NO_MEMORY ? OUT_OF_MEMORY : "", format,
                     list);
    va_end(list);
    return why;
}
