/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_graph.h - finds the nodes of a wait-for graph that can proceed.
 *
 * Shape: nodes with edges to the nodes they wait for.  A node waits for all of
 * them (without edges it can proceed), for any one (without edges it cannot),
 * for an unknown subset (without edges, or as soon as one of them can, it can
 * proceed), for these and unknown others (it can proceed), or never proceeds.
 * The graph is reduced as in the AND-OR model of E. Knapp, Deadlock detection
 * in distributed databases, ACM Computing Surveys 19 (1987); for MPI see T.
 * Hilbrich and others, A graph based approach for MPI deadlock detection, ICS
 * 2009: nodes that can proceed are removed, with the nodes that waited for
 * them, until nothing changes.  Remaining nodes are stuck: in a knot of nodes
 * that wait for each other, or behind nodes that never proceed.  Linear in
 * nodes and edges.
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_GRAPH_H
#define ANALYZE_FACTS_HANGS_HANG_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum wait_node { WAIT_ALL, WAIT_ANY, WAIT_SOME, WAIT_OPEN, WAIT_NEVER };

struct hang_graph {
    uint8_t *kinds; /* enum wait_node */
    uint32_t count;
    size_t room;
    uint32_t *from, *to;
    size_t edge_count;
    /* after reduce: the edges of node i are next[first[i] .. first[i + 1]) */
    size_t *first;
    uint32_t *next;
    bool *goes, *knotted;
};

/* Creates `nodes' nodes of kind WAIT_ALL. */
enum status hang_graph_init(struct hang_graph *graph, uint32_t nodes);
void hang_graph_clear(struct hang_graph *graph);
enum status hang_graph_add(struct hang_graph *graph, enum wait_node kind,
                           uint32_t *node);
enum status hang_graph_edge(struct hang_graph *graph, uint32_t from,
                            uint32_t to);
/* Call once, after the last edge and before the queries below. */
enum status hang_graph_reduce(struct hang_graph *graph);
/* Whether the node cannot proceed, and is not one that never does. */
bool hang_graph_stuck(const struct hang_graph *graph, uint32_t node);
/* Whether the node is stuck and its waits lead to a knot. */
bool hang_graph_knotted(const struct hang_graph *graph, uint32_t node);
/* Finds a shortest cycle in a knot, each node waiting for the next and the
 * last for the first, which is the smallest; *count 0: no knot.  The caller
 * frees *nodes. */
enum status hang_graph_cycle(const struct hang_graph *graph, uint32_t **nodes,
                             size_t *count);

#endif
