/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_items.h - the sampled functions, or lines, of one rank after the other,
 * for tables whose rows are made while they are written (rank_rows.h).
 *
 * Shape: an item for each number that the scope's struct sampled has, with
 * copies of what is needed when that is gone.
 * Units: ns, samples.  Threads: one owner.  Memory: rank_items_destroy() frees.
 */
#ifndef ANALYZE_FUNCTIONS_RANK_ITEMS_H
#define ANALYZE_FUNCTIONS_RANK_ITEMS_H

#include "analyze/facts/rank_rows.h"
#include "analyze/functions/sampled_cells.h"

struct rank_item {
    char *name, *location;            /* location: "" unknown */
    uint64_t own, inclusive, samples; /* of the rank at hand */
    double squares;
    uint64_t row; /* that it was met in last */
    bool met;     /* on that rank */
};

struct rank_items {
    struct sampled_frame *frames;
    uint32_t frame_count;
    uint32_t *numbers;
    struct rank_item *items; /* by number */
    uint32_t count;
    uint32_t *met;            /* numbers of this rank's */
    uint32_t met_count, most; /* rows of a rank; 0: all */
    uint64_t row, ns;
    /* Charges a row of samples to items, and adds an item to the table. */
    void (*charge)(struct rank_items *items, const struct definitions *table,
                   const struct sample_row *row, double period);
    void (*put)(struct table *table, const struct rank_items *items,
                const struct rank_item *item, uint32_t rank);
};

/* kind: of the names that are numbered, name_of() gives them.  NULL: no memory,
 * which is logged. */
struct rank_items *
rank_items_create(const struct scope *scope, enum definition_kind kind,
                  struct sampled_name (*name_of)(const struct scope *scope,
                                                 uint32_t number));
void rank_items_destroy(void *items);
/* Adds ns to the inclusive time of that item, once for a row. */
struct rank_item *rank_items_meet(struct rank_items *items, uint32_t number,
                                  uint64_t ns);
/* Adds the rows of a rank, those with the most exclusive time first. */
rank_rows_add rank_items_add;

#endif
