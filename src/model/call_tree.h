/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_tree.h - time by call path, the input of call graphs and stacks.
 *
 * Shape: frames (names that can be on a stack) and nodes, each a frame below
 * its parent node; a node holds exclusive time.  Parents precede their
 * children.
 * Units: ns, bytes.  Threads: one owner.  Memory: call_tree_clear() frees.
 * Errors: out of memory sticks in `failed'.
 */
#ifndef MODEL_CALL_TREE_H
#define MODEL_CALL_TREE_H

#include "base/map.h"

#define CALL_TREE_NONE UINT32_MAX

enum call_frame_kind {
    CALL_FRAME_PROGRAM,
    CALL_FRAME_REGION,
    CALL_FRAME_FUNCTION,
    CALL_FRAME_MPI,
    CALL_FRAME_OWN /* unnamed: the caller itself, at the node's line */
};

struct call_frame {
    char *name, *file; /* "": unknown */
    int64_t line;      /* 0: unknown */
    uint8_t kind;      /* enum call_frame_kind */
};

/* Statistics of a per-call quantity, such as bytes sent, over all calls. */
struct call_sizes {
    uint64_t calls, sum, min, max; /* all 0 without calls */
};

struct call_node {
    uint32_t frame, parent; /* parent: CALL_TREE_NONE for a root */
    int64_t line;           /* line of the call in the caller; 0: unknown */
    uint64_t own_ns, calls;
    struct call_sizes out, in;
};

struct call_tree {
    MAP_OF(struct call_frame, frames, frame_count);
    MAP_OF(struct call_node, nodes, node_count);
    bool failed;
};

void call_tree_init(struct call_tree *tree);
void call_tree_clear(struct call_tree *tree);
/* Returns the frame with this kind, name, file and line, created if new;
 * CALL_TREE_NONE without memory.  NULL is "". */
uint32_t call_tree_frame(struct call_tree *tree, enum call_frame_kind kind,
                         const char *name, const char *file, int64_t line);
/* Returns the node of `frame' below `parent', called at `line' of the parent;
 * a new one starts all zero. */
uint32_t call_tree_node(struct call_tree *tree, uint32_t parent,
                        uint32_t frame, int64_t line);
/* Adds a node without searching for an equal one. */
uint32_t call_tree_add(struct call_tree *tree, uint32_t parent,
                       uint32_t frame);
/* Keeps all nodes and zeroes their numbers. */
void call_tree_zero(struct call_tree *tree);
void call_sizes_add(struct call_sizes *sizes, const struct call_sizes *more);

/* Stores the nodes from the outermost to this one; *room and *path grow.
 * Returns the length; 0 without memory, which sticks. */
size_t call_tree_path(struct call_tree *tree, uint32_t node, uint32_t **path,
                      size_t *room);
/* Inclusive time by node.  The caller frees; NULL without memory. */
uint64_t *call_tree_inclusive(const struct call_tree *tree);
/* Same for the number of MPI calls. */
uint64_t *call_tree_mpi_calls(const struct call_tree *tree);

#endif
