/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_lines.c - sampled lines of Python: time in a line and in the native
 * code that it calls, and with the Python functions that it calls; over ranks,
 * and of each rank.
 *
 * The rows of each rank are made while the table is written, as in
 * functions_by_rank.c.
 */
#include "analyze/functions/rank_items.h"
#include "base/order.h"
#include "base/saturate.h"

static const struct column columns[] = {
    { "location", "line", CELL_TEXT, "File and line of the program." },
    { "function", "function", CELL_TEXT, "The function it belongs to." },
    { "time_s", "time", CELL_NS,
      "CPU time in this line and in the native code that it calls "
      "(numpy, extensions), over all ranks and threads, without MPI: samples "
      "x period." },
    { "error_s", "+-", CELL_NS, SAMPLED_ERROR_IS },
    { "share", "of CPU", CELL_RATIO, "Time / the CPU time of all functions." },
    { "mean_s", "per rank", CELL_NS, "Time, mean over ranks." },
    { "min_s", NULL, CELL_NS, "Time, minimum over ranks." },
    { "max_s", "max", CELL_NS, "Time, maximum over ranks." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", "avoidable", CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "inclusive_s", "inclusive", CELL_NS,
      "Time, and that of the Python functions that the line calls." },
    { "inclusive_share", NULL, CELL_RATIO,
      "Inclusive / the CPU time of all functions." },
    { "samples", NULL, CELL_COUNT, "Samples of the time." },
    { "file", NULL, CELL_TEXT, "File as the interpreter names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "location", "line", CELL_TEXT, "File and line of the program." },
    { "function", "function", CELL_TEXT, "The function it belongs to." },
    { "time_s", "time", CELL_NS,
      "CPU time in this line and in the native code that it calls, on "
      "that rank: samples x period." },
    { "share", "of rank", CELL_RATIO,
      "Time / the CPU time of all functions on that rank." },
    { "inclusive_s", "inclusive", CELL_NS,
      "Time, and that of the Python functions that the line calls, on that "
      "rank." },
    { "samples", NULL, CELL_COUNT, "Samples of the time." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("python_lines", "Lines of Python", SECTION_TIME, columns),
    TABLE_FORM("python_lines_by_rank", "Lines of Python by rank", 0,
               rank_columns),
};

/* ---- over ranks ---- */

static void add_line(struct table *table, const struct scope *scope,
                     const struct tally *tally)
{
    const struct sampled *sampled = &scope->sampled;
    struct sampled_name name = sampled_line(scope, (uint32_t)tally->key);
    struct rank_stats_result time = scope_stats(scope, &tally->time);
    uint64_t with = scope_stats(scope, &tally->other).sum;

    sampled_put_location(table, &name);
    table_text(table, name.function);
    sampled_put_time(table, scope, tally, sampled->python_squares,
                     sampled->python_room);
    scope_add_spread(table, scope, &time);
    table_number(table, with);
    table_real(table, scope_share(with, sampled->ns));
    table_number(table, tally->calls);
    table_optional(table, name.file);
    table_integer_if(table, name.line != 0, name.line);
}

static enum status fill_lines(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct tallies *all = &scope->sampled.python;

    (void)state;
    for (size_t i = 0; i < all->count; i++)
        add_line(table, scope, &all->items[i]);
    table_sort(table, (size_t)table_column(table, "time_s"));
    return STATUS_OK;
}

/* ---- by rank ---- */

static void charge_row(struct rank_items *items,
                       const struct definitions *table,
                       const struct sample_row *row, double period)
{
    uint64_t ns = saturate_near((double)row->count * period);
    bool innermost = true;
    struct definition path;

    for (uint32_t at = row->path; at != 0; at = path.refs[0]) {
        const struct sampled_frame *frame;
        struct rank_item *line;

        path = definitions_get(table, DEFINITION_PATH, at);
        frame = &items->frames[order_least(path.refs[1], items->frame_count)];
        if (!frame->python || frame->line == 0)
            continue;
        line = rank_items_meet(items, frame->line - 1, ns);
        line->own += innermost ? ns : 0;
        line->samples += innermost ? row->count : 0;
        innermost = false;
    }
}

static void put_line(struct table *table, const struct rank_items *items,
                     const struct rank_item *line, uint32_t rank)
{
    table_integer(table, rank);
    table_optional(table, line->location);
    table_text(table, line->name);
    table_number(table, line->own);
    table_real(table, scope_share(line->own, items->ns));
    TABLE_NUMBERS(table, line->inclusive, line->samples);
}

static enum status add_by_rank(struct report *report,
                               const struct scope *scope)
{
    struct rank_items *items =
        rank_items_create(scope, DEFINITION_FILE, sampled_line);

    if (items == NULL)
        return STATUS_NO_MEMORY;
    items->charge = charge_row;
    items->put = put_line;
    items->most = sampled_most_rows(scope, scope->sampled.python.count);
    return report_add_rank_rows(
        report, &forms[1], scope,
        &(struct rank_rows_maker){ .add = rank_items_add,
                                   .context = items,
                                   .destroy = rank_items_destroy });
}

static enum status python_lines_finish(void *state, const struct scope *scope,
                                       struct report *report)
{
    enum status status;

    if (scope->sampled.python.count == 0)
        return STATUS_OK;
    status = report_add_filled(report, &forms[0], scope, state, fill_lines);
    return status == STATUS_OK ? add_by_rank(report, scope) : status;
}

const struct analysis python_lines_analysis = {
    .finish = python_lines_finish,
    FORMS(forms),
};
