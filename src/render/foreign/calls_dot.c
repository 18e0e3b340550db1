/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls_dot.c - a call graph for dot(1), as gprof2dot draws it.
 */
#include <inttypes.h>
#include <math.h>

#include "render/foreign/calls.h"

/* From dark blue to red; hue, saturation and value. */
static void put_color(struct strbuf *out, double share)
{
    if (share > 1)
        share = 1;
    strbuf_printf(out, "\"%.3f %.3f %.3f\"", 2.0 / 3 * (1 - share),
                  0.9 + 0.1 * share, 0.45 + 0.55 * share);
}

static void put_quoted(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *text);
    }
}

void render_dot_begin(struct strbuf *out)
{
    strbuf_puts(out, "digraph {\n"
                     "    graph [nodesep=0.125, ranksep=0.25];\n"
                     "    node [shape=box, style=filled, fontcolor=white, "
                     "fontname=Arial, fontsize=10, width=0, height=0];\n"
                     "    edge [fontname=Arial, fontsize=10];\n");
}

void render_dot_node(struct strbuf *out, uint32_t number,
                     const struct dot_node *node)
{
    strbuf_printf(out, "    f%" PRIu32 " [label=\"", number);
    put_quoted(out, node->name);
    strbuf_printf(out, "\\n%.2f%%\\n(%.2f%%)\\n%" PRIu64 "x\", fillcolor=",
                  100 * node->share, 100 * node->own, node->calls);
    put_color(out, node->share);
    strbuf_puts(out, "];\n");
}

void render_dot_edge(struct strbuf *out, const struct dot_edge *edge)
{
    strbuf_printf(out, "    f%" PRIu32 " -> f%" PRIu32 " [label=\"",
                  edge->from, edge->to);
    if (edge->timed)
        strbuf_printf(out, "%.2f%%\\n", 100 * edge->share);
    strbuf_printf(out, "%" PRIu64 "x\", color=", edge->calls);
    put_color(out, edge->share);
    strbuf_printf(out, ", penwidth=%.2f];\n",
                  0.5 + 3.5 * sqrt(edge->share > 1 ? 1 : edge->share));
}

void render_dot_end(struct strbuf *out)
{
    strbuf_puts(out, "}\n");
}

/* ---- a graph as a whole ---- */

static double share_of(const struct call_graph *graph, uint64_t ns)
{
    return graph->all_ns == 0 ? 0 : (double)ns / (double)graph->all_ns;
}

static bool is_drawn(const struct call_graph *graph, uint32_t frame)
{
    return share_of(graph, graph->inclusive_ns[frame]) >= DOT_NODE_LEAST;
}

static void put_node(struct strbuf *out, const struct call_graph *graph,
                     uint32_t frame)
{
    struct dot_node node = { .share =
                                 share_of(graph, graph->inclusive_ns[frame]),
                             .own = share_of(graph, graph->own_ns[frame]),
                             .calls = graph->calls[frame] };
    struct strbuf name = { 0 };

    render_frame(&name, graph->tree->frames[frame].name);
    node.name = strbuf_text(&name);
    render_dot_node(out, frame, &node);
    strbuf_end(&name, &out->failed);
}

static void put_edge(struct strbuf *out, const struct call_graph *graph,
                     const struct call_edge *edge)
{
    struct dot_edge shown = { .from = edge->caller,
                              .to = edge->callee,
                              .share = share_of(graph, edge->inclusive_ns),
                              .calls = edge->calls,
                              .timed = true };

    if (is_drawn(graph, edge->caller) && is_drawn(graph, edge->callee) &&
        shown.share >= DOT_EDGE_LEAST)
        render_dot_edge(out, &shown);
}

void render_dot(struct strbuf *out, const struct call_graph *graph)
{
    render_dot_begin(out);
    for (uint32_t i = 0; i < graph->tree->frame_count; i++)
        if (is_drawn(graph, i))
            put_node(out, graph, i);
    for (size_t i = 0; i < graph->edge_count; i++)
        put_edge(out, graph, &graph->edges[i]);
    render_dot_end(out);
}
