#include "model/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"

#define FIRST_ROOM 64

void call_tree_init(struct call_tree *tree)
{
    memset(tree, 0, sizeof(*tree));
}

void call_tree_clear(struct call_tree *tree)
{
    for (size_t i = 0; i < tree->frame_count; i++) {
        free(tree->frames[i].name);
        free(tree->frames[i].file);
    }
    free(tree->frames);
    free(tree->nodes);
    free(tree->frame_slots);
    free(tree->node_slots);
    call_tree_init(tree);
}

/* As array_room(), but failure sticks. */
static bool has_room(struct call_tree *tree, void *items, size_t count,
                     size_t *room, size_t size)
{
    tree->failed = tree->failed || count >= CALL_TREE_NONE - 1 ||
                   !array_room(items, count, room, size);
    return !tree->failed;
}

/* A table of slots twice as large as what it is to hold; *grown: it is empty
 * and must be filled again. */
static bool has_slots(struct call_tree *tree, uint32_t **slots, size_t *count,
                      size_t items, bool *grown)
{
    size_t wanted = *count == 0 ? 2 * FIRST_ROOM : 2 * *count;
    uint32_t *made;

    *grown = false;
    if (2 * (items + 1) <= *count)
        return true;
    made = calloc(wanted, sizeof(*made));
    if (made == NULL) {
        tree->failed = true;
        return false;
    }
    free(*slots);
    *slots = made;
    *count = wanted;
    *grown = true;
    return true;
}

/* ---- frames ---- */

static size_t frame_slot(const struct call_tree *tree,
                         const struct call_frame *frame)
{
    uint64_t hash = hash_bytes(frame->name, strlen(frame->name), frame->kind);
    size_t mask = tree->frame_slot_count - 1, at;

    hash = hash_bytes(frame->file, strlen(frame->file), hash);
    at = (size_t)hash_mix(hash, (uint64_t)frame->line) & mask;
    for (;; at = (at + 1) & mask) {
        const struct call_frame *there;

        if (tree->frame_slots[at] == 0)
            return at;
        there = &tree->frames[tree->frame_slots[at] - 1];
        if (there->kind == frame->kind && there->line == frame->line &&
            strcmp(there->name, frame->name) == 0 &&
            strcmp(there->file, frame->file) == 0)
            return at;
    }
}

static bool has_frame_slots(struct call_tree *tree)
{
    bool grown;

    if (!has_slots(tree, &tree->frame_slots, &tree->frame_slot_count,
                   tree->frame_count, &grown))
        return false;
    for (size_t i = 0; grown && i < tree->frame_count; i++)
        tree->frame_slots[frame_slot(tree, &tree->frames[i])] =
            (uint32_t)i + 1;
    return true;
}

static uint32_t add_frame(struct call_tree *tree,
                          const struct call_frame *wanted)
{
    struct call_frame made = *wanted;

    if (!has_room(tree, &tree->frames, tree->frame_count, &tree->frame_room,
                  sizeof(made)))
        return CALL_TREE_NONE;
    made.name = strdup(wanted->name);
    made.file = strdup(wanted->file);
    if (made.name == NULL || made.file == NULL) {
        free(made.name);
        free(made.file);
        tree->failed = true;
        return CALL_TREE_NONE;
    }
    tree->frames[tree->frame_count] = made;
    return (uint32_t)tree->frame_count++;
}

uint32_t call_tree_frame(struct call_tree *tree, enum call_frame_kind kind,
                         const char *name, const char *file, int64_t line)
{
    struct call_frame wanted = { .kind = (uint8_t)kind, .line = line };
    uint32_t made;
    size_t slot;

    wanted.name = (char *)(uintptr_t)(name == NULL ? "" : name);
    wanted.file = (char *)(uintptr_t)(file == NULL ? "" : file);
    if (!has_frame_slots(tree))
        return CALL_TREE_NONE;
    slot = frame_slot(tree, &wanted);
    if (tree->frame_slots[slot] != 0)
        return tree->frame_slots[slot] - 1;
    made = add_frame(tree, &wanted);
    if (made != CALL_TREE_NONE)
        tree->frame_slots[slot] = made + 1;
    return made;
}

/* ---- nodes ---- */

static size_t node_slot(const struct call_tree *tree, uint32_t parent,
                        uint32_t frame, int64_t line)
{
    uint64_t hash = hash_mix((uint64_t)line, (uint64_t)parent << 32 | frame);
    size_t mask = tree->node_slot_count - 1, at = (size_t)hash & mask;

    for (;; at = (at + 1) & mask) {
        const struct call_node *there;

        if (tree->node_slots[at] == 0)
            return at;
        there = &tree->nodes[tree->node_slots[at] - 1];
        if (there->parent == parent && there->frame == frame &&
            there->line == line)
            return at;
    }
}

static bool has_node_slots(struct call_tree *tree)
{
    bool grown;

    if (!has_slots(tree, &tree->node_slots, &tree->node_slot_count,
                   tree->node_count, &grown))
        return false;
    for (size_t i = 0; grown && i < tree->node_count; i++) {
        const struct call_node *node = &tree->nodes[i];

        tree->node_slots[node_slot(tree, node->parent, node->frame,
                                   node->line)] = (uint32_t)i + 1;
    }
    return true;
}

uint32_t call_tree_add(struct call_tree *tree, uint32_t parent,
                       uint32_t frame)
{
    if (!has_room(tree, &tree->nodes, tree->node_count, &tree->node_room,
                  sizeof(*tree->nodes)))
        return CALL_TREE_NONE;
    tree->nodes[tree->node_count] =
        (struct call_node){ .frame = frame, .parent = parent };
    return (uint32_t)tree->node_count++;
}

uint32_t call_tree_node(struct call_tree *tree, uint32_t parent,
                        uint32_t frame, int64_t line)
{
    uint32_t made;
    size_t slot;

    if (frame == CALL_TREE_NONE || !has_node_slots(tree))
        return CALL_TREE_NONE;
    slot = node_slot(tree, parent, frame, line);
    if (tree->node_slots[slot] != 0)
        return tree->node_slots[slot] - 1;
    made = call_tree_add(tree, parent, frame);
    if (made == CALL_TREE_NONE)
        return made;
    tree->nodes[made].line = line;
    tree->node_slots[slot] = made + 1;
    return made;
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
        if (!has_room(tree, path, *room, room, sizeof(**path)))
            return 0;
    at = depth;
    for (uint32_t i = node; i != CALL_TREE_NONE; i = tree->nodes[i].parent)
        (*path)[--at] = i;
    return depth;
}

/* What is below a node is behind it. */
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
