/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * source_text.h - lines of source code around those that a report names.
 *
 * The first rows of each table with the columns `file' and `line' are looked
 * up, with some lines before and after each.  The names of the files come from
 * the run, so only regular files of limited size are read, and only if their
 * names end as source files do.
 * Threads: one owner.  Memory: source_text_destroy() frees.  Errors: out of
 * memory is logged; what is wrong with a file is a phrase in it.
 */
#ifndef REPORT_SOURCE_TEXT_H
#define REPORT_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define SOURCE_TEXT_ROWS 40        /* of a table */
#define SOURCE_TEXT_AROUND 4       /* lines before and after */
#define SOURCE_TEXT_FILES 64       /* of a report */
#define SOURCE_TEXT_LONGEST 240    /* bytes of a line */
#define SOURCE_TEXT_MOST (8 << 20) /* bytes of a file that is read */

struct report;

struct source_line {
    uint32_t number;
    char *text; /* NULL: not there */
};

struct source_file {
    char *name;                /* as the tables have it */
    char *read;                /* the file that was read, or NULL */
    bool newer;                /* changed after the run began */
    const char *problem;       /* "was not found"; NULL: none */
    struct source_line *lines; /* ascending */
    uint32_t line_count;
};

struct source_text {
    struct source_file *files; /* in the order of the tables */
    uint32_t file_count;
    bool more; /* further files are left out */
};

/* folders: further places to look for files that are not where their names say;
 * began: seconds since 1970, 0: unknown. */
enum status source_text_read(const struct report *report,
                             const char *const *folders, size_t folder_count,
                             int64_t began, struct source_text **out);
void source_text_destroy(struct source_text *text); /* NULL does nothing */

#endif
