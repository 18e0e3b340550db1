/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/pickle_machine.h"

#include <string.h>

#include "base/array_room.h"

/* ---- errors ---- */

void machine_fail(struct pickle_machine *in, const char *what)
{
    if (!in->failed)
        strbuf_printf(in->problem, "%s at byte %zu", what, in->opcode_at);
    in->failed = true;
}

void machine_no_memory(struct pickle_machine *in)
{
    in->failed = in->no_memory = true;
}

/* ---- bytes ---- */

const uint8_t *machine_bytes(struct pickle_machine *in, size_t size)
{
    const uint8_t *bytes = in->data + in->at;

    if (in->failed)
        return NULL;
    if (size > in->size - in->at) {
        machine_fail(in, "is cut off in what begins");
        return NULL;
    }
    in->at += size;
    return bytes;
}

uint64_t machine_number(struct pickle_machine *in, size_t size)
{
    const uint8_t *bytes = machine_bytes(in, size);
    uint64_t value = 0;

    for (size_t i = 0; bytes != NULL && i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

const char *machine_line(struct pickle_machine *in, size_t *length)
{
    const uint8_t *begin = in->data + in->at, *end;

    if (in->failed)
        return NULL;
    end = memchr(begin, '\n', in->size - in->at);
    if (end == NULL) {
        machine_fail(in, "is cut off in what begins");
        return NULL;
    }
    *length = (size_t)(end - begin);
    in->at += *length + 1;
    return (const char *)begin;
}

/* ---- the stack ---- */

void machine_push(struct pickle_machine *in, struct pickle_value value)
{
    if (in->failed)
        return;
    if (!ARRAY_ADD(in->stack, in->depth, value))
        machine_no_memory(in);
}

size_t machine_floor(const struct pickle_machine *in)
{
    return in->mark_count == 0 ? 0 : in->marks[in->mark_count - 1];
}

struct pickle_value machine_pop(struct pickle_machine *in)
{
    struct pickle_value none = { .kind = PICKLE_NONE };

    if (!in->failed && in->depth == machine_floor(in))
        machine_fail(in, "takes a value that is not there");
    return in->failed ? none : in->stack[--in->depth];
}

struct pickle_value *machine_top(struct pickle_machine *in)
{
    if (!in->failed && in->depth == machine_floor(in))
        machine_fail(in, "uses a value that is not there");
    return in->failed ? NULL : &in->stack[in->depth - 1];
}

size_t machine_pop_mark(struct pickle_machine *in)
{
    if (!in->failed && in->mark_count == 0)
        machine_fail(in, "uses a mark that is not there");
    return in->failed ? in->depth : in->marks[--in->mark_count];
}

/* ---- lists ---- */

struct pickle_value machine_list(struct pickle_machine *in, int kind)
{
    struct pickle *out = in->out;
    struct pickle_value value = { .kind = (uint8_t)kind };

    if (out->list_count >= UINT32_MAX ||
        !array_more(&out->lists, out->list_count, sizeof(*out->lists))) {
        machine_no_memory(in);
        return value;
    }
    out->lists[out->list_count] =
        (struct pickle_list){ .first = PICKLE_END, .last = PICKLE_END };
    value.id = (uint32_t)out->list_count++;
    return value;
}

void machine_add(struct pickle_machine *in, struct pickle_value list,
                 struct pickle_value value)
{
    struct pickle *out = in->out;
    struct pickle_list *to;

    if (in->failed)
        return;
    if (out->item_count >= PICKLE_END ||
        !array_more(&out->items, out->item_count, sizeof(*out->items))) {
        machine_no_memory(in);
        return;
    }
    to = &out->lists[list.id];
    out->items[out->item_count] = (struct pickle_item){ value, PICKLE_END };
    if (to->last == PICKLE_END)
        to->first = (uint32_t)out->item_count;
    else
        out->items[to->last].next = (uint32_t)out->item_count;
    to->last = (uint32_t)out->item_count++;
    to->count++;
}

void machine_fill(struct pickle_machine *in, struct pickle_value list,
                  size_t from)
{
    for (size_t i = from; i < in->depth && !in->failed; i++)
        machine_add(in, list, in->stack[i]);
    in->depth = from < in->depth ? from : in->depth;
}
