/*
 * python_frame.h - frames of Python code among the definitions.
 *
 * Such a FRAME belongs to a MODULE with the key "python:FILE" and the note
 * FILE.  Its note has one triple as of any frame (see symbols.h), so whoever
 * shows call paths needs to know nothing of this.  Its offset is the line of
 * the call (24 bits), from bit 24 on the first line of the function, and from
 * bit 48 on a number made of the function's name, since two may begin in the
 * same line.
 * Threads: the table's owner.  Memory: the table's.
 */
#ifndef SYMBOLS_PYTHON_FRAME_H
#define SYMBOLS_PYTHON_FRAME_H

#include <stdbool.h>

#include "model/definitions.h"

struct python_frame {
    const char *function, *file; /* "Heat.step"; as the interpreter names it */
    int first_line, line;        /* 0: unknown */
};

/* The FRAME's id; DEFINITION_NONE: no memory. */
uint32_t python_frame_define(struct definitions *table,
                             const struct python_frame *frame);
/* False: it is none of Python's.  Strings are the table's. */
bool python_frame_of(const struct definitions *table, uint32_t frame,
                     struct python_frame *out);

#endif
