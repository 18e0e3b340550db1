/*
 * py_names.h - numbered texts, each stored once.
 *
 * Threads: one owner.  Memory: py_names_clear() frees; a text stays in place
 * until the next one is added.
 */
#ifndef PYPROF_PY_NAMES_H
#define PYPROF_PY_NAMES_H

#include "base/strbuf.h"
#include "pyprof/index.h"

struct py_names {
    struct strbuf arena;
    size_t *starts;
    size_t count, room;
    struct index index;
};

/* INDEX_NONE without memory. */
uint32_t py_names_number(struct py_names *names, const char *text);
/* INDEX_NONE: no such text. */
uint32_t py_names_find(const struct py_names *names, const char *text);
const char *py_names_text(const struct py_names *names, uint32_t number);
void py_names_clear(struct py_names *names);

#endif
