/*
 * replay_state.h - the state of a replay; among the files of this folder.
 *
 * replay.c takes location after location, start_ops.c begins the operations of
 * a call, wait_times.c says what a call that has all it needs has waited for,
 * epochs.c and locks.c do both for one-sided synchronisation, ends.c looks at
 * MPI_Init and MPI_Finalize, observer.c shows single calls, result.c makes a
 * struct replay_result.
 */
#ifndef REPLAY_REPLAY_STATE_H
#define REPLAY_REPLAY_STATE_H

#include "replay/collectives.h"
#include "replay/delays.h"
#include "replay/epochs.h"
#include "replay/locks.h"
#include "replay/top_waits.h"
#include "replay/messages.h"
#include "replay/path.h"
#include "replay/replay.h"
#include "replay/schedule.h"
#include "replay/sums.h"
#include "replay/observer.h"

enum site_flag {
    SITE_TESTS = 1,       /* never waits */
    SITE_SYNCHRONOUS = 2, /* sends that end when their receive has begun */
    SITE_INIT = 4,
    SITE_FINALIZE = 8
};

/* What an operation of the current call belongs to. */
union held {
    struct message *message; /* or NULL */
    struct arrival *arrival; /* or NULL */
    struct lock *lock;       /* or NULL */
};

struct location {
    const struct replay_location *about;
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops;
    union held *held; /* one for each operation */
    uint32_t held_room;
    uint32_t number;  /* of this location */
    bool starting;    /* its call is not begun as a whole */
    bool in_call;     /* begun, and not ended */
    bool awake;       /* has had a first call */
    bool over;        /* in MPI_Finalize or behind its last event */
    uint32_t needs;   /* messages and members that must come */
    uint32_t hopes;   /* receives that come before the call's end, or not */
    uint64_t last_end;
    uint64_t ideal;   /* of the ideal run, at the begin of the call */
    uint64_t worked;  /* outside MPI */
    uint64_t end;     /* of what was measured */
    struct path_end path;
};

/* What a call waited for. */
struct wait {
    uint64_t ns;
    uint64_t avoidable;      /* of it, late complete */
    enum wait_kind kind;
    uint32_t comm;           /* index into the log's */
    uint32_t rank, site;     /* the culprit's */
    uint64_t since;          /* when that came */
    uint64_t did;            /* what it had done, see delays.h */
    struct path_node *mark;  /* there, or NULL */
};

/* Of a part of the time of the run, see slice.h. */
struct player_slice {
    bool goes_on;   /* it ends with a sync_point, and is followed by others */
    bool opening;   /* it begins with a sync_point, which is not over */
    bool unclean;   /* it is not alone what it is in the whole */
    uint64_t turns, last_turn; /* last_turn: when a location came to its end */
    uint32_t stopped;          /* locations that did */
    /* In the first one, what those behind it have said: */
    struct bag_item *before; /* of the path */
    size_t before_count;
    struct delay_cost *costs;
    size_t cost_count;
    const struct location *last; /* that the path goes on from here */
};

/* Somebody looks at single calls, see observer.h. */
struct player_witness {
    const struct replay_observer *by; /* or NULL */
    uint64_t open;     /* calls that it wants to see and that have not ended */
    uint64_t under_way; /* messages likewise */
    uint32_t comm;     /* of the call that ends now, the collective */
    uint64_t instance;
};

struct replay_state {
    const struct replay_log *log;
    const struct profile *profile;
    struct location *locations;
    struct location **masters; /* by rank; NULL: without events */
    uint8_t *sites;            /* enum site_flag, by site */
    struct schedule schedule;
    struct messages messages;
    struct collectives collectives;
    struct epochs epochs;
    struct locks locks;
    struct map requests;    /* (rank, request) */
    struct paths paths;
    struct delays delays;
    struct sums rows, causes, pairs, splits, overlaps;
    struct top_waits longest;
    uint64_t *activities;
    uint64_t violations, violation_most;
    struct replay_call *inits, *finals; /* by rank; end 0: none */
    uint64_t calls;            /* done */
    enum status status;
    struct player_slice slice;
    struct player_witness observer;
};

/* Plays all; then the caller clears it. */
enum status player_run(struct replay_state *state,
                       const struct progress *progress);
void player_clear(struct replay_state *state);

/* The call is read and the program's work before it is done. */
void player_begin_call(struct replay_state *state, struct location *location);
/* All is there, or will never be. */
void player_end_call(struct replay_state *state, struct location *location);
/* It may need less than before: ends its call when that is nothing. */
void player_release(struct replay_state *state, struct location *location);
void player_no_memory(struct replay_state *state);
/* Of a message or the like, where the location's call begins. */
struct message_side player_side(const struct replay_state *state,
                                const struct location *location);
/* Where others who have waited for this go on from. */
struct path_node *player_mark(struct replay_state *state,
                              struct location *location);
void player_violation(struct replay_state *state, uint64_t ns);
/* Of a collective that its rank was done with before all had come. */
void player_charge_owed(struct replay_state *state,
                        const struct arrival *arrival);

/* Waits at the begin and the end of the run, when all is done. */
void player_charge_ends(struct replay_state *state);
/* begin: of what was waited. */
void player_charge(struct replay_state *state, uint32_t rank, uint32_t site,
                   uint64_t begin, const struct wait *wait);
/* That which ends last; its path is the critical one.  NULL: there is none. */
const struct location *player_last(const struct replay_state *state);
enum status player_result(struct replay_state *state,
                          struct replay_result **out);

/* Whether what begins then counts: inside the window, if there is one. */
static inline bool player_counts(const struct replay_state *state,
                                 uint64_t begin)
{
    const struct replay_log *log = state->log;

    return log->to == 0 || (begin >= log->from && begin < log->to);
}

/* So much of it is inside the window; all of it, if there is none. */
static inline uint64_t player_inside(const struct replay_state *state,
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
