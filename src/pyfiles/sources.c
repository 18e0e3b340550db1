/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sources.c - the text of lines, from Python sources that are still there.
 *
 * The name of a file comes from outside: only regular files with the ending of
 * Python's or Cython's sources are read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"
#include "pyfiles/merged_files.h"

#define LINE_MOST 160 /* characters that are kept */

static bool is_source(const char *path)
{
    return ends_with(path, ".py") || ends_with(path, ".pyx");
}

/* Where lines begin; the last one is the end.  NULL: no memory. */
static size_t *find_lines(const char *text, size_t size, size_t *count)
{
    size_t *starts, at = 1;

    *count = 1;
    for (size_t i = 0; i < size; i++)
        *count += text[i] == '\n';
    starts = calloc(*count + 1, sizeof(*starts));
    for (size_t i = 0; starts != NULL && i < size; i++)
        if (text[i] == '\n')
            starts[at++] = i + 1;
    if (starts != NULL)
        starts[*count] = size;
    return starts;
}

/* The line without blanks around it. */
static char *copy_line(const char *text, size_t from, size_t to)
{
    while (from < to && strchr(" \t", text[from]) != NULL)
        from++;
    while (to > from && strchr(" \t\r\n", text[to - 1]) != NULL)
        to--;
    if (to - from > LINE_MOST)
        to = from + LINE_MOST;
    return from == to ? NULL : strndup(text + from, to - from);
}

static void take_lines(struct pyfiles *merged, uint32_t file, const char *text,
                       size_t size)
{
    size_t count, *starts = find_lines(text, size, &count);

    for (uint32_t i = 0; starts != NULL && i < merged->row_count; i++) {
        struct files_row *row = &merged->rows[i];

        if (row->key.file == file && row->key.line > 0 &&
            (uint64_t)row->key.line <= count)
            row->source = copy_line(text, starts[row->key.line - 1],
                                    starts[row->key.line]);
    }
    free(starts);
}

static void find_in_file(struct pyfiles *merged, uint32_t file)
{
    const char *path = py_names_text(&merged->names, file);
    struct content content;
    void *text;
    size_t size;

    for (uint32_t i = 0; i < merged->row_count; i++)
        merged->rows[i].looked_for |= merged->rows[i].key.file == file;
    if (!is_source(path))
        return;
    content_init(&content, &merged->names);
    if (content_load(&content, path, &text, &size)) {
        take_lines(merged, file, text, size);
        free(text);
    }
    content_clear(&content);
}

void files_find_sources(struct pyfiles *merged)
{
    for (uint32_t i = 0; i < merged->row_count; i++)
        if (!merged->rows[i].looked_for)
            find_in_file(merged, merged->rows[i].key.file);
}
