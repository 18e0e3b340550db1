#include "pyprof/paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "base/array_room.h"
#include "base/hash.h"

bool path_is_below(const char *path, const char *folder, size_t length)
{
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

struct looking {
    const struct py_names *names;
    const struct path_item *items;
    const char *last;
};

static bool same_last(const void *things, uint32_t position,
                      const void *wanted)
{
    const struct looking *looking = things;

    return strcmp(last_part(py_names_text(looking->names,
                                       looking->items[position].text)),
                  wanted) == 0;
}

static bool same_text(const void *things, uint32_t position,
                      const void *wanted)
{
    const struct path_item *items = things;

    return items[position].text == *(const uint32_t *)wanted;
}

bool paths_has(const struct paths *paths, uint32_t text)
{
    return index_find(&paths->by_text, hash_mix(0, text), same_text,
                      paths->items, &text) != INDEX_NONE;
}

static uint64_t hash_last(const char *path)
{
    const char *last = last_part(path);

    return hash_bytes(last, strlen(last), 0);
}

uint32_t paths_alike(const struct paths *paths, const struct py_names *names,
                     const char *path)
{
    struct looking looking = { .names = names, .items = paths->items };

    return index_find(&paths->by_last, hash_last(path), same_last, &looking,
                      last_part(path));
}

bool paths_add(struct paths *paths, const struct py_names *names, uint32_t text)
{
    const char *path = py_names_text(names, text);
    uint32_t first, added = (uint32_t)paths->count;

    if (paths_has(paths, text))
        return true;
    first = paths_alike(paths, names, path);
    if (!array_room(&paths->items, paths->count, &paths->room,
                    sizeof(*paths->items)) ||
        !index_add(&paths->by_text, hash_mix(0, text), added) ||
        (first == INDEX_NONE &&
         !index_add(&paths->by_last, hash_last(path), added)))
        return false;
    paths->items[added] = (struct path_item){ text, INDEX_NONE };
    if (first != INDEX_NONE) {
        paths->items[added].next = paths->items[first].next;
        paths->items[first].next = added;
    }
    paths->count++;
    return true;
}

void paths_clear(struct paths *paths)
{
    free(paths->items);
    index_clear(&paths->by_text);
    index_clear(&paths->by_last);
    *paths = (struct paths){ 0 };
}
