/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * marshal.h - reads items of Python's marshal format, as used by profiles.
 *
 * Versions 0 to 6, of Python 2 and 3.  Items come one by one: the reader knows
 * what must come next, so nothing recurs, however deep a file is nested.  Back
 * references are resolved for names, numbers and functions read before; tables
 * are never shared.
 * Threads: one owner.  Memory: marshal_clear() frees.  Errors: the first one
 * stays in `problem', and every further item is ITEM_BAD.
 */
#ifndef PYPROF_FILES_MARSHAL_H
#define PYPROF_FILES_MARSHAL_H

#include <stdbool.h>
#include <stdint.h>

#include "pyprof/files/py_text.h"

enum item_kind {
    ITEM_BAD,
    ITEM_TEXT,
    ITEM_WHOLE,
    ITEM_REAL,
    ITEM_KEY,   /* a function read before */
    ITEM_CALLS, /* a caller's numbers, read before */
    ITEM_TUPLE, /* `count' items follow */
    ITEM_DICT,  /* pairs of items follow, up to ITEM_END */
    ITEM_END,
    ITEM_NONE,
    ITEM_OTHER, /* never used in profiles */
    ITEM_KINDS
};

struct item {
    enum item_kind kind;
    uint32_t id; /* id of a text, a key or a caller */
    uint32_t count;
    size_t slot; /* reference slot of a tuple; 0: none */
    int64_t whole;
    double real;
    size_t at; /* offset of its start */
};

struct py_profile;

struct marshal {
    const uint8_t *data;
    size_t size, at;
    struct py_texts *texts; /* where texts that are read are kept */
    struct py_profile *out; /* the caller's own, for its reader */
    struct item *slots;     /* targets of back references, from 1 on */
    size_t slot_count, slot_room;
    uint32_t *interned; /* texts, numbered as in Python 2 */
    size_t interned_count;
    struct strbuf *problem;
    bool failed, no_memory;
};

void marshal_init(struct marshal *in, const void *data, size_t size,
                  struct py_texts *texts, struct strbuf *problem);
void marshal_clear(struct marshal *in);
struct item marshal_item(struct marshal *in);
/* Sets the result of the tuple in that slot. */
void marshal_settle(struct marshal *in, size_t slot, enum item_kind kind,
                    uint32_t id);
/* "<what> at byte N"; only the first one is kept. */
void marshal_fail(struct marshal *in, size_t at, const char *what);
/* "a tuple": for messages. */
const char *marshal_kind_name(enum item_kind kind);

#endif
