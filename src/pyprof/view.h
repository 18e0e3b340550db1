/*
 * view.h - which functions are shown, in which order: as pstats has it.
 *
 * Threads: one owner.  Memory: view_clear() frees.
 */
#ifndef PYPROF_VIEW_H
#define PYPROF_VIEW_H

#include "pyprof/merged.h"

struct py_selection {
    uint32_t *functions;
    size_t count;
};

/* All functions in the order of `sort', then each restriction in turn: a
 * number keeps the first so many, a fraction such a share of them, anything
 * else those whose standard name matches. */
enum status selection_make(const struct pyprof *merged,
                           const struct pyprof_view *view,
                           struct py_selection *out);
/* Those whose standard name matches, in the order of `sort'. */
enum status selection_match(const struct pyprof *merged,
                            const struct pyprof_view *view,
                            const char *pattern, struct py_selection *out);
void selection_clear(struct py_selection *selection);

#endif
