/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * py_profile.c - the grammar of a profile:
 *
 *     {(file, line, name): (cc, nc, tt, ct, {(file, line, name): calls})}
 *
 * where calls is (nc, cc, tt, ct), or of the `profile' module just nc.
 */
#include "pyprof/files/py_profile.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "base/log.h"
#include "pyprof/files/marshal.h"

const char *py_profile_text(const struct py_profile *profile, uint32_t text)
{
    return profile->texts.arena.text + profile->texts.starts[text];
}

void py_profile_clear(struct py_profile *profile)
{
    strbuf_clear(&profile->texts.arena);
    FREE_ALL(profile->texts.starts, profile->keys, profile->entries,
             profile->callers);
    *profile = (struct py_profile){ 0 };
}

/* "has a tuple where a name should be". */
static void refuse_item(struct marshal *in, const struct item *item,
                        const char *wanted)
{
    struct strbuf what = { 0 };

    strbuf_printf(&what, "has %s where %s should be",
                  marshal_kind_name(item->kind), wanted);
    marshal_fail(in, item->at, strbuf_text(&what));
    strbuf_clear(&what);
}

static struct item expect_item(struct marshal *in, enum item_kind kind,
                               const char *wanted)
{
    struct item item = marshal_item(in);

    if (!in->failed && item.kind != kind)
        refuse_item(in, &item, wanted);
    return item;
}

/* ---- functions ---- */

static uint32_t add_key(struct marshal *in, struct py_key key)
{
    struct py_profile *out = in->out;

    if (!ARRAY_ADD(out->keys, out->key_count, key)) {
        in->no_memory = in->failed = true;
        return 0;
    }
    return (uint32_t)out->key_count - 1;
}

static uint32_t read_key(struct marshal *in, const struct item *item)
{
    struct item file, line, name;
    uint32_t key;

    if (item->kind == ITEM_KEY)
        return item->id;
    if (item->kind != ITEM_TUPLE || item->count != 3) {
        refuse_item(in, item, "a function (file, line, name)");
        return 0;
    }
    file = expect_item(in, ITEM_TEXT, "the file of a function");
    line = expect_item(in, ITEM_WHOLE, "the line of a function");
    name = expect_item(in, ITEM_TEXT, "the name of a function");
    if (in->failed)
        return 0;
    key = add_key(in, (struct py_key){ .file = file.id,
                                       .name = name.id,
                                       .line = line.whole });
    marshal_settle(in, item->slot, ITEM_KEY, key);
    return key;
}

/* ---- numbers ---- */

static uint64_t read_count(struct marshal *in)
{
    struct item item = expect_item(in, ITEM_WHOLE, "a number of calls");

    if (!in->failed && item.whole < 0)
        marshal_fail(in, item.at, "has a negative number of calls");
    return (uint64_t)item.whole;
}

static double read_seconds(struct marshal *in)
{
    struct item item = marshal_item(in);

    if (item.kind == ITEM_WHOLE)
        return (double)item.whole;
    if (!in->failed && item.kind != ITEM_REAL)
        refuse_item(in, &item, "a time");
    return item.real;
}

static void read_caller(struct marshal *in, const struct item *item)
{
    struct py_profile *out = in->out;
    struct py_caller caller = { .key = read_key(in, item) };
    struct item value = marshal_item(in);

    if (in->failed)
        return;
    if (value.kind == ITEM_WHOLE && value.whole >= 0) {
        caller.bare = true;
        caller.numbers.calls = (uint64_t)value.whole;
    } else if (value.kind == ITEM_CALLS) {
        caller.numbers = out->callers[value.id].numbers;
    } else if (value.kind == ITEM_TUPLE && value.count == 4) {
        caller.numbers.calls = read_count(in);
        caller.numbers.primitive = read_count(in);
        caller.numbers.own = read_seconds(in);
        caller.numbers.cumulative = read_seconds(in);
    } else {
        refuse_item(in, &value, "the times of a caller");
    }
    if (in->failed)
        return;
    if (!array_more(&out->callers, out->caller_count, sizeof(*out->callers))) {
        in->no_memory = in->failed = true;
        return;
    }
    if (value.kind == ITEM_TUPLE)
        marshal_settle(in, value.slot, ITEM_CALLS,
                       (uint32_t)out->caller_count);
    out->callers[out->caller_count++] = caller;
}

static void read_callers(struct marshal *in)
{
    struct item item = marshal_item(in);

    if (in->failed || item.kind == ITEM_NONE)
        return;
    if (item.kind != ITEM_DICT) {
        refuse_item(in, &item, "the callers of a function");
        return;
    }
    for (;;) {
        item = marshal_item(in);
        if (in->failed || item.kind == ITEM_END)
            return;
        read_caller(in, &item);
    }
}

static void read_entry(struct marshal *in, const struct item *item)
{
    struct py_profile *out = in->out;
    struct py_entry entry = { .key = read_key(in, item) };
    struct item value = marshal_item(in);

    if (!in->failed && (value.kind != ITEM_TUPLE || value.count != 5))
        refuse_item(in, &value, "the times of a function");
    entry.numbers.primitive = read_count(in);
    entry.numbers.calls = read_count(in);
    entry.numbers.own = read_seconds(in);
    entry.numbers.cumulative = read_seconds(in);
    entry.first_caller = out->caller_count;
    read_callers(in);
    entry.caller_count = out->caller_count - entry.first_caller;
    if (in->failed)
        return;
    if (!ARRAY_ADD(out->entries, out->entry_count, entry))
        in->no_memory = in->failed = true;
}

static void read_profile(struct marshal *in)
{
    marshal_item(in); /* the table */
    while (!in->failed) {
        struct item item = marshal_item(in);

        if (in->failed || item.kind == ITEM_END)
            break;
        read_entry(in, &item);
    }
    in->out->ignored = in->size - in->at;
}

/* ---- what is no profile ---- */

/* Pickles of protocols 2 to 5, and those of 0 and 1 that begin with a
 * dictionary, a list or an object. */
static bool is_pickle(const uint8_t *data, size_t size)
{
    if (size < 2)
        return false;
    return (data[0] == 0x80 && data[1] >= 2 && data[1] <= 5) ||
           (data[0] == '(' &&
            (data[1] == 'd' || data[1] == 'l' || data[1] == 'i')) ||
           ((data[0] == '}' || data[0] == ']') && data[1] == 'q') ||
           (size > 8 && data[0] == 'c' && data[1] == 'c' && data[2] == 'o');
}

static bool is_gzip(const uint8_t *data, size_t size)
{
    return size > 1 && data[0] == 0x1f && data[1] == 0x8b;
}

/* A table of functions begins with a bracket, with or without a flag. */
static bool is_no_profile(const void *data, size_t size,
                          struct strbuf *problem)
{
    if (size == 0)
        strbuf_puts(problem, "is empty");
    else if (is_pickle(data, size))
        strbuf_puts(problem, "is a pickle, not a profile of cProfile; "
                             "pickles are never loaded");
    else if (is_gzip(data, size))
        strbuf_puts(problem,
                    "is compressed by gzip, or damaged; decompress it first");
    else if ((*(const uint8_t *)data & 0x7f) != '{')
        strbuf_puts(problem,
                    "is not a file of cProfile, nor of another Python "
                    "profiler that mpiprof reads; see mpiprof-report help "
                    "python-files");
    return problem->length > 0;
}

enum status py_profile_read(const void *data, size_t size,
                            struct py_profile *out, struct strbuf *problem)
{
    struct marshal in;
    bool failed, no_memory;

    *out = (struct py_profile){ 0 };
    if (is_no_profile(data, size, problem))
        return STATUS_BAD_FORMAT;
    marshal_init(&in, data, size, &out->texts, problem);
    in.out = out;
    read_profile(&in);
    failed = in.failed;
    no_memory = in.no_memory;
    marshal_clear(&in);
    if (!failed)
        return STATUS_OK;
    py_profile_clear(out);
    return no_memory ? STATUS_NO_MEMORY : STATUS_BAD_FORMAT;
}
