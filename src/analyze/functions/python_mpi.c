/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_mpi.c - time that functions of a Python program spend in
 * MPI.
 *
 * A call is made directly by the innermost Python frame of its call path, see
 * mpi_callers.h.  Two frames belong to one function if name, file and first
 * line are equal. cProfile profiles, if present, have the same functions;
 * exclusive time there excludes MPI, since built-in functions, and mpi4py,
 * count as called.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/functions/mpi_callers.h"
#include "analyze/facts/say.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/python_frame.h"
#include "model/python/python_times.h"

static const struct column columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the Python program, with its class if the interpreter "
      "knows it (3.11 and later)." },
    { "location", "defined in", CELL_TEXT, "Its file and first line." },
    { "own_s", "exclusive", CELL_NS,
      "Time in its own code, without what it calls, over all ranks, by "
      "cProfile (python3 -m mpiprof)." },
    { "own_max_rank", "most on", CELL_INTEGER,
      "The rank with the most time in its own code." },
    { "own_max_s", NULL, CELL_NS, "That rank's time in its own code." },
    { "calls", "MPI calls", CELL_COUNT,
      "MPI calls that it makes itself, over all ranks." },
    { "mpi_s", "MPI", CELL_NS, "Time of these calls, over all ranks." },
    { "share", NULL, CELL_RATIO, "That / the sum of all ranks' total times." },
    { "mean_s", "per rank", CELL_NS,
      "MPI time of the calls that it makes itself, mean over ranks." },
    { "min_s", NULL, CELL_NS, "The same, minimum over ranks." },
    { "max_s", "max", CELL_NS, "The same, maximum over ranks." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", NULL, CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "mpi_within_s", "inclusive MPI", CELL_NS,
      "MPI time of the function and of those it calls, over all ranks." },
    { "cumulative_s", "inclusive", CELL_NS,
      "Time of the function and of all that it calls, over all ranks, by "
      "cProfile." },
    { "mpi_share", "in MPI", CELL_RATIO, "Inclusive MPI / inclusive." },
    { "waits_s", "waiting", CELL_NS,
      "Waits for other ranks in these calls, over all ranks, by replay of "
      "the trace." },
    { "waits_rank", "longest on", CELL_INTEGER,
      "The rank that waits most there." },
    { "waits_max_s", NULL, CELL_NS, "Time that it waits there." },
    { "file", NULL, CELL_TEXT, "File as the interpreter names it." },
    { "first_line", NULL, CELL_INTEGER, "First line of the function." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("python_mpi", "Python functions and MPI", SECTION_TIME,
                     columns),
};

/* Texts belong to the profile's definitions, or to the options. */
struct function {
    const char *name, *file;
    int first_line;
    const struct python_time *time; /* NULL: unknown */
};

struct functions {
    struct function *list;
    uint32_t count;
    struct definitions *names; /* numbers functions */
    struct mpi_callers callers;
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "functions of Python");
}

static bool keep_function(struct functions *functions, uint32_t number,
                          const struct function *function)
{
    if (number < functions->count)
        return true;
    return ARRAY_ADD(functions->list, functions->count, *function);
}

/* The number of the function + 1; DEFINITION_NONE: no memory. */
static uint32_t number_of(struct functions *functions,
                          const struct function *function)
{
    /* "step" of "Heat.step", as cProfile knows it */
    const char *name = part_after(function->name, '.');
    uint32_t number = DEFINITION_NONE;
    struct strbuf key = { 0 };

    strbuf_add(&key, name, strlen(name) + 1);
    strbuf_add(&key, function->file, strlen(function->file) + 1);
    strbuf_printf(&key, "%d", function->first_line);
    if (!key.failed)
        number = definitions_intern(functions->names, DEFINITION_HOST, 0, 0,
                                    key.text, key.length);
    strbuf_clear(&key);
    if (number == DEFINITION_NONE ||
        !keep_function(functions, number, function))
        return DEFINITION_NONE;
    return number + 1;
}

static bool tell_frame(void *context, struct mpi_callers *callers,
                       const struct definitions *table, uint32_t frame)
{
    struct python_frame found;
    uint32_t number;

    if (!python_frame_of(table, frame, &found))
        return true;
    number = number_of(context, &(struct function){ found.function, found.file,
                                                    found.first_line, NULL });
    return number != DEFINITION_NONE && mpi_callers_tell(callers, number - 1);
}

static enum status number_times(struct functions *functions,
                                const struct python_times *times)
{
    for (size_t i = 0; times != NULL && i < times->count; i++) {
        const struct python_time *time = &times->items[i];
        uint32_t number = number_of(
            functions, &(struct function){ time->function, time->file,
                                           time->first_line, NULL });

        if (number == DEFINITION_NONE)
            return no_memory();
        functions->list[number - 1].time = time;
    }
    return STATUS_OK;
}

static enum status functions_begin(void *state, const struct scope *scope)
{
    struct functions *functions = state;
    enum status status;

    if (definitions_create(&functions->names) != STATUS_OK)
        return no_memory();
    status = mpi_callers_init(&functions->callers, scope->profile->definitions,
                              tell_frame, functions);
    return status == STATUS_OK
               ? number_times(functions, scope->options->python)
               : status;
}

static enum status functions_add(void *state, const struct scope *scope,
                                 const struct rank_data *rank)
{
    struct functions *functions = state;

    return mpi_callers_add(&functions->callers, scope, rank);
}

static void add_location(struct table *table, const struct function *function)
{
    table_text(table, say_location(function->file, function->first_line).text);
}

static void add_own(struct table *table, const struct python_time *time)
{
    if (time == NULL) {
        table_skip(table, 3);
        return;
    }
    table_number(table, time->own);
    table_integer(table, time->most_rank);
    table_number(table, time->most);
}

static void add_within(struct table *table, uint64_t mpi,
                       const struct python_time *time)
{
    table_number(table, mpi);
    if (time == NULL) {
        table_skip(table, 2);
        return;
    }
    table_number(table, time->cumulative);
    table_real(table, scope_share(mpi, time->cumulative));
}

static void add_function(struct table *table, const struct scope *scope,
                         const struct functions *functions, uint32_t number)
{
    const struct function *function = &functions->list[number];
    const struct mpi_callers *callers = &functions->callers;

    table_text(table, function->name);
    add_location(table, function);
    add_own(table, function->time);
    mpi_callers_put_direct(table, scope, callers, number);
    add_within(table, mpi_callers_within(callers, scope, number).sum,
               function->time);
    mpi_callers_put_waits(table, scope, callers, number);
    table_text(table, function->file);
    table_integer(table, function->first_line);
}

static uint64_t weight_of(const struct functions *functions,
                          const struct scope *scope, uint32_t number)
{
    const struct tally *own = tallies_find(&functions->callers.own, number);
    const struct python_time *time = functions->list[number].time;

    return (own != NULL ? scope_stats(scope, &own->time).sum : 0) +
           (time != NULL ? time->own : 0);
}

struct weighed {
    uint32_t number;
    uint64_t ns;
};

ORDER(heaviest_first, struct weighed, DOWN(ns) UP(number));

static void note_ranks(struct table *table, const struct scope *scope)
{
    const struct python_times *times = scope->options->python;

    if (times != NULL && times->ranks > 0 &&
        times->ranks < scope->profile->rank_count)
        table_set_note(table,
                       "exclusive and inclusive: only of the %u of %u ranks "
                       "that have a cpu_RANK.prof",
                       times->ranks, scope->profile->rank_count);
    else
        scope_note_threads(table, scope);
}

/* By what a function does itself: its own code, and its MPI calls. */
static enum status python_mpi_fill(struct table *table,
                                   const struct scope *scope,
                                   const void *state)
{
    const struct functions *functions = state;
    struct weighed *order = calloc(functions->count + 1u, sizeof(*order));
    size_t count = 0;

    if (order == NULL)
        return no_memory();
    for (uint32_t i = 0; i < functions->count; i++)
        if (functions->list[i].time != NULL ||
            tallies_find(&functions->callers.within, i) != NULL)
            order[count++] =
                (struct weighed){ i, weight_of(functions, scope, i) };
    qsort(order, count, sizeof(*order), heaviest_first);
    for (size_t i = 0; i < count; i++)
        add_function(table, scope, functions, order[i].number);
    free(order);
    note_ranks(table, scope);
    return STATUS_OK;
}

static enum status functions_finish(void *state, const struct scope *scope,
                                    struct report *report)
{
    struct functions *functions = state;
    enum status status = mpi_callers_add_waits(&functions->callers, scope);

    return status == STATUS_OK ? report_add_filled(report, &forms[0], scope,
                                                   state, python_mpi_fill)
                               : status;
}

static void functions_clear(void *state)
{
    struct functions *functions = state;

    free(functions->list);
    definitions_destroy(functions->names);
    mpi_callers_clear(&functions->callers);
}

const struct analysis python_mpi_analysis = {
    .state_size = sizeof(struct functions),
    .begin = functions_begin,
    .add = functions_add,
    .finish = functions_finish,
    .clear = functions_clear,
    FORMS(forms),
};
