/*
 * folding.h - folders that have another name on each node.
 *
 * Two folders are one when no file would be there twice for the rank that is
 * read, and at least half of its functions in the one folder, and two, are
 * known in the other with the same line and name (those in <> say nothing).
 * Threads: one owner.  Memory: none is kept.
 */
#ifndef PYPROF_FOLDING_H
#define PYPROF_FOLDING_H

#include "pyprof/merged.h"

#define FOLDING_MOST 32 /* pairs of folders that are tried per rank */

struct folding_pair {
    char *from, *to;
};

/* One rank's files: `paths' holds the text of each as it is called so far. */
struct folding {
    const struct pyprof *known; /* the folders that names go to */
    const struct py_profile *profile;
    struct py_names mine;
    struct folding_pair pairs[FOLDING_MOST];
    size_t pair_count;
};

/* path_of: by text of the profile, numbers in merged->names of those that are
 * files, else PY_NONE.  Folds them and notes which folders; false: no
 * memory. */
bool folding_apply(struct pyprof *merged, const struct py_profile *profile,
                   int rank, uint32_t *path_of);

#endif
