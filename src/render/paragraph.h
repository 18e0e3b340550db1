/*
 * paragraph.h - text in lines of a given width, cut at blanks.
 *
 * Spelled text (escape.h); widths are in columns.  A word that is longer than
 * the width stays whole, unless it is more than three lines long.
 */
#ifndef RENDER_PARAGRAPH_H
#define RENDER_PARAGRAPH_H

#include "base/strbuf.h"

/* Ends a line without blanks at its end. */
void text_end_line(struct strbuf *out);
/* Lines of at most `width` columns; those after the first are indented. */
void text_wrapped(struct strbuf *out, int indent, const char *text, int width);
/* The first line after `first`, the others indented as much; `columns` with
 * the indent. */
void text_paragraph(struct strbuf *out, const char *first, const char *text,
                    int columns);

#endif
