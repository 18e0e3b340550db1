/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text_table.h - one table as text: aligned columns, or lines of facts.
 */
#ifndef RENDER_TEXT_TABLE_H
#define RENDER_TEXT_TABLE_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "report/table.h"

struct text_style {
    int columns; /* no line is longer */
    bool full;   /* all columns, in several lines if they do not fit into one,
                  * and whole texts */
    bool color;
    bool brief;  /* no hints; paths of rows alone that else read alike */
    size_t rows; /* only the first ones; 0: all */
};

/* How much of a table is shown. */
struct text_shown {
    int columns, of; /* shown, and worth showing */
    bool alike;      /* names read alike as they are cut */
};

/* Unless `full', leaves out columns whose numbers are all zero, those without a
 * title, and those at the right that do not fit, and shortens long texts. */
struct text_shown text_table(struct strbuf *out, const struct table *table,
                             const struct text_style *style);
/* Prints a line per column, "title  value", with the values of all rows side
 * by side, in blocks of as many rows as fit; the value of a single row wraps
 * to further lines. */
void text_facts(struct strbuf *out, const struct table *table, int columns);

#endif
