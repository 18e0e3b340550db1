/*
 * marshal.h - the items of Python's marshal format that profiles are made of.
 *
 * Versions 0 to 6, of Python 2 and 3.  Items come one by one: who reads knows
 * what must come next, so nothing recurs, however deep a file is nested.  Back
 * references stand for names, numbers and functions that were read before;
 * tables are never shared.
 * Threads: one owner.  Memory: marshal_clear() frees.  Errors: the first one
 * stays in `problem', and every further item is ITEM_BAD.
 */
#ifndef PYPROF_MARSHAL_H
#define PYPROF_MARSHAL_H

#include "pyprof/py_profile.h"

enum item_kind {
    ITEM_BAD,
    ITEM_TEXT,
    ITEM_WHOLE,
    ITEM_REAL,
    ITEM_KEY,   /* a function that was read before */
    ITEM_CALLS, /* what a caller took, read before */
    ITEM_TUPLE, /* `count' items follow */
    ITEM_DICT,  /* pairs of items follow, up to ITEM_END */
    ITEM_END,
    ITEM_NONE,
    ITEM_OTHER, /* what profiles do not have */
    ITEM_KINDS
};

struct item {
    enum item_kind kind;
    uint32_t id; /* of a text, a key or a caller */
    uint32_t count;
    size_t slot; /* where a tuple goes among the references; 0: nowhere */
    int64_t whole;
    double real;
    size_t at; /* where it begins */
};

struct marshal {
    const uint8_t *data;
    size_t size, at;
    struct py_profile *out; /* takes the texts */
    struct item *slots;     /* what back references mean, from 1 on */
    size_t slot_count, slot_room;
    uint32_t *interned; /* texts, as Python 2 counts them */
    size_t interned_count, interned_room;
    struct strbuf *problem;
    bool failed, no_memory;
};

void marshal_init(struct marshal *in, const void *data, size_t size,
                  struct py_profile *out, struct strbuf *problem);
void marshal_clear(struct marshal *in);
struct item marshal_item(struct marshal *in);
/* What the tuple of that slot has become. */
void marshal_settle(struct marshal *in, size_t slot, enum item_kind kind,
                    uint32_t id);
/* "<what> at byte N"; the first one counts. */
void marshal_fail(struct marshal *in, size_t at, const char *what);
/* "a tuple": for messages. */
const char *marshal_kind_name(enum item_kind kind);

#endif
