/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pickle_machine.h - the stack of a pickle that is being read, and the lists that
 * it makes; private to the reader.
 *
 * Threads: one owner.  Memory: pickle_read() frees.  Errors: the first one is
 * in `problem', with the offset of the opcode; after it nothing is done.
 */
#ifndef PYFILES_PICKLE_MACHINE_H
#define PYFILES_PICKLE_MACHINE_H

#include "pyfiles/pickle.h"

struct pickle_machine {
    const uint8_t *data;
    size_t size, at, opcode_at;
    struct pickle *out;
    struct pickle_value *stack, *memo;
    size_t *marks;
    size_t depth, memo_count, memo_room, mark_count;
    struct strbuf *problem;
    bool failed, no_memory, done;
};

void machine_fail(struct pickle_machine *in, const char *what);
void machine_no_memory(struct pickle_machine *in);

/* The next bytes; NULL past the end. */
const uint8_t *machine_bytes(struct pickle_machine *in, size_t size);
uint64_t machine_number(struct pickle_machine *in, size_t size);
/* A line without its end; NULL: none. */
const char *machine_line(struct pickle_machine *in, size_t *length);

void machine_push(struct pickle_machine *in, struct pickle_value value);
struct pickle_value machine_pop(struct pickle_machine *in);
/* NULL: the stack is empty, which is an error. */
struct pickle_value *machine_top(struct pickle_machine *in);
/* Where the values above the last mark begin. */
size_t machine_floor(const struct pickle_machine *in);
/* The same, and removes the mark. */
size_t machine_pop_mark(struct pickle_machine *in);

/* kind: PICKLE_LIST, PICKLE_DICT or PICKLE_OBJECT. */
struct pickle_value machine_list(struct pickle_machine *in, int kind);
void machine_add(struct pickle_machine *in, struct pickle_value list,
                 struct pickle_value value);
/* Moves the values from there on into the list. */
void machine_fill(struct pickle_machine *in, struct pickle_value list,
                  size_t from);

#endif
