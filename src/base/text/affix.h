/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * affix.h - prefixes and suffixes of strings.
 *
 * Threads: any.  No memory, no errors.
 */
#ifndef BASE_AFFIX_H
#define BASE_AFFIX_H

#include <stdbool.h>
#include <string.h>

static inline bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static inline bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Returns the part after the last slash of a path. */
static inline const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

#endif
