/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * runs_rows.h - for what adds rows to a struct runs.
 *
 * Cells are found by the name of their column.  Threads: one owner.  Errors:
 * only a lack of memory, which is logged.
 */
#ifndef COMPARE_RUNS_ROWS_H
#define COMPARE_RUNS_ROWS_H

#include "compare/runs.h"

/* Creates the row if it is new; NULL (logged) without memory. */
struct runs_row *runs_get_row(struct runs *runs, enum runs_set set,
                              const char *name);
/* 0 if there is no such table. */
size_t runs_rows_of(const struct table *table);
const struct cell *runs_cell_at(const struct table *table, size_t row,
                                const char *column);
/* NAN: empty, or no number. */
double runs_number_at(const struct table *table, size_t row,
                      const char *column);
/* "": empty. */
const char *runs_text_at(const struct table *table, size_t row,
                         const char *column);

/* Adds the causes of the run that is being added, the suggestions with a gain.
 * They are the same in two runs by rule, place and rank, and where the rank
 * differs by rule and place, if one is known.  Line numbers may move: a call site is known by
 * procedure and function, and among those of one function by its order. */
enum status runs_add_causes(struct runs *runs, const struct report *report);
void runs_free_cause(struct runs_cause *cause, uint32_t room); /* or NULL */

#endif
