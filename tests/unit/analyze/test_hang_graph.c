/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_hang_graph.c - graphs drawn by hand, and random ones against a
 * reference that tries again until nothing changes.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/hangs/hang_graph.h"
#include "unit.h"

#define MOST_NODES 12

/* "0>1 1>0 2|0 2|1 3!": 0 waits for all it points to, 2 for any, 3 never goes
 * on.  Nodes are digits. */
static struct hang_graph drawn(uint32_t nodes, const char *edges)
{
    struct hang_graph graph;

    CU_ASSERT_EQUAL_FATAL(hang_graph_init(&graph, nodes), STATUS_OK);
    for (; *edges != '\0'; edges += edges[0] == ' ') {
        uint32_t from = (uint32_t)(edges[0] - '0');

        if (edges[1] == '!') {
            graph.kinds[from] = WAIT_NEVER;
            edges += 2;
            continue;
        }
        if (edges[1] == '|')
            graph.kinds[from] = WAIT_ANY;
        if (edges[1] == '?')
            graph.kinds[from] = WAIT_SOME;
        if (edges[1] == '*')
            graph.kinds[from] = WAIT_OPEN;
        hang_graph_edge(&graph, from, (uint32_t)(edges[2] - '0'));
        edges += 3;
    }
    CU_ASSERT_EQUAL_FATAL(hang_graph_reduce(&graph), STATUS_OK);
    return graph;
}

/* What of each node: '.' goes on, 'x' never, 'k' knotted, 's' else stuck; and
 * the cycle. */
static void check(uint32_t nodes, const char *edges, const char *states,
                  const char *cycle)
{
    struct hang_graph graph = drawn(nodes, edges);
    uint32_t *way = NULL;
    size_t count = 0;
    char text[MOST_NODES + 1];

    for (uint32_t i = 0; i < nodes; i++)
        CU_ASSERT_EQUAL(states[i], graph.kinds[i] == WAIT_NEVER    ? 'x'
                                   : hang_graph_knotted(&graph, i) ? 'k'
                                   : hang_graph_stuck(&graph, i)   ? 's'
                                                                   : '.');
    CU_ASSERT_EQUAL_FATAL(hang_graph_cycle(&graph, &way, &count), STATUS_OK);
    for (size_t i = 0; i < count; i++)
        text[i] = (char)('0' + way[i]);
    text[count] = '\0';
    CU_ASSERT_STRING_EQUAL(text, cycle);
    free(way);
    hang_graph_clear(&graph);
}

UNIT_TEST(chains_and_empty_graphs_go_on)
{
    check(0, "", "", "");
    check(1, "", ".", "");
    check(4, "0>1 1>2 2>3", "....", "");
    check(4, "0>1 0>2 1>3 2>3", "....", "");
}

UNIT_TEST(two_that_wait_for_each_other_are_stuck)
{
    check(2, "0>1 1>0", "kk", "01");
    check(3, "0>1 1>0 2>0", "kkk", "01");
    check(3, "1>2 2>1 1>2", ".kk", "12");
    check(1, "0>0", "k", "0");
}

UNIT_TEST(the_shortest_way_round_is_told_from_its_smallest)
{
    check(5, "0>1 1>2 2>3 3>4 4>0", "kkkkk", "01234");
    check(5, "4>3 3>2 2>4 0>4 1>0", "kkkkk", "243");
    check(5, "0>1 1>2 2>3 3>0 1>0", "kkkk.", "01");
}

/* 0 and 1 wait for each other, but 0 is content with 2, too. */
UNIT_TEST(one_of_many_is_enough)
{
    check(3, "0|1 0|2 1>0", "...", "");
    check(3, "0>1 0>2 1>0", "kk.", "01");
    check(3, "0|1 0|2 1>0 2>0", "kkk", "01");
    check(4, "0|1 0|2 1>0 2>3 3>2", "kkkk", "01");
}

UNIT_TEST(what_never_goes_on_holds_all_behind_it)
{
    check(3, "0>1 1>2 2!", "ssx", "");
    check(4, "0|1 0|3 1>2 2!", ".sx.", "");
    check(3, "0|1 0|2 1>2 2!", "ssx", "");
    check(4, "0>1 1>0 0>2 3>2 2!", "kkxs", "01");
}

UNIT_TEST(what_may_be_done_holds_nobody)
{
    check(3, "0?1 0?2 1>0", "...", "");
    check(3, "0?1 0?2 1>0 2>0", "kkk", "01");
    check(3, "0?1 0?2 1>0 2!", "ssx", "");
    check(4, "0?1 0?2 1>0 2>3 3!", "sssx", "");
    check(3, "0|1 0|2 1>0 2!", "ssx", "");
    check(3, "0>1 0>2 1>0 2!", "kkx", "01");
    check(3, "0?1 0?2 1! 2!", "sxx", "");
    check(2, "0*1 1>0", "..", "");
}

UNIT_TEST(any_of_nothing_never_goes_on)
{
    struct hang_graph graph;
    uint32_t node;

    CU_ASSERT_EQUAL_FATAL(hang_graph_init(&graph, 1), STATUS_OK);
    CU_ASSERT_EQUAL(hang_graph_add(&graph, WAIT_ANY, &node), STATUS_OK);
    CU_ASSERT_EQUAL(node, 1);
    hang_graph_edge(&graph, 0, node);
    CU_ASSERT_EQUAL(hang_graph_reduce(&graph), STATUS_OK);
    CU_ASSERT(hang_graph_stuck(&graph, 0));
    CU_ASSERT_FALSE(hang_graph_knotted(&graph, 0));
    hang_graph_clear(&graph);
}

static struct hang_graph random_graph(uint64_t *random)
{
    uint32_t nodes = 1 + (uint32_t)(unit_random(random) % MOST_NODES);
    uint64_t edges = unit_random(random) % (2 * nodes + 1);
    struct hang_graph graph;

    CU_ASSERT_EQUAL_FATAL(hang_graph_init(&graph, nodes), STATUS_OK);
    for (uint32_t i = 0; i < nodes; i++) {
        static const enum wait_node kinds[] = { WAIT_NEVER, WAIT_ANY, WAIT_ANY,
                                                WAIT_SOME, WAIT_OPEN };
        uint64_t kind = unit_random(random) % 12;

        graph.kinds[i] = kind < 5 ? kinds[kind] : WAIT_ALL;
    }
    for (; edges > 0; edges--)
        hang_graph_edge(&graph, (uint32_t)(unit_random(random) % nodes),
                        (uint32_t)(unit_random(random) % nodes));
    CU_ASSERT_EQUAL_FATAL(hang_graph_reduce(&graph), STATUS_OK);
    return graph;
}

/* By the definition: what it waits for, all, some or any, can go on. */
static bool may_go(const struct hang_graph *graph, const bool *goes,
                   uint32_t node)
{
    bool all = true, any = false, none = true;

    for (size_t i = 0; i < graph->edge_count; i++)
        if (graph->from[i] == node) {
            all = all && goes[graph->to[i]];
            any = any || goes[graph->to[i]];
            none = false;
        }
    switch (graph->kinds[node]) {
    case WAIT_ALL: return all;
    case WAIT_ANY: return any;
    case WAIT_SOME: return any || none;
    case WAIT_OPEN: return true;
    default: return false;
    }
}

static void find_goes(const struct hang_graph *graph, bool *goes)
{
    bool changed = true;

    memset(goes, 0, MOST_NODES * sizeof(*goes));
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < graph->count; i++)
            if (!goes[i] && may_go(graph, goes, i))
                goes[i] = changed = true;
    }
}

static bool has_edge(const struct hang_graph *graph, uint32_t from,
                     uint32_t to)
{
    for (size_t i = 0; i < graph->edge_count; i++)
        if (graph->from[i] == from && graph->to[i] == to)
            return true;
    return false;
}

/* By the definition: it waits for one that is tied, and, unless it needs all of
 * them, for no other. */
static bool may_be_tied(const struct hang_graph *graph, const bool *tied,
                        uint32_t node)
{
    bool any = false, all = true;

    for (size_t i = 0; i < graph->edge_count; i++)
        if (graph->from[i] == node) {
            any = any || tied[graph->to[i]];
            all = all && tied[graph->to[i]];
        }
    return any && (all || graph->kinds[node] == WAIT_ALL);
}

static void find_tied(const struct hang_graph *graph, const bool *stuck,
                      bool *tied)
{
    bool changed = true;

    memcpy(tied, stuck, graph->count * sizeof(*tied));
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < graph->count; i++)
            if (tied[i] && !may_be_tied(graph, tied, i)) {
                tied[i] = false;
                changed = true;
            }
    }
}

static void check_cycle(const struct hang_graph *graph, const bool *stuck)
{
    uint32_t *way;
    size_t count;
    bool tied[MOST_NODES], any = false;

    find_tied(graph, stuck, tied);
    for (uint32_t i = 0; i < graph->count; i++) {
        any = any || tied[i];
        CU_ASSERT_EQUAL(hang_graph_knotted(graph, i), tied[i]);
    }
    CU_ASSERT_EQUAL_FATAL(hang_graph_cycle(graph, &way, &count), STATUS_OK);
    CU_ASSERT_EQUAL(any, count > 0);
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT(tied[way[i]]);
        CU_ASSERT(way[0] <= way[i]);
        CU_ASSERT(has_edge(graph, way[i], way[(i + 1) % count]));
    }
    free(way);
}

UNIT_TEST(random_graphs_reduce_as_by_definition)
{
    uint64_t random = 88172645463325252;
    int with_cycle = 0, without = 0;

    for (int round = 0; round < 20000; round++) {
        struct hang_graph graph = random_graph(&random);
        bool goes[MOST_NODES], stuck[MOST_NODES], some = false;

        find_goes(&graph, goes);
        for (uint32_t i = 0; i < graph.count; i++) {
            stuck[i] = !goes[i] && graph.kinds[i] != WAIT_NEVER;
            some = some || stuck[i];
            CU_ASSERT_EQUAL(hang_graph_stuck(&graph, i), stuck[i]);
        }
        check_cycle(&graph, stuck);
        with_cycle += some;
        without += !some;
        hang_graph_clear(&graph);
    }
    CU_ASSERT(with_cycle > 1000 && without > 1000);
}
