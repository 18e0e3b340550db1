/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_dot.c - the call graph for dot(1).
 */
#include "base/log.h"
#include "base/text/escape.h"
#include "pyprof/files/label.h"
#include "pyprof/tables.h"
#include "render/foreign/calls.h"

struct drawing {
    const struct pyprof *merged;
    struct strbuf *out;
    double node, edge; /* least shares */
    uint64_t all;      /* ns */
};

static double total_share(const struct drawing *drawing, uint32_t function)
{
    return py_share(
        py_ns(drawing->merged->functions[function].total.cumulative),
        drawing->all);
}

static bool is_drawn(const struct drawing *drawing, uint32_t function)
{
    return drawing->merged->functions[function].listed &&
           total_share(drawing, function) >= drawing->node;
}

static void put_node(const struct drawing *drawing, uint32_t function)
{
    const struct py_numbers *total =
        &drawing->merged->functions[function].total;
    struct dot_node node = {
        .share = total_share(drawing, function),
        .own = py_share(py_ns(total->own), drawing->all),
        .calls = total->calls,
    };
    struct strbuf label = { 0 }, shown = { 0 };

    label_whole(&label, drawing->merged, function);
    escape_put(&shown, strbuf_text(&label));
    node.name = strbuf_text(&shown);
    render_dot_node(drawing->out, function, &node);
    strbuf_end(&label, &drawing->out->failed);
    strbuf_end(&shown, &drawing->out->failed);
}

static void put_edge(const struct drawing *drawing, const struct py_edge *edge)
{
    struct dot_edge shown = {
        .from = edge->caller,
        .to = edge->callee,
        .share = py_share(py_ns(edge->total.cumulative), drawing->all),
        .calls = edge->total.calls,
        .timed = edge->full,
    };

    if ((edge->full && shown.share < drawing->edge) ||
        !is_drawn(drawing, edge->caller) || !is_drawn(drawing, edge->callee))
        return;
    render_dot_edge(drawing->out, &shown);
}

enum status pyprof_dot(const struct pyprof *merged,
                       const struct pyprof_limits *limits, struct strbuf *out)
{
    struct drawing drawing = {
        .merged = merged,
        .out = out,
        .node = limits->node < 0 ? DOT_NODE_LEAST : limits->node,
        .edge = limits->edge < 0 ? DOT_EDGE_LEAST : limits->edge,
        .all = merged_own_ns(merged),
    };

    render_dot_begin(out);
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (is_drawn(&drawing, i))
            put_node(&drawing, i);
    for (size_t i = 0; i < merged->edge_count; i++)
        put_edge(&drawing, &merged->edges[i]);
    render_dot_end(out);
    return out->failed ? log_fail(STATUS_NO_MEMORY, "graph") : STATUS_OK;
}
