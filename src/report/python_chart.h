/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_chart.h - Python functions, their callers, and times by rank, for the
 * HTML report.
 *
 * Functions are in the order of their time; the first `by_rank' have a time for
 * each line.  A line is a rank, or `each' neighbouring ranks, whose mean it is.
 * Units: ns, over all ranks.  Threads: one owner.  Memory:
 * python_chart_destroy(); texts are copied.
 */
#ifndef REPORT_PYTHON_CHART_H
#define REPORT_PYTHON_CHART_H

#include <stdint.h>

enum python_kind { PYTHON_PROGRAM, PYTHON_LIBRARY, PYTHON_MPI };

struct python_function {
    char *name, *where, *file; /* "solve", "a.py:3", "/srv/a.py" or NULL */
    enum python_kind kind;
    uint64_t calls, primitive, own, inclusive, work;
};

struct python_edge {
    uint32_t caller, callee; /* positions of functions */
    uint64_t calls, own, inclusive, most;
    uint32_t most_rank;
};

struct python_chart {
    struct python_function *functions;
    struct python_edge *edges;
    uint32_t *ranks;                     /* the first of each line */
    uint64_t *own, *inclusive, *work;    /* [by_rank][lines] */
    uint64_t all;                        /* own time of all functions */
    uint32_t function_count, edge_count; /* that are here */
    uint32_t functions_total;            /* with those that are left out */
    uint32_t lines, each, by_rank;
};

void python_chart_destroy(struct python_chart *chart); /* NULL: nothing */

#endif
