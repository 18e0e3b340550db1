/*
 * call_tree.h - time by who called whom: what graphs and stacks are made of.
 *
 * Shape: frames (names that can be on a stack) and nodes, each a frame below
 * another node; a node has what was spent in it alone.  Parents come before
 * what they call.
 * Units: ns, bytes.  Threads: one owner.  Memory: call_tree_clear() frees.
 * Errors: out of memory sticks in `failed`.
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
    CALL_FRAME_OWN /* without a name: the caller itself, in the node's line */
};

struct call_frame {
    char *name, *file; /* "": unknown */
    int64_t line;      /* 0: unknown */
    uint8_t kind;      /* enum call_frame_kind */
};

/* Of numbers that calls have, over all calls: such as bytes sent. */
struct call_sizes {
    uint64_t calls, sum, min, max; /* without calls all are 0 */
};

struct call_node {
    uint32_t frame, parent; /* parent: or CALL_TREE_NONE */
    int64_t line;           /* of the caller, where the call is; 0: unknown */
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
/* The frame of that kind, name, file and line, made if new; CALL_TREE_NONE: no
 * memory.  NULL is "". */
uint32_t call_tree_frame(struct call_tree *tree, enum call_frame_kind kind,
                         const char *name, const char *file, int64_t line);
/* The node of that frame below parent, called in that line of it; made, all
 * zero, if new. */
uint32_t call_tree_node(struct call_tree *tree, uint32_t parent,
                        uint32_t frame, int64_t line);
/* A further node, without a look whether there is such a one. */
uint32_t call_tree_add(struct call_tree *tree, uint32_t parent,
                       uint32_t frame);
/* Nodes stay, their numbers become 0. */
void call_tree_zero(struct call_tree *tree);
void call_sizes_add(struct call_sizes *sizes, const struct call_sizes *more);

/* The nodes from the outermost to this one; *room and *path grow.  0: no
 * memory, which sticks. */
size_t call_tree_path(struct call_tree *tree, uint32_t node, uint32_t **path,
                      size_t *room);
/* By node: with all that is below it.  The caller frees; NULL: no memory. */
uint64_t *call_tree_inclusive(const struct call_tree *tree);
/* The same of calls of MPI. */
uint64_t *call_tree_mpi_calls(const struct call_tree *tree);

#endif
