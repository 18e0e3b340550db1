/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_frame.h - frames of Python code among the definitions.
 *
 * Such a FRAME belongs to a MODULE with the key "python:FILE" and the note
 * FILE.  Its note is one triple as for any frame (see symbols.h), so code that
 * shows call paths needs no special case.  Its offset is the line of the call
 * (24 bits), from bit 24 the first line of the function, and from bit 48 a
 * hash of the function's name, since two functions can begin on the same line.
 * Threads: the table's owner.  Memory: the table's.
 */
#ifndef SYMBOLS_PYTHON_FRAME_H
#define SYMBOLS_PYTHON_FRAME_H

#include <stdbool.h>

#include "model/definitions.h"

struct python_frame {
    const char *function, *file; /* "Heat.step"; path as the interpreter has
                                  * it */
    int first_line, line;        /* 0: unknown */
};

/* Returns the FRAME's id; DEFINITION_NONE without memory. */
uint32_t python_frame_define(struct definitions *table,
                             const struct python_frame *frame);
/* Whether a file, by its base name, is an interpreter: "python3.11",
 * "libpython3.11.so.1.0"; not "pythonic". */
bool python_is_interpreter(const char *name);
/* Whether a file is mpi4py's machine code, by its path. */
bool python_is_mpi4py(const char *path);
bool python_frame_is_mpi4py(const struct definitions *table, uint32_t frame);
bool python_frame_is(const struct definitions *table, uint32_t frame);
/* Whether a file belongs to Python or to an installed package, and not to the
 * user's program. */
bool python_file_is_installed(const char *file);
/* False: not a Python frame.  Strings are the table's. */
bool python_frame_of(const struct definitions *table, uint32_t frame,
                     struct python_frame *out);

#endif
