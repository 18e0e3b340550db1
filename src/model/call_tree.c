/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"

void call_tree_init(struct call_tree *tree)
{
    memset(tree, 0, sizeof(*tree));
}

void call_tree_clear(struct call_tree *tree)
{
    for (size_t i = 0; i < tree->frame_count; i++)
        FREE_ALL(tree->frames[i].name, tree->frames[i].file);
    map_clear(&tree->frames_map);
    map_clear(&tree->nodes_map);
    call_tree_init(tree);
}

/* ---- frames ---- */

static uint64_t hash_of(const struct call_frame *frame)
{
    uint64_t hash = hash_bytes(frame->name, strlen(frame->name), frame->kind);

    hash = hash_bytes(frame->file, strlen(frame->file), hash);
    return hash_mix(hash, (uint64_t)frame->line);
}

static bool same_frame(const void *item, const void *wanted)
{
    const struct call_frame *a = item, *b = wanted;

    return a->kind == b->kind && a->line == b->line &&
           strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

/* Its position, or CALL_TREE_NONE for NULL. */
static uint32_t number_of(struct call_tree *tree, const struct map *map,
                          const void *item, size_t size)
{
    tree->failed |= item == NULL;
    return item == NULL ? CALL_TREE_NONE : map_index(map, size, item);
}

static struct call_frame *add_frame(struct call_tree *tree, uint64_t hash,
                                    const struct call_frame *wanted)
{
    struct call_frame made = *wanted, *added = NULL;

    made.name = strdup(wanted->name);
    made.file = strdup(wanted->file);
    if (made.name != NULL && made.file != NULL)
        added = map_append(&tree->frames_map, sizeof(made), hash);
    if (added != NULL) {
        *added = made;
    } else {
        FREE_ALL(made.name, made.file);
    }
    return added;
}

uint32_t call_tree_frame(struct call_tree *tree, enum call_frame_kind kind,
                         const char *name, const char *file, int64_t line)
{
    struct call_frame wanted = { .kind = (uint8_t)kind, .line = line };
    const struct call_frame *frame;
    uint64_t hash;

    wanted.name = (char *)(uintptr_t)(name == NULL ? "" : name);
    wanted.file = (char *)(uintptr_t)(file == NULL ? "" : file);
    hash = hash_of(&wanted);
    frame = map_find_same(&tree->frames_map, sizeof(*frame), hash, same_frame,
                          &wanted);
    if (frame == NULL)
        frame = add_frame(tree, hash, &wanted);
    return number_of(tree, &tree->frames_map, frame, sizeof(*frame));
}

/* ---- nodes ---- */

uint32_t call_tree_add(struct call_tree *tree, uint32_t parent, uint32_t frame)
{
    struct call_node *node =
        map_append(&tree->nodes_map, sizeof(*node),
                   hash_mix(0, (uint64_t)parent << 32 | frame));

    if (node != NULL)
        *node = (struct call_node){ .frame = frame, .parent = parent };
    return number_of(tree, &tree->nodes_map, node, sizeof(*node));
}

uint32_t call_tree_node(struct call_tree *tree, uint32_t parent,
                        uint32_t frame, int64_t line)
{
    struct call_node key = { .frame = frame, .parent = parent, .line = line };
    const struct call_node *node;

    if (frame == CALL_TREE_NONE)
        return CALL_TREE_NONE;
    node = map_get(&tree->nodes_map, sizeof(*node), &key,
                   offsetof(struct call_node, own_ns));
    return number_of(tree, &tree->nodes_map, node, sizeof(*node));
}

void call_tree_zero(struct call_tree *tree)
{
    for (size_t i = 0; i < tree->node_count; i++) {
        struct call_node *node = &tree->nodes[i];

        *node = (struct call_node){ .frame = node->frame,
                                    .parent = node->parent,
                                    .line = node->line };
    }
}

void call_sizes_add(struct call_sizes *sizes, const struct call_sizes *more)
{
    if (more->calls == 0)
        return;
    if (sizes->calls == 0 || more->min < sizes->min)
        sizes->min = more->min;
    if (sizes->calls == 0 || more->max > sizes->max)
        sizes->max = more->max;
    sizes->calls += more->calls;
    sizes->sum += more->sum;
}

/* ---- from nodes to stacks ---- */

size_t call_tree_path(struct call_tree *tree, uint32_t node, uint32_t **path,
                      size_t *room)
{
    size_t depth = 0, at;

    for (uint32_t i = node; i != CALL_TREE_NONE; i = tree->nodes[i].parent)
        depth++;
    while (*room < depth)
        if (!array_room(path, *room, room, sizeof(**path))) {
            tree->failed = true;
            return 0;
        }
    at = depth;
    for (uint32_t i = node; i != CALL_TREE_NONE; i = tree->nodes[i].parent)
        (*path)[--at] = i;
    return depth;
}

/* Nodes below a node are behind it. */
static void sum_up(const struct call_tree *tree, uint64_t *sums)
{
    for (size_t i = tree->node_count; i-- > 0;)
        if (tree->nodes[i].parent != CALL_TREE_NONE)
            sums[tree->nodes[i].parent] += sums[i];
}

uint64_t *call_tree_inclusive(const struct call_tree *tree)
{
    uint64_t *sums = calloc(tree->node_count + 1, sizeof(*sums));

    if (sums == NULL)
        return NULL;
    for (size_t i = 0; i < tree->node_count; i++)
        sums[i] = tree->nodes[i].own_ns;
    sum_up(tree, sums);
    return sums;
}

uint64_t *call_tree_mpi_calls(const struct call_tree *tree)
{
    uint64_t *sums = calloc(tree->node_count + 1, sizeof(*sums));

    if (sums == NULL)
        return NULL;
    for (size_t i = 0; i < tree->node_count; i++)
        if (tree->frames[tree->nodes[i].frame].kind == CALL_FRAME_MPI)
            sums[i] = tree->nodes[i].calls;
    sum_up(tree, sums);
    return sums;
}
