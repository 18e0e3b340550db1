/*
 * rank_rows.h - a table that has many rows of each rank, too large to be held.
 *
 * They are made rank by rank, while the table is written, of the profile that
 * is read once more; analyze_run() gathers them unless it is to leave them
 * (options in_parts).  Threads: one owner.  Errors: a rank that can be read no
 * more is logged and sets `failed' of the table.
 */
#ifndef ANALYZE_FACTS_RANK_ROWS_H
#define ANALYZE_FACTS_RANK_ROWS_H

#include "analyze/facts/analysis.h"

/* The scope has but its profile and what scope_inside() asks. */
typedef void rank_rows_add(struct table *table, const struct scope *scope,
                           const struct rank_data *rank, void *context);

struct rank_rows_maker {
    rank_rows_add *add;
    void *context;                  /* of add; or NULL */
    void (*destroy)(void *context); /* or NULL */
    const bool *chosen; /* by position: of these ranks alone; NULL: of those
                         * that are shown.  Not used later. */
    const char *note;   /* under the table, or NULL.  Not used later. */
    bool whole;         /* as in table.h */
};

/* If the table is wanted; the profile must stay until they are made.  Takes
 * the context, also when it fails. */
enum status report_add_rank_rows(struct report *report,
                                 const struct table_form *form,
                                 const struct scope *scope,
                                 const struct rank_rows_maker *maker);

#endif
