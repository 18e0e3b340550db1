/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_waits.h - which rank waits for which at the end, and which can proceed.
 *
 * Built by hang_builder.c from the ends of the ranks (hang_ends.h).  A send waits for its
 * receiver, a receive for its sender, unless both are in calls that match; a
 * receive from any source waits for one member of the communicator; a
 * collective call for the members that have not entered it, known from the
 * number of collective calls each had made on the communicator.  A rank in the
 * program can proceed, a rank that has ended never does.  Unknown facts never
 * make a rank stuck.
 * Shape: a hang_graph whose first nodes are the world ranks; each other node
 * is a group of ranks.
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_WAITS_H
#define ANALYZE_FACTS_HANGS_HANG_WAITS_H

#include "analyze/facts/hangs/hang_ends.h"
#include "analyze/facts/hangs/hang_graph.h"

enum wait_group_kind {
    WAIT_GROUP_ANY,        /* any member of the communicator */
    WAIT_GROUP_COLLECTIVE, /* all members that have not entered a collective
                            * call */
    WAIT_GROUP_PART        /* part of the members in a collective call */
};

struct wait_group {
    uint8_t kind;
    uint32_t comm;
};

struct hang_waits {
    struct hang_graph graph;
    uint32_t rank_count;
    struct wait_group *groups; /* group of node rank_count + i */
    uint32_t *awaited;         /* by node: number of ranks that wait for it
                        * unconditionally (not as one of several) and
                        * directly */
    uint32_t stuck;            /* number of stuck ranks */
    uint32_t knotted; /* number of stuck ranks whose waits lead to a knot */
    uint32_t *cycle;  /* nodes, see hang_graph_cycle() */
    size_t cycle_count;
    size_t most; /* edge limit, from the number of ranks and of their waits, so
                  * that a small file does not take much memory */
    bool cut;    /* the limit was reached */
};

void hang_waits_clear(struct hang_waits *waits);
/* Returns the group of a node that is no rank. */
const struct wait_group *hang_waits_group(const struct hang_waits *waits,
                                          uint32_t node);
/* Whether the node is a rank or group that waits for all, not for one of
 * several. */
bool hang_waits_is_definite(const struct hang_waits *waits, uint32_t node);

/* For the modules that build the graph: adds a group; checks for room for
 * `edges' more edges. */
enum status hang_waits_add_group(struct hang_waits *waits, enum wait_node kind,
                                 enum wait_group_kind what, uint32_t comm,
                                 uint32_t *node);
bool hang_waits_room(struct hang_waits *waits, size_t edges);

#endif
