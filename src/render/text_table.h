/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text_table.h - one table as text: aligned columns, or lines of facts.
 */
#ifndef RENDER_TEXT_TABLE_H
#define RENDER_TEXT_TABLE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/table.h"

/* Drops columns whose numbers are all zero, and those without a title, and
 * shortens long texts, unless `full'. */
void text_table(struct strbuf *out, const struct table *table, int columns,
                bool full);
/* Prints a line per column, "title  value", with the values of all rows side
 * by side, in blocks of as many rows as fit; the value of a single row wraps
 * to further lines. */
void text_facts(struct strbuf *out, const struct table *table, int columns);

#endif
