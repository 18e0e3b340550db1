/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collectives.h - groups the calls of all members into collectives.
 *
 * The n-th collective of a rank on a communicator is the n-th of each other
 * member (MPI 4.1, 6.12); persistent ones are known by the order in which they
 * were made there, and by how often each was started.  The kind of collective determines which members a
 * rank needs:
 *   ALL        each member needs all (of the other group, if there are two)
 *   ONE_TO_ALL all need the root
 *   ALL_TO_ONE the root needs all
 *   PREFIX     a rank needs those below it
 *   SOME       a rank needs its neighbours, which are unknown, see returns.h
 * Collectives on windows and files (enum replay_coll) may proceed without
 * waiting: if a member left before the last one entered, nobody waited.
 * Shape: an arrival per member, kept until all have entered and all are done.
 * Units: ns.  Threads: one owner.  Memory: grows with collectives that some
 * members have not entered.  Errors: NULL without memory.
 */
#ifndef REPLAY_MATCHING_COLLECTIVES_H
#define REPLAY_MATCHING_COLLECTIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/lookup.h"
#include "replay/scenarios/scenario_times.h"

enum collective_form {
    COLLECTIVE_ALL,
    COLLECTIVE_ONE_TO_ALL,
    COLLECTIVE_ALL_TO_ONE,
    COLLECTIVE_PREFIX,
    COLLECTIVE_SOME
};

struct location;

struct arrival {
    struct collective *of;
    uint32_t rank, site, place; /* place: own rank in the communicator */
    uint8_t flags;              /* enum replay_op_flag */
    bool blocking, done;
    bool owed;           /* left before all needed members had
                          * entered */
    bool early;          /* done before all members had entered */
    uint64_t begin, end; /* of the call; end is 0 if nonblocking */
    uint64_t ideal;
    uint64_t did;           /* its rank's position by then, delays_now() */
    uint64_t worked;        /* work done by `here' before */
    struct path_node *mark; /* mark at its start, if others may need this
                             * arrival */
    struct location *waits; /* location blocked in a call until its needs are
                             * met */
    struct location *here;  /* location that makes the call */
    const struct arrival *below; /* PREFIX: latest arrival of lower places */
    uint64_t ideal_below;
    struct scenario_times *times, *times_below; /* or NULL */
};

struct collective {
    uint64_t number;
    uint32_t comm, members, remote;
    uint16_t coll; /* enum call_coll */
    enum collective_form form;
    bool like; /* all members agree on its parameters */
    bool all_blocking;
    struct arrival **arrivals; /* room for all members; PREFIX: by place */
    uint32_t arrived, arrived_remote, ended;
    uint32_t reach;        /* PREFIX: all below this place have entered */
    uint32_t reach_before; /* same, without the last arrival */
    const struct arrival *root;
    /* after all have entered: overall, and per group: [0] local [1] remote */
    const struct arrival *latest, *latest_sender, *latest_of[2];
    uint64_t ideal_of[2]; /* maximum per group */
    struct scenario_times *times_of[2], *times_of_senders; /* same; or NULL */
    uint64_t first_end;      /* earliest end of blocking calls; UINT64_MAX:
                           * none */
    uint64_t first_received; /* same, of ranks that take part and receive */
};

struct collectives {
    const struct replay_log *log;
    uint32_t ranks;        /* of the run; no group has more */
    struct map next;       /* (rank, communicator): number of the next + 1 */
    struct map open;       /* (communicator, number) */
    uint64_t begun, whole; /* whole: all members have come */
    uint64_t odd;          /* of them, members do not say the same */
    bool failed;           /* times lack memory */
};

void collectives_init(struct collectives *all, const struct replay_log *log,
                      uint32_t ranks);
void collectives_clear(struct collectives *all);

enum collective_form collective_form_of(uint16_t coll);
/* Whether somebody waits for its payload, or no payload is needed
 * (barriers). */
bool collective_moves(uint16_t coll);

/* Returns the next arrival of arrival->rank on that communicator.  NULL
 * without memory, or with *skip if no other rank takes part. */
struct arrival *collectives_arrive(struct collectives *all,
                                   const struct replay_op *op,
                                   const struct arrival *facts, bool *skip);
bool collective_complete(const struct collective *one);
/* Whether all members of one group of an intercommunicator have entered. */
bool collective_group_complete(const struct collective *one);
/* Whether no member waited for all others. */
bool collective_left_early(const struct collective *one);
/* Whether its call, now ended, proceeded without some members it may need. */
bool collective_did_without(const struct arrival *arrival, uint64_t end);
/* Whether all members that the arrival needs have entered. */
bool collective_satisfied(const struct arrival *arrival);
/* Returns the latest needed member that has entered; NULL: needs nobody. */
const struct arrival *collective_needed(const struct arrival *arrival);
/* Largest ideal clock of the needed members and its own. */
uint64_t collective_ideal(const struct arrival *arrival);
/* Same times; NULL: needs nobody, or without scenarios. */
const struct scenario_times *collective_times(const struct arrival *arrival);
/* Releases the arrival for its rank. */
void collectives_end(struct collectives *all, struct arrival *arrival);

#endif
