/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * problems.h - what a parser complains of, a line each, for its unit test.
 */
#ifndef TESTS_UNIT_PROBLEMS_H
#define TESTS_UNIT_PROBLEMS_H

#include <string.h>

#include "base/text/strbuf.h"

static struct strbuf problems;

static inline int lines(void)
{
    int count = 0;

    for (const char *at = strbuf_text(&problems); *at != '\0'; at++)
        count += *at == '\n';
    return count;
}

static inline int says(const char *part)
{
    return strstr(strbuf_text(&problems), part) != NULL;
}

#endif
