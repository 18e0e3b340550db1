/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * utf8.h - decodes UTF-8 and tells which characters are visible.
 *
 * Threads: any.  Memory: none.
 */
#ifndef BASE_TEXT_UTF8_H
#define BASE_TEXT_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the length in bytes of the character at `text' (NUL: 1) and its code
 * point; 0 if the bytes are not UTF-8. */
int utf8_read(const char *text, uint32_t *code);
/* Returns the number of bytes written; 0 if there is no such character. */
int utf8_write(uint32_t code, char out[4]);
/* Whether a character is invisible or moves others: control and format
 * characters, blanks other than U+0020. */
bool utf8_is_hidden(uint32_t code);
/* Terminal columns of a visible character: 0, 1 or 2. */
int utf8_width(uint32_t code);

#endif
