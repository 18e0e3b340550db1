/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "live/persist_file.h"

#define SEGMENT_BYTES (1u << 20)
#define MOST_SEGMENTS 64
#define MOST_IN_MEMORY 16 /* without a file */
#define HEAD_BYTES 8      /* length and kind of a record */

struct journal {
    uint8_t *segment; /* the last one */
    size_t used, room;
    uint32_t segments, most;
    bool full; /* nothing more is written */
    struct definitions *watched;
};

struct journal *journal_create(void)
{
    struct journal *journal =
        persist_is_on() ? calloc(1, sizeof(struct journal)) : NULL;

    if (journal != NULL)
        journal->most =
            persist_path() == NULL ? MOST_IN_MEMORY : MOST_SEGMENTS;
    return journal;
}

/* The segments stay for whoever owns the file. */
void journal_destroy(struct journal *journal)
{
    journal_watch(journal, NULL);
    free(journal);
}

static bool next_segment(struct journal *journal, size_t need)
{
    size_t room =
        need + HEAD_BYTES > SEGMENT_BYTES ? need + HEAD_BYTES : SEGMENT_BYTES;

    if (journal->segments == journal->most)
        return false;
    journal->segment =
        persist_reserve(PERSIST_JOURNAL, journal->segments, room);
    journal->used = 0;
    journal->room = room;
    journal->segments++;
    return journal->segment != NULL;
}

/* Room for this number of bytes, with a zero length behind them. */
static uint8_t *journal_reserve(struct journal *journal, size_t bytes)
{
    uint8_t *place;

    if (journal->full)
        return NULL;
    if (journal->room - journal->used < bytes + HEAD_BYTES &&
        !next_segment(journal, bytes)) {
        journal->full = true;
        return NULL;
    }
    place = journal->segment + journal->used;
    journal->used += bytes;
    journal->full = !persist_secure(place, bytes + HEAD_BYTES);
    return journal->full ? NULL : place;
}

static void append_entry(struct journal *journal, enum journal_kind kind,
                         struct bytes_writer *body)
{
    size_t bytes = (HEAD_BYTES + body->size + 7) & ~(size_t)7;
    uint32_t length = (uint32_t)body->size, number = kind;
    uint8_t *place;

    if (body->failed || body->size == 0 || body->size > UINT32_MAX / 2)
        journal->full = true;
    place = journal_reserve(journal, bytes);
    if (place != NULL) {
        memcpy(place + HEAD_BYTES, body->data, body->size);
        memcpy(place + 4, &number, sizeof(number));
        __atomic_store_n((uint32_t *)(void *)place, length, __ATOMIC_RELEASE);
    }
    bytes_writer_clear(body);
}

static void put_definition(void *context, const struct definitions *table,
                           enum definition_kind kind, uint32_t id, bool noted)
{
    struct bytes_writer body = { 0 };

    bytes_put_number(&body, kind);
    definitions_put(table, kind, id, noted, &body);
    append_entry(context, noted ? JOURNAL_NOTE : JOURNAL_DEFINITION, &body);
}

static void put_all(struct journal *journal, const struct definitions *table)
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        uint32_t count = definitions_count(table, kind);

        for (uint32_t id = 0; id < count; id++) {
            if (!definitions_is_root(kind, id))
                put_definition(journal, table, kind, id, false);
            if (definitions_get(table, kind, id).note_size > 0)
                put_definition(journal, table, kind, id, true);
        }
    }
}

void journal_watch(struct journal *journal, struct definitions *table)
{
    if (journal == NULL)
        return;
    if (journal->watched != NULL)
        definitions_watch(journal->watched, NULL, NULL);
    journal->watched = table;
    if (table == NULL)
        return;
    put_all(journal, table);
    definitions_watch(table, put_definition, journal);
}

static void put_handle(struct journal *journal, enum journal_kind kind,
                       uint64_t handle, uint64_t fortran, uint32_t id)
{
    struct bytes_writer body = { 0 };

    if (journal == NULL)
        return;
    PUT_NUMBERS(&body, handle, fortran, id);
    append_entry(journal, kind, &body);
}

void journal_comm(struct journal *journal, uint64_t handle, uint64_t fortran,
                  uint32_t id)
{
    put_handle(journal, JOURNAL_COMM, handle, fortran, id);
}

void journal_window(struct journal *journal, uint64_t handle, uint64_t fortran,
                    uint32_t comm)
{
    put_handle(journal, JOURNAL_WINDOW, handle, fortran, comm);
}

void journal_fact(struct journal *journal, const char *name, const char *value)
{
    struct bytes_writer body = { 0 };

    if (journal == NULL)
        return;
    bytes_put_string(&body, name);
    bytes_put_string(&body, value);
    append_entry(journal, JOURNAL_FACT, &body);
}

void journal_module(struct journal *journal,
                    const struct journal_module *module)
{
    struct bytes_writer body = { 0 };

    if (journal == NULL)
        return;
    PUT_NUMBERS(&body, module->low, module->high, module->bias);
    bytes_put_string(&body, module->path);
    bytes_put_string(&body, module->build_id);
    append_entry(journal, JOURNAL_MODULE, &body);
}

static void read_definition(struct bytes_reader *in,
                            const struct journal_reader *reader)
{
    uint32_t kind = bytes_get_below(in, DEFINITION_KINDS);
    struct definition item = { 0 };
    size_t size;

    item.refs[0] = bytes_get_below(in, DEFINITION_NONE);
    item.refs[1] = bytes_get_below(in, DEFINITION_NONE);
    item.key = bytes_get_sized(in, &size);
    item.key_size = (uint32_t)size; /* a record is shorter than that */
    if (!in->failed && reader->definitions != NULL)
        in->failed = !definitions_add(reader->definitions,
                                      (enum definition_kind)kind, &item);
}

static void read_note(struct bytes_reader *in,
                      const struct journal_reader *reader)
{
    uint32_t kind = bytes_get_below(in, DEFINITION_KINDS);
    uint32_t id = bytes_get_below(in, DEFINITION_NONE);
    size_t size;
    const void *note = bytes_get_sized(in, &size);

    in->failed =
        in->failed || !definitions_note_fits((enum definition_kind)kind, note,
                                             size, reader->ranks);
    if (!in->failed && reader->definitions != NULL)
        definitions_note(reader->definitions, (enum definition_kind)kind, id,
                         note, size, 1);
}

typedef void handle_function(void *context, uint64_t handle, uint64_t fortran,
                             uint32_t id);

static void read_handle(struct bytes_reader *in,
                        const struct journal_reader *reader,
                        handle_function *tell)
{
    uint64_t handle = bytes_get_number(in), fortran = bytes_get_number(in);
    uint64_t id = bytes_get_number(in);

    in->failed |= id >= UINT32_MAX;
    if (!in->failed && tell != NULL)
        tell(reader->context, handle, fortran, (uint32_t)id);
}

static void read_fact(struct bytes_reader *in,
                      const struct journal_reader *reader)
{
    char *name = bytes_get_string(in);
    char *value = bytes_get_string(in);

    if (!in->failed && reader->fact != NULL)
        reader->fact(reader->context, name, value);
    FREE_ALL(name, value);
}

static void read_module(struct bytes_reader *in,
                        const struct journal_reader *reader)
{
    struct journal_module module = { 0 };
    char *path, *build_id;

    GET_NUMBERS(in, &module.low, &module.high, &module.bias);
    module.path = path = bytes_get_string(in);
    module.build_id = build_id = bytes_get_string(in);
    if (!in->failed && reader->module != NULL)
        reader->module(reader->context, &module);
    FREE_ALL(path, build_id);
}

static bool read_record(uint32_t kind, const void *body, size_t size,
                        const struct journal_reader *reader)
{
    struct bytes_reader in;

    bytes_reader_init(&in, body, size);
    switch (kind) {
    case JOURNAL_DEFINITION: read_definition(&in, reader); break;
    case JOURNAL_NOTE: read_note(&in, reader); break;
    case JOURNAL_COMM: read_handle(&in, reader, reader->comm); break;
    case JOURNAL_WINDOW: read_handle(&in, reader, reader->window); break;
    case JOURNAL_FACT: read_fact(&in, reader); break;
    case JOURNAL_MODULE: read_module(&in, reader); break;
    default: return false;
    }
    return !in.failed;
}

static bool read_segment(const uint8_t *data, size_t size,
                         const struct journal_reader *reader)
{
    for (size_t at = 0; at + HEAD_BYTES <= size;) {
        uint32_t length = __atomic_load_n(
            (const uint32_t *)(const void *)(data + at), __ATOMIC_ACQUIRE);
        uint32_t kind;

        if (length == 0)
            return true;
        memcpy(&kind, data + at + 4, sizeof(kind));
        if (length > size - at - HEAD_BYTES ||
            !read_record(kind, data + at + HEAD_BYTES, length, reader))
            return false;
        at += (HEAD_BYTES + (size_t)length + 7) & ~(size_t)7;
    }
    return true;
}

bool journal_read(const struct persist_file *file,
                  const struct journal_reader *reader)
{
    uint32_t wanted = 0;

    for (;; wanted++) {
        const void *data;
        uint32_t at = 0, owner = 0;
        size_t bytes = 0;

        do
            data = persist_next(file, PERSIST_JOURNAL, &at, &owner, &bytes);
        while (data != NULL && owner != wanted);
        if (data == NULL)
            return wanted > 0;
        if (!read_segment(data, bytes, reader))
            return false;
    }
}
