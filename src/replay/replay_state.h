/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_state.h - the state of a replay; internal to this folder.
 *
 * replay.c advances location after location, start_ops.c starts the operations
 * of a call, wait_times.c computes the wait of a call whose needs are met,
 * polls.c follows loops of calls that wait for a message, orders.c those that
 * receive in the wrong order, epochs.c and locks.c
 * handle one-sided synchronisation, init_finalize.c handles MPI_Init and
 * MPI_Finalize, observer.c reports single calls, scenario_clocks.c advances the
 * clocks of scenarios, stretches.c sums up stretches of the run, result.c builds a
 * struct replay_result.  All of them include this header, and it none of theirs.
 * Threads: one owner.  Memory: the state's, until replay_state_clear(); log and
 * profile are the caller's.  Errors: replay_state_no_memory() notes one in
 * `status', which ends the replay.
 */
#ifndef REPLAY_REPLAY_STATE_H
#define REPLAY_REPLAY_STATE_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/delays.h"
#include "replay/location.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"
#include "replay/matching/collectives.h"
#include "replay/matching/messages.h"
#include "replay/path.h"
#include "replay/schedule.h"
#include "replay/sums.h"
#include "replay/top_waits.h"

enum site_flag {
    SITE_TESTS = 1,       /* waits only in a loop, if at all */
    SITE_SYNCHRONOUS = 2, /* sends that end after their receive has begun */
    SITE_INIT = 4,
    SITE_FINALIZE = 8,
    SITE_PROBES = 16, /* in a loop that looks for a message, polls.h */
    SITE_POLLS = 32,  /* in a loop that waits for one */
    SITE_FLUSHES = 64 /* waits until what it has sent to windows is there */
};

/* The wait of a call. */
struct wait {
    uint64_t ns;
    uint64_t held;      /* in earlier calls of a loop, see polls.h */
    uint64_t between;   /* same, between its calls */
    uint64_t avoidable; /* part of ns that is late complete */
    enum wait_kind kind;
    uint32_t comm;          /* index into the log's communicators */
    uint32_t rank, site;    /* of the culprit */
    uint64_t since;         /* time at which the culprit came */
    uint64_t did;           /* the culprit's position then, delays_now() */
    struct path_node *mark; /* mark at that point, or NULL */
};

/* State for one slice of a run's time, see slice.h. */
struct replay_state_slice {
    bool goes_on; /* ends with a sync_point, and further slices follow */
    bool opening; /* begins with a sync_point, which is not over */
    bool unclean; /* results differ from those within the whole run */
    uint64_t turns, last_turn; /* last_turn: of the last stop */
    uint32_t stopped;          /* locations at the slice's last sync_point */
    /* In the first slice, data of the later ones: */
    struct keyed_sum *before; /* of the critical path */
    size_t before_count;
    struct delay_cost *costs;
    size_t cost_count;
    const struct location *last; /* location from which the path continues */
};

/* Observation of single calls, see observer.h. */
struct replay_state_observer {
    const struct replay_observer *by; /* or NULL */
    uint64_t open;                    /* observed calls that have not ended */
    uint64_t under_way;               /* observed messages in flight */
    uint32_t comm; /* collective of the call that is ending */
    uint64_t instance;
};

/* Exposures and accesses of windows, see epochs.h. */
struct epochs {
    struct messages posts, completes;
    struct map open; /* (rank, communicator of a window): struct epoch */
};

/* See locks.h. */
struct locks {
    struct lock **of_ranks;    /* by rank: the first of its own */
    struct map there;          /* (communicator, target): the first */
    struct map by_request;     /* (rank, request) */
    uint32_t ranks, exclusive; /* exclusive: how many of those open are */
};

/* Late senders in the wrong order, see orders.h. */
struct orders {
    struct order_list *lists; /* by rank */
    uint32_t ranks;
};

/* See stretches.h. */
struct stretches {
    bool wanted;
    uint64_t begin, length;
    uint64_t ends[STRETCHES];  /* the last has none */
    uint64_t front[STRETCHES]; /* most of all ideal clocks at the end */
    bool passed[STRETCHES];    /* by any location */
    struct sums sums;          /* by region, stretch, and what */
};

/* The latest starts of others that a call needs. */
struct scenario_needs {
    struct scenario_times *all;       /* in every scenario */
    struct scenario_times *receivers; /* not on an ideal network */
};

/* The scenarios of a replay. */
struct scenario_clocks {
    const struct scenario *scenarios;
    uint32_t count;
    struct steps *steps; /* or NULL */
    bool packs;          /* some count messages */
    uint8_t *acts;       /* by site, then by scenario: bits 1 << change_kind */
    struct scenario_needs needs; /* of the call that ends */
};

struct replay_state {
    const struct replay_log *log;
    const struct profile *profile;
    struct location *locations;
    struct location **masters;      /* by rank; NULL: no events */
    uint8_t *sites;                 /* enum site_flag, by site */
    struct returns_group *looking;  /* the first, see returns.h; or NULL */
    struct returns_group **targets; /* same, by the rank waited for; or NULL */
    struct schedule schedule;
    struct messages messages;
    struct collectives collectives;
    struct epochs epochs;
    struct locks locks;
    struct orders orders;
    struct map requests; /* (rank, request) */
    struct paths paths;
    struct delays delays;
    struct sums rows, causes, pairs, splits, overlaps, transfers;
    struct stretches stretches;
    struct top_waits longest;
    uint64_t *activities;
    uint64_t violations, violation_most;
    struct replay_call *inits, *finals; /* by rank; end 0: none */
    uint64_t calls;                     /* calls done */
    enum status status;
    struct replay_state_slice slice;
    struct replay_state_observer observer;
    struct scenario_clocks *clocks; /* NULL: no scenarios */
};

/* Replays everything; the caller then clears the state. */
enum status replay_state_run(struct replay_state *state,
                             const struct progress *progress);
void replay_state_clear(struct replay_state *state);

/* The call is read, and the work before it is done. */
void replay_state_begin_call(struct replay_state *state,
                             struct location *location);
/* Ends the call: all needs are met, or never will be. */
void replay_state_end_call(struct replay_state *state,
                           struct location *location);
/* Reduces the needs of a call and ends it if none remain. */
void replay_state_release(struct replay_state *state,
                          struct location *location);
void replay_state_no_memory(struct replay_state *state);
/* The program's work before calls of that site. */
void replay_state_worked(struct replay_state *state, struct location *location,
                         uint32_t site, uint64_t ns);
/* Describes a side of a message or similar, at the start of the location's
 * call. */
struct message_side replay_state_side(const struct replay_state *state,
                                      const struct location *location);
/* Marks the position from which ranks that waited for this one continue. */
struct path_node *replay_state_mark(struct replay_state *state,
                                    struct location *location);
void replay_state_violation(struct replay_state *state, uint64_t ns);
/* Charges a collective that its rank left before all had entered. */
void replay_state_charge_owed(struct replay_state *state,
                              const struct arrival *arrival);

/* Charges waits at the start and end of the run, after the replay. */
void replay_state_charge_ends(struct replay_state *state);
/* begin: start of the wait. */
void replay_state_charge(struct replay_state *state, uint32_t rank,
                         uint32_t site, uint64_t begin,
                         const struct wait *wait);
/* Same, and notes it if it is one of the longest. */
void replay_state_charge_call(struct replay_state *state,
                              const struct location *location, uint64_t begin,
                              uint32_t site, const struct wait *wait);
/* Returns the location that ends last, whose path is critical; NULL: none. */
const struct location *replay_state_last(const struct replay_state *state);
/* The parts of a path, which the caller frees. */
enum status replay_state_path(struct replay_state *state,
                              const struct path_end *end,
                              struct path_part **out, size_t *count);
enum status replay_state_result(struct replay_state *state,
                                struct replay_result **out);

/* Whether the replay computes no waits of its own: it observes calls, or has
 * scenarios. */
static inline bool replay_state_only_looks(const struct replay_state *state)
{
    return state->observer.by != NULL || state->clocks != NULL;
}

/* Whether an event beginning at that time counts: inside the window, if
 * any. */
static inline bool replay_state_counts(const struct replay_state *state,
                                       uint64_t begin)
{
    const struct replay_log *log = state->log;

    return log->to == 0 || (begin >= log->from && begin < log->to);
}

/* Part of the interval inside the window; all without a window. */
static inline uint64_t replay_state_inside(const struct replay_state *state,
                                           uint64_t begin, uint64_t end)
{
    const struct replay_log *log = state->log;

    if (log->to != 0) {
        begin = begin < log->from ? log->from : begin;
        end = end > log->to ? log->to : end;
    }
    return end > begin ? end - begin : 0;
}

static inline uint64_t path_key(uint32_t rank, uint32_t site, bool inside)
{
    return (uint64_t)rank << 32 | (2 * site + inside);
}

#endif
