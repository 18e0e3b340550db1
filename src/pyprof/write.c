/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * write.c - the merged profile as cProfile would have written it.
 *
 * Codes and back references of marshal version 3, which Python reads from 3.4
 * on.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/log.h"
#include "pyprof/files/py_text.h"
#include "pyprof/merged.h"

#define FLAG_REF 0x80
#define DIGIT_BITS 15

struct writing {
    struct bytes_writer out;
    const struct pyprof *merged;
    uint32_t *text_slot, *key_slot; /* by number; PY_NONE: not yet */
    uint32_t slots;
};

static void put_code(struct writing *writing, char code)
{
    bytes_put(&writing->out, &code, 1);
}

/* Flagged objects are written once; then this refers to them. */
static bool put_again(struct writing *writing, uint32_t *slot)
{
    if (*slot == PY_NONE) {
        *slot = writing->slots++;
        return false;
    }
    put_code(writing, 'r');
    bytes_put_fixed32(&writing->out, *slot);
    return true;
}

static void put_text(struct writing *writing, uint32_t number)
{
    struct strbuf given = { 0 };

    if (put_again(writing, &writing->text_slot[number]))
        return;
    py_text_give(&given, py_names_text(&writing->merged->names, number));
    writing->out.failed |= given.failed;
    put_code(writing, (char)('u' | FLAG_REF));
    bytes_put_fixed32(&writing->out, (uint32_t)given.length);
    bytes_put(&writing->out, strbuf_text(&given), given.length);
    strbuf_clear(&given);
}

static void put_long(struct writing *writing, uint64_t size, bool negative)
{
    uint8_t digits[2 * 5];
    int count = 0;

    for (; size > 0; size >>= DIGIT_BITS) {
        digits[2 * count] = (uint8_t)size;
        digits[2 * count + 1] = (uint8_t)(size >> 8 & 0x7f);
        count++;
    }
    put_code(writing, 'l');
    bytes_put_fixed32(&writing->out, (uint32_t)(negative ? -count : count));
    bytes_put(&writing->out, digits, 2 * (size_t)count);
}

static void put_whole(struct writing *writing, int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX) {
        put_long(writing, value < 0 ? -(uint64_t)value : (uint64_t)value,
                 value < 0);
        return;
    }
    put_code(writing, 'i');
    bytes_put_fixed32(&writing->out, (uint32_t)value);
}

static void put_count(struct writing *writing, uint64_t value)
{
    if (value > INT32_MAX)
        put_long(writing, value, false);
    else
        put_whole(writing, (int64_t)value);
}

static void put_seconds(struct writing *writing, double seconds)
{
    put_code(writing, 'g');
    bytes_put_double(&writing->out, seconds);
}

static void put_tuple(struct writing *writing, uint32_t count, char flag)
{
    put_code(writing, (char)('(' | flag));
    bytes_put_fixed32(&writing->out, count);
}

static void put_key(struct writing *writing, uint32_t which)
{
    const struct function_key *key = &writing->merged->functions[which].key;

    if (put_again(writing, &writing->key_slot[which]))
        return;
    put_tuple(writing, 3, (char)FLAG_REF);
    put_text(writing, key->file);
    put_whole(writing, key->line);
    put_text(writing, key->name);
}

/* Here all calls come first; in put_function() those that did not recur. */
static void put_edge(struct writing *writing, const struct py_edge *edge)
{
    put_key(writing, edge->caller);
    if (edge->bare && !edge->full) {
        put_count(writing, edge->total.calls);
        return;
    }
    put_tuple(writing, 4, 0);
    put_count(writing, edge->total.calls);
    put_count(writing, edge->total.primitive);
    put_seconds(writing, edge->exact.own);
    put_seconds(writing, edge->exact.cumulative);
}

/* One that is only a caller has a row, too: SnakeViz wants it. */
static void put_function(struct writing *writing, uint32_t which)
{
    const struct pyprof *merged = writing->merged;
    const struct py_function *function = &merged->functions[which];

    put_key(writing, which);
    put_tuple(writing, 5, 0);
    put_count(writing, function->total.primitive);
    put_count(writing, function->total.calls);
    put_seconds(writing, function->exact.own);
    put_seconds(writing, function->exact.cumulative);
    put_code(writing, '{');
    for (uint32_t i = function->first_caller; i != PY_NONE;
         i = merged->edges[i].next_caller)
        put_edge(writing, &merged->edges[i]);
    put_code(writing, '0');
}

static void put_all(struct writing *writing)
{
    const struct pyprof *merged = writing->merged;

    memset(writing->text_slot, 0xff, merged->names.count * sizeof(uint32_t));
    memset(writing->key_slot, 0xff, merged->function_count * sizeof(uint32_t));
    put_code(writing, '{');
    for (uint32_t i = 0; i < merged->function_count; i++)
        put_function(writing, i);
    put_code(writing, '0');
}

enum status pyprof_write(const struct pyprof *merged, struct strbuf *out)
{
    struct writing writing = {
        .merged = merged,
        .text_slot = calloc(merged->names.count + 1, sizeof(uint32_t)),
        .key_slot = calloc(merged->function_count + 1, sizeof(uint32_t)),
    };

    if (writing.text_slot == NULL || writing.key_slot == NULL)
        writing.out.failed = true;
    else
        put_all(&writing);
    out->failed |= writing.out.failed;
    if (!out->failed)
        strbuf_add(out, (const char *)writing.out.data, writing.out.size);
    bytes_writer_clear(&writing.out);
    free(writing.text_slot);
    free(writing.key_slot);
    return out->failed ? log_fail(STATUS_NO_MEMORY, "merged profile")
                       : STATUS_OK;
}
