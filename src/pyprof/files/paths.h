/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * paths.h - files of functions, found by the last part of their paths.
 *
 * Threads: one owner.  Memory: paths_clear() frees.
 */
#ifndef PYPROF_FILES_PATHS_H
#define PYPROF_FILES_PATHS_H

#include "pyprof/files/py_names.h"

struct path_item {
    uint32_t text, next; /* of the same last part, or PY_NONE */
};

struct paths {
    MAP_OF(struct path_item, items, count);
    struct map by_last; /* of the last part: the position of its first item */
};

/* Does nothing if present; false without memory. */
bool paths_add(struct paths *paths, const struct py_names *names,
               uint32_t text);
bool paths_has(const struct paths *paths, uint32_t text);
/* The first item with the last part of `path', or PY_NONE. */
uint32_t paths_alike(const struct paths *paths, const struct py_names *names,
                     const char *path);
void paths_clear(struct paths *paths);
/* Whether path is in that folder, of `length' characters, or below. */
bool path_is_below(const char *path, const char *folder, size_t length);

#endif
