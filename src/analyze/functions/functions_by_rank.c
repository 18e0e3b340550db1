/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions_by_rank.c - the sampled functions of each rank.
 *
 * Made rank by rank while the table is written, as it has ranks x functions
 * rows; if the report is cut, or if too many rows would have to be held, only
 * the functions with the most exclusive time of each rank.
 */
#include <math.h>
#include <stdlib.h>

#include "analyze/functions/rank_items.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"
#include "base/text/strbuf.h"

#define FEW_RANKS 8 /* up to here all ranks are shown */
#define EXTREMES 2  /* else this many with most, and with least useful time */

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "function", "function", CELL_TEXT, "Function of the program." },
    { "location", "line", CELL_TEXT,
      "File, and the line with the most samples of all ranks." },
    { "time_s", "exclusive", CELL_NS,
      "CPU time in its own code, on that rank: samples x period." },
    { "share", "of rank", CELL_RATIO,
      "Exclusive / CPU time of all functions on that rank." },
    { "inclusive_s", "inclusive", CELL_NS,
      "Exclusive time, and that of the functions it calls, on that rank." },
    { "inclusive_share", "of rank", CELL_RATIO,
      "Inclusive / CPU time of all functions on that rank." },
    { "error_s", NULL, CELL_NS, SAMPLED_ERROR_IS },
    { "samples", NULL, CELL_COUNT, "Samples in its own code on that rank." },
};

static const struct table_form forms[] = {
    TABLE_FORM("functions_by_rank", "Functions by rank", SECTION_TIME,
               columns),
};

/* ---- one rank ---- */

static void charge_frame(struct rank_items *items,
                         const struct sampled_frame *frame, uint64_t ns)
{
    for (uint32_t i = 0; i < frame->count; i++)
        rank_items_meet(items, items->numbers[frame->first + i], ns);
}

static const struct sampled_frame *frame_of(const struct rank_items *items,
                                            const struct definition *path)
{
    return &items->frames[order_least(path->refs[1], items->frame_count)];
}

/* As sampled.c charges exclusive time. */
static const struct sampled_frame *own_frame(const struct rank_items *items,
                                             const struct definitions *table,
                                             uint32_t at)
{
    struct definition path = definitions_get(table, DEFINITION_PATH, at);
    const struct sampled_frame *leaf = frame_of(items, &path), *frame = leaf;

    while (frame->own >= frame->count && path.refs[0] != 0) {
        path = definitions_get(table, DEFINITION_PATH, path.refs[0]);
        frame = frame_of(items, &path);
    }
    return frame->own < frame->count ? frame : leaf;
}

static void charge_row(struct rank_items *items,
                       const struct definitions *table,
                       const struct sample_row *row, double period)
{
    struct definition path =
        definitions_get(table, DEFINITION_PATH, row->path);
    const struct sampled_frame *leaf = row->path == 0
                                           ? &items->frames[items->frame_count]
                                           : frame_of(items, &path);
    const struct sampled_frame *owner =
        row->path == 0 ? leaf : own_frame(items, table, row->path);
    uint64_t ns = saturate_near((double)row->count * period);
    struct rank_item *own;

    if (leaf->count == 0)
        return;
    own = rank_items_meet(items, items->numbers[sampled_own(owner)], ns);
    own->own += ns;
    own->samples += row->count;
    own->squares += (double)row->squares * period * period;
    charge_frame(items, leaf, ns);
    for (uint32_t at = path.refs[0]; at != 0; at = path.refs[0]) {
        path = definitions_get(table, DEFINITION_PATH, at);
        charge_frame(items, frame_of(items, &path), ns);
    }
}

/* With few rows, only functions with exclusive time. */
static void put_function(struct table *table, const struct rank_items *items,
                         const struct rank_item *function, uint32_t rank)
{
    if (items->most > 0 && function->own == 0)
        return;
    table_integer(table, rank);
    table_text(table, function->name);
    table_optional(table, function->location);
    table_number(table, function->own);
    table_real(table, scope_share(function->own, items->ns));
    table_number(table, function->inclusive);
    table_real(table, scope_share(function->inclusive, items->ns));
    TABLE_NUMBERS(table, saturate_near(sqrt(function->squares)),
                  function->samples);
}

/* ---- which ranks, and how much of them ---- */

static bool all_ranks(const struct scope *scope)
{
    return scope->rank_count <= FEW_RANKS || scope->options->top == 0 ||
           scope->options->ranks != NULL;
}

/* With many ranks, those with the most and the least useful time.  NULL: no
 * memory. */
static bool *choose_ranks(const struct scope *scope)
{
    const struct rank_times **order = scope_by_useful(scope);
    bool *chosen = calloc(scope->rank_count + 1u, sizeof(*chosen));

    if (order == NULL || chosen == NULL) {
        free(order);
        free(chosen);
        return NULL;
    }
    for (uint32_t i = 0; i < EXTREMES; i++) {
        chosen[order[i] - scope->ranks] = true;
        chosen[order[scope->rank_count - 1 - i] - scope->ranks] = true;
    }
    free(order);
    return chosen;
}

static void say_what_is_there(struct strbuf *note, const struct scope *scope,
                              uint32_t most)
{
    if (most == 0 || scope->sampled.functions.count <= most)
        return;
    if (all_ranks(scope))
        strbuf_puts(note, "of each rank");
    else
        strbuf_printf(note,
                      "of the %d ranks with the most and the %d with "
                      "the least useful time",
                      EXTREMES, EXTREMES);
    strbuf_printf(note, " the %u functions with the most exclusive time; %s",
                  most,
                  scope->options->top > 0
                      ? "--all shows all"
                      : "JSON and CSV have all; --ranks selects ranks");
}

static enum status add_table(struct report *report, const struct scope *scope,
                             struct rank_items *items, const bool *chosen)
{
    struct strbuf note = { 0 };
    enum status status;

    say_what_is_there(&note, scope, items->most);
    status = report_add_rank_rows(
        report, &forms[0], scope,
        &(struct rank_rows_maker){ .add = rank_items_add,
                                   .context = items,
                                   .destroy = rank_items_destroy,
                                   .chosen = chosen,
                                   .whole = true,
                                   .note = note.length > 0 ? strbuf_text(&note)
                                                           : NULL });
    strbuf_clear(&note);
    return status;
}

static enum status by_rank_finish(void *state, const struct scope *scope,
                                  struct report *report)
{
    bool *chosen = NULL;
    struct rank_items *items;
    enum status status;

    (void)state;
    if (scope->sampled.sampled_ranks == 0)
        return STATUS_OK;
    items = rank_items_create(scope, DEFINITION_HOST, sampled_hottest);
    if (items == NULL)
        return STATUS_NO_MEMORY;
    items->charge = charge_row;
    items->put = put_function;
    items->most = sampled_most_rows(scope, scope->sampled.functions.count);
    if (!all_ranks(scope))
        chosen = choose_ranks(scope);
    if (!all_ranks(scope) && chosen == NULL) {
        rank_items_destroy(items);
        return log_fail(STATUS_NO_MEMORY, "functions by rank");
    }
    status = add_table(report, scope, items, chosen);
    free(chosen);
    return status;
}

const struct analysis functions_by_rank_analysis = {
    .finish = by_rank_finish,
    FORMS(forms),
};
