/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_parts.h"

#define LAYOUT 1             /* python.js knows the same */
#define EXACT 40000u         /* up to this many times are exact to the ns */
#define STEPS UINT64_C(4095) /* else parts of the function's longest time */

static void put_functions(struct bytes_writer *out,
                          const struct python_chart *chart)
{
    bytes_put_number(out, chart->functions_total);
    bytes_put_number(out, chart->function_count);
    for (uint32_t i = 0; i < chart->function_count; i++) {
        const struct python_function *function = &chart->functions[i];

        html_put_name(out, function->name);
        html_put_name(out, function->where);
        html_put_name(out, function->file);
        PUT_NUMBERS(out, function->kind, function->calls, function->primitive,
                    function->own, function->inclusive, function->work);
    }
}

static void put_edges(struct bytes_writer *out,
                      const struct python_chart *chart)
{
    bytes_put_number(out, chart->edge_count);
    for (uint32_t i = 0; i < chart->edge_count; i++) {
        const struct python_edge *edge = &chart->edges[i];

        PUT_NUMBERS(out, edge->caller, edge->callee, edge->calls, edge->own,
                    edge->inclusive, edge->most, edge->most_rank);
    }
}

/* The unit, then a time for each line. */
static void put_times(struct bytes_writer *out,
                      const struct python_chart *chart, const uint64_t *times)
{
    bool exact = (size_t)chart->by_rank * chart->lines <= EXACT;

    for (uint32_t i = 0; i < chart->by_rank; i++) {
        const uint64_t *row = times + (size_t)i * chart->lines;
        uint64_t most = 0, unit;

        for (uint32_t k = 0; k < chart->lines; k++)
            most = row[k] > most ? row[k] : most;
        unit = exact ? 1 : most / STEPS + 1;
        bytes_put_number(out, unit);
        for (uint32_t k = 0; k < chart->lines; k++)
            bytes_put_number(out, (row[k] + unit / 2) / unit);
    }
}

void html_python(struct bytes_writer *out, const struct python_chart *chart)
{
    bytes_put_number(out, LAYOUT);
    bytes_put_number(out, chart->all);
    put_functions(out, chart);
    put_edges(out, chart);
    bytes_put_number(out, chart->lines);
    bytes_put_number(out, chart->each);
    for (uint32_t i = 0; i < chart->lines; i++)
        bytes_put_number(out, chart->ranks[i]);
    bytes_put_number(out, chart->by_rank);
    put_times(out, chart, chart->own);
    put_times(out, chart, chart->inclusive);
    put_times(out, chart, chart->work);
}
