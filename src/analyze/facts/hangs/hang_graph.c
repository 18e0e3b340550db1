/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

#define NO_NODE UINT32_MAX

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "graph of who waits for whom");
}

enum status hang_graph_init(struct hang_graph *graph, uint32_t nodes)
{
    *graph = (struct hang_graph){ .count = nodes, .room = nodes };
    graph->kinds = calloc((size_t)nodes + 1, 1);
    return graph->kinds == NULL ? no_memory() : STATUS_OK;
}

void hang_graph_clear(struct hang_graph *graph)
{
    FREE_ALL(graph->kinds, graph->from, graph->to, graph->first, graph->next,
             graph->goes, graph->knotted);
    *graph = (struct hang_graph){ 0 };
}

enum status hang_graph_add(struct hang_graph *graph, enum wait_node kind,
                           uint32_t *node)
{
    if (!array_room(&graph->kinds, graph->count, &graph->room, 1))
        return no_memory();
    graph->kinds[graph->count] = (uint8_t)kind;
    *node = graph->count++;
    return STATUS_OK;
}

enum status hang_graph_edge(struct hang_graph *graph, uint32_t from,
                            uint32_t to)
{
    if (!array_more(&graph->from, graph->edge_count, sizeof(*graph->from)) ||
        !array_more(&graph->to, graph->edge_count, sizeof(*graph->to)))
        return no_memory();
    graph->from[graph->edge_count] = from;
    graph->to[graph->edge_count++] = to;
    return STATUS_OK;
}

/* Sorts edges by one end: those of node i go to list[first[i] ..]. */
static enum status index_edges(const struct hang_graph *graph,
                               const uint32_t *key, const uint32_t *value,
                               size_t **first, uint32_t **list)
{
    size_t *at = calloc((size_t)graph->count + 2, sizeof(*at));

    *first = at;
    *list = malloc((graph->edge_count + 1) * sizeof(**list));
    if (at == NULL || *list == NULL)
        return no_memory();
    for (size_t i = 0; i < graph->edge_count; i++)
        at[key[i] + 2]++;
    for (uint32_t i = 2; i <= graph->count; i++)
        at[i] += at[i - 1];
    for (size_t i = 0; i < graph->edge_count; i++)
        (*list)[at[key[i] + 1]++] = value[i];
    return STATUS_OK;
}

/* Nodes to look at, and for each how many of its edges are left. */
struct work {
    uint32_t *queue, *left;
    size_t head, tail;
    size_t *first; /* who waits for a node: list[first[i] .. ) */
    uint32_t *list;
};

static void work_clear(struct work *work)
{
    FREE_ALL(work->queue, work->left, work->first, work->list);
}

static enum status work_init(struct work *work, const struct hang_graph *graph)
{
    size_t nodes = (size_t)graph->count + 1;

    *work = (struct work){ .queue = malloc(nodes * sizeof(uint32_t)),
                           .left = calloc(nodes, sizeof(uint32_t)) };
    if (work->queue == NULL || work->left == NULL)
        return no_memory();
    return index_edges(graph, graph->to, graph->from, &work->first,
                       &work->list);
}

static void let_go(struct hang_graph *graph, struct work *work, uint32_t node)
{
    if (graph->goes[node] || graph->kinds[node] == WAIT_NEVER)
        return;
    graph->goes[node] = true;
    work->queue[work->tail++] = node;
}

/* Whether the rank can go on at first with this number of its edges left. */
static bool is_free(enum wait_node kind, uint32_t left)
{
    return kind == WAIT_OPEN ||
           (left == 0 && (kind == WAIT_ALL || kind == WAIT_SOME));
}

/* All that can go on, from those that wait for nothing. */
static void release_nodes(struct hang_graph *graph, struct work *work)
{
    for (uint32_t i = 0; i < graph->count; i++) {
        work->left[i] = (uint32_t)(graph->first[i + 1] - graph->first[i]);
        if (is_free(graph->kinds[i], work->left[i]))
            let_go(graph, work, i);
    }
    while (work->head < work->tail) {
        uint32_t node = work->queue[work->head++];

        for (size_t k = work->first[node]; k < work->first[node + 1]; k++) {
            uint32_t waiter = work->list[k];

            if (graph->kinds[waiter] != WAIT_ALL || --work->left[waiter] == 0)
                let_go(graph, work, waiter);
        }
    }
}

static void knot_remove(struct hang_graph *graph, struct work *work,
                        uint32_t node)
{
    graph->knotted[node] = false;
    work->queue[work->tail++] = node;
}

/* Whether a rank is stuck without being part of a knot, given how many of its
 * edges lead to such a rank: if one of several is enough, or has to come, each
 * of them may be the missing one. */
static bool is_loose(const struct hang_graph *graph, uint32_t node,
                     uint32_t left)
{
    size_t edges = graph->first[node + 1] - graph->first[node];

    return left == 0 || (graph->kinds[node] != WAIT_ALL && left < edges);
}

/* Knots: the stuck ranks, without those that wait for none of these. */
static void find_knots(struct hang_graph *graph, struct work *work)
{
    work->head = work->tail = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        graph->knotted[i] = hang_graph_stuck(graph, i);
    for (uint32_t i = 0; i < graph->count; i++) {
        work->left[i] = 0;
        for (size_t k = graph->first[i]; k < graph->first[i + 1]; k++)
            work->left[i] += hang_graph_stuck(graph, graph->next[k]);
    }
    for (uint32_t i = 0; i < graph->count; i++)
        if (graph->knotted[i] && is_loose(graph, i, work->left[i]))
            knot_remove(graph, work, i);
    while (work->head < work->tail) {
        uint32_t node = work->queue[work->head++];

        for (size_t k = work->first[node]; k < work->first[node + 1]; k++) {
            uint32_t waiter = work->list[k];

            work->left[waiter]--;
            if (graph->knotted[waiter] &&
                is_loose(graph, waiter, work->left[waiter]))
                knot_remove(graph, work, waiter);
        }
    }
}

enum status hang_graph_reduce(struct hang_graph *graph)
{
    struct work work = { 0 };
    enum status status = index_edges(graph, graph->from, graph->to,
                                     &graph->first, &graph->next);

    graph->goes = calloc((size_t)graph->count + 1, sizeof(bool));
    graph->knotted = calloc((size_t)graph->count + 1, sizeof(bool));
    if (status == STATUS_OK && (graph->goes == NULL || graph->knotted == NULL))
        status = no_memory();
    if (status == STATUS_OK)
        status = work_init(&work, graph);
    if (status == STATUS_OK) {
        release_nodes(graph, &work);
        find_knots(graph, &work);
    }
    work_clear(&work);
    return status;
}

bool hang_graph_stuck(const struct hang_graph *graph, uint32_t node)
{
    return !graph->goes[node] && graph->kinds[node] != WAIT_NEVER;
}

bool hang_graph_knotted(const struct hang_graph *graph, uint32_t node)
{
    return graph->knotted[node];
}

/* The first one that a knotted node waits for and that is knotted, too. */
static uint32_t follow_edge(const struct hang_graph *graph, uint32_t node)
{
    size_t k = graph->first[node];

    while (!graph->knotted[graph->next[k]])
        k++;
    return graph->next[k];
}

/* A node on some cycle, or NO_NODE: every walk over knotted nodes ends in
 * one. */
static uint32_t on_a_cycle(const struct hang_graph *graph, bool *seen)
{
    uint32_t node = 0;

    while (node < graph->count && !graph->knotted[node])
        node++;
    if (node == graph->count)
        return NO_NODE;
    for (; !seen[node]; node = follow_edge(graph, node))
        seen[node] = true;
    return node;
}

/* Breadth first from start back to it; before[i] is who led to i. */
static uint32_t search_cycle(const struct hang_graph *graph, uint32_t start,
                             uint32_t *before, uint32_t *queue)
{
    size_t head = 0, tail = 0;

    for (uint32_t i = 0; i < graph->count; i++)
        before[i] = NO_NODE;
    queue[tail++] = start;
    while (head < tail) {
        uint32_t node = queue[head++];

        for (size_t k = graph->first[node]; k < graph->first[node + 1]; k++) {
            uint32_t to = graph->next[k];

            if (to == start)
                return node;
            if (!graph->knotted[to] || before[to] != NO_NODE)
                continue;
            before[to] = node;
            queue[tail++] = to;
        }
    }
    return NO_NODE; /* not for a start that is on a cycle */
}

/* Writes the way to `last` behind start, then turns it so that the smallest
 * comes first. */
static size_t write_way(uint32_t start, uint32_t last, const uint32_t *before,
                        uint32_t *out, uint32_t *scratch)
{
    size_t count = 0, least = 0;

    for (uint32_t node = last; node != start; node = before[node])
        scratch[count++] = node;
    scratch[count++] = start;
    for (size_t i = 0; i < count; i++)
        if (scratch[i] < scratch[least])
            least = i;
    for (size_t i = 0; i < count; i++)
        out[i] = scratch[(least + count - i) % count];
    return count;
}

enum status hang_graph_cycle(const struct hang_graph *graph, uint32_t **nodes,
                             size_t *count)
{
    size_t room = (size_t)graph->count + 1;
    bool *seen = calloc(room, sizeof(*seen));
    uint32_t *before = malloc(room * sizeof(*before));
    uint32_t *queue = malloc(room * sizeof(*queue));
    uint32_t start;

    *nodes = malloc(room * sizeof(**nodes));
    *count = 0;
    if (seen != NULL && before != NULL && queue != NULL && *nodes != NULL) {
        start = on_a_cycle(graph, seen);
        if (start != NO_NODE)
            *count =
                write_way(start, search_cycle(graph, start, before, queue),
                          before, *nodes, queue);
    }
    FREE_ALL(seen, before, queue);
    return before == NULL || queue == NULL || seen == NULL || *nodes == NULL
               ? no_memory()
               : STATUS_OK;
}
