/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * log_lines.h - keeps what a test's subject logs, instead of printing it.
 */
#ifndef TESTS_UNIT_LOG_LINES_H
#define TESTS_UNIT_LOG_LINES_H

#include <string.h>

#include "base/log.h"

struct log_lines {
    int count;
    char last[2400];
};

static inline void log_lines_add(const char *line, void *context)
{
    struct log_lines *lines = context;

    lines->count++;
    strncpy(lines->last, line, sizeof(lines->last) - 1);
}

static inline void log_lines_start(struct log_lines *lines)
{
    memset(lines, 0, sizeof(*lines));
    log_set_sink(log_lines_add, lines);
}

static inline int log_lines_say(const struct log_lines *lines,
                                const char *part)
{
    return strstr(lines->last, part) != NULL;
}

#endif
