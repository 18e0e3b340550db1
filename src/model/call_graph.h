/*
 * call_graph.h - who calls whom, summed over all stacks of a call tree.
 *
 * What is on a stack more than once counts once.  Calls of a function are the
 * calls of MPI that were made through it, since nobody counted its own.
 * Units: ns.  Threads: one owner.  Memory: call_graph_clear() frees; refers to
 * the tree.  Errors: logged.
 */
#ifndef MODEL_CALL_GRAPH_H
#define MODEL_CALL_GRAPH_H

#include "base/status.h"
#include "model/call_tree.h"

struct call_edge {
    uint32_t caller, callee; /* frames */
    int64_t line;            /* of the caller; 0: unknown */
    uint64_t inclusive_ns, calls;
};

struct call_graph {
    const struct call_tree *tree;
    uint64_t *inclusive_ns, *own_ns, *calls; /* by frame */
    uint64_t all_ns;
    struct call_edge *edges; /* by caller, line and callee */
    size_t edge_count;
};

enum status call_graph_make(const struct call_tree *tree,
                            struct call_graph *out);
void call_graph_clear(struct call_graph *graph);

#endif
