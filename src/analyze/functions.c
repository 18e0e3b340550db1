/*
 * functions.c - section 8: functions and lines of the program that take time,
 * as sampled.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analysis.h"
#include "analyze/say.h"
#include "base/whole.h"

#define FEW_RANKS 8 /* up to here all ranks are shown */

#define TIME_DEFINITION \
    "Processor time in its own code, also where it is inlined, over all " \
    "ranks and threads, without MPI: samples x period."
#define ERROR_DEFINITION \
    "Standard error of that time: a sampled share is no exact one.  The root " \
    "of the number of samples, x period."

static const struct column function_columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the program or of a library it uses." },
    { "location", "line", CELL_TEXT,
      "File, and the line of the function that has the most samples." },
    { "time_s", "own", CELL_NS, TIME_DEFINITION },
    { "error_s", "+-", CELL_NS, ERROR_DEFINITION },
    { "share", "share", CELL_RATIO,
      "Own / the processor time of all functions: of useful work." },
    { "inclusive_s", "with callees", CELL_NS,
      "The same with the functions it calls, as far as the call paths of "
      "samples are known." },
    { "inclusive_share", "share", CELL_RATIO, "The share of that." },
    { "mean_s", "mean", CELL_NS, "With callees, mean over ranks." },
    { "min_s", NULL, CELL_NS, "The same, least of a rank." },
    { "max_s", "max", CELL_NS, "The same, greatest of a rank." },
    { "max_rank", "rank", CELL_INTEGER, "The rank with the greatest." },
    { "avoidable_s", "avoidable", CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "samples", NULL, CELL_COUNT, "Samples in its own code." },
    { "module", "in", CELL_TEXT, "File of the program or library." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct column line_columns[] = {
    { "location", "line", CELL_TEXT, "File and line of the program." },
    { "function", "function", CELL_TEXT, "The function it belongs to." },
    { "time_s", "time", CELL_NS, TIME_DEFINITION },
    { "error_s", "+-", CELL_NS, ERROR_DEFINITION },
    { "share", "share", CELL_RATIO,
      "Time / the processor time of all functions." },
    { "mean_s", "mean", CELL_NS, "Mean over ranks." },
    { "max_s", "max", CELL_NS, "Greatest of a rank." },
    { "max_rank", "rank", CELL_INTEGER, "The rank with the greatest." },
    { "avoidable_s", NULL, CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "samples", NULL, CELL_COUNT, "Samples there." },
    { "module", NULL, CELL_TEXT, "File of the program or library." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "function", "function", CELL_TEXT, "Function of the program." },
    { "location", "line", CELL_TEXT,
      "File, and the line with the most samples of all ranks." },
    { "time_s", "own", CELL_NS,
      "Processor time in its own code, on that rank: samples x period." },
    { "share", "of rank", CELL_RATIO,
      "Own / the processor time of all functions on that rank." },
};

static const struct table_form forms[] = {
    TABLE_FORM("functions", "Functions of the program", 8, function_columns),
    TABLE_FORM("functions_by_rank", "Functions by rank", 8, rank_columns),
    TABLE_FORM("lines", "Lines of the program", 8, line_columns),
};

static void add_location(struct table *table, const struct sampled_name *name)
{
    if (name->file[0] == '\0')
        table_empty(table);
    else
        table_text(table, say_location(name->file, name->line).text);
}

static void add_source(struct table *table, const struct sampled_name *name)
{
    if (name->module[0] == '\0')
        table_empty(table);
    else
        table_text(table, name->module);
    if (name->file[0] == '\0')
        table_empty(table);
    else
        table_text(table, name->file);
    if (name->line == 0)
        table_empty(table);
    else
        table_integer(table, name->line);
}

static void add_time(struct table *table, const struct scope *scope,
                     const struct tally *tally, const double *squares,
                     size_t room)
{
    uint64_t ns = scope_across(scope, &tally->time).sum;

    table_number(table, ns);
    table_number(table, tally->key < room
                            ? whole_near(sqrt(squares[tally->key]))
                            : 0);
    table_real(table, scope_share(ns, scope->sampled.ns));
}

static void add_function(struct table *table, const struct scope *scope,
                         const void *state, const struct tally *tally)
{
    const struct sampled *sampled = &scope->sampled;
    struct sampled_name name = sampled_hottest(scope, (uint32_t)tally->key);
    struct across_result time = scope_across(scope, &tally->other);

    (void)state;
    table_text(table, name.function);
    add_location(table, &name);
    add_time(table, scope, tally, sampled->squares, sampled->function_room);
    table_number(table, time.sum);
    table_real(table, scope_share(time.sum, sampled->ns));
    table_number(table, whole_near(time.mean));
    table_number(table, time.min);
    table_number(table, time.max);
    table_integer(table, scope_rank_at(scope, time.max_index));
    table_number(table, time.avoidable);
    table_number(table, tally->calls);
    add_source(table, &name);
}

static void add_line(struct table *table, const struct scope *scope,
                     const void *state, const struct tally *tally)
{
    const struct sampled *sampled = &scope->sampled;
    struct sampled_name name = sampled_line(scope, (uint32_t)tally->key);
    struct across_result time = scope_across(scope, &tally->time);

    (void)state;
    if (name.line == 0)
        return;
    add_location(table, &name);
    table_text(table, name.function);
    add_time(table, scope, tally, sampled->line_squares, sampled->line_room);
    table_number(table, whole_near(time.mean));
    table_number(table, time.max);
    table_integer(table, scope_rank_at(scope, time.max_index));
    table_number(table, time.avoidable);
    table_number(table, tally->calls);
    add_source(table, &name);
}

static void add_rank(struct table *table, const struct scope *scope,
                     uint32_t index)
{
    const struct sampled_rank *rank = &scope->sampled.ranks[index];

    for (uint32_t i = 0; i < rank->count; i++) {
        struct sampled_name name =
            sampled_hottest(scope, rank->items[i].function);

        table_integer(table, scope_rank_at(scope, index));
        table_text(table, name.function);
        add_location(table, &name);
        table_number(table, rank->items[i].ns);
        table_real(table, scope_share(rank->items[i].ns, rank->ns));
    }
}

/* Of many ranks those with the most and the least useful time. */
struct shown {
    bool all; /* that --ranks names */
    uint64_t most, least; /* the second of each */
};

static enum status shown_find(const struct scope *scope, struct shown *out)
{
    const struct rank_times **order;

    *out = (struct shown){ .all = scope->rank_count <= FEW_RANKS ||
                                  scope->options->top == 0 ||
                                  scope->options->ranks != NULL };
    if (out->all)
        return STATUS_OK;
    order = scope_by_useful(scope);
    if (order == NULL)
        return STATUS_NO_MEMORY;
    out->most = order[1]->useful;
    out->least = order[scope->rank_count - 2]->useful;
    free(order);
    return STATUS_OK;
}

static bool is_shown(const struct shown *shown, const struct rank_times *rank)
{
    if (shown->all)
        return rank->shown;
    return rank->useful >= shown->most || rank->useful <= shown->least;
}

static enum status fill_ranks(struct table *table, const struct scope *scope,
                              const void *state)
{
    uint32_t ranks = 0;
    struct shown shown;

    (void)state;
    table->whole = true;
    if (shown_find(scope, &shown) != STATUS_OK)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < scope->sampled.rank_count; i++)
        if ((shown.all || ranks < 2 * FEW_RANKS) &&
            is_shown(&shown, &scope->ranks[i])) {
            add_rank(table, scope, i);
            ranks++;
        }
    return STATUS_OK;
}

/* What part of the ranks' useful time the samples tell of. */
static void note_share(struct report *report, const struct scope *scope)
{
    struct table *table = NULL;

    for (size_t i = 0; i < report->table_count; i++)
        if (strcmp(report->tables[i]->name, "functions") == 0)
            table = report->tables[i];
    if (table == NULL)
        return;
    table_set_note(table, "%s of %s, %s of processor time; useful time of "
                   "the ranks, from outside: %s",
                   say_count(scope->sampled.samples, "sample").text,
                   say_count(scope->sampled.threads, "thread").text,
                   say_seconds(scope->sampled.ns).text,
                   say_seconds(scope->useful_ns).text);
}

static enum status functions_finish(void *state, const struct scope *scope,
                                    struct report *report)
{
    enum status status;

    if (scope->sampled.sampled_ranks == 0)
        return STATUS_OK;
    status = report_add_tallies(report, &forms[0], scope, state,
                                &scope->sampled.functions, add_function,
                                "time_s");
    if (status != STATUS_OK)
        return status;
    note_share(report, scope);
    status = report_add_filled(report, &forms[1], scope, state, fill_ranks);
    if (status != STATUS_OK)
        return status;
    return report_add_tallies(report, &forms[2], scope, state,
                              &scope->sampled.lines, add_line, "time_s");
}

const struct analysis functions_analysis = {
    .finish = functions_finish,
    .forms = forms,
    .form_count = 3,
};
