/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_lines.c - sampled lines of Python: time in a line and in the native
 * code that it calls, and with the Python functions that it calls; over ranks,
 * and of each rank.
 *
 * The rows of each rank are made while the table is written, as in
 * functions_by_rank.c.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/rank_rows.h"
#include "analyze/functions/sampled_cells.h"
#include "base/log.h"
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
    { "mean_s", "mean", CELL_NS, "Time, mean over ranks." },
    { "min_s", NULL, CELL_NS, "Time, minimum over ranks." },
    { "max_s", "max", CELL_NS, "Time, maximum over ranks." },
    { "max_rank", "max on", CELL_INTEGER, "The rank with that maximum." },
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
    TABLE_FORM("python_lines", "Lines of Python", SECTION_TIME, columns),
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

struct line {
    char *location, *function;         /* NULL: unknown */
    uint64_t time, inclusive, samples; /* of the rank at hand */
    uint64_t row;                      /* that it was met in last */
};

/* Data of the scope's struct sampled that is needed when that is gone. */
struct by_rank {
    struct sampled_frame *frames;
    uint32_t frame_count;
    struct line *lines; /* by number */
    uint32_t line_count, most;
    uint64_t row, ns;
};

static void by_rank_destroy(void *context)
{
    struct by_rank *by = context;

    if (by == NULL)
        return;
    for (uint32_t i = 0; by->lines != NULL && i < by->line_count; i++) {
        free(by->lines[i].location);
        free(by->lines[i].function);
    }
    free(by->lines);
    free(by->frames);
    free(by);
}

static bool copy_line(struct line *line, const struct scope *scope,
                      uint32_t number)
{
    struct sampled_name name = sampled_line(scope, number);
    struct strbuf place = { 0 };
    bool failed;

    sampled_location(&place, &name);
    line->function = strdup(name.function);
    line->location = strdup(strbuf_text(&place));
    failed = place.failed || line->function == NULL || line->location == NULL;
    strbuf_clear(&place);
    return !failed;
}

static bool by_rank_copy(struct by_rank *by, const struct scope *scope)
{
    const struct sampled *sampled = &scope->sampled;
    bool copied = true;

    by->frame_count = sampled->frame_count;
    by->line_count = definitions_count(sampled->names, DEFINITION_FILE);
    by->frames = calloc(by->frame_count + 1u, sizeof(*by->frames));
    by->lines = calloc(by->line_count + 1u, sizeof(*by->lines));
    if (by->frames == NULL || by->lines == NULL)
        return false;
    memcpy(by->frames, sampled->frames, by->frame_count * sizeof(*by->frames));
    for (size_t i = 0; i < sampled->python.count && copied; i++) {
        uint32_t number = (uint32_t)sampled->python.items[i].key;

        copied = copy_line(&by->lines[number], scope, number);
    }
    return copied;
}

static struct line *line_at(struct by_rank *by, uint32_t frame)
{
    const struct sampled_frame *found = &by->frames[by->frame_count];

    if (frame < by->frame_count)
        found = &by->frames[frame];
    return found->python && found->line > 0 ? &by->lines[found->line - 1]
                                            : NULL;
}

static void charge_row(struct by_rank *by, const struct definitions *table,
                       const struct sample_row *row, double period)
{
    uint64_t ns = saturate_near((double)row->count * period);
    bool innermost = true;
    struct definition path;

    by->row++;
    by->ns += ns;
    for (uint32_t at = row->path; at != 0; at = path.refs[0]) {
        struct line *line;

        path = definitions_get(table, DEFINITION_PATH, at);
        line = line_at(by, path.refs[1]);
        if (line == NULL)
            continue;
        line->time += innermost ? ns : 0;
        line->samples += innermost ? row->count : 0;
        line->inclusive += line->row == by->row ? 0 : ns;
        line->row = by->row;
        innermost = false;
    }
}

struct ordered {
    uint64_t time, inclusive;
    uint32_t number;
};

ORDER(most_first, struct ordered, DOWN(time) DOWN(inclusive) UP(number));

static void put_line(struct table *table, const struct by_rank *by,
                     const struct line *line, uint32_t rank)
{
    table_integer(table, rank);
    table_optional(table, line->location);
    table_text(table, line->function);
    table_number(table, line->time);
    table_real(table, scope_share(line->time, by->ns));
    table_number(table, line->inclusive);
    table_number(table, line->samples);
}

static void put_lines(struct table *table, struct by_rank *by, uint32_t rank)
{
    struct ordered *order = calloc(by->line_count + 1u, sizeof(*order));
    uint32_t count = 0;

    if (order == NULL) {
        table->failed = true;
        return;
    }
    for (uint32_t i = 0; i < by->line_count; i++)
        if (by->lines[i].inclusive > 0)
            order[count++] = (struct ordered){ by->lines[i].time,
                                               by->lines[i].inclusive, i };
    qsort(order, count, sizeof(*order), most_first);
    for (uint32_t i = 0; i < count; i++) {
        struct line *line = &by->lines[order[i].number];

        if (by->most == 0 || i < by->most)
            put_line(table, by, line, rank);
        line->time = line->inclusive = line->samples = 0;
    }
    free(order);
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct rank_data *rank, void *context)
{
    const struct samples *samples = &rank->samples;
    struct by_rank *by = context;
    double period = sampled_period(samples);

    by->ns = 0;
    if (samples->source == SAMPLE_NONE)
        return;
    for (const struct sample_row *row = NULL;
         (row = sampled_next(scope, samples, row)) != NULL;)
        charge_row(by, scope->profile->definitions, row, period);
    put_lines(table, by, rank->rank);
}

static enum status add_by_rank(struct report *report,
                               const struct scope *scope)
{
    struct by_rank *by = calloc(1, sizeof(*by));

    if (by == NULL || !by_rank_copy(by, scope)) {
        by_rank_destroy(by);
        return log_fail(STATUS_NO_MEMORY, "lines of Python by rank");
    }
    by->most = sampled_most_rows(scope, scope->sampled.python.count);
    return report_add_rank_rows(
        report, &forms[1], scope,
        &(struct rank_rows_maker){
            .add = add_rank, .context = by, .destroy = by_rank_destroy });
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
