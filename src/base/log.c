/*
 * log.c - composes a line and hands it over in one write.
 *
 * A message may quote names of files, so control characters become '?': one
 * message is always one line.
 */
#include "base/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 2048

static int log_level = 1;
static char log_prefix[64];
static void (*log_sink)(const char *line, void *context);
static void *log_sink_context;

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

static void clean(char *line)
{
    for (; *line != '\0'; line++)
        if ((unsigned char)*line < ' ' || *line == 127)
            *line = '?';
}

/* line has room for the newline that goes at its end. */
static void emit(char *line, size_t length)
{
    clean(line);
    if (log_sink != NULL) {
        log_sink(line, log_sink_context);
        return;
    }
    line[length] = '\n';
    if (write(STDERR_FILENO, line, length + 1) < 0)
        return; /* nobody is left to tell */
}

static size_t cut(int written, size_t room)
{
    return written < 0 ? 0 : (size_t)written < room ? (size_t)written
                                                    : room - 1;
}

static void compose(const char *suffix, const char *format, va_list list)
{
    char line[LINE_BYTES + 96];
    int saved_errno = errno;
    size_t length = cut(snprintf(line, LINE_BYTES, "mpiprof: %s", log_prefix),
                        LINE_BYTES);

    length += cut(vsnprintf(line + length, LINE_BYTES - length, format, list),
                  LINE_BYTES - length);
    length += cut(snprintf(line + length, sizeof(line) - 1 - length, "%s",
                           suffix),
                  sizeof(line) - 1 - length);
    emit(line, length);
    errno = saved_errno;
}

void log_warn(const char *format, ...)
{
    va_list list;

    if (log_level < 1)
        return;
    va_start(list, format);
    compose("", format, list);
    va_end(list);
}

void log_info(const char *format, ...)
{
    va_list list;

    if (log_level < 2)
        return;
    va_start(list, format);
    compose("", format, list);
    va_end(list);
}

enum status log_fail(enum status why, const char *format, ...)
{
    va_list list;

    if (log_level < 1)
        return why;
    va_start(list, format);
    compose(why == STATUS_NO_MEMORY ? ": out of memory" : "", format, list);
    va_end(list);
    return why;
}
