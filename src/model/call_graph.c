/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/call_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

/* Whether that frame is called by that one, or by any, further up. */
static bool is_above(const struct call_tree *tree, uint32_t node,
                     uint32_t caller, uint32_t callee)
{
    for (uint32_t at = tree->nodes[node].parent; at != CALL_TREE_NONE;
         at = tree->nodes[at].parent) {
        uint32_t up = tree->nodes[at].parent;

        if (tree->nodes[at].frame == callee &&
            (caller == CALL_TREE_NONE ||
             (up != CALL_TREE_NONE && tree->nodes[up].frame == caller)))
            return true;
    }
    return false;
}

static uint64_t calls_of(const struct call_tree *tree, uint32_t node,
                         const uint64_t *mpi_calls)
{
    const struct call_node *about = &tree->nodes[node];

    return tree->frames[about->frame].kind == CALL_FRAME_FUNCTION
               ? mpi_calls[node]
               : about->calls;
}

static void add_node(struct call_graph *graph, uint32_t node,
                     uint64_t inclusive, uint64_t calls)
{
    const struct call_node *about = &graph->tree->nodes[node];
    struct call_edge edge = { .callee = about->frame,
                              .line = about->line,
                              .calls = calls };

    graph->own_ns[about->frame] += about->own_ns;
    graph->all_ns += about->own_ns;
    if (!is_above(graph->tree, node, CALL_TREE_NONE, about->frame)) {
        graph->inclusive_ns[about->frame] += inclusive;
        graph->calls[about->frame] += calls;
    }
    if (about->parent == CALL_TREE_NONE)
        return;
    edge.caller = graph->tree->nodes[about->parent].frame;
    if (!is_above(graph->tree, node, edge.caller, edge.callee))
        edge.inclusive_ns = inclusive;
    graph->edges[graph->edge_count++] = edge;
}

ORDER(compare, struct call_edge, UP(caller) UP(line) UP(callee));

static void merge_edges(struct call_graph *graph)
{
    size_t kept = 0;

    if (graph->edge_count == 0)
        return;
    qsort(graph->edges, graph->edge_count, sizeof(*graph->edges), compare);
    for (size_t i = 1; i < graph->edge_count; i++) {
        struct call_edge *last = &graph->edges[kept];

        if (compare(last, &graph->edges[i]) != 0) {
            graph->edges[++kept] = graph->edges[i];
            continue;
        }
        last->inclusive_ns += graph->edges[i].inclusive_ns;
        last->calls += graph->edges[i].calls;
    }
    graph->edge_count = kept + 1;
}

static bool has_room(struct call_graph *graph)
{
    size_t frames = graph->tree->frame_count + 1;

    graph->inclusive_ns = calloc(frames, sizeof(uint64_t));
    graph->own_ns = calloc(frames, sizeof(uint64_t));
    graph->calls = calloc(frames, sizeof(uint64_t));
    graph->edges = calloc(graph->tree->node_count + 1, sizeof(*graph->edges));
    return graph->inclusive_ns != NULL && graph->own_ns != NULL &&
           graph->calls != NULL && graph->edges != NULL;
}

enum status call_graph_make(const struct call_tree *tree,
                            struct call_graph *out)
{
    uint64_t *inclusive = call_tree_inclusive(tree);
    uint64_t *mpi_calls = call_tree_mpi_calls(tree);
    bool made;

    *out = (struct call_graph){ .tree = tree };
    made = !tree->failed && inclusive != NULL && mpi_calls != NULL &&
           has_room(out);
    for (uint32_t i = 0; made && i < tree->node_count; i++)
        add_node(out, i, inclusive[i], calls_of(tree, i, mpi_calls));
    if (made)
        merge_edges(out);
    else
        call_graph_clear(out);
    FREE_ALL(inclusive, mpi_calls);
    return made ? STATUS_OK : log_fail(STATUS_NO_MEMORY, "call graph");
}

void call_graph_clear(struct call_graph *graph)
{
    FREE_ALL(graph->inclusive_ns, graph->own_ns, graph->calls, graph->edges);
    *graph = (struct call_graph){ .tree = NULL };
}
