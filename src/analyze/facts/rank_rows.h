/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_rows.h - a table with many rows per rank, too large to hold in memory.
 *
 * Rows are made rank by rank while the table is written, from a profile that
 * is read once more; analyze_run() gathers them unless the option in_parts is
 * set.
 * Threads: one owner.  Errors: a rank that can no longer be read is logged and
 * sets `failed' of the table.
 */
#ifndef ANALYZE_FACTS_RANK_ROWS_H
#define ANALYZE_FACTS_RANK_ROWS_H

#include "analyze/facts/analysis.h"

/* The scope has only its profile and the data for scope_inside(). */
typedef void rank_rows_add(struct table *table, const struct scope *scope,
                           const struct rank_data *rank, void *context);

struct rank_rows_maker {
    rank_rows_add *add;
    void *context;                  /* argument of add; or NULL */
    void (*destroy)(void *context); /* or NULL */
    const bool *chosen; /* by position: only these ranks; NULL: the ranks
                         * shown.  Not used later. */
    const char *note;   /* below the table, or NULL.  Not used later. */
    bool whole;         /* as in table.h */
};

/* Adds the table if requested; the profile must stay until the rows are made.
 * Takes the context, also after an error. */
enum status report_add_rank_rows(struct report *report,
                                 const struct table_form *form,
                                 const struct scope *scope,
                                 const struct rank_rows_maker *maker);

#endif
