/*
 * facts.h - what advice needs of the ranks besides what all analyses share.
 *
 * Gathered in the one pass over the ranks.  Threads: one owner.
 * Memory: facts_clear() frees.
 */
#ifndef ANALYZE_ADVICE_FACTS_H
#define ANALYZE_ADVICE_FACTS_H

#include "analyze/facts/scope.h"

/* Useful time of one region with its counters: of the rank with most of that
 * time, and of all. */
struct region_facts {
    uint64_t most_time, time;
    uint64_t most[PROFILE_COUNTERS];
    double all[PROFILE_COUNTERS];
};

struct advice_facts {
    struct region_facts *regions; /* by REGION_NODE */
    uint32_t region_count;
    uint32_t *comm_sizes;         /* by COMM; 0: not known */
    uint32_t comm_count;
    struct tallies payloads;      /* by call site, collectives of all with
                                   * all: out_bytes / size of the communicator
                                   * */
    uint32_t *hosts;              /* by world rank; UINT32_MAX: not yet */
    uint64_t *distances;          /* bytes by distance of ranks */
    uint64_t between;             /* of these, from node to node */
    uint64_t open_requests, open_comms;
    uint32_t with_open_requests, with_open_comms;
};

enum status facts_init(struct advice_facts *facts, const struct scope *scope);
/* The scope has that rank already. */
enum status facts_add(struct advice_facts *facts, const struct scope *scope,
                      const struct rank_data *rank);
void facts_clear(struct advice_facts *facts);

#endif
