/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions.c - sampled functions and lines of the program, by
 * time.
 */
#include "analyze/facts/analysis.h"
#include "analyze/functions/sampled_cells.h"
#include "analyze/facts/say.h"
#include "base/text/affix.h"

static const struct column function_columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the program or of a library it uses." },
    { "location", "line", CELL_TEXT,
      "File, and the line of the function that has the most samples." },
    { "time_s", "exclusive", CELL_NS, SAMPLED_TIME_IS },
    { "error_s", "+-", CELL_NS, SAMPLED_ERROR_IS },
    { "share", "of CPU", CELL_RATIO,
      "Exclusive / CPU time of all functions outside MPI." },
    { "own_mean_s", NULL, CELL_NS, "Exclusive, mean over ranks." },
    { "own_min_s", NULL, CELL_NS, "Exclusive, minimum over ranks." },
    { "own_max_s", "max", CELL_NS, "Exclusive, maximum over ranks." },
    { "own_max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "own_avoidable_s", NULL, CELL_NS,
      "Max - mean of exclusive: the gain if it were spread evenly." },
    { "inclusive_s", "inclusive", CELL_NS,
      "Exclusive time, and that of the functions it calls, as far as the "
      "call paths of samples are known." },
    { "inclusive_share", NULL, CELL_RATIO,
      "Inclusive / CPU time of all functions." },
    { "mean_s", NULL, CELL_NS, "Inclusive, mean over ranks." },
    { "min_s", NULL, CELL_NS, "Inclusive, minimum over ranks." },
    { "max_s", NULL, CELL_NS, "Inclusive, maximum over ranks." },
    { "max_rank", NULL, CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", "avoidable", CELL_NS,
      "Max - mean of inclusive: the gain if it were spread evenly." },
    { "samples", NULL, CELL_COUNT, "Samples in its own code." },
    { "module", "in", CELL_TEXT, "File of the program or library." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct column line_columns[] = {
    { "location", "line", CELL_TEXT, "File and line of the program." },
    { "function", "function", CELL_TEXT, "The function it belongs to." },
    { "time_s", "time", CELL_NS, SAMPLED_TIME_IS },
    { "error_s", "+-", CELL_NS, SAMPLED_ERROR_IS },
    { "share", "of CPU", CELL_RATIO, "Time / the CPU time of all functions." },
    { "mean_s", "per rank", CELL_NS, "Mean of the ranks' times." },
    { "min_s", NULL, CELL_NS, "Minimum over ranks." },
    { "max_s", "max", CELL_NS, "Maximum over ranks." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", NULL, CELL_NS,
      "Max - mean: the gain if it were spread evenly." },
    { "samples", NULL, CELL_COUNT, "Samples there." },
    { "module", NULL, CELL_TEXT, "File of the program or library." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("functions", "Functions of the program", SECTION_TIME,
                     function_columns),
    TABLE_FORM("lines", "Lines of the program", SECTION_TIME, line_columns),
};

static void add_function(struct table *table, const struct scope *scope,
                         const struct tally *tally)
{
    const struct sampled *sampled = &scope->sampled;
    struct sampled_name name = sampled_hottest(scope, (uint32_t)tally->key);
    struct rank_stats_result own = scope_stats(scope, &tally->time);
    struct rank_stats_result with = scope_stats(scope, &tally->other);

    table_text(table, name.function);
    sampled_put_location(table, &name);
    sampled_put_time(table, scope, tally, sampled->squares,
                     sampled->function_room);
    scope_add_spread(table, scope, &own);
    table_number(table, with.sum);
    table_real(table, scope_share(with.sum, sampled->ns));
    scope_add_spread(table, scope, &with);
    table_number(table, tally->calls);
    sampled_put_source(table, &name);
}

static void add_line(struct table *table, const struct scope *scope,
                     const struct tally *tally)
{
    const struct sampled *sampled = &scope->sampled;
    struct sampled_name name = sampled_line(scope, (uint32_t)tally->key);
    struct rank_stats_result time = scope_stats(scope, &tally->time);

    if (name.line == 0)
        return;
    sampled_put_location(table, &name);
    table_text(table, name.function);
    sampled_put_time(table, scope, tally, sampled->line_squares,
                     sampled->line_room);
    scope_add_spread(table, scope, &time);
    table_number(table, tally->calls);
    sampled_put_source(table, &name);
}

static enum status fill_functions(struct table *table,
                                  const struct scope *scope, const void *state)
{
    const struct tallies *all = &scope->sampled.functions;

    (void)state;
    for (size_t i = 0; i < all->count; i++)
        add_function(table, scope, &all->items[i]);
    table_sort(table, (size_t)table_column(table, "time_s"));
    /* The part of the ranks' useful time that samples cover. */
    table_set_note(table,
                   "%s of %s, %s of CPU time; the ranks' useful time, by "
                   "wall clock: %s",
                   say_count(scope->sampled.samples, "sample").text,
                   say_count(scope->sampled.threads, "thread").text,
                   say_seconds(scope->sampled.ns).text,
                   say_seconds(scope->useful_ns).text);
    return STATUS_OK;
}

/* Whether a module is part of libc, whose lines nobody changes. */
static bool module_is_libc(const char *module)
{
    static const char *const starts[] = { "libc.so",  "libc-",   "libm.so",
                                          "libm-",    "libmvec", "libpthread",
                                          "ld-linux", "[vdso]" };

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
        if (starts_with(module, starts[i]))
            return true;
    return false;
}

/* Adds the lines of libc, or all others, by time. */
static void add_lines(struct table *table, const struct scope *scope,
                      bool libc)
{
    const struct tallies *all = &scope->sampled.lines;
    size_t first = table->row_count;

    for (size_t i = 0; i < all->count; i++) {
        struct sampled_name name =
            sampled_line(scope, (uint32_t)all->items[i].key);

        if (module_is_libc(name.module) == libc)
            add_line(table, scope, &all->items[i]);
    }
    table_sort_from(table, first, (size_t)table_column(table, "time_s"));
}

static enum status fill_lines(struct table *table, const struct scope *scope,
                              const void *state)
{
    (void)state;
    add_lines(table, scope, false);
    add_lines(table, scope, true);
    return STATUS_OK;
}

const struct analysis functions_analysis = {
    .wanted = analysis_of_samples,
    .fill = { fill_functions, fill_lines },
    FORMS(forms),
};
