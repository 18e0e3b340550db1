/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * py_names.h - numbered texts, each stored once.
 *
 * Threads: one owner.  Memory: py_names_clear() frees; a text stays in place
 * until the next one is added.
 */
#ifndef PYPROF_FILES_PY_NAMES_H
#define PYPROF_FILES_PY_NAMES_H

#include "base/map.h"
#include "base/text/strbuf.h"

#define PY_NONE UINT32_MAX

struct py_names {
    struct strbuf arena;
    MAP_OF(size_t, starts, count); /* in the arena */
};

/* PY_NONE: no memory. */
uint32_t py_names_number(struct py_names *names, const char *text);
/* PY_NONE: there is no such text. */
uint32_t py_names_find(const struct py_names *names, const char *text);
const char *py_names_text(const struct py_names *names, uint32_t number);
void py_names_clear(struct py_names *names);

#endif
