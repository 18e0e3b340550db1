/*
 * py_text.h - names between Python's ways to spell them and ours.
 *
 * Ours are UTF-8 that may have surrogates, without zero bytes (C0 80 stands
 * for one).  Threads: any.  Memory: that of the strbuf.
 */
#ifndef PYPROF_PY_TEXT_H
#define PYPROF_PY_TEXT_H

#include "base/strbuf.h"

/* Appends bytes of a file; those that are not UTF-8 as the surrogates with
 * which Python 3 keeps them (PEP 383). */
void py_text_take(struct strbuf *out, const void *bytes, size_t length);
/* Appends the bytes as Python has them. */
void py_text_give(struct strbuf *out, const char *text);
/* Appends as people read it: without the places in memory that "<built-in
 * method f of type object at 0x7f00>" has. */
void py_text_without_address(struct strbuf *out, const char *name);

#endif
