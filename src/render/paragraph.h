/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * paragraph.h - wraps text to a given width, at blanks.
 *
 * Input is spelled text (escape.h); widths are in columns.  A word longer than
 * the width is cut.
 */
#ifndef RENDER_PARAGRAPH_H
#define RENDER_PARAGRAPH_H

#include "base/text/strbuf.h"

/* Ends a line and removes trailing blanks. */
void text_end_line(struct strbuf *out);
/* Appends lines of at most `width' columns, all but the first indented. */
void text_wrapped(struct strbuf *out, int indent, const char *text, int width);
/* Appends the first line after `first', the others indented to match;
 * `columns' includes the indent. */
void text_paragraph(struct strbuf *out, const char *first, const char *text,
                    int columns);

#endif
