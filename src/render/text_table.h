/*
 * text_table.h - one table as aligned columns of text.
 */
#ifndef RENDER_TEXT_TABLE_H
#define RENDER_TEXT_TABLE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "model/table.h"

/* Columns in which all numbers are zero, and those without a title, are left
 * out, and long texts are cut, unless `full`. */
void text_table(struct strbuf *out, const struct table *table, int columns,
                bool full);
/* The first row of a table as lines "title  value". */
void text_facts(struct strbuf *out, const struct table *table, int columns);

#endif
