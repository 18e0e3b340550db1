/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions_mpi.c - time that functions of the program spend in MPI
 * and, in a sampled run, their computing time.
 *
 * Available for every run, from the call paths of MPI calls.  Functions are
 * those in sampled.h; Python functions have their own table, python_mpi.c.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/functions/mpi_callers.h"
#include "analyze/functions/sampled_cells.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/text/strbuf.h"
#include "symbols/cut_frame.h"
#include "symbols/python_frame.h"

static const struct column columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the program or of a library it uses." },
    { "location", "line", CELL_TEXT,
      "File, and the line of the function where most of the MPI time within "
      "it is called: MPI itself, or the function that leads there." },
    { "own_s", "exclusive", CELL_NS,
      "CPU time in its own code, as sampled: as in `functions'." },
    { "inclusive_s", "useful", CELL_NS,
      "Exclusive time, and that of the functions it calls, without MPI, as "
      "sampled." },
    { "mpi_within_s", "inclusive MPI", CELL_NS,
      "MPI time of the function and of those it calls, over all ranks, as "
      "far as MPIPROF_CALLPATH allows; recursive calls count once." },
    { "within_share", "of total", CELL_RATIO,
      "Inclusive MPI / the sum of all ranks' total times." },
    { "within_mean_s", NULL, CELL_NS, "Inclusive MPI, mean over ranks." },
    { "within_min_s", NULL, CELL_NS, "Inclusive MPI, minimum over ranks." },
    { "within_max_s", "max", CELL_NS, "Inclusive MPI, maximum over ranks." },
    { "within_max_rank", "on rank", CELL_INTEGER,
      "The rank with that maximum." },
    { "within_avoidable_s", NULL, CELL_NS,
      "Max - mean of inclusive MPI: what would be gained if it were spread "
      "evenly." },
    { "within_calls", NULL, CELL_COUNT,
      "MPI calls of the function and of those it calls, over all ranks." },
    { "mpi_share", "in MPI", CELL_RATIO,
      "Inclusive MPI / (inclusive MPI + useful): the share of MPI in the "
      "inclusive time, as far as it was sampled." },
    { "calls", "MPI calls", CELL_COUNT,
      "MPI calls that it makes itself, over all ranks." },
    { "mpi_s", "MPI", CELL_NS, "Time of these calls, over all ranks." },
    { "share", NULL, CELL_RATIO, "That / the sum of all ranks' total times." },
    { "mean_s", NULL, CELL_NS,
      "MPI time of the calls that it makes itself, mean over ranks." },
    { "min_s", NULL, CELL_NS, "The same, minimum over ranks." },
    { "max_s", NULL, CELL_NS, "The same, maximum over ranks." },
    { "max_rank", NULL, CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", NULL, CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "waits_s", NULL, CELL_NS,
      "Waits for other ranks in these calls, over all ranks, by replay of "
      "the trace." },
    { "waits_rank", NULL, CELL_INTEGER, "The rank that waits most there." },
    { "waits_max_s", NULL, CELL_NS, "Time that it waits there." },
    { "module", NULL, CELL_TEXT, "File of the program or library." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct table_form forms[] = {
    TABLE_FORM("functions_mpi", "Functions and MPI", SECTION_TIME, columns),
};

struct functions_mpi {
    struct definitions *names; /* numbers functions, as HOST: sampled_key() */
    struct mpi_callers callers;
    int *lines; /* as callers.numbers */
    size_t line_room;
};

struct hottest {
    uint64_t ns;
    int line; /* 0: unknown */
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "functions and MPI");
}

/* ---- functions of frames ---- */

static bool keep_line(struct functions_mpi *own, size_t at, int line)
{
    if (!array_reach(&own->lines, at, &own->line_room, sizeof(*own->lines)))
        return false;
    own->lines[at] = line;
    return true;
}

static uint32_t number_of(struct functions_mpi *own,
                          const struct symbol *symbol, const char *module)
{
    uint32_t number = DEFINITION_NONE;
    struct strbuf key = { 0 };

    sampled_key(&key, symbol, module);
    if (!key.failed)
        number = definitions_intern(own->names, DEFINITION_HOST, 0, 0,
                                    key.text, key.length);
    strbuf_clear(&key);
    return number;
}

static bool tell_frame(void *context, struct mpi_callers *callers,
                       const struct definitions *table, uint32_t frame)
{
    const char *module = sampled_module(table, frame);
    struct functions_mpi *own = context;
    struct python_frame python;
    struct symbol symbol;
    char buffer[256];

    if (cut_frame_is(table, frame) || python_frame_of(table, frame, &python))
        return true;
    for (int i = 0;
         sampled_symbol(table, frame, i, buffer, sizeof(buffer), &symbol);
         i++) {
        uint32_t number = number_of(own, &symbol, module);

        if (number == DEFINITION_NONE ||
            !keep_line(own, callers->number_count, symbol.line) ||
            !mpi_callers_tell(callers, number))
            return false;
    }
    return true;
}

static enum status mpi_begin(void *state, const struct scope *scope)
{
    struct functions_mpi *own = state;

    if (definitions_create(&own->names) != STATUS_OK)
        return no_memory();
    return mpi_callers_init(&own->callers, scope->profile->definitions,
                            tell_frame, own);
}

static enum status mpi_add(void *state, const struct scope *scope,
                           const struct rank_data *rank)
{
    struct functions_mpi *own = state;

    return mpi_callers_add(&own->callers, scope, rank);
}

static void mpi_clear(void *state)
{
    struct functions_mpi *own = state;

    mpi_callers_clear(&own->callers);
    definitions_destroy(own->names);
    free(own->lines);
}

/* ---- the line with most of the time ---- */

static bool add_line(struct tallies *lines, uint32_t number, int line,
                     uint64_t ns)
{
    struct tally *tally =
        tallies_get(lines, (uint64_t)number << 32 | (uint32_t)line);

    if (tally != NULL)
        rank_stats_add(&tally->time, 0, ns);
    return tally != NULL;
}

/* To each function on the path, where it is innermost. */
static bool add_path(const struct functions_mpi *own, struct tallies *lines,
                     const struct definitions *table, uint32_t path,
                     uint32_t *seen)
{
    uint64_t ns = own->callers.path_ns[path];
    uint32_t stamp = path;

    for (int deep = 0; path != 0 && deep < PATH_FRAMES_MOST; deep++) {
        struct definition item = definitions_get(table, DEFINITION_PATH, path);
        struct mpi_callers_frame frame =
            mpi_callers_frame_of(&own->callers, &item);

        for (uint32_t i = frame.first; i < frame.first + frame.count; i++) {
            uint32_t number = own->callers.numbers[i];

            if (seen[number] != stamp &&
                !add_line(lines, number, own->lines[i], ns))
                return false;
            seen[number] = stamp;
        }
        path = item.refs[0];
    }
    return true;
}

static void choose_hottest(struct hottest *hottest,
                           const struct tallies *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct tally *tally = &lines->items[i];
        struct hottest *best = &hottest[tally->key >> 32];
        int line = (int)(uint32_t)tally->key;
        uint64_t ns = rank_stats_result(&tally->time, 1).sum;

        if (ns > best->ns || (ns == best->ns && line < best->line))
            *best = (struct hottest){ ns, line };
    }
}

/* By function; NULL: no memory. */
static struct hottest *find_lines(const struct functions_mpi *own,
                                  const struct definitions *table)
{
    const struct mpi_callers *callers = &own->callers;
    struct hottest *hottest =
        calloc(callers->function_count + 1u, sizeof(*hottest));
    uint32_t *seen = calloc(callers->function_count + 1u, sizeof(*seen));
    struct tallies lines = { 0 };
    bool found = hottest != NULL && seen != NULL;

    for (uint32_t path = 1; path < callers->path_count && found; path++)
        if (callers->path_ns[path] > 0)
            found = add_path(own, &lines, table, path, seen);
    if (found)
        choose_hottest(hottest, &lines);
    tallies_clear(&lines);
    free(seen);
    if (found)
        return hottest;
    free(hottest);
    return NULL;
}

/* ---- the table ---- */

/* NULL: not among the samples. */
static const struct tally *samples_of(const struct scope *scope,
                                      const struct definition *name)
{
    uint32_t number = definitions_find(scope->sampled.names, DEFINITION_HOST,
                                       0, 0, name->key, name->key_size);

    return number == DEFINITION_NONE
               ? NULL
               : tallies_find(&scope->sampled.functions, number);
}

/* Own, useful; empty where nothing was sampled.  Returns the latter. */
static uint64_t put_sampled(struct table *table, const struct scope *scope,
                            const struct tally *samples)
{
    uint64_t useful =
        samples == NULL ? 0 : scope_stats(scope, &samples->other).sum;

    if (scope->sampled.sampled_ranks == 0) {
        table_skip(table, 2);
        return 0;
    }
    table_number(table,
                 samples == NULL ? 0 : scope_stats(scope, &samples->time).sum);
    table_number(table, useful);
    return useful;
}

static void put_within(struct table *table, const struct scope *scope,
                       const struct mpi_callers *callers, uint32_t number,
                       uint64_t useful)
{
    struct rank_stats_result mpi = mpi_callers_within(callers, scope, number);
    const struct tally *within = tallies_find(&callers->within, number);

    table_number(table, mpi.sum);
    table_real(table, scope_share(mpi.sum, scope->total_ns));
    scope_add_spread(table, scope, &mpi);
    table_number(table, within->calls);
    table_real_if(table, scope->sampled.sampled_ranks != 0,
                  scope_share(mpi.sum, mpi.sum + useful));
}

static void add_function(struct table *table, const struct scope *scope,
                         const struct functions_mpi *own, uint32_t number,
                         int line)
{
    struct definition key =
        definitions_get(own->names, DEFINITION_HOST, number);
    struct sampled_name name = sampled_name_of(&key);
    uint64_t useful;

    name.line = line;
    table_text(table, name.function);
    sampled_put_location(table, &name);
    useful = put_sampled(table, scope, samples_of(scope, &key));
    put_within(table, scope, &own->callers, number, useful);
    mpi_callers_put_direct(table, scope, &own->callers, number);
    mpi_callers_put_waits(table, scope, &own->callers, number);
    sampled_put_source(table, &name);
}

static enum status functions_mpi_fill(struct table *table,
                                      const struct scope *scope,
                                      const void *state)
{
    const struct functions_mpi *own = state;
    const struct tallies *within = &own->callers.within;
    struct hottest *hottest = find_lines(own, scope->profile->definitions);

    if (hottest == NULL)
        return no_memory();
    /* Callers were met after what they call, and of equal ones go first. */
    for (size_t i = within->count; i-- > 0;) {
        uint32_t number = (uint32_t)within->items[i].key;

        add_function(table, scope, own, number, hottest[number].line);
    }
    free(hottest);
    table_sort(table, (size_t)table_column(table, "mpi_within_s"));
    scope_note_threads(table, scope);
    return STATUS_OK;
}

static enum status mpi_finish(void *state, const struct scope *scope,
                              struct report *report)
{
    struct functions_mpi *own = state;
    enum status status;

    if (own->callers.within.count == 0)
        return STATUS_OK;
    status = mpi_callers_add_waits(&own->callers, scope);
    return status == STATUS_OK ? report_add_filled(report, &forms[0], scope,
                                                   state, functions_mpi_fill)
                               : status;
}

const struct analysis functions_mpi_analysis = {
    .state_size = sizeof(struct functions_mpi),
    .begin = mpi_begin,
    .add = mpi_add,
    .finish = mpi_finish,
    .clear = mpi_clear,
    FORMS(forms),
};
