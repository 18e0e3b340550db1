/*
 * hang_graph.h - who can go on where some wait for others.
 *
 * Shape: nodes with edges to those they wait for.  A node waits for all of
 * them (without any it can go on), for any one of them (without any it
 * cannot), for some of them, of which it is not known which (without any, or
 * as soon as one can, it can go on), for these and others that are not known
 * (it can go on), or never goes on.  The graph is reduced as in the AND-OR
 * model of E. Knapp, Deadlock detection in distributed databases, ACM
 * Computing Surveys 19 (1987); for MPI see T. Hilbrich and others, A graph
 * based approach for MPI deadlock detection, ICS 2009: what can go on is taken
 * out, and those that waited for it with it, until nothing changes.  What is
 * left is stuck: by a knot of nodes that wait for each other, or by nodes that
 * never go on.  Takes time by nodes and edges.
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANG_GRAPH_H
#define ANALYZE_FACTS_HANG_GRAPH_H

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

/* That many nodes that wait for all. */
enum status hang_graph_init(struct hang_graph *graph, uint32_t nodes);
void hang_graph_clear(struct hang_graph *graph);
enum status hang_graph_add(struct hang_graph *graph, enum wait_node kind,
                           uint32_t *node);
enum status hang_graph_edge(struct hang_graph *graph, uint32_t from,
                            uint32_t to);
/* Once, after the last edge; then come the questions below. */
enum status hang_graph_reduce(struct hang_graph *graph);
/* It cannot go on, and is not one of those that never do. */
bool hang_graph_stuck(const struct hang_graph *graph, uint32_t node);
/* Stuck, and it waits for what leads to a knot. */
bool hang_graph_knotted(const struct hang_graph *graph, uint32_t node);
/* A shortest way from a node of a knot back to it, each waiting for the next
 * and the last for the first, which is the smallest; *count 0: no knot.  The
 * caller frees *nodes. */
enum status hang_graph_cycle(const struct hang_graph *graph, uint32_t **nodes,
                             size_t *count);

#endif
