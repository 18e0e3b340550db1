/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * history.h - many runs of one program over time.
 *
 * Runs are in the order of their starts.  Each is compared with the up to
 * HISTORY_LOOKS finished runs before it that have the same program and as many
 * ranks: with their median, and with a limit of noise by their median absolute
 * deviation (runs_usual()).  With fewer than HISTORY_NEEDS nothing is said of
 * changes.
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: only a lack
 * of memory, which is logged.
 */
#ifndef COMPARE_HISTORY_H
#define COMPARE_HISTORY_H

#include "compare/compare.h"

#define HISTORY_NEEDS 5
#define HISTORY_LOOKS 10

/* *sides: B, the newest run, and A, the runs that it is compared with. */
enum status history_of(const struct runs *runs, struct compare_sides *sides,
                       struct report **out);

/* The number of the newest run that a badge shows. */
enum history_badge { HISTORY_EFFICIENCY, HISTORY_TIME };
/* Appends it as SVG. */
void history_badge(struct strbuf *out, const struct runs *runs,
                   const struct compare_sides *sides, enum history_badge what);

extern const struct table_form history_forms[];
extern const size_t history_form_count;

#endif
