#include "pyprof/py_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"

const char *py_names_text(const struct py_names *names, uint32_t number)
{
    return names->arena.text + names->starts[number];
}

static bool same(const void *things, uint32_t position, const void *wanted)
{
    return strcmp(py_names_text(things, position), wanted) == 0;
}

uint32_t py_names_find(const struct py_names *names, const char *text)
{
    return index_find(&names->index, hash_bytes(text, strlen(text), 0), same,
                      names, text);
}

uint32_t py_names_number(struct py_names *names, const char *text)
{
    size_t length = strlen(text);
    uint64_t hash = hash_bytes(text, length, 0);
    uint32_t found = index_find(&names->index, hash, same, names, text);

    if (found != INDEX_NONE)
        return found;
    if (!array_room(&names->starts, names->count, &names->room,
                      sizeof(*names->starts)))
        return INDEX_NONE;
    names->starts[names->count] = names->arena.length;
    strbuf_add(&names->arena, text, length + 1);
    if (names->arena.failed ||
        !index_add(&names->index, hash, (uint32_t)names->count))
        return INDEX_NONE;
    return (uint32_t)names->count++;
}

void py_names_clear(struct py_names *names)
{
    strbuf_clear(&names->arena);
    free(names->starts);
    index_clear(&names->index);
    *names = (struct py_names){ 0 };
}
