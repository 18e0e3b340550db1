/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/workers/definition_delta.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

/* ---- writing ---- */

static void put_one(void *context, const struct definitions *table,
                    enum definition_kind kind, uint32_t id, bool noted)
{
    struct definition_delta *delta = context;
    struct bytes_writer *out = &delta->bytes;

    PUT_NUMBERS(out, kind, noted);
    definitions_put(table, kind, id, noted, out);
}

void definition_delta_begin(struct definition_delta *delta,
                            struct definitions *table)
{
    delta->table = table;
    bytes_writer_init(&delta->bytes);
    definitions_watch(table, put_one, delta);
}

void definition_delta_clear(struct definition_delta *delta)
{
    definitions_watch(delta->table, NULL, NULL);
    bytes_writer_clear(&delta->bytes);
}

void definition_delta_take(struct definition_delta *delta,
                           struct bytes_writer *out)
{
    out->failed = out->failed || delta->bytes.failed;
    bytes_put_sized(out, delta->bytes.data, delta->bytes.size);
    delta->bytes.size = 0;
}

/* ---- reading ---- */

bool definition_delta_into_init(struct definition_delta_into *into,
                                struct definitions *table)
{
    bool made = true;

    memset(into, 0, sizeof(*into));
    into->table = table;
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        into->before[kind] = definitions_count(table, kind);
        into->noted[kind] = calloc((size_t)into->before[kind] + 1, 1);
        made = made && into->noted[kind] != NULL;
    }
    return made;
}

void definition_delta_into_clear(struct definition_delta_into *into)
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(into->noted[kind]);
}

static bool add_id(struct definition_delta_map *map, enum definition_kind kind,
                   uint32_t id)
{
    uint32_t count = map->count[kind];

    if (!array_room(&map->ids[kind], count, &map->room[kind], sizeof(id)))
        return false;
    map->ids[kind][map->count[kind]++] = id;
    map->moved = map->moved || id != count;
    return true;
}

/* Also where there are none id 0 has a place. */
bool definition_delta_map_init(struct definition_delta_map *map,
                               const struct definition_delta_into *into)
{
    bool made = true;

    memset(map, 0, sizeof(*map));
    for (int kind = 0; made && kind < DEFINITION_KINDS; kind++) {
        map->room[kind] = into->before[kind] + 16;
        map->ids[kind] = calloc(map->room[kind], sizeof(uint32_t));
        made = map->ids[kind] != NULL;
        for (uint32_t id = 0; made && id < into->before[kind]; id++)
            made = add_id(map, kind, id);
    }
    return made;
}

void definition_delta_map_clear(struct definition_delta_map *map)
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(map->ids[kind]);
}

static bool get_note(struct bytes_reader *in, enum definition_kind kind,
                     struct definition_delta_into *into,
                     const struct definition_delta_map *map)
{
    uint32_t id = bytes_get_below(in, map->count[kind]);
    bool known = id < into->before[kind];
    size_t size;
    const void *note = bytes_get_sized(in, &size);

    if (in->failed)
        return false;
    definitions_note(into->table, kind, map->ids[kind][id], note, size,
                     known && !into->noted[kind][id]);
    if (known)
        into->noted[kind][id] = 1;
    return true;
}

static uint32_t get_reference(struct bytes_reader *in,
                              enum definition_kind kind, int which,
                              const struct definition_delta_map *map)
{
    int of = definitions_reference(kind, which);
    uint32_t id = bytes_get_below(in, of < 0 ? 1 : map->count[of]);

    return of < 0 || in->failed ? 0 : map->ids[of][id];
}

static bool get_definition(struct bytes_reader *in, enum definition_kind kind,
                           struct definition_delta_into *into,
                           struct definition_delta_map *map)
{
    uint32_t first = get_reference(in, kind, 0, map);
    uint32_t second = get_reference(in, kind, 1, map), id;
    size_t size;
    const void *key = bytes_get_sized(in, &size);

    if (in->failed)
        return false;
    id = definitions_intern(into->table, kind, first, second, key, size);
    return id != DEFINITION_NONE && add_id(map, kind, id);
}

static bool get_one(struct bytes_reader *in,
                    struct definition_delta_into *into,
                    struct definition_delta_map *map)
{
    enum definition_kind kind = bytes_get_below(in, DEFINITION_KINDS);
    bool noted = bytes_get_below(in, 2) != 0;

    if (in->failed)
        return false;
    return noted ? get_note(in, kind, into, map)
                 : get_definition(in, kind, into, map);
}

bool definition_delta_read(struct bytes_reader *in,
                           struct definition_delta_into *into,
                           struct definition_delta_map *map)
{
    size_t size;
    const void *data = bytes_get_sized(in, &size);
    struct bytes_reader all;

    if (in->failed)
        return false;
    bytes_reader_init(&all, data, size);
    while (all.at < all.size)
        if (!get_one(&all, into, map))
            return false;
    return true;
}
