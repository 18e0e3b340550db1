/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pickle.h - reads the pickles that line_profiler and tracemalloc write.
 *
 * Protocols 0 to 5.  Nothing is ever executed: there are numbers, texts, lists,
 * dictionaries, and objects of the few classes below; a file with any other
 * opcode or name is refused.  Values refer to one another as in the file, so a
 * hostile one may share a list many times, or contain itself: whoever walks
 * into lists takes each of them once, by pickle_open().
 * Threads: one owner.  Memory: at most some 60 bytes for each byte of the file;
 * pickle_clear() frees.  Errors: one phrase in `problem'.
 */
#ifndef PYFILES_PICKLE_H
#define PYFILES_PICKLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text/strbuf.h"

#define PICKLE_END UINT32_MAX

enum pickle_kind {
    PICKLE_NONE,
    PICKLE_WHOLE,
    PICKLE_REAL,
    PICKLE_TEXT,
    PICKLE_LIST, /* or a tuple */
    PICKLE_DICT, /* a list of keys and values in turn */
    PICKLE_CLASS,
    PICKLE_OBJECT /* a list: its state, if it has one */
};

enum pickle_class {
    PICKLE_LINE_STATS,
    PICKLE_SNAPSHOT,
    PICKLE_TRACES,
    PICKLE_PLAIN,        /* object */
    PICKLE_RECONSTRUCTOR /* how protocols 0 and 1 make an object */
};

struct pickle_value {
    uint8_t kind;
    uint8_t class; /* of a class or an object: enum pickle_class */
    uint32_t id;   /* of a text or a list */
    union {
        int64_t whole;
        double real;
    } as;
};

struct pickle_item {
    struct pickle_value value;
    uint32_t next; /* or PICKLE_END */
};

struct pickle_list {
    uint32_t first, last; /* items, or PICKLE_END */
    uint32_t count;
    bool opened;
};

struct pickle {
    struct pickle_value root;
    struct strbuf arena; /* of texts, each with a NUL behind it */
    size_t *texts;       /* where they begin in the arena */
    struct pickle_list *lists;
    struct pickle_item *items;
    size_t text_count, list_count, item_count;
};

enum status pickle_read(const void *data, size_t size, struct pickle *out,
                        struct strbuf *problem);
void pickle_clear(struct pickle *pickle);

/* NULL: the value is not a text. */
const char *pickle_text(const struct pickle *pickle,
                        const struct pickle_value *value);
/* Returns false if the value is not a number. */
bool pickle_real(const struct pickle_value *value, double *out);
/* The first item of a list; PICKLE_END if it is empty, is none, or has been
 * opened before. */
uint32_t pickle_open(struct pickle *pickle, const struct pickle_value *value);
/* Stores the items of a list of at least `count' and returns true; does not
 * open it. */
bool pickle_fields(const struct pickle *pickle,
                   const struct pickle_value *value, size_t count,
                   const struct pickle_value *out[]);
/* The member of an object of that class; NULL: none. */
const struct pickle_value *pickle_member(const struct pickle *pickle,
                                         const struct pickle_value *object,
                                         enum pickle_class class,
                                         const char *name);

#endif
