/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/paths.h"

#include <string.h>

#include "base/hash.h"
#include "base/text/affix.h"

bool path_is_below(const char *path, const char *folder, size_t length)
{
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

bool paths_has(const struct paths *paths, uint32_t text)
{
    return map_find(&paths->items_map, sizeof(struct path_item), &text,
                    sizeof(text)) != NULL;
}

struct wanted {
    const struct paths *paths;
    const struct py_names *names;
    const char *last;
};

static bool same_last(const void *item, const void *wanted)
{
    const struct wanted *of = wanted;
    uint32_t text = of->paths->items[*(const uint32_t *)item].text;

    return strcmp(last_part(py_names_text(of->names, text)), of->last) == 0;
}

static uint64_t hash_last(const char *path)
{
    const char *last = last_part(path);

    return hash_bytes(last, strlen(last), 0);
}

uint32_t paths_alike(const struct paths *paths, const struct py_names *names,
                     const char *path)
{
    struct wanted wanted = { paths, names, last_part(path) };
    const uint32_t *first = map_find_same(&paths->by_last, sizeof(*first),
                                          hash_last(path), same_last, &wanted);

    return first == NULL ? PY_NONE : *first;
}

bool paths_add(struct paths *paths, const struct py_names *names,
               uint32_t text)
{
    const char *path = py_names_text(names, text);
    uint32_t first, *by_last;
    struct path_item *added;

    if (paths_has(paths, text))
        return true;
    first = paths_alike(paths, names, path);
    added = map_get(&paths->items_map, sizeof(*added), &text, sizeof(text));
    if (added == NULL)
        return false;
    added->next = PY_NONE;
    if (first != PY_NONE) {
        added->next = paths->items[first].next;
        paths->items[first].next = paths->count - 1;
        return true;
    }
    by_last = map_append(&paths->by_last, sizeof(*by_last), hash_last(path));
    if (by_last != NULL)
        *by_last = paths->count - 1;
    return by_last != NULL;
}

void paths_clear(struct paths *paths)
{
    map_clear(&paths->items_map);
    map_clear(&paths->by_last);
    *paths = (struct paths){ 0 };
}
