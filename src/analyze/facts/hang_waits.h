/*
 * hang_waits.h - which rank waits for which, and who of them can go on.
 *
 * Built from where the ranks were at the end (ends.h).  A send waits for its
 * receiver, a receive for its sender, unless both are in calls that fit each
 * other; a receive from any source for one member of the communicator; a
 * collective call for the members that have not begun it, which is told by
 * how many collective calls each had made on the communicator.  A rank that
 * is in the program can go on, one that has ended never does.  What is not
 * known never makes a rank stuck.
 * Shape: a hang_graph whose first nodes are the world ranks; each other node
 * is a group of them.  Threads: one owner.  Memory: clear frees.
 * Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANG_WAITS_H
#define ANALYZE_FACTS_HANG_WAITS_H

#include "analyze/facts/hang_ends.h"
#include "analyze/facts/hang_graph.h"

enum wait_group_kind {
    WAIT_GROUP_ANY,        /* a member of the communicator */
    WAIT_GROUP_COLLECTIVE, /* all who have not begun a collective call */
    WAIT_GROUP_PART        /* of those of a collective call */
};

struct wait_group {
    uint8_t kind;
    uint32_t comm;
};

struct hang_waits {
    struct hang_graph graph;
    uint32_t rank_count;
    struct wait_group *groups; /* of node rank_count + i */
    uint32_t group_room;
    uint32_t *awaited; /* by node: how many ranks wait for it in any case (not
                        * for one of several), and not through others */
    uint32_t stuck;    /* ranks; of them by a knot: */
    uint32_t knotted;
    uint32_t *cycle; /* nodes, see hang_graph_cycle() */
    size_t cycle_count;
    size_t most; /* edges, by the number of ranks and of what they wait for,
                  * so that a small file does not take much memory */
    bool cut;    /* there would be more */
};

/* For ends with ranks. */
enum status hang_waits_find(struct profile *profile,
                            const struct hang_ends *ends,
                            struct hang_waits *out);
void hang_waits_clear(struct hang_waits *waits);
/* What node, which is no rank, is a group of. */
const struct wait_group *hang_waits_group(const struct hang_waits *waits,
                                          uint32_t node);
/* A rank or group that waits for all, not for one of several. */
bool hang_waits_is_definite(const struct hang_waits *waits, uint32_t node);

/* For the modules that build it: a new group, and whether there is room for
 * so many edges more. */
enum status hang_waits_add_group(struct hang_waits *waits, enum wait_node kind,
                                 enum wait_group_kind what, uint32_t comm,
                                 uint32_t *node);
bool hang_waits_room(struct hang_waits *waits, size_t edges);

#endif
