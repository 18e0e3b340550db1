/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * escape.h - spells names from outside so that they are safe to print.
 *
 * Invisible characters and terminal commands become \n, \t, \r, \xHH (other
 * ASCII control characters, bytes that are not UTF-8), \uHHHH or \UHHHHHHHH
 * (other characters, see utf8.h); a backslash is doubled, so that the name can
 * be recovered from its spelling.
 * Threads: any.  Memory: the strbuf's.
 */
#ifndef BASE_TEXT_ESCAPE_H
#define BASE_TEXT_ESCAPE_H

#include <stdbool.h>

#include "base/text/strbuf.h"

#define SAFE_MOST 12 /* bytes of one spelled character */

/* Spells the character at *at (not the end of the text), advances *at and
 * returns the number of bytes in out. exact: doubles backslashes. */
int escape_next(const char **at, bool exact, char out[SAFE_MOST]);

void escape_put(struct strbuf *out, const char *text);
/* Same, with a leading or trailing blank as \x20. */
void escape_put_name(struct strbuf *out, const char *name);
/* Same, but leaves backslashes alone: for text with its own escapes. */
void escape_put_words(struct strbuf *out, const char *text);
/* Appends the name that escape_put() or escape_put_name() has spelled. */
void escape_restore(struct strbuf *out, const char *spelled);

/* Terminal columns of a spelled text. */
int escape_width(const char *text);
/* Appends at most `width' columns of spelled text and returns their number;
 * text that is too long ends with "...". */
int escape_put_short(struct strbuf *out, const char *text, int width);
/* Same, but "function (folder/file.py:12)" keeps the function as long as it
 * fits: folders go first, then the file, then the line. */
int escape_put_call(struct strbuf *out, const char *text, int width);

#endif
