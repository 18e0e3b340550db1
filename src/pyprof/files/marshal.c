/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/marshal.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define FLAG_REF 0x80
#define DIGIT_BITS 15
#define NUMBER_MOST 64 /* bytes of a number that is written as text */

void marshal_init(struct marshal *in, const void *data, size_t size,
                  struct py_texts *texts, struct strbuf *problem)
{
    *in = (struct marshal){ .data = data,
                            .size = size,
                            .texts = texts,
                            .problem = problem,
                            .slot_count = 1 };
}

void marshal_clear(struct marshal *in)
{
    FREE_ALL(in->slots, in->interned);
}

void marshal_fail(struct marshal *in, size_t at, const char *what)
{
    if (!in->failed)
        strbuf_printf(in->problem, "%s at byte %zu", what, at);
    in->failed = true;
}

static void fail_memory(struct marshal *in)
{
    in->no_memory = in->failed = true;
}

const char *marshal_kind_name(enum item_kind kind)
{
    /* clang-format off */
    static const char *const names[ITEM_KINDS] = {
        [ITEM_BAD] = "damage",       [ITEM_TEXT] = "a string",
        [ITEM_WHOLE] = "a number",   [ITEM_REAL] = "a fraction",
        [ITEM_KEY] = "a function",   [ITEM_CALLS] = "a caller's numbers",
        [ITEM_TUPLE] = "a tuple",
        [ITEM_DICT] = "a table",     [ITEM_END] = "the end of a table",
        [ITEM_NONE] = "None",        [ITEM_OTHER] = "something else",
    };
    /* clang-format on */

    return names[kind];
}

/* ---- bytes ---- */

/* The next bytes, or NULL past the end. */
static const uint8_t *bytes_take(struct marshal *in, size_t size)
{
    const uint8_t *bytes = in->data + in->at;

    if (in->failed)
        return NULL;
    if (size > in->size - in->at) {
        marshal_fail(in, in->size, "is cut off");
        return NULL;
    }
    in->at += size;
    return bytes;
}

static uint64_t take_number(struct marshal *in, size_t size)
{
    const uint8_t *bytes = bytes_take(in, size);
    uint64_t value = 0;

    for (size_t i = 0; bytes != NULL && i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static int64_t take_int32(struct marshal *in)
{
    return (int32_t)(uint32_t)take_number(in, 4);
}

/* ---- references ---- */

static size_t add_slot(struct marshal *in)
{
    if (!array_room(&in->slots, in->slot_count, &in->slot_room,
                    sizeof(*in->slots))) {
        fail_memory(in);
        return 0;
    }
    in->slots[in->slot_count] = (struct item){ .kind = ITEM_OTHER };
    return in->slot_count++;
}

void marshal_settle(struct marshal *in, size_t slot, enum item_kind kind,
                    uint32_t id)
{
    if (slot > 0)
        in->slots[slot] = (struct item){ .kind = kind, .id = id };
}

static void read_reference(struct marshal *in, struct item *item)
{
    uint64_t slot = take_number(in, 4) + 1;
    size_t at = item->at;

    if (in->failed)
        return;
    if (slot >= in->slot_count) {
        marshal_fail(in, at, "refers to an object that does not exist");
        return;
    }
    *item = in->slots[slot];
    item->at = at;
    item->slot = 0;
}

static void read_interned(struct marshal *in, struct item *item)
{
    uint64_t which = take_number(in, 4);

    if (in->failed)
        return;
    if (which >= in->interned_count) {
        marshal_fail(in, item->at, "refers to a string that does not exist");
        return;
    }
    item->kind = ITEM_TEXT;
    item->id = in->interned[which];
}

/* ---- texts ---- */

static void add_text(struct marshal *in, const uint8_t *bytes, size_t length,
                     struct item *item)
{
    struct py_texts *out = in->texts;

    if (!array_more(&out->starts, out->count, sizeof(*out->starts))) {
        fail_memory(in);
        return;
    }
    out->starts[out->count] = out->arena.length;
    py_text_take(&out->arena, bytes, length);
    strbuf_putc(&out->arena, '\0');
    if (out->arena.failed)
        fail_memory(in);
    item->kind = ITEM_TEXT;
    item->id = (uint32_t)out->count++;
}

static void read_text(struct marshal *in, size_t length_bytes,
                      struct item *item)
{
    uint64_t length = take_number(in, length_bytes);
    const uint8_t *bytes;

    if (!in->failed && length > INT32_MAX)
        marshal_fail(in, item->at, "has a string of negative length");
    bytes = bytes_take(in, length);
    if (bytes != NULL)
        add_text(in, bytes, length, item);
}

/* Python 3 flags those that it refers to, Python 2 counts them all. */
static void read_interned_text(struct marshal *in, bool flagged,
                               struct item *item)
{
    read_text(in, 4, item);
    if (in->failed || flagged)
        return;
    if (!ARRAY_ADD(in->interned, in->interned_count, item->id))
        fail_memory(in);
}

/* ---- numbers ---- */

static void read_long(struct marshal *in, struct item *item)
{
    int64_t digits = take_int32(in);
    bool negative = digits < 0;
    uint64_t value = 0, count = (uint64_t)(negative ? -digits : digits);

    if (count > 5 && !in->failed)
        marshal_fail(in, item->at, "has too large a number");
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        uint64_t digit = take_number(in, 2);

        if (digit >> DIGIT_BITS != 0 ||
            (i == 4 && digit >= UINT64_C(1) << (63 - 4 * DIGIT_BITS)))
            marshal_fail(in, item->at, "has too large a number");
        else
            value |= digit << (i * DIGIT_BITS);
    }
    item->kind = ITEM_WHOLE;
    item->whole = negative ? -(int64_t)value : (int64_t)value;
}

static void read_real_text(struct marshal *in, struct item *item)
{
    uint64_t length = take_number(in, 1);
    const uint8_t *bytes = bytes_take(in, length);
    char text[NUMBER_MOST + 1], *end;

    if (bytes == NULL)
        return;
    if (length == 0 || length > NUMBER_MOST) {
        marshal_fail(in, item->at, "has no number where one should be");
        return;
    }
    memcpy(text, bytes, length);
    text[length] = '\0';
    item->kind = ITEM_REAL;
    item->real = strtod(text, &end);
    if (end != text + length)
        marshal_fail(in, item->at, "has no number where one should be");
}

static void read_real(struct marshal *in, struct item *item)
{
    uint64_t bits = take_number(in, 8);

    item->kind = ITEM_REAL;
    memcpy(&item->real, &bits, sizeof(bits));
}

static void read_whole(struct marshal *in, char code, struct item *item)
{
    item->kind = ITEM_WHOLE;
    item->whole = code == 'i' ? take_int32(in) : (int64_t)take_number(in, 8);
}

/* ---- items ---- */

static void read_tuple(struct marshal *in, size_t count_bytes,
                       struct item *item)
{
    uint64_t count = take_number(in, count_bytes);

    item->kind = ITEM_TUPLE;
    item->count = (uint32_t)count;
    if (!in->failed && count > in->size - in->at)
        marshal_fail(in, item->at,
                     "has a tuple of more items than the file "
                     "has bytes");
}

static void read_by_code(struct marshal *in, char code, bool flagged,
                         struct item *item)
{
    switch (code) {
    case '{': item->kind = ITEM_DICT; break;
    case '0': item->kind = ITEM_END; break;
    case 'N': item->kind = ITEM_NONE; break;
    case '(': read_tuple(in, 4, item); break;
    case ')': read_tuple(in, 1, item); break;
    case 'r': read_reference(in, item); break;
    case 'R': read_interned(in, item); break;
    case 's':
    case 'u':
    case 'a':
    case 'A': read_text(in, 4, item); break;
    case 't': read_interned_text(in, flagged, item); break;
    case 'z':
    case 'Z': read_text(in, 1, item); break;
    case 'i':
    case 'I': read_whole(in, code, item); break;
    case 'l': read_long(in, item); break;
    case 'g': read_real(in, item); break;
    case 'f': read_real_text(in, item); break;
    default: item->kind = ITEM_OTHER; break;
    }
}

/* Objects that Python would enter into its references. */
static bool takes_slot(int code)
{
    return code != 'r' && code != 'R' && code != 'N' && code != '0';
}

struct item marshal_item(struct marshal *in)
{
    struct item item = { .kind = ITEM_BAD, .at = in->at };
    const uint8_t *code = bytes_take(in, 1);
    bool flagged;

    if (code == NULL)
        return item;
    flagged = (*code & FLAG_REF) != 0 && takes_slot(*code & ~FLAG_REF);
    if (flagged)
        item.slot = add_slot(in);
    read_by_code(in, (char)(*code & ~FLAG_REF), flagged, &item);
    if (in->failed)
        return (struct item){ .kind = ITEM_BAD, .at = item.at };
    if (item.slot > 0 && item.kind != ITEM_TUPLE && item.kind != ITEM_DICT)
        in->slots[item.slot] = item;
    return item;
}
