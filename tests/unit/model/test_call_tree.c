/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_tree.c - call trees and the graphs that they add up to.
 */
#include <stdlib.h>
#include <string.h>

#include "model/call_graph.h"
#include "unit.h"

static uint32_t function(struct call_tree *tree, const char *name)
{
    return call_tree_frame(tree, CALL_FRAME_FUNCTION, name, NULL, 0);
}

static uint32_t call(struct call_tree *tree, uint32_t parent, const char *name,
                     int64_t line, uint64_t ns)
{
    uint32_t node = call_tree_node(tree, parent, function(tree, name), line);

    CU_ASSERT_NOT_EQUAL_FATAL(node, CALL_TREE_NONE);
    tree->nodes[node].own_ns += ns;
    return node;
}

UNIT_TEST(what_is_the_same_is_made_once)
{
    struct call_tree tree;
    uint32_t first, many[2000];
    char name[16];

    call_tree_init(&tree);
    first = function(&tree, "f");
    CU_ASSERT_EQUAL(function(&tree, "f"), first);
    CU_ASSERT_NOT_EQUAL(call_tree_frame(&tree, CALL_FRAME_MPI, "f", "", 0),
                        first);
    CU_ASSERT_NOT_EQUAL(
        call_tree_frame(&tree, CALL_FRAME_FUNCTION, "f", "f.c", 0), first);
    CU_ASSERT_NOT_EQUAL(
        call_tree_frame(&tree, CALL_FRAME_FUNCTION, "f", "", 1), first);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 2000; i++) {
            snprintf(name, sizeof(name), "f%d", i);
            if (pass == 0)
                many[i] = call(&tree, CALL_TREE_NONE, name, 0, 1);
            else
                CU_ASSERT_EQUAL(call(&tree, CALL_TREE_NONE, name, 0, 1),
                                many[i]);
        }
    CU_ASSERT_EQUAL(tree.nodes[many[1999]].own_ns, 2);
    call_tree_zero(&tree);
    CU_ASSERT_EQUAL(tree.nodes[many[1999]].own_ns, 0);
    CU_ASSERT_EQUAL(tree.node_count, 2000);
    call_tree_clear(&tree);
}

UNIT_TEST(a_parent_has_the_time_of_what_it_calls)
{
    struct call_tree tree;
    uint32_t main_node, solve, *path = NULL;
    uint64_t *inclusive;
    size_t room = 0;

    call_tree_init(&tree);
    main_node = call(&tree, CALL_TREE_NONE, "main", 0, 1);
    solve = call(&tree, main_node, "solve", 3, 20);
    call(&tree, main_node, "solve", 4, 300);
    call(&tree, solve, "dot", 0, 4000);
    inclusive = call_tree_inclusive(&tree);
    CU_ASSERT_PTR_NOT_NULL_FATAL(inclusive);
    CU_ASSERT_EQUAL(inclusive[main_node], 4321);
    CU_ASSERT_EQUAL(inclusive[solve], 4020);
    CU_ASSERT_EQUAL(call_tree_path(&tree, 3, &path, &room), 3);
    CU_ASSERT_EQUAL(path[0], main_node);
    CU_ASSERT_EQUAL(path[1], solve);
    free(path);
    free(inclusive);
    call_tree_clear(&tree);
}

UNIT_TEST(a_graph_counts_what_is_twice_on_a_stack_once)
{
    struct call_tree tree;
    struct call_graph graph;
    uint32_t node;

    call_tree_init(&tree);
    node = call(&tree, CALL_TREE_NONE, "f", 0, 1);
    node = call(&tree, node, "f", 0, 20);
    node = call(&tree, node, "f", 0, 300);
    CU_ASSERT_EQUAL_FATAL(call_graph_make(&tree, &graph), STATUS_OK);
    CU_ASSERT_EQUAL(graph.all_ns, 321);
    CU_ASSERT_EQUAL(graph.own_ns[0], 321);
    CU_ASSERT_EQUAL(graph.inclusive_ns[0], 321);
    CU_ASSERT_EQUAL_FATAL(graph.edge_count, 1);
    CU_ASSERT_EQUAL(graph.edges[0].inclusive_ns, 320);
    call_graph_clear(&graph);
    call_tree_clear(&tree);
}

UNIT_TEST(calls_of_a_function_are_those_of_mpi_below)
{
    struct call_tree tree;
    struct call_graph graph;
    uint32_t node, mpi;

    call_tree_init(&tree);
    node = call(&tree, CALL_TREE_NONE, "f", 0, 0);
    node = call(&tree, node, "g", 0, 0);
    mpi = call_tree_node(
        &tree, node, call_tree_frame(&tree, CALL_FRAME_MPI, "MPI_Send", "", 0),
        7);
    tree.nodes[mpi].calls = 5;
    CU_ASSERT_EQUAL_FATAL(call_graph_make(&tree, &graph), STATUS_OK);
    CU_ASSERT_EQUAL(graph.calls[0], 5);
    CU_ASSERT_EQUAL_FATAL(graph.edge_count, 2);
    CU_ASSERT_EQUAL(graph.edges[1].calls, 5);
    CU_ASSERT_EQUAL(graph.edges[1].line, 7);
    call_graph_clear(&graph);
    call_tree_clear(&tree);
}

UNIT_TEST(sizes_keep_their_extremes)
{
    struct call_sizes sizes = { 0 };
    const struct call_sizes none = { 0 }, one = { 1, 8, 8, 8 },
                            more = { 3, 60, 10, 40 };

    call_sizes_add(&sizes, &none);
    CU_ASSERT_EQUAL(sizes.calls, 0);
    call_sizes_add(&sizes, &more);
    call_sizes_add(&sizes, &one);
    CU_ASSERT_EQUAL(sizes.calls, 4);
    CU_ASSERT_EQUAL(sizes.sum, 68);
    CU_ASSERT_EQUAL(sizes.min, 8);
    CU_ASSERT_EQUAL(sizes.max, 40);
}
