/*
 * label.h - what functions are called.
 *
 * Threads: any.  Memory: that of the strbuf; what is very long is cut in its
 * middle, but for label_standard().
 */
#ifndef PYPROF_LABEL_H
#define PYPROF_LABEL_H

#include "pyprof/merged.h"

/* "solve", "time.sleep", "list.append". */
void label_name(struct strbuf *out, const struct pyprof *merged,
                uint32_t function);
/* "app.py:12", "built-in". */
void label_place(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function);
/* "solve (app.py:12)". */
void label_whole(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function);
/* The same for a sentence, with long names cut shorter. */
void label_said(struct strbuf *out, const struct pyprof *merged,
                uint32_t function);
/* As pstats has it: "/home/a/app.py:12(solve)". */
void label_standard(struct strbuf *out, const struct pyprof *merged,
                    uint32_t function);
/* Of a text that may be very long. */
void label_short(struct strbuf *out, const char *text);

/* Cells of a table: name and place; and, as columns that text leaves out,
 * file, line and name. */
void label_cells(struct table *table, const struct pyprof *merged,
                 uint32_t function);
void label_more_cells(struct table *table, const struct pyprof *merged,
                      uint32_t function);

#endif
