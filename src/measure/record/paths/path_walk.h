/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * path_walk.h - the return addresses of a call, and which of them a path keeps.
 *
 * A stack with more frames than a path may have loses those in the middle: the
 * innermost three quarters tell calls apart, the outermost quarter keeps the
 * times of main() and of its callees complete.
 * Threads: any.  Memory: the caller's.
 */
#ifndef MEASURE_RECORD_PATHS_PATH_WALK_H
#define MEASURE_RECORD_PATHS_PATH_WALK_H

#include <stdbool.h>
#include <stdint.h>

struct hook_call;
struct thread;

/* Frames of ours that may lie between the walk and the program. */
#define PATH_WALK_OURS 8
/* Frames that are looked at: of a deeper stack only the innermost are known. */
#define PATH_WALK_MOST 512

/* The frames of a stack that a path keeps: the innermost and, if those between
 * were left out (cut), the outermost. */
struct path_ends {
    int inner, outer;
    bool cut;
};

/* Chooses at most `most' of `count' frames; the last `starts' ones are no part of
 * the program and do not count. whole: the last one is the outermost of the
 * stack. */
struct path_ends path_ends(int count, int most, int starts, bool whole);

/* Stores the return addresses from the caller of a wrapper on, innermost
 * first; only the caller if the stack cannot be walked.  Returns their number,
 * at most `most', which is at least 1; there is room for PATH_WALK_OURS
 * more. */
int path_walk(const void *caller, void **addresses, int most);

/* Returns the path of a call of the calling thread, and lets stacks_find() know
 * it from now on. */
uint32_t path_walk_call(struct thread *thread, const struct hook_call *call);

#endif
