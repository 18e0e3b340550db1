/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * times.c - functions of a merged profile, for the MPI report.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "pyprof/merged.h"

/* Built-in functions have no file. */
static bool is_python(const struct pyprof *merged,
                      const struct py_function *function)
{
    const char *file = py_names_text(&merged->names, function->key.file);

    return function->listed && strcmp(file, "~") != 0 &&
           function->key.line >= 0 && function->key.line <= INT_MAX;
}

/* The methods of mpi4py that a function calls. */
static void add_mpi4py(const struct pyprof *merged,
                       const struct py_function *function,
                       struct python_time *out)
{
    uint32_t at = function->first_callee;

    for (; at != PY_NONE; at = merged->edges[at].next_callee) {
        const struct py_edge *edge = &merged->edges[at];
        const struct py_function *callee = &merged->functions[edge->callee];
        const char *name = py_names_text(&merged->names, callee->key.name);

        if (callee->call != MPI_CALL_MPI || strstr(name, "mpi4py.") == NULL)
            continue;
        out->in_mpi4py += py_ns(py_counted(edge->total.own));
        out->pickles = out->pickles || mpi_call_pickles(name);
    }
}

static bool make_time(const struct pyprof *merged,
                      const struct py_function *function,
                      struct python_time *out)
{
    uint32_t ranks = (uint32_t)merged->rank_count;
    struct rank_stats_result own = rank_stats_result(&function->own, ranks);
    struct rank_stats_result cumulative =
        rank_stats_result(&function->cumulative, ranks);
    struct rank_stats_result with =
        rank_stats_result(&function->with_libraries, ranks);

    *out = (struct python_time){
        .file = strdup(py_names_text(&merged->names, function->key.file)),
        .function = strdup(py_names_text(&merged->names, function->key.name)),
        .first_line = (int)function->key.line,
        .own = own.sum,
        .cumulative = cumulative.sum,
        .most = own.max,
        .most_rank = (uint32_t)merged->ranks[own.max_index].rank,
        .most_cumulative = cumulative.max,
        .most_cumulative_rank =
            (uint32_t)merged->ranks[cumulative.max_index].rank,
        .with_libraries = { with.sum, with.max,
                            (uint32_t)merged->ranks[with.max_index].rank },
    };
    if (function->program)
        add_mpi4py(merged, function, out);
    return out->file != NULL && out->function != NULL;
}

enum status pyprof_times(const struct pyprof *merged, struct python_times *out)
{
    *out = (struct python_times){ .ranks = (uint32_t)merged->rank_count };
    out->items = calloc(merged->function_count + 1, sizeof(*out->items));
    if (out->items == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < merged->function_count; i++)
        if (is_python(merged, &merged->functions[i]) &&
            !make_time(merged, &merged->functions[i],
                       &out->items[out->count++])) {
            python_times_clear(out);
            return STATUS_NO_MEMORY;
        }
    return STATUS_OK;
}
