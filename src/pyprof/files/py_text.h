/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * py_text.h - converts names between Python's representation and ours.
 *
 * Ours is UTF-8 that may contain surrogates, without zero bytes (C0 80
 * represents one).
 * Threads: any.  Memory: the strbuf's.
 */
#ifndef PYPROF_FILES_PY_TEXT_H
#define PYPROF_FILES_PY_TEXT_H

#include "base/text/strbuf.h"

/* Texts by number, one behind the other with a zero byte after each. */
struct py_texts {
    struct strbuf arena;
    size_t *starts; /* of each in the arena */
    size_t count;
};

/* Appends bytes of a file; bytes that are not UTF-8 become the surrogates of
 * Python 3 (PEP 383). */
void py_text_take(struct strbuf *out, const void *bytes, size_t length);
/* Appends the bytes in Python's form. */
void py_text_give(struct strbuf *out, const char *text);
/* Appends the path of a file without what differs from process to process: ".",
 * "//" and "x/.." in it, and the process number in the path of a notebook's cell,
 * "/tmp/ipykernel_4711/12345.py". */
void py_text_same_file(struct strbuf *out, const char *path);
/* Appends a name without memory addresses, such as "<built-in method f of type
 * object at 0x7f00>" has. */
void py_text_without_address(struct strbuf *out, const char *name);

#endif
