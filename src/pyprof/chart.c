/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart.c - functions, calls and times by rank, for the HTML report.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/spreads.h"
#include "report/python_chart.h"

#define FUNCTIONS_MOST 2000
#define EDGES_MOST 8000
#define LINES_MOST 512
#define TIMES_MOST 60000u /* of functions by lines */

struct making {
    const struct pyprof *merged;
    struct python_chart *chart;
    uint32_t *chosen;   /* functions, in the order of the chart */
    uint32_t *place_of; /* by function; PY_NONE: left out */
};

/* ---- functions ---- */

struct weighed {
    uint32_t function;
    double seconds;
};

ORDER(longest_first, struct weighed, DOWN(seconds) UP(function));

/* By the time that a function is noticed for: what it takes itself, or what it
 * takes with libraries. */
static double weight_of(const struct pyprof *merged,
                        const struct py_function *function)
{
    double work =
        (double)merged_spread(merged, &function->with_libraries).sum / 1e9;

    return work > function->total.own ? work : function->total.own;
}

/* Those with the most of that; then those with the most cumulative time. */
static bool choose_functions(struct making *making)
{
    const struct pyprof *merged = making->merged;
    struct weighed *order =
        calloc(merged->function_count + 1u, sizeof(*order));
    uint32_t count = 0;

    if (order == NULL)
        return false;
    for (uint32_t i = 0; i < merged->function_count; i++) {
        const struct py_function *function = &merged->functions[i];

        if (function->listed)
            order[count++] =
                (struct weighed){ i, weight_of(merged, function) +
                                         function->total.cumulative / 1024 };
    }
    qsort(order, count, sizeof(*order), longest_first);
    making->chart->functions_total = count;
    making->chart->function_count =
        count < FUNCTIONS_MOST ? count : FUNCTIONS_MOST;
    for (uint32_t i = 0; i < making->chart->function_count; i++) {
        making->chosen[i] = order[i].function;
        making->place_of[order[i].function] = i;
    }
    free(order);
    return true;
}

static char *text_of(struct strbuf *text)
{
    char *copy = text->failed ? NULL : strdup(strbuf_text(text));

    strbuf_clear(text);
    return copy;
}

static bool is_mostly_mpi(const struct pyprof *merged, uint32_t at)
{
    const struct py_function *function = &merged->functions[at];

    return merged_is_mpi(merged, at) ||
           (double)function->hidden_ns > function->total.own * 1e9 / 2;
}

static bool copy_function(const struct making *making, uint32_t at,
                          struct python_function *out)
{
    const struct pyprof *merged = making->merged;
    const struct py_function *function = &merged->functions[at];
    struct strbuf name = { 0 }, where = { 0 }, file = { 0 };

    label_name(&name, merged, at);
    label_place(&where, merged, at);
    label_short(&file, py_names_text(&merged->names, function->key.file));
    *out = (struct python_function){
        .name = text_of(&name),
        .where = text_of(&where),
        .file = text_of(&file),
        .kind = is_mostly_mpi(merged, at) ? PYTHON_MPI
                : function->program       ? PYTHON_PROGRAM
                                          : PYTHON_LIBRARY,
        .calls = function->total.calls,
        .primitive = function->total.primitive,
        .own = py_ns(function->total.own),
        .inclusive = py_ns(function->total.cumulative),
        .work = merged_spread(merged, &function->with_libraries).sum,
    };
    return out->name != NULL && out->where != NULL && out->file != NULL;
}

static bool add_functions(struct making *making)
{
    struct python_chart *chart = making->chart;

    chart->functions =
        calloc(chart->function_count + 1u, sizeof(*chart->functions));
    if (chart->functions == NULL)
        return false;
    for (uint32_t i = 0; i < chart->function_count; i++)
        if (!copy_function(making, making->chosen[i], &chart->functions[i]))
            return false;
    return true;
}

/* ---- calls ---- */

ORDER(longest_edge_first, struct python_edge,
      DOWN(inclusive) DOWN(calls) UP(caller) UP(callee));

static bool add_edges(struct making *making)
{
    const struct pyprof *merged = making->merged;
    struct python_chart *chart = making->chart;

    chart->edges = calloc(merged->edge_count + 1u, sizeof(*chart->edges));
    if (chart->edges == NULL)
        return false;
    for (uint32_t i = 0; i < merged->edge_count; i++) {
        const struct py_edge *edge = &merged->edges[i];
        struct rank_stats_result spread =
            merged_spread(merged, &edge->cumulative);

        if (making->place_of[edge->caller] == PY_NONE ||
            making->place_of[edge->callee] == PY_NONE)
            continue;
        chart->edges[chart->edge_count++] = (struct python_edge){
            making->place_of[edge->caller],
            making->place_of[edge->callee],
            edge->total.calls,
            py_ns(edge->total.own),
            py_ns(edge->total.cumulative),
            spread.max,
            (uint32_t)merged->ranks[spread.max_index].rank
        };
    }
    qsort(chart->edges, chart->edge_count, sizeof(*chart->edges),
          longest_edge_first);
    if (chart->edge_count > EDGES_MOST)
        chart->edge_count = EDGES_MOST;
    return true;
}

/* ---- times by rank ---- */

/* Means of `each' neighbouring ranks. */
static void fold_lines(const struct python_chart *chart,
                       const uint64_t *values, size_t ranks, uint64_t *out)
{
    for (uint32_t i = 0; i < chart->by_rank; i++)
        for (uint32_t line = 0; line < chart->lines; line++) {
            size_t begin = (size_t)line * chart->each;
            size_t end =
                begin + chart->each < ranks ? begin + chart->each : ranks;
            uint64_t sum = 0;

            for (size_t k = begin; k < end; k++)
                sum += values[i * ranks + k];
            out[(size_t)i * chart->lines + line] = sum / (end - begin);
        }
}

static bool add_times(const struct making *making, enum py_measure measure,
                      uint64_t **out)
{
    const struct python_chart *chart = making->chart;
    size_t ranks = making->merged->rank_count;
    uint64_t *values = calloc(chart->by_rank * ranks + 1, sizeof(*values));

    *out = calloc((size_t)chart->by_rank * chart->lines + 1, sizeof(**out));
    if (values == NULL || *out == NULL) {
        free(values);
        return false;
    }
    if (spread_values(making->merged, measure, making->chosen, chart->by_rank,
                      values))
        fold_lines(chart, values, ranks, *out);
    else
        making->chart->by_rank = 0;
    free(values);
    return true;
}

static bool add_lines(struct making *making)
{
    const struct pyprof *merged = making->merged;
    struct python_chart *chart = making->chart;
    uint32_t ranks = (uint32_t)merged->rank_count;

    chart->each = (ranks + LINES_MOST - 1) / LINES_MOST;
    chart->lines = (ranks + chart->each - 1) / chart->each;
    chart->by_rank = TIMES_MOST / chart->lines;
    if (chart->by_rank > chart->function_count)
        chart->by_rank = chart->function_count;
    if (merged->by_rank.failed)
        chart->by_rank = 0;
    chart->ranks = calloc(chart->lines, sizeof(*chart->ranks));
    if (chart->ranks == NULL)
        return false;
    for (uint32_t i = 0; i < chart->lines; i++)
        chart->ranks[i] = (uint32_t)merged->ranks[i * chart->each].rank;
    return add_times(making, PY_OWN, &chart->own) &&
           add_times(making, PY_INCLUSIVE, &chart->inclusive) &&
           add_times(making, PY_WORK, &chart->work);
}

/* ---- together ---- */

static bool make_all(struct making *making)
{
    making->chart->all = merged_own_ns(making->merged);
    return choose_functions(making) && add_functions(making) &&
           add_edges(making) && add_lines(making);
}

enum status pyprof_chart(const struct pyprof *merged,
                         struct python_chart **out)
{
    size_t size = (merged->function_count + (size_t)1) * sizeof(uint32_t);
    struct making making = { merged, calloc(1, sizeof(*making.chart)),
                             malloc(size), malloc(size) };
    bool sound = making.chart != NULL && making.chosen != NULL &&
                 making.place_of != NULL && merged->rank_count > 0;

    if (sound) {
        memset(making.place_of, 0xff, size);
        sound = make_all(&making);
    }
    free(making.chosen);
    free(making.place_of);
    if (!sound) {
        python_chart_destroy(making.chart);
        return log_fail(STATUS_NO_MEMORY, "charts of Python functions");
    }
    *out = making.chart;
    return STATUS_OK;
}
