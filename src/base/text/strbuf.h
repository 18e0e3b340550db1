/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * strbuf.h - a string that grows.
 *
 * All zero is an empty one.
 * Memory: the caller clears the buffer.  Always NUL-terminated once used.
 * Errors: once memory runs out, `failed' stays set and further appends do
 * nothing, so one test at the end suffices.
 */
#ifndef BASE_TEXT_STRBUF_H
#define BASE_TEXT_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct strbuf {
    char *text;
    size_t length, room;
    bool failed;
};

void strbuf_init(struct strbuf *buffer);
void strbuf_clear(struct strbuf *buffer); /* frees, back to init */
/* Clears it, and sets *failed if it had no memory. */
void strbuf_end(struct strbuf *buffer, bool *failed);
void strbuf_truncate(struct strbuf *buffer, size_t length);
void strbuf_add(struct strbuf *buffer, const char *text, size_t length);
void strbuf_puts(struct strbuf *buffer, const char *text);
void strbuf_putc(struct strbuf *buffer, char c);
void strbuf_pad(struct strbuf *buffer, char c, int times);
void strbuf_printf(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(struct strbuf *buffer, const char *format, va_list list);
const char *strbuf_text(const struct strbuf *buffer); /* "" when empty */

#endif
