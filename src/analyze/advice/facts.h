/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * facts.h - data that advice needs beyond the scope shared by all analyses.
 *
 * Gathered in the single pass over the ranks.
 * Threads: one owner.  Memory: facts_clear() frees.
 */
#ifndef ANALYZE_ADVICE_FACTS_H
#define ANALYZE_ADVICE_FACTS_H

#include "analyze/advice/amounts.h"
#include "replay/log/scenario.h"

/* Useful time and counters of one region: for the rank with the most useful
 * time, and summed over all. */
struct region_facts {
    uint64_t most_time, time;
    uint64_t most_visits, visits;
    uint32_t rank; /* with the most */
    uint64_t most[PROFILE_COUNTERS];
    double all[PROFILE_COUNTERS];
};

/* Sums over the ranks that use this communicator of a part of the ranks, and no other
 * such one. */
struct team_facts {
    uint32_t ranks;
    uint64_t useful;          /* ns */
    uint64_t inside, outside; /* ns of calls that wait for ranks of this
                               * communicator alone, and of others that wait */
    bool sends_outside;       /* messages of some of these ranks */
};

#define PARTNER_NONE UINT32_MAX
#define PARTNER_SEVERAL (UINT32_MAX - 1)

struct advice_facts {
    struct region_facts *regions; /* by REGION_NODE */
    uint32_t region_count;
    uint32_t *comm_sizes; /* by COMM; 0: unknown */
    uint32_t comm_count;
    struct tallies payloads; /* by call site, all-to-all collectives:
                                   * out_bytes / size of the communicator */
    uint32_t *hosts;         /* by world rank; UINT32_MAX: not yet read */
    uint32_t *partners;      /* by world rank: the only one that it sends
                              * messages to and gets some from, or one of the
                              * above */
    struct rank_grid *grids; /* that the ranks read so far may form */
    size_t grid_count;
    struct amounts amounts;
    bool *tests; /* by procedure: advice_only_tests() */
    uint32_t call_count;
    uint64_t *calls, *bytes; /* by world rank: MPI calls that do not only test,
                              * and what they send and receive */
    uint64_t *messages;      /* by world rank: sent and received */
    uint64_t *distances;     /* bytes by distance between ranks */
    uint64_t between;        /* part of these bytes that crosses nodes */
    struct team_facts *teams; /* by COMM; 0: of the ranks without a team */
    uint32_t *team_of;        /* by world rank: COMM, or 0 */
    uint32_t *host_ranks;     /* by HOST */
    uint32_t host_count;
    uint64_t all_messages;    /* sum of `messages' */
    uint64_t inside, outside; /* of struct team_facts, of all ranks */
    uint64_t open_requests, open_comms;
    uint32_t with_open_requests, with_open_comms;
};

/* Whether the procedure asks whether something is there, and never waits. */
bool advice_only_tests(const char *name);
/* Whether the calls of that site receive messages and do nothing else. */
bool advice_receives_only(const struct scope *scope, const struct tally *site);

enum status facts_init(struct advice_facts *facts, const struct scope *scope);
/* The scope already contains that rank. */
enum status facts_add(struct advice_facts *facts, const struct scope *scope,
                      const struct rank_data *rank);
void facts_clear(struct advice_facts *facts);
/* The rank that each of the others, at least two, sends all of its messages to
 * and gets some from; PARTNER_NONE: there is none. */
uint32_t facts_master(const struct advice_facts *facts,
                      const struct scope *scope);

/* Whether calls of that row can wait for ranks of that communicator alone;
 * sends_outside: requests of the rank may be of other communicators. */
bool facts_is_inside(const struct scope *scope, const struct row *row,
                     uint32_t comm, bool sends_outside);

/* The grid of two or three dimensions in which each rank sends regularly only to
 * neighbours, and to diagonal ones so little that those between could pass it on. */
struct rank_grid facts_grid(const struct advice_facts *facts);

#endif
