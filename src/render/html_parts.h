/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_parts.h - what the HTML page has besides its tables, as bytes.
 *
 * share/html/src has a reader for each, which documents the format.
 * Threads: any, one writer each.  Memory: none is kept.  Errors: out of memory
 * sticks in the writer.
 */
#ifndef RENDER_HTML_PARTS_H
#define RENDER_HTML_PARTS_H

#include "base/bytes.h"
#include "base/text/strbuf.h"
#include "report/charts.h"
#include "report/python_chart.h"
#include "report/source_text.h"

/* Charts (charts.js).  Numbers are exact except in the bins of the time line,
 * which are fractions of a bin in 8 or 16 bits.  step: 1, or, where each rank has
 * a line, 2: bins that are written as one. */
void html_charts(struct bytes_writer *out, const struct charts *charts,
                 uint32_t step);
/* Functions of cProfile (python.js). */
void html_python(struct bytes_writer *out, const struct python_chart *chart);
/* Lines of source code (source.js). */
void html_source(struct bytes_writer *out, const struct source_text *text);

/* A text of the program, spelled by one of the functions of escape.h; NULL: none.
 * A name has its invisible characters spelled out. */
void html_put_text(struct bytes_writer *out, const char *text,
                   void (*escape)(struct strbuf *out, const char *text));
void html_put_name(struct bytes_writer *out, const char *name);

#endif
