/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_stacks.c - estimated stacks for flame graphs and for speedscope.
 *
 * A profile has callers and callees, but no stacks.  Starting from functions
 * without callers, a stack gets the share of a function's time that its last
 * step had among all its callers; exclusive time comes from the caller's row.
 * A recursive function goes no deeper.  The estimates of a function are then
 * scaled to its exclusive time, so that sums are exact.  Stacks with less than
 * STACKS_LEAST of the time are left out; functions on none of the others are
 * below STACKS_REST.
 */
#include "base/log.h"

#include <stdlib.h>
#include "pyprof/files/label.h"
#include "render/foreign/calls.h"
#include "base/array_room.h"
#include "pyprof/merged.h"

/* ---- stacks estimated from a profile ---- */

#define STACKS_LEAST 1e-5
#define STACKS_DEPTH 500
#define STACKS_FRAMES 1000000u /* total over all stacks */
#define STACKS_STEPS 50000000u /* steps from caller to callee */
#define STACKS_REST "(rest)"

struct stack_node {
    uint32_t function; /* PY_NONE: STACKS_REST */
    uint32_t parent;   /* or PY_NONE */
    double own;        /* seconds */
};

/* Parents precede their children. */
struct stacks {
    struct stack_node *nodes;
    size_t count;
};

/* How one function is divided among those that call it. */
struct division {
    double weight; /* of all, with those that come from nowhere */
    double root;   /* of the latter */
    double root_own;
    bool by_calls; /* no caller has a time */
};

struct making {
    const struct pyprof *merged;
    struct stacks *stacks;
    struct division *divisions; /* by function */
    bool *on_stack;
    double least; /* seconds */
    uint32_t depth;
    uint64_t frames, steps;
    bool failed;
};

/* ---- divisions ---- */

static double weight_of(const struct division *division,
                        const struct py_numbers *numbers)
{
    double weight =
        division->by_calls ? (double)numbers->calls : numbers->cumulative;

    return weight > 0 ? weight : 0; /* no number: nothing */
}

static bool has_times(const struct pyprof *merged, uint32_t function)
{
    uint32_t at = merged->functions[function].first_caller;

    for (; at != PY_NONE; at = merged->edges[at].next_caller)
        if (merged->edges[at].caller != function &&
            merged->edges[at].total.cumulative > 0)
            return true;
    return false;
}

static struct division divide_among_callers(const struct pyprof *merged,
                                            uint32_t function)
{
    const struct py_numbers *total = &merged->functions[function].total;
    struct division division = { .by_calls = !has_times(merged, function) };
    uint32_t at = merged->functions[function].first_caller;
    double own = total->own, calls = (double)total->calls;

    for (; at != PY_NONE; at = merged->edges[at].next_caller) {
        const struct py_edge *edge = &merged->edges[at];

        own -= edge->total.own;
        calls -= (double)edge->total.calls;
        if (edge->caller != function)
            division.weight += weight_of(&division, &edge->total);
    }
    if (division.weight == 0 || calls > 0)
        division.root = weight_of(&division, total) - division.weight;
    if (division.weight == 0)
        division.root = 1;
    if (!(division.root > 0))
        division.root = 0;
    division.weight += division.root;
    division.root_own = own > 0 ? own : 0;
    return division;
}

/* ---- the tree ---- */

static uint32_t add_node(struct making *making, uint32_t function,
                         uint32_t parent, double own)
{
    struct stacks *stacks = making->stacks;

    if (!array_more(&stacks->nodes, stacks->count, sizeof(*stacks->nodes))) {
        making->failed = true;
        return PY_NONE;
    }
    stacks->nodes[stacks->count] =
        (struct stack_node){ function, parent, own > 0 ? own : 0 };
    making->frames += making->depth + 1;
    return (uint32_t)stacks->count++;
}

static bool has_room(const struct making *making)
{
    return !making->failed && making->frames < STACKS_FRAMES &&
           making->steps < STACKS_STEPS && making->depth < STACKS_DEPTH;
}

static void descend_callees(struct making *making, uint32_t node,
                            double share);

static void edge_follow(struct making *making, uint32_t node, double share,
                        const struct py_edge *edge)
{
    const struct division *division = &making->divisions[edge->callee];
    double here = share * weight_of(division, &edge->total) / division->weight;
    double time =
        here * making->merged->functions[edge->callee].total.cumulative;
    double own = share * edge->total.own;
    uint32_t below;

    making->steps++;
    if (making->on_stack[edge->callee]) {
        if (own >= making->least)
            add_node(making, edge->callee, node, own);
        return;
    }
    if (!(time >= making->least) && !(own >= making->least))
        return;
    below = add_node(
        making, edge->callee, node,
        edge->full ? own
                   : here * making->merged->functions[edge->callee].total.own);
    if (below != PY_NONE && here > 0)
        descend_callees(making, below, here);
}

/* Everything that is called from there. */
static void descend_callees(struct making *making, uint32_t node, double share)
{
    uint32_t function = making->stacks->nodes[node].function;
    uint32_t at = making->merged->functions[function].first_callee;

    making->depth++;
    making->on_stack[function] = true;
    for (; at != PY_NONE && has_room(making);
         at = making->merged->edges[at].next_callee)
        edge_follow(making, node, share, &making->merged->edges[at]);
    making->on_stack[function] = false;
    making->depth--;
}

static void add_roots(struct making *making)
{
    const struct pyprof *merged = making->merged;

    for (uint32_t i = 0;
         i < merged->function_count && has_room(making) && making->least > 0;
         i++) {
        const struct division *division = &making->divisions[i];
        double share = division->root / division->weight;
        uint32_t node;

        if (division->root == 0 ||
            !(share * merged->functions[i].total.cumulative >= making->least))
            continue;
        node = add_node(making, i, PY_NONE, division->root_own);
        if (node != PY_NONE)
            descend_callees(making, node, share);
    }
}

/* ---- exact sums ---- */

static void scale_to_totals(struct making *making, double *placed)
{
    const struct pyprof *merged = making->merged;
    struct stacks *stacks = making->stacks;
    uint32_t rest = PY_NONE;

    for (size_t i = 0; i < stacks->count; i++)
        placed[stacks->nodes[i].function] += stacks->nodes[i].own;
    for (size_t i = 0; i < stacks->count; i++) {
        struct stack_node *node = &stacks->nodes[i];

        if (placed[node->function] > 0)
            node->own *= merged->functions[node->function].total.own /
                         placed[node->function];
    }
    for (uint32_t i = 0; i < merged->function_count; i++) {
        if (placed[i] > 0 || !(merged->functions[i].total.own > 0))
            continue;
        if (rest == PY_NONE)
            rest = add_node(making, PY_NONE, PY_NONE, 0);
        add_node(making, i, rest, merged->functions[i].total.own);
    }
}

static void say_if_cut(const struct making *making)
{
    if (making->frames >= STACKS_FRAMES || making->steps >= STACKS_STEPS)
        log_warn("there are more stacks than can be written: the ones at the "
                 "end are missing, and their time is added to the others");
}

static void stacks_clear(struct stacks *stacks)
{
    free(stacks->nodes);
    *stacks = (struct stacks){ 0 };
}

static enum status stacks_make(const struct pyprof *merged, struct stacks *out)
{
    size_t count = merged->function_count;
    struct making making = {
        .merged = merged,
        .stacks = out,
        .divisions = calloc(count + 1, sizeof(struct division)),
        .on_stack = calloc(count + 1, sizeof(bool)),
        .least = STACKS_LEAST * (double)merged_own_ns(merged) / 1e9,
    };
    double *placed = calloc(count + 1, sizeof(*placed));

    *out = (struct stacks){ 0 };
    making.failed =
        making.divisions == NULL || making.on_stack == NULL || placed == NULL;
    for (uint32_t i = 0; i < count && !making.failed; i++)
        making.divisions[i] = divide_among_callers(merged, i);
    if (!making.failed) {
        add_roots(&making);
        say_if_cut(&making);
        scale_to_totals(&making, placed);
    }
    FREE_ALL(making.divisions, making.on_stack, placed);
    if (!making.failed)
        return STATUS_OK;
    stacks_clear(out);
    return log_fail(STATUS_NO_MEMORY, "stacks");
}

/* ---- exports ---- */

static uint32_t add_frame(struct call_tree *tree, const struct pyprof *merged,
                          uint32_t function)
{
    struct strbuf label = { 0 };
    uint32_t frame;

    if (function == PY_NONE)
        return call_tree_frame(tree, CALL_FRAME_FUNCTION, STACKS_REST, "", 0);
    label_whole(&label, merged, function);
    tree->failed |= label.failed;
    frame = call_tree_frame(
        tree, CALL_FRAME_FUNCTION, strbuf_text(&label),
        py_names_text(&merged->names, merged->functions[function].key.file),
        merged->functions[function].key.line);
    strbuf_clear(&label);
    return frame;
}

/* Nodes have the numbers that they have in the stacks. */
static void add_nodes(struct call_tree *tree, const struct pyprof *merged,
                      const struct stacks *stacks)
{
    for (size_t i = 0; i < stacks->count && !tree->failed; i++) {
        const struct stack_node *node = &stacks->nodes[i];
        uint32_t frame = add_frame(tree, merged, node->function), made;

        made = call_tree_add(
            tree, node->parent == PY_NONE ? CALL_TREE_NONE : node->parent,
            frame);
        if (frame != CALL_TREE_NONE && made != CALL_TREE_NONE)
            tree->nodes[made].own_ns = py_ns(node->own);
    }
}

/* The caller clears *tree, also of a failure. */
static enum status make_tree(const struct pyprof *merged,
                             struct call_tree *tree)
{
    struct stacks stacks;
    enum status status;

    call_tree_init(tree);
    status = stacks_make(merged, &stacks);
    if (status != STATUS_OK)
        return status;
    add_nodes(tree, merged, &stacks);
    stacks_clear(&stacks);
    return tree->failed ? log_fail(STATUS_NO_MEMORY, "stacks") : STATUS_OK;
}

static enum status finish_stacks(struct call_tree *tree,
                                 const struct strbuf *out, enum status status)
{
    if (status == STATUS_OK && (tree->failed || out->failed))
        status = log_fail(STATUS_NO_MEMORY, "stacks");
    call_tree_clear(tree);
    return status;
}

enum status pyprof_folded(const struct pyprof *merged, struct strbuf *out)
{
    struct call_tree tree;
    enum status status = make_tree(merged, &tree);

    if (status == STATUS_OK)
        render_folded(out, &tree);
    return finish_stacks(&tree, out, status);
}

enum status pyprof_speedscope(const struct pyprof *merged, struct strbuf *out)
{
    struct call_tree tree;
    struct json json;
    enum status status = make_tree(merged, &tree);

    if (status == STATUS_OK) {
        render_speedscope_begin(&json, out);
        render_speedscope_profile(&json, &tree, "all ranks, estimated stacks");
        render_speedscope_end(&json, &tree);
    }
    return finish_stacks(&tree, out, status);
}
