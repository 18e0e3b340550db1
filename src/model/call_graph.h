/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_graph.h - callers and callees, summed over all stacks of a call tree.
 *
 * A frame that occurs repeatedly on a stack counts once.  The call count of a
 * function is the number of MPI calls made through the function, since
 * function calls are not counted.
 * Units: ns.  Threads: one owner.  Memory: call_graph_clear() frees; refers to
 * the tree.  Errors: logged.
 */
#ifndef MODEL_CALL_GRAPH_H
#define MODEL_CALL_GRAPH_H

#include "base/status.h"
#include "model/call_tree.h"

struct call_edge {
    uint32_t caller, callee; /* frames */
    int64_t line;            /* line in the caller; 0: unknown */
    uint64_t inclusive_ns, calls;
};

struct call_graph {
    const struct call_tree *tree;
    uint64_t *inclusive_ns, *own_ns, *calls; /* by frame */
    uint64_t all_ns;
    struct call_edge *edges; /* sorted by caller, line and callee */
    size_t edge_count;
};

enum status call_graph_make(const struct call_tree *tree,
                            struct call_graph *out);
void call_graph_clear(struct call_graph *graph);

#endif
