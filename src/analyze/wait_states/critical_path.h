/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * critical_path.h - the activities on the critical path of a replayed run.
 *
 * Units: ns.  Threads: one owner.  Memory: critical_path_clear() frees.
 */
#ifndef ANALYZE_WAIT_STATES_CRITICAL_PATH_H
#define ANALYZE_WAIT_STATES_CRITICAL_PATH_H

#include "analyze/wait_states/activities.h"

struct critical_part {
    uint64_t path, all; /* on the path; all ranks, without waits */
    uint32_t rank;      /* rank with the most on the path */
    uint64_t rank_ns;
};

struct critical_path {
    struct activities activities;
    struct critical_part *parts; /* by activity */
};

/* Whether the critical path is known: requires a complete trace. */
bool critical_path_known(const struct scope *scope);
enum status critical_path_init(struct critical_path *path,
                               const struct scope *scope);
void critical_path_clear(struct critical_path *path);
uint64_t critical_part_mean(const struct scope *scope,
                            const struct critical_part *part);
/* Returns max(0, time on the path - mean). */
uint64_t critical_part_imbalance(const struct scope *scope,
                                 const struct critical_part *part);

#endif
