/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * file_set.h - assigns profile files to ranks.
 *
 * Words are files, shell patterns, or folders, whose files ending in .prof, or
 * else in .lprof, are used.  The rank is the last number in the file's name, or the first group of
 * a regular expression matched against the path as given.  In a folder, files
 * without a rank are left out if others have one; a single file needs none.
 * Threads: one owner.  Memory: file_set_clear() frees.  Errors: logged, one
 * line; STATUS_BAD_VALUE means a bad command line.
 */
#ifndef PYPROF_FILES_FILE_SET_H
#define PYPROF_FILES_FILE_SET_H

#include <stddef.h>

#include "base/status.h"

#define FILE_SET_RANKS (1 << 24) /* larger numbers are not ranks */

struct set_file {
    int rank;
    char *path;
};

struct file_set {
    struct set_file *files; /* by rank */
    size_t count;
    char *missing;   /* ranks missing between those of several files: "3,7-9";
                    * NULL: none */
    size_t left_out; /* files in folders without a rank */
};

/* rank_pattern, ranks (such as 0-15,64): NULL means the default, all. */
enum status file_set_create(char *const *words, size_t count,
                            const char *rank_pattern, const char *ranks,
                            struct file_set *out);
void file_set_clear(struct file_set *set);

#endif
