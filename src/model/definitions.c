/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * definitions.c - per kind a map of definitions; keys and notes lie in blocks
 * that never move.
 *
 * The seed of the hash differs from table to table, so that a hostile file
 * cannot provoke collisions.  Ids do not depend on the seed.
 */
#include "model/definitions.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "base/map.h"
#include "base/text/strbuf.h"
#include "model/notes/comm_note.h"

#define BLOCK_BYTES 65536
#define PADDING 8 /* zeros behind every key and note */
#define NUMBER_BYTES 8
#define REGION_PATH_MOST 256

struct block {
    struct block *next;
    size_t used, room;
    uint8_t data[];
};

struct kind_table {
    MAP_OF(struct definition, items, count);
};

struct definitions {
    uint64_t seed;
    struct block *blocks;
    struct kind_table kinds[DEFINITION_KINDS];
    definitions_watch_function *watch; /* NULL: nobody */
    void *watch_context;
};

/* The layout of a kind's definitions. */
static const struct shape {
    bool root; /* id 0 is the root / none */
    int refs;
    enum definition_kind ref_kind[2];
} shapes[DEFINITION_KINDS] = {
    [DEFINITION_REGION] = { true, 0, { 0, 0 } },
    [DEFINITION_REGION_NODE] = { true,
                                 2,
                                 { DEFINITION_REGION_NODE,
                                   DEFINITION_REGION } },
    [DEFINITION_MODULE] = { false, 0, { 0, 0 } },
    [DEFINITION_FRAME] = { false, 1, { DEFINITION_MODULE, 0 } },
    [DEFINITION_PATH] = { true, 2, { DEFINITION_PATH, DEFINITION_FRAME } },
    [DEFINITION_COMM] = { true, 1, { DEFINITION_COMM, 0 } },
    [DEFINITION_HOST] = { false, 0, { 0, 0 } },
    [DEFINITION_WINDOW] = { true, 1, { DEFINITION_COMM, 0 } },
    [DEFINITION_FILE] = { true, 0, { 0, 0 } },
    [DEFINITION_GROUP] = { true, 0, { 0, 0 } },
    [DEFINITION_FILE_HANDLE] = { true,
                                 2,
                                 { DEFINITION_FILE, DEFINITION_COMM } },
    [DEFINITION_TOPOLOGY] = { false, 1, { DEFINITION_COMM, 0 } },
    [DEFINITION_PROGRAM] = { true, 0, { 0, 0 } },
};

static const uint8_t empty_key;

static struct block *new_block(struct block *next, size_t room)
{
    struct block *block = malloc(sizeof(*block) + room);

    if (block != NULL)
        *block = (struct block){ .next = next, .room = room };
    return block;
}

/* A copy of size bytes with zeros behind; NULL: no memory. */
static uint8_t *keep_bytes(struct definitions *table, const void *data,
                           size_t size)
{
    size_t need = size + PADDING;
    struct block *block = table->blocks;
    uint8_t *copy;

    if (block == NULL || block->room - block->used < need) {
        block = new_block(block, need > BLOCK_BYTES ? need : BLOCK_BYTES);
        if (block == NULL)
            return NULL;
        table->blocks = block;
    }
    copy = block->data + block->used;
    block->used += need;
    if (size > 0)
        memcpy(copy, data, size);
    memset(copy + size, 0, PADDING);
    return copy;
}

static uint64_t hash_definition(const struct definitions *table,
                                const struct definition *item)
{
    uint64_t refs = (uint64_t)item->refs[0] << 32 | item->refs[1];

    return hash_bytes(item->key, item->key_size, hash_mix(table->seed, refs));
}

static bool same_definition(const void *there, const void *wanted)
{
    const struct definition *a = there, *b = wanted;

    return a->refs[0] == b->refs[0] && a->refs[1] == b->refs[1] &&
           a->key_size == b->key_size &&
           (a->key_size == 0 || memcmp(a->key, b->key, a->key_size) == 0);
}

static struct definition *item_find(const struct kind_table *kind,
                                    uint64_t hash,
                                    const struct definition *item)
{
    return map_find_same(&kind->items_map, sizeof(*item), hash,
                         same_definition, item);
}

/* Whether the item refers only to what is there. */
static bool refs_hold(const struct definitions *table,
                      enum definition_kind kind, const struct definition *item)
{
    const struct shape *shape = &shapes[kind];

    for (int i = 0; i < shape->refs; i++)
        if (item->refs[i] >= table->kinds[shape->ref_kind[i]].count)
            return false;
    return true;
}

static uint32_t item_append(struct definitions *table,
                            enum definition_kind kind, struct definition item)
{
    struct kind_table *items = &table->kinds[kind];
    uint64_t hash = hash_definition(table, &item);
    struct definition *there = item_find(items, hash, &item);

    if (there != NULL)
        return (uint32_t)(there - items->items);
    if (items->count >= UINT32_MAX / 8)
        return DEFINITION_NONE;
    item.key = keep_bytes(table, item.key, item.key_size);
    if (item.key == NULL)
        return DEFINITION_NONE;
    there = map_append(&items->items_map, sizeof(item), hash);
    if (there == NULL)
        return DEFINITION_NONE;
    *there = item;
    if (table->watch != NULL)
        table->watch(table->watch_context, table, kind, items->count - 1,
                     false);
    return items->count - 1;
}

uint32_t definitions_find(const struct definitions *table,
                          enum definition_kind kind, uint32_t ref0,
                          uint32_t ref1, const void *key, size_t key_size)
{
    const struct kind_table *items = &table->kinds[kind];
    struct definition item = { .refs = { ref0, ref1 },
                               .key = key_size == 0 ? &empty_key : key,
                               .key_size = (uint32_t)key_size };
    const struct definition *found = NULL;

    if (key_size <= UINT32_MAX / 2)
        found = item_find(items, hash_definition(table, &item), &item);
    return found == NULL ? DEFINITION_NONE : (uint32_t)(found - items->items);
}

uint32_t definitions_intern(struct definitions *table,
                            enum definition_kind kind, uint32_t ref0,
                            uint32_t ref1, const void *key, size_t key_size)
{
    struct definition item = { .refs = { ref0, ref1 },
                               .key = key_size == 0 ? &empty_key : key,
                               .key_size = (uint32_t)key_size };

    if (key_size > UINT32_MAX / 2 || !refs_hold(table, kind, &item))
        return DEFINITION_NONE;
    return item_append(table, kind, item);
}

static void encode_number(uint64_t number, uint8_t key[NUMBER_BYTES])
{
    for (int i = 0; i < NUMBER_BYTES; i++)
        key[i] = (uint8_t)(number >> (8 * i));
}

uint32_t definitions_find_number(const struct definitions *table,
                                 enum definition_kind kind, uint32_t ref0,
                                 uint32_t ref1, uint64_t number)
{
    uint8_t key[NUMBER_BYTES];

    encode_number(number, key);
    return definitions_find(table, kind, ref0, ref1, key, sizeof(key));
}

uint32_t definitions_intern_number(struct definitions *table,
                                   enum definition_kind kind, uint32_t ref0,
                                   uint32_t ref1, uint64_t number)
{
    uint8_t key[NUMBER_BYTES];

    encode_number(number, key);
    return definitions_intern(table, kind, ref0, ref1, key, sizeof(key));
}

/* A root's key is one zero byte, which no other definition of its kind has:
 * path 0 is not the path that leads from the root to frame 0. */
static bool add_roots(struct definitions *table)
{
    struct definition root = { .key = (const uint8_t *)"", .key_size = 1 };

    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        if (shapes[kind].root && item_append(table, kind, root) != 0)
            return false;
    return true;
}

static uint64_t make_seed(const void *address)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return hash_mix((uint64_t)(uintptr_t)address, (uint64_t)now.tv_nsec);
}

enum status definitions_create(struct definitions **out)
{
    struct definitions *table = calloc(1, sizeof(*table));

    if (table == NULL)
        return log_fail(STATUS_NO_MEMORY, "table of definitions");
    table->seed = make_seed(table);
    if (!add_roots(table)) {
        definitions_destroy(table);
        return log_fail(STATUS_NO_MEMORY, "table of definitions");
    }
    *out = table;
    return STATUS_OK;
}

void definitions_destroy(struct definitions *table)
{
    if (table == NULL)
        return;
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        map_clear(&table->kinds[kind].items_map);
    }
    while (table->blocks != NULL) {
        struct block *next = table->blocks->next;

        free(table->blocks);
        table->blocks = next;
    }
    free(table);
}

void definitions_note(struct definitions *table, enum definition_kind kind,
                      uint32_t id, const void *note, size_t size, int force)
{
    struct definition *item;
    uint8_t *copy;

    if (id >= table->kinds[kind].count || size == 0)
        return;
    item = &table->kinds[kind].items[id];
    if (item->note_size > 0 && !force)
        return;
    if (item->note_size == size && memcmp(item->note, note, size) == 0)
        return;
    copy = keep_bytes(table, note, size);
    if (copy == NULL)
        return;
    item->note = copy;
    item->note_size = (uint32_t)size;
    if (table->watch != NULL)
        table->watch(table->watch_context, table, kind, id, true);
}

void definitions_watch(struct definitions *table,
                       definitions_watch_function *watch, void *context)
{
    table->watch = watch;
    table->watch_context = context;
}

int definitions_reference(enum definition_kind kind, int which)
{
    return which < shapes[kind].refs ? (int)shapes[kind].ref_kind[which] : -1;
}

bool definitions_is_root(enum definition_kind kind, uint32_t id)
{
    return id == 0 && shapes[kind].root;
}

uint32_t definitions_count(const struct definitions *table,
                           enum definition_kind kind)
{
    return table->kinds[kind].count;
}

struct definition definitions_get(const struct definitions *table,
                                  enum definition_kind kind, uint32_t id)
{
    static const uint8_t nothing[PADDING];

    if (id >= table->kinds[kind].count)
        return (struct definition){ .key = nothing };
    return table->kinds[kind].items[id];
}

static enum status merge_kind(struct definitions *into,
                              const struct definitions *from,
                              enum definition_kind kind,
                              uint32_t *map[DEFINITION_KINDS])
{
    const struct kind_table *items = &from->kinds[kind];
    const struct shape *shape = &shapes[kind];

    for (uint32_t id = 0; id < items->count; id++) {
        struct definition item = items->items[id];

        if (shape->root && id == 0) {
            map[kind][0] = 0;
            continue;
        }
        for (int i = 0; i < shape->refs; i++)
            item.refs[i] = map[shape->ref_kind[i]][item.refs[i]];
        map[kind][id] = definitions_intern(
            into, kind, item.refs[0], item.refs[1], item.key, item.key_size);
        if (map[kind][id] == DEFINITION_NONE)
            return STATUS_NO_MEMORY;
        definitions_note(into, kind, map[kind][id], item.note, item.note_size,
                         0);
    }
    return STATUS_OK;
}

void definitions_map_clear(uint32_t *map[DEFINITION_KINDS])
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        free(map[kind]);
        map[kind] = NULL;
    }
}

/* The kinds up to `end', which refer to no others. */
static enum status merge_until(struct definitions *into,
                               const struct definitions *from, int end,
                               uint32_t *map[DEFINITION_KINDS])
{
    enum status status = STATUS_OK;

    memset(map, 0, DEFINITION_KINDS * sizeof(*map));
    for (int kind = 0; kind < end && status == STATUS_OK; kind++) {
        map[kind] =
            malloc(((size_t)from->kinds[kind].count + 1) * sizeof(uint32_t));
        status = map[kind] == NULL ? STATUS_NO_MEMORY
                                   : merge_kind(into, from, kind, map);
    }
    if (status != STATUS_OK) {
        definitions_map_clear(map);
        return log_fail(status, "names cannot be merged");
    }
    return STATUS_OK;
}

enum status definitions_merge(struct definitions *into,
                              const struct definitions *from,
                              uint32_t *map[DEFINITION_KINDS])
{
    return merge_until(into, from, DEFINITION_KINDS, map);
}

enum status definitions_merge_places(struct definitions *into,
                                     const struct definitions *from,
                                     uint32_t *map[DEFINITION_KINDS])
{
    return merge_until(into, from, DEFINITION_PATH + 1, map);
}

void definitions_put(const struct definitions *table,
                     enum definition_kind kind, uint32_t id, bool noted,
                     struct bytes_writer *out)
{
    struct definition item = definitions_get(table, kind, id);

    if (noted) {
        bytes_put_number(out, id);
        bytes_put_sized(out, item.note, item.note_size);
    } else {
        PUT_NUMBERS(out, item.refs[0], item.refs[1]);
        bytes_put_sized(out, item.key, item.key_size);
    }
}

/* Roots are not written. */
static void encode_kind(const struct definitions *table,
                        enum definition_kind kind, struct bytes_writer *out)
{
    const struct kind_table *items = &table->kinds[kind];
    const struct shape *shape = &shapes[kind];
    uint32_t first = shape->root ? 1 : 0;

    bytes_put_number(out, items->count - first);
    for (uint32_t id = first; id < items->count; id++) {
        const struct definition *item = &items->items[id];

        for (int i = 0; i < shape->refs; i++)
            bytes_put_number(out, item->refs[i]);
        bytes_put_sized(out, item->key, item->key_size);
        bytes_put_sized(out, item->note, item->note_size);
    }
}

void definitions_encode(const struct definitions *table,
                        struct bytes_writer *out)
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        encode_kind(table, kind, out);
}

static size_t zeros_in(const uint8_t *key, size_t size)
{
    size_t zeros = 0;

    for (size_t i = 0; i < size; i++)
        zeros += key[i] == '\0';
    return zeros;
}

/* Whether the bytes can be the key of such a definition.  Zeros end names: one
 * in a name is refused. */
static bool key_holds(enum definition_kind kind, const uint8_t *key,
                      size_t size)
{
    switch (kind) {
    case DEFINITION_REGION: return zeros_in(key, size) == 2;
    case DEFINITION_REGION_NODE:
    case DEFINITION_PATH: return size == 0;
    case DEFINITION_FRAME:
    case DEFINITION_COMM:
    case DEFINITION_WINDOW:
    case DEFINITION_FILE_HANDLE: return size == 8;
    case DEFINITION_GROUP: return size % 4 == 0;
    case DEFINITION_TOPOLOGY: return size % 5 == 0;
    default: return zeros_in(key, size) == 0; /* plain text */
    }
}

bool definitions_add(struct definitions *table, enum definition_kind kind,
                     const struct definition *item)
{
    uint32_t next = table->kinds[kind].count;

    for (int i = shapes[kind].refs; i < 2; i++)
        if (item->refs[i] != 0)
            return false; /* it would not be written */
    return key_holds(kind, item->key, item->key_size) &&
           definitions_intern(table, kind, item->refs[0], item->refs[1],
                              item->key, item->key_size) == next;
}

bool definitions_note_fits(enum definition_kind kind, const void *note,
                           size_t size, uint32_t ranks)
{
    return kind != DEFINITION_COMM || size == 0 ||
           comm_note_fits(note, size, ranks);
}

static bool get_reference(struct bytes_reader *in, uint32_t *out)
{
    uint64_t value = bytes_get_number(in);

    *out = (uint32_t)value;
    return !in->failed && value < DEFINITION_NONE;
}

static bool decode_one(struct bytes_reader *in, struct definitions *table,
                       enum definition_kind kind)
{
    struct definition item = { 0 };
    uint32_t expected = table->kinds[kind].count;
    size_t size;

    for (int i = 0; i < shapes[kind].refs; i++)
        if (!get_reference(in, &item.refs[i]))
            return false;
    item.key = bytes_get_sized(in, &size);
    item.key_size = (uint32_t)size;
    item.note = bytes_get_sized(in, &size);
    item.note_size = (uint32_t)size;
    if (in->failed || !definitions_add(table, kind, &item))
        return false;
    definitions_note(table, kind, expected, item.note, item.note_size, 0);
    return true;
}

static enum status decode_kind(struct bytes_reader *in,
                               struct definitions *table,
                               enum definition_kind kind)
{
    size_t count = bytes_get_count(in, 2);

    for (size_t i = 0; i < count; i++)
        if (!decode_one(in, table, kind))
            return STATUS_BAD_FORMAT;
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}

/* Files of earlier versions end before the kinds that came later. */
static bool is_left_out(const struct bytes_reader *in, int kind)
{
    return kind > DEFINITION_TOPOLOGY && in->at == in->size;
}

enum status definitions_decode(struct bytes_reader *in,
                               struct definitions **out)
{
    struct definitions *table = NULL;
    enum status status = definitions_create(&table);

    for (int kind = 0; kind < DEFINITION_KINDS && status == STATUS_OK; kind++)
        if (!is_left_out(in, kind))
            status = decode_kind(in, table, kind);
    if (status != STATUS_OK) {
        definitions_destroy(table);
        return status;
    }
    *out = table;
    return STATUS_OK;
}

const char *definitions_region_name(const struct definitions *table,
                                    uint32_t region)
{
    struct definition item = definitions_get(table, DEFINITION_REGION, region);

    return (const char *)(item.note_size > 0 ? item.note : item.key);
}

uint32_t definitions_program(struct definitions *table, const char *name,
                             const char *command)
{
    uint32_t id;

    if (name == NULL)
        return 0;
    id = definitions_intern(table, DEFINITION_PROGRAM, 0, 0, name,
                            strlen(name));
    if (id == DEFINITION_NONE)
        return 0;
    if (command != NULL)
        definitions_note(table, DEFINITION_PROGRAM, id, command,
                         strlen(command), 0);
    return id;
}

/* The text of a REGION; the caller frees.  NULL: no memory. */
static char *region_key(const char *name, const char *file, int line,
                        size_t *length)
{
    struct strbuf key = { 0 };

    strbuf_add(&key, name, strlen(name) + 1);
    strbuf_puts(&key, file == NULL ? "" : file);
    strbuf_putc(&key, '\0');
    strbuf_printf(&key, "%d", line);
    if (key.failed)
        strbuf_clear(&key);
    *length = key.length;
    return key.text;
}

uint32_t definitions_find_region(const struct definitions *table,
                                 const char *name, const char *file, int line)
{
    size_t length;
    char *key = region_key(name, file, line, &length);
    uint32_t id = key == NULL ? DEFINITION_NONE
                              : definitions_find(table, DEFINITION_REGION, 0,
                                                 0, key, length);

    free(key);
    return id;
}

uint32_t definitions_region(struct definitions *table, const char *name,
                            const char *file, int line)
{
    size_t length;
    char *key = region_key(name, file, line, &length);
    uint32_t id = key == NULL ? DEFINITION_NONE
                              : definitions_intern(table, DEFINITION_REGION, 0,
                                                   0, key, length);

    free(key);
    return id;
}

uint32_t definitions_group(struct definitions *table, const uint32_t *members,
                           uint32_t count)
{
    uint8_t *key = malloc((size_t)count * 4 + 1);
    uint32_t id = DEFINITION_NONE;

    if (key == NULL)
        return id;
    for (size_t i = 0; i < (size_t)count * 4; i++)
        key[i] = (uint8_t)(members[i / 4] >> (8 * (i % 4)));
    id = definitions_intern(table, DEFINITION_GROUP, 0, 0, key,
                            (size_t)count * 4);
    free(key);
    return id;
}

const char *definitions_window_name(const struct definitions *table,
                                    uint32_t window)
{
    struct definition item = definitions_get(table, DEFINITION_WINDOW, window);

    return item.note == NULL ? "" : (const char *)item.note;
}

/* Behind the name; notes end in several zeros. */
const char *definitions_window_kind(const struct definitions *table,
                                    uint32_t window)
{
    const char *name = definitions_window_name(table, window);

    return name[0] == '\0' &&
                   definitions_get(table, DEFINITION_WINDOW, window).note ==
                       NULL
               ? ""
               : name + strlen(name) + 1;
}

void definitions_region_path(const struct definitions *table, uint32_t node,
                             struct strbuf *out)
{
    uint32_t names[REGION_PATH_MOST];
    int depth = 0;

    while (node != 0 && depth < REGION_PATH_MOST) {
        struct definition item =
            definitions_get(table, DEFINITION_REGION_NODE, node);

        names[depth++] = item.refs[1];
        node = item.refs[0];
    }
    while (depth-- > 0) {
        strbuf_puts(out, definitions_region_name(table, names[depth]));
        if (depth > 0)
            strbuf_putc(out, '/');
    }
}
