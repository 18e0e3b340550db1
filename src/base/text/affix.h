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

/* Returns what follows the last of that letter; the whole without one. */
static inline const char *part_after(const char *text, char letter)
{
    const char *last = strrchr(text, letter);

    return last == NULL ? text : last + 1;
}

/* Returns the part after the last slash of a path. */
static inline const char *last_part(const char *path)
{
    return part_after(path, '/');
}

#endif
