/*
 * utf8.h - the characters of UTF-8, and which of them can be seen.
 *
 * Threads: any.  Memory: none.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the character at `text` (NUL: 1), and its code point; 0: what is
 * there is not UTF-8. */
int utf8_read(const char *text, uint32_t *code);
/* The bytes written; 0: there is no such character. */
int utf8_write(uint32_t code, char out[4]);
/* Nobody sees that it is there, or it changes where others are shown: control
 * and format characters, blanks other than U+0020. */
bool utf8_is_hidden(uint32_t code);
/* Columns of a terminal: 0, 1 or 2; of those that are not hidden. */
int utf8_width(uint32_t code);

#endif
