/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * label.h - display names of functions.
 *
 * Threads: any.  Memory: the strbuf's; very long names are shortened in the
 * middle, except by label_standard().
 */
#ifndef PYPROF_FILES_LABEL_H
#define PYPROF_FILES_LABEL_H

#include "pyprof/merged.h"

/* "solve", "time.sleep", "list.append". */
void label_name(struct strbuf *out, const struct pyprof *merged,
                uint32_t function);
/* "app.py:12", "a/app.py:12" beside another app.py, "built-in". */
void label_place(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function);
/* "solve (app.py:12)". */
void label_whole(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function);
/* Same for a sentence, with long names cut shorter. */
void label_said(struct strbuf *out, const struct pyprof *merged,
                uint32_t function);
/* In the form of pstats: "/home/a/app.py:12(solve)". */
void label_standard(struct strbuf *out, const struct pyprof *merged,
                    uint32_t function);
/* Shortens a long text. */
void label_short(struct strbuf *out, const char *text);

/* Adds table cells: name and place; and, as columns that text leaves out,
 * file, line and name. */
void label_cells(struct table *table, const struct pyprof *merged,
                 uint32_t function);
void label_more_cells(struct table *table, const struct pyprof *merged,
                      uint32_t function);

#endif
