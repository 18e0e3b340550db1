/*
 * path.h - how each rank got to where it is: the way back to the begin of the
 * run that never waits.
 *
 * Shape: ways that are the same up to some point share the nodes before it;
 * what was done on a way is added up by key (rank and activity), so that
 * memory grows with ranks and call sites, not with events.  A path_end is
 * where one location is now; path_mark() keeps that moment for others, who
 * path_jump() to it when they have waited for it.
 * Units: ns.  Threads: one owner.  Memory: marks are counted; every holder
 * gives its one back.  Errors: out of memory sticks in paths->failed.
 */
#ifndef REPLAY_PATH_H
#define REPLAY_PATH_H

#include "replay/bag.h"

struct path_node {
    uint32_t holders;
    struct path_node *before;
    struct bag done;
};

struct path_end {
    struct path_node *before; /* or NULL */
    struct bag done;          /* since then */
};

struct paths {
    bool failed;
};

/* This much was done there. */
void path_go(struct paths *paths, struct path_end *end, uint64_t key,
             uint64_t ns);
/* Where it is now; the caller holds it.  NULL: no memory. */
struct path_node *path_mark(struct paths *paths, struct path_end *end);
/* Goes on from there; the mark stays the caller's. */
void path_jump(struct path_end *end, struct path_node *mark);
void path_drop(struct path_node *mark); /* NULL does nothing */
void path_end_clear(struct path_end *end);
/* All of the way, added to sum. */
void path_sum(struct paths *paths, const struct path_end *end,
              struct bag *sum);

#endif
