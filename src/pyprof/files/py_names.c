/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/py_names.h"

#include <string.h>

#include "base/hash.h"

const char *py_names_text(const struct py_names *names, uint32_t number)
{
    return names->arena.text + names->starts[number];
}

struct wanted {
    const struct py_names *names;
    const char *text;
};

static bool same_name(const void *item, const void *wanted)
{
    const struct wanted *of = wanted;

    return strcmp(of->names->arena.text + *(const size_t *)item, of->text) ==
           0;
}

static uint64_t hash_of(const char *text)
{
    return hash_bytes(text, strlen(text), 0);
}

uint32_t py_names_find(const struct py_names *names, const char *text)
{
    struct wanted wanted = { names, text };
    const size_t *found = map_find_same(&names->starts_map, sizeof(*found),
                                        hash_of(text), same_name, &wanted);

    return found == NULL ? PY_NONE : (uint32_t)(found - names->starts);
}

uint32_t py_names_number(struct py_names *names, const char *text)
{
    uint32_t found = py_names_find(names, text);
    size_t start = names->arena.length, *added;

    if (found != PY_NONE)
        return found;
    strbuf_add(&names->arena, text, strlen(text) + 1);
    if (names->arena.failed)
        return PY_NONE;
    added = map_append(&names->starts_map, sizeof(*added), hash_of(text));
    if (added == NULL)
        return PY_NONE;
    *added = start;
    return names->count - 1;
}

void py_names_clear(struct py_names *names)
{
    strbuf_clear(&names->arena);
    map_clear(&names->starts_map);
    *names = (struct py_names){ 0 };
}
