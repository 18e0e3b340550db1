/*
 * escape.h - names of others, spelled so that they can be shown.
 *
 * What cannot be seen, or is a command to a terminal, becomes \n, \t, \r, \xHH
 * (other control characters of ASCII, bytes that are not UTF-8), \uHHHH or
 * \UHHHHHHHH (other characters; utf8.h says which), and a backslash becomes
 * two: from what is shown follows what the name is.
 * Threads: any.  Memory: that of the strbuf.
 */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include <stdbool.h>

#include "base/strbuf.h"

#define SAFE_MOST 12 /* bytes of one character */

/* Spells what is at *at, which is not its end, and moves on; returns how many
 * bytes.  exact: a backslash becomes two. */
int escape_next(const char **at, bool exact, char out[SAFE_MOST]);

void escape_put(struct strbuf *out, const char *text);
/* With a blank at its beginning or end as \x20. */
void escape_put_name(struct strbuf *out, const char *name);
/* Backslashes stay: for text that has its own way to spell things. */
void escape_put_words(struct strbuf *out, const char *text);
/* The name that escape_put() or escape_put_name() has spelled so. */
void escape_restore(struct strbuf *out, const char *spelled);

/* Columns of a terminal that spelled text needs. */
int escape_width(const char *text);
/* Appends at most `width` columns of spelled text and returns how many: what
 * is too much is taken out of its middle and replaced by "...". */
int escape_put_short(struct strbuf *out, const char *text, int width);

#endif
