/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * affix.h - prefixes and suffixes of strings.
 *
 * Threads: any.  No memory, no errors.
 */
#ifndef BASE_TEXT_AFFIX_H
#define BASE_TEXT_AFFIX_H

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

/* Cuts the end off; false: the text does not end in it, or is no longer. */
static inline bool cut_end(char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    if (length <= tail || strcmp(text + length - tail, end) != 0)
        return false;
    text[length - tail] = '\0';
    return true;
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

/* Whether a path ends in that part, or these parts; also with slashes behind. */
static inline bool path_ends_in(const char *path, const char *part)
{
    size_t end = strlen(path), length = strlen(part);

    while (end > 1 && path[end - 1] == '/')
        end--;
    return end >= length && strncmp(path + end - length, part, length) == 0 &&
           (end == length || path[end - length - 1] == '/');
}

#endif
