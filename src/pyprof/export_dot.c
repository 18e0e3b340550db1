/*
 * export_dot.c - the call graph for dot(1), as gprof2dot draws it.
 */
#include <inttypes.h>
#include <math.h>

#include "base/log.h"
#include "base/safe.h"
#include "pyprof/label.h"
#include "pyprof/tables.h"

#define NODE_LEAST 0.005 /* of the time of all */
#define EDGE_LEAST 0.001

struct drawing {
    const struct pyprof *merged;
    struct strbuf *out;
    double node, edge; /* least shares */
    uint64_t all;      /* ns */
};

/* From dark blue to red; hue, saturation and value. */
static void put_color(struct strbuf *out, double share)
{
    if (share > 1)
        share = 1;
    strbuf_printf(out, "\"%.3f %.3f %.3f\"", 2.0 / 3 * (1 - share),
                  0.9 + 0.1 * share, 0.45 + 0.55 * share);
}

/* Text inside the quotes of a label: of names only what can be seen. */
static void put_quoted(struct strbuf *out, const char *text)
{
    struct strbuf shown;

    strbuf_init(&shown);
    safe_put(&shown, text);
    for (const char *at = strbuf_text(&shown); *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *at);
    }
    out->failed |= shown.failed;
    strbuf_clear(&shown);
}

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
    double share = total_share(drawing, function);
    struct strbuf label;

    strbuf_init(&label);
    label_whole(&label, drawing->merged, function);
    strbuf_printf(drawing->out, "    f%" PRIu32 " [label=\"", function);
    put_quoted(drawing->out, strbuf_text(&label));
    strbuf_printf(drawing->out, "\\n%.2f%%\\n(%.2f%%)\\n%" PRIu64
                  "x\", fillcolor=", 100 * share,
                  100 * py_share(py_ns(total->own), drawing->all),
                  total->calls);
    put_color(drawing->out, share);
    strbuf_puts(drawing->out, "];\n");
    drawing->out->failed |= label.failed;
    strbuf_clear(&label);
}

static void put_edge(const struct drawing *drawing,
                     const struct py_edge *edge)
{
    double share = py_share(py_ns(edge->total.cumulative), drawing->all);

    if ((edge->full && share < drawing->edge) ||
        !is_drawn(drawing, edge->caller) || !is_drawn(drawing, edge->callee))
        return;
    strbuf_printf(drawing->out, "    f%" PRIu32 " -> f%" PRIu32
                  " [label=\"", edge->caller, edge->callee);
    if (edge->full)
        strbuf_printf(drawing->out, "%.2f%%\\n", 100 * share);
    strbuf_printf(drawing->out, "%" PRIu64 "x\", color=", edge->total.calls);
    put_color(drawing->out, share);
    strbuf_printf(drawing->out, ", penwidth=%.2f];\n",
                  0.5 + 3.5 * sqrt(share > 1 ? 1 : share));
}

enum status pyprof_dot(const struct pyprof *merged,
                       const struct pyprof_limits *limits,
                       struct strbuf *out)
{
    struct drawing drawing = {
        .merged = merged,
        .out = out,
        .node = limits->node < 0 ? NODE_LEAST : limits->node,
        .edge = limits->edge < 0 ? EDGE_LEAST : limits->edge,
        .all = merged_own_ns(merged),
    };

    strbuf_puts(out, "digraph {\n"
                "    graph [nodesep=0.125, ranksep=0.25];\n"
                "    node [shape=box, style=filled, fontcolor=white, "
                "fontname=Arial, fontsize=10, width=0, height=0];\n"
                "    edge [fontname=Arial, fontsize=10];\n");
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (is_drawn(&drawing, i))
            put_node(&drawing, i);
    for (size_t i = 0; i < merged->edge_count; i++)
        put_edge(&drawing, &merged->edges[i]);
    strbuf_puts(out, "}\n");
    return out->failed ? log_fail(STATUS_NO_MEMORY, "graph") : STATUS_OK;
}
