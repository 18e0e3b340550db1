/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * location.h - a location of the trace while its calls are replayed; internal to
 * this folder.
 */
#ifndef REPLAY_LOCATION_H
#define REPLAY_LOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/matching/messages.h"
#include "replay/path.h"

/* The object of an operation in the current call. */
union held {
    struct message *message; /* or NULL */
    struct arrival *arrival; /* or NULL */
    struct lock *lock;       /* or NULL */
};

/* Calls held back, by site. */
struct poll_part {
    uint32_t site;
    uint64_t ns;
    uint64_t counted; /* part of ns inside the window */
    uint64_t between; /* outside MPI, before these calls */
    uint64_t between_counted;
};

/* The loop that the location is in, see polls.h. */
struct polls {
    struct message *message; /* NULL: in none */
    uint32_t from, comm;
    bool tests;           /* of MPI_Test and the like; or of probes */
    bool closes;          /* the current call receives the message */
    uint64_t begin, ns;   /* held back: begin of the first call, sum */
    uint64_t between;     /* outside MPI, between these calls */
    uint64_t longest;     /* of the times between two calls */
    uint32_t gaps, tight; /* these times; the last of them that are short */
    struct poll_part *parts;
    size_t part_count;
};

/* The rank that the call may wait for, see returns.h. */
struct returns {
    bool some;                   /* of a collective among neighbours */
    uint32_t comm;               /* of its collective, index into the log's */
    struct returns_group *group; /* of the call until its end; NULL: none */
    struct message_side last;    /* what returns_end() has found */
};

/* A location, with its time and state in each scenario. */
struct location_clocks {
    struct arrivals *arrivals; /* by scenario, of CHANGE_ORDER; or NULL */
    struct sent_list *sent;    /* if scenarios pack messages */
    uint64_t *clock, *pending, *useful; /* pending: end of a call that work
                                         * overlaps, or 0 */
    uint64_t *changed;                  /* measured work that is changed */
    uint64_t *posted; /* start of the first call since the last work */
    uint32_t first_site, first_peer; /* of that call */
    uint32_t last_site, last_comm;   /* of the call before */
    uint64_t last_worked;            /* work until that call */
    uint64_t inner; /* of the last call, measured, without its waits */
    bool worked;    /* long, since that call */
    uint32_t step;  /* of first threads: steps that have ended */
    struct scenario_times *times;        /* of the current call, or NULL */
    struct path_node *pending_path;      /* of the first scenario, and what */
    uint64_t pending_key, pending_inner; /* follows there */
};

/* Useful and other time of a region in a stretch. */
struct stretch_part {
    uint32_t region; /* STRETCH_RUN: all */
    uint64_t useful, time;
};

struct stretch_parts {
    struct stretch_part *items;
    uint32_t count, room;
    uint32_t recent; /* the one that was found last */
};

/* Where a location is. */
struct stretch_cursor {
    uint64_t at;
    uint64_t ideal; /* its ideal clock there; in a call: at the call's start */
    uint32_t index; /* of the stretch that `at' is in, or ends */
    bool opens;     /* that stretch may have begun in the slice before */
    struct stretch_parts parts;
    struct stretch_parts first; /* in a slice: times of its first stretch */
};

struct location {
    const struct replay_location *about;
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops;
    union held *held; /* one for each operation */
    uint32_t held_room;
    uint32_t number;   /* index of this location */
    bool starting;     /* its call has not fully started */
    bool in_call;      /* started, and not ended */
    bool awake;        /* has reached its first call */
    bool over;         /* in MPI_Finalize or past its last event */
    uint32_t needs;    /* messages and members still required */
    uint32_t expected; /* receives that may or may not arrive before the call's
                      * end */
    uint64_t last_begin, last_end; /* of the call before */
    uint64_t ideal;  /* clock of the ideal run, at the start of the call */
    uint64_t worked; /* outside MPI */
    uint64_t end;    /* end of the measured part */
    struct path_end path;    /* with scenarios, in the first of them */
    struct location *asleep; /* the master's first thread that is not awake; of
                              * a thread the one after it */
    bool has_others;         /* other threads of the rank have calls, too */
    struct message *unserved; /* see struct message */
    struct returns returns;
    bool accesses; /* windows, that no call has completed: of `accessed', or of
                    * several, REPLAY_ALL */
    uint32_t accessed;
    struct location_clocks clocks;
    struct stretch_cursor stretch;
    struct polls polls;
};

#endif
