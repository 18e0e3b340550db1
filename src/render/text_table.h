/*
 * text_table.h - one table as text: aligned columns, or lines of facts.
 */
#ifndef RENDER_TEXT_TABLE_H
#define RENDER_TEXT_TABLE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/table.h"

/* Columns in which all numbers are zero, and those without a title, are left
 * out, and long texts are cut, unless `full`. */
void text_table(struct strbuf *out, const struct table *table, int columns,
                bool full);
/* A line for each column, "title  value", with the values of all rows side by
 * side, in blocks of as many rows as fit; the value of a single row goes on in
 * more lines. */
void text_facts(struct strbuf *out, const struct table *table, int columns);

#endif
