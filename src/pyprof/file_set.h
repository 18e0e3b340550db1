/*
 * file_set.h - which files are the profiles of which ranks.
 *
 * Words are files, patterns of the shell, or folders, whose files that end in
 * .prof count.  The rank is the last number in the file's name, or the first
 * group of a regular expression that is matched with the path as it is given.
 * In a folder files without a rank are left out where others have one; a single
 * file needs none.
 * Threads: one owner.  Memory: file_set_clear() frees.
 * Errors: logged, one line; STATUS_BAD_VALUE is the command line's fault.
 */
#ifndef PYPROF_FILE_SET_H
#define PYPROF_FILE_SET_H

#include <stddef.h>

#include "base/status.h"

#define FILE_SET_RANKS (1 << 24) /* larger numbers are none of ranks */

struct set_file {
    int rank;
    char *path;
};

struct file_set {
    struct set_file *files; /* by rank */
    size_t count, room;
    char *missing; /* ranks between those of several files that have none:
                      "3,7-9"; NULL: no such */
    size_t left_out; /* files of folders that have no rank */
};

/* rank_pattern, ranks (such as 0-15,64): NULL: the default, all. */
enum status file_set_create(char *const *words, size_t count,
                            const char *rank_pattern, const char *ranks,
                            struct file_set *out);
void file_set_clear(struct file_set *set);

#endif
