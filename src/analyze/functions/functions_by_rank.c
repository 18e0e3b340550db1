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
#include <string.h>

#include "analyze/facts/rank_rows.h"
#include "analyze/functions/sampled_cells.h"
#include "base/log.h"
#include "base/order.h"
#include "base/text/strbuf.h"
#include "base/saturate.h"

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

struct function {
    char *name, *location;            /* NULL: unknown */
    uint64_t own, inclusive, samples; /* of the rank that is being made */
    double squares;
    uint64_t row; /* that it was met in last */
    bool met;     /* on that rank */
};

/* Data that outlives the scope's struct sampled. */
struct by_rank {
    struct sampled_frame *frames;
    uint32_t frame_count;
    uint32_t *numbers;
    struct function *functions; /* by number */
    uint32_t function_count;
    uint32_t *met;            /* numbers of the present rank's */
    uint32_t met_count, most; /* rows of a rank; 0: all */
    uint64_t row, ns;
};

/* ---- what is kept ---- */

static void by_rank_destroy(void *context)
{
    struct by_rank *by = context;

    if (by == NULL)
        return;
    for (uint32_t i = 0; by->functions != NULL && i < by->function_count;
         i++) {
        free(by->functions[i].name);
        free(by->functions[i].location);
    }
    free(by->functions);
    free(by->frames);
    free(by->numbers);
    free(by->met);
    free(by);
}

static bool copy_name(struct function *function, const struct scope *scope,
                      uint32_t number)
{
    struct sampled_name name = sampled_hottest(scope, number);
    struct strbuf place = { 0 };
    bool failed;

    sampled_location(&place, &name);
    function->name = strdup(name.function);
    if (place.length > 0)
        function->location = strdup(strbuf_text(&place));
    failed = place.failed || function->name == NULL ||
             (place.length > 0 && function->location == NULL);
    strbuf_clear(&place);
    return !failed;
}

static bool copy_names(struct by_rank *by, const struct scope *scope)
{
    const struct sampled *sampled = &scope->sampled;
    bool copied = true;

    by->frame_count = sampled->frame_count;
    by->function_count = definitions_count(sampled->names, DEFINITION_HOST);
    by->frames = calloc(by->frame_count + 1u, sizeof(*by->frames));
    by->numbers = calloc(sampled->number_count + 1, sizeof(*by->numbers));
    by->functions = calloc(by->function_count + 1u, sizeof(*by->functions));
    by->met = calloc(by->function_count + 1u, sizeof(*by->met));
    if (by->frames == NULL || by->numbers == NULL || by->functions == NULL ||
        by->met == NULL)
        return false;
    memcpy(by->frames, sampled->frames,
           (by->frame_count + 1u) * sizeof(*by->frames));
    if (sampled->number_count > 0)
        memcpy(by->numbers, sampled->numbers,
               sampled->number_count * sizeof(*by->numbers));
    for (uint32_t i = 0; i < by->function_count && copied; i++)
        copied = copy_name(&by->functions[i], scope, i);
    return copied;
}

/* NULL: no memory. */
static struct by_rank *by_rank_create(const struct scope *scope)
{
    struct by_rank *by = calloc(1, sizeof(*by));

    if (by != NULL && copy_names(by, scope))
        return by;
    by_rank_destroy(by);
    log_fail(STATUS_NO_MEMORY, "functions by rank");
    return NULL;
}

/* ---- one rank ---- */

static struct function *meet_function(struct by_rank *by, uint32_t number)
{
    struct function *function = &by->functions[number];

    if (!function->met) {
        function->met = true;
        function->own = function->inclusive = function->samples = 0;
        function->squares = 0;
        by->met[by->met_count++] = number;
    }
    return function;
}

static void charge_frame(struct by_rank *by, const struct sampled_frame *frame,
                         uint64_t ns)
{
    for (uint32_t i = 0; i < frame->count; i++) {
        struct function *function =
            meet_function(by, by->numbers[frame->first + i]);

        function->inclusive += function->row == by->row ? 0 : ns;
        function->row = by->row;
    }
}

static const struct sampled_frame *frame_of(const struct by_rank *by,
                                            const struct definition *path)
{
    uint32_t frame = path->refs[1];

    return &by->frames[frame < by->frame_count ? frame : by->frame_count];
}

/* As sampled.c charges exclusive time. */
static const struct sampled_frame *own_frame(const struct by_rank *by,
                                             const struct definitions *table,
                                             uint32_t at)
{
    struct definition path = definitions_get(table, DEFINITION_PATH, at);
    const struct sampled_frame *leaf = frame_of(by, &path), *frame = leaf;

    while (frame->own >= frame->count && path.refs[0] != 0) {
        path = definitions_get(table, DEFINITION_PATH, path.refs[0]);
        frame = frame_of(by, &path);
    }
    return frame->own < frame->count ? frame : leaf;
}

static void charge_row(struct by_rank *by, const struct definitions *table,
                       const struct sample_row *row, double period)
{
    struct definition path =
        definitions_get(table, DEFINITION_PATH, row->path);
    const struct sampled_frame *leaf =
        row->path == 0 ? &by->frames[by->frame_count] : frame_of(by, &path);
    const struct sampled_frame *owner =
        row->path == 0 ? leaf : own_frame(by, table, row->path);
    uint64_t ns = saturate_near((double)row->count * period);
    struct function *own;

    by->row++;
    by->ns += ns;
    if (leaf->count == 0)
        return;
    own = meet_function(by, by->numbers[sampled_own(owner)]);
    own->own += ns;
    own->samples += row->count;
    own->squares += (double)row->squares * period * period;
    charge_frame(by, leaf, ns);
    for (uint32_t at = path.refs[0]; at != 0; at = path.refs[0]) {
        path = definitions_get(table, DEFINITION_PATH, at);
        charge_frame(by, frame_of(by, &path), ns);
    }
}

struct ordered {
    uint64_t own, inclusive;
    uint32_t number;
};

ORDER(most_first, struct ordered, DOWN(own) DOWN(inclusive) UP(number));

static void put_function(struct table *table, const struct by_rank *by,
                         const struct function *function, uint32_t rank)
{
    table_integer(table, rank);
    table_text(table, function->name);
    table_text(table, function->location);
    table_number(table, function->own);
    table_real(table, scope_share(function->own, by->ns));
    table_number(table, function->inclusive);
    table_real(table, scope_share(function->inclusive, by->ns));
    table_number(table, saturate_near(sqrt(function->squares)));
    table_number(table, function->samples);
}

/* With few ranks, only functions with exclusive time. */
static void put_functions(struct table *table, struct by_rank *by,
                          uint32_t rank)
{
    struct ordered *order = calloc(by->met_count + 1u, sizeof(*order));

    if (order == NULL) {
        table->failed = true;
        return;
    }
    for (uint32_t i = 0; i < by->met_count; i++) {
        struct function *function = &by->functions[by->met[i]];

        order[i] =
            (struct ordered){ function->own, function->inclusive, by->met[i] };
        function->met = false;
    }
    qsort(order, by->met_count, sizeof(*order), most_first);
    for (uint32_t i = 0; i < by->met_count; i++)
        if (by->most == 0 || (i < by->most && order[i].own > 0))
            put_function(table, by, &by->functions[order[i].number], rank);
    by->met_count = 0;
    free(order);
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct rank_data *rank, void *context)
{
    const struct samples *samples = &rank->samples;
    struct by_rank *by = context;
    double period = sampled_period(samples);

    if (samples->source == SAMPLE_NONE)
        return;
    by->ns = 0;
    for (const struct sample_row *row = NULL;
         (row = sampled_next(scope, samples, row)) != NULL;)
        charge_row(by, scope->profile->definitions, row, period);
    put_functions(table, by, rank->rank);
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
                             struct by_rank *by, const bool *chosen)
{
    struct strbuf note = { 0 };
    enum status status;

    say_what_is_there(&note, scope, by->most);
    status = report_add_rank_rows(
        report, &forms[0], scope,
        &(struct rank_rows_maker){ .add = add_rank,
                                   .context = by,
                                   .destroy = by_rank_destroy,
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
    struct by_rank *by;
    enum status status;

    (void)state;
    if (scope->sampled.sampled_ranks == 0)
        return STATUS_OK;
    by = by_rank_create(scope);
    if (by == NULL)
        return STATUS_NO_MEMORY;
    by->most = sampled_most_rows(scope, scope->sampled.functions.count);
    if (!all_ranks(scope))
        chosen = choose_ranks(scope);
    if (!all_ranks(scope) && chosen == NULL) {
        by_rank_destroy(by);
        return log_fail(STATUS_NO_MEMORY, "functions by rank");
    }
    status = add_table(report, scope, by, chosen);
    free(chosen);
    return status;
}

const struct analysis functions_by_rank_analysis = {
    .finish = by_rank_finish,
    FORMS(forms),
};
