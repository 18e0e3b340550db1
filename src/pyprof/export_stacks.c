/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_stacks.c - estimated stacks for flame graphs and for speedscope.
 */
#include "base/log.h"
#include "pyprof/label.h"
#include "pyprof/stacks.h"
#include "render/foreign/calls.h"

static uint32_t add_frame(struct call_tree *tree, const struct pyprof *merged,
                          uint32_t function)
{
    struct strbuf label;
    uint32_t frame;

    if (function == PY_NONE)
        return call_tree_frame(tree, CALL_FRAME_FUNCTION, STACKS_REST, "", 0);
    strbuf_init(&label);
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

static enum status finish(struct call_tree *tree, const struct strbuf *out,
                          enum status status)
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
    return finish(&tree, out, status);
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
    return finish(&tree, out, status);
}
