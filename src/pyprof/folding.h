/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * folding.h - merges folders with different names on each node.
 *
 * Two folders are merged if no file would then occur twice for the rank being
 * read, and at least half of the functions in one folder, and two, are known
 * in the other with the same line and name (names in <> are ignored).
 * Threads: one owner.  Memory: none is kept.
 */
#ifndef PYPROF_FOLDING_H
#define PYPROF_FOLDING_H

#include "pyprof/merged.h"

#define FOLDING_MOST 32 /* pairs of folders tried per rank */

struct folding_pair {
    char *from, *to;
};

/* One rank's files: `paths' holds the current name of each. */
struct folding {
    const struct pyprof *known; /* target folders */
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
