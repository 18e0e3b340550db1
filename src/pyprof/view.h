/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * view.h - selects and orders functions, as in pstats.
 *
 * Threads: one owner.  Memory: view_clear() frees.  Errors: logged;
 * STATUS_BAD_VALUE for a pattern that is no regular expression, or no memory.
 */
#ifndef PYPROF_VIEW_H
#define PYPROF_VIEW_H

#include "pyprof/merged.h"

struct py_selection {
    uint32_t *functions;
    size_t count;
};

/* Sorts all functions by `sort', then applies each restriction in turn: an
 * integer keeps that many, a fraction that share, anything else the functions
 * whose standard name matches. */
enum status selection_make(const struct pyprof *merged,
                           const struct pyprof_view *view,
                           struct py_selection *out);
/* Selects functions whose standard name matches, sorted by `sort'. */
enum status selection_match(const struct pyprof *merged,
                            const struct pyprof_view *view,
                            const char *pattern, struct py_selection *out);
void selection_clear(struct py_selection *selection);

#endif
