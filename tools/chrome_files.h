/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chrome_files.h - Chrome traces of ranks, on one time line.
 *
 * Units: ns; times of the line, of which 0 is `base' since 1970.  Threads: one
 * owner.  Memory: chrome_files_clear() frees.  Errors: logged.
 */
#ifndef TOOLS_CHROME_FILES_H
#define TOOLS_CHROME_FILES_H

#include "pyfiles/chrome_with.h"
#include "pyprof/files/file_set.h"
#include "tools/stream.h"

struct chrome_files {
    struct file_set set;
    struct chrome_facts *facts; /* of each file */
};

/* STATUS_BAD_VALUE means a bad command line; ranks: NULL for all. */
enum status chrome_files_open(char *const *words, size_t count,
                              const char *rank_pattern, const char *ranks,
                              struct chrome_files *out);
void chrome_files_clear(struct chrome_files *files);
/* The first event of those that are dated, since 1970; INT64_MAX: none is. */
int64_t chrome_files_first(const struct chrome_files *files);
/* Logs a file that was over before `begin' or began after `end', since 1970. */
enum status chrome_files_check(const struct chrome_files *files, int64_t begin,
                               int64_t end);

struct chrome_line {
    int64_t base;       /* 0: unknown */
    const bool *chosen; /* by rank; NULL: all */
    uint64_t undated;   /* where files without a date are put */
    uint64_t from, to;  /* what is wanted */
    struct stream *stream;
    struct strbuf *text;
};

enum status chrome_files_write(const struct chrome_files *files,
                               const struct chrome_line *line);

#endif
