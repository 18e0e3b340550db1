/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * path.h - the path of each rank from the start of the run to its current
 * position that never waits.
 *
 * Shape: paths share their common nodes; work on a path is summed by key (rank
 * and activity), so that memory grows with ranks and call sites, not with
 * events.  A path_end is the current position of one location; path_mark()
 * records that moment for others, who path_jump() there after waiting for this
 * location.
 * Units: ns.  Threads: one owner.  Memory: marks are reference-counted; every
 * holder drops its own.  Errors: out of memory sticks in paths->failed.
 */
#ifndef REPLAY_PATH_H
#define REPLAY_PATH_H

#include "replay/keyed_sums.h"

struct path_node {
    uint32_t holders;
    struct path_node *before;
    struct keyed_sums done;
};

struct path_end {
    struct path_node *before; /* or NULL */
    struct keyed_sums done;   /* since then */
};

struct paths {
    bool failed;
};

/* Adds ns of work. */
void path_go(struct paths *paths, struct path_end *end, uint64_t key,
             uint64_t ns);
/* Marks the current position, held by the caller.  NULL without memory. */
struct path_node *path_mark(struct paths *paths, struct path_end *end);
/* Continues from the mark, which the caller still holds. */
void path_jump(struct path_end *end, struct path_node *mark);
void path_drop(struct path_node *mark); /* NULL does nothing */
void path_end_clear(struct path_end *end);
/* Adds the whole path to sum. */
void path_sum(struct paths *paths, const struct path_end *end,
              struct keyed_sums *sum);

#endif
