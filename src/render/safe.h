/*
 * safe.h - names of others made fit to print.
 *
 * Control characters become \n, \t, \r or \xHH; bytes that are not UTF-8
 * become U+FFFD.  Width is counted in characters.
 */
#ifndef RENDER_SAFE_H
#define RENDER_SAFE_H

#include "base/strbuf.h"

void safe_put(struct strbuf *out, const char *text);
/* Characters in well-formed text (made by safe_put). */
int safe_width(const char *text);
/* Appends at most `width` characters of well-formed text: what is too much is
 * taken out of its middle and replaced by "...". */
void safe_put_short(struct strbuf *out, const char *text, int width);

#endif
