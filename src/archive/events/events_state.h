/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_state.h - sums up the events of one location after the other.
 *
 * Shape: events_start() a location, report its events (events.h),
 * events_end() it.  Locations of one rank follow each other, the master first.
 * Units: ticks.  Threads: one owner.
 */
#ifndef ARCHIVE_EVENTS_EVENTS_STATE_H
#define ARCHIVE_EVENTS_EVENTS_STATE_H

#include <stdbool.h>

#include "archive/events/call_log.h"
#include "archive/events/events.h"
#include "archive/events/names.h"
#include "archive/events/pending.h"
#include "archive/events/tally.h"

#define EVENTS_DEEPEST 256

struct events_frame {
    uint32_t region; /* region id of the archive */
    uint32_t node;   /* REGION_NODE of the profile */
    uint64_t entered;
    uint64_t begin, children; /* excludes time that does not count */
    bool waits;               /* outside MPI */
};

struct events_node { /* cache: a child of a region node */
    uint32_t parent, region, node;
};

struct events_current { /* the open MPI call */
    uint32_t depth;     /* nested calls count as part of the outermost call */
    uint32_t region_kind, call, path, comm, object;
    bool moved, peer_known, failed;
    bool names_window; /* or a file, by its Enter */
    bool completes;    /* one-sided transfers */
    bool counts;       /* the call begins inside the window */
    uint64_t begin, out, in;
    uint32_t peer;       /* world rank of the first blocking message */
    uint32_t pending;    /* call in `pending`, UINT32_MAX: none */
    uint64_t sizes_seen; /* a bit per bin of sizes */
    uint32_t sizes[PROFILE_BINS];
};

struct events {
    struct names *names;
    struct tally *tally;
    struct call_log log;    /* for a replay */
    struct pending pending; /* nonblocking collectives */
    struct pending io;      /* file operations: whether read or write */
    struct events_node nodes[256];
    uint32_t rank;
    /* The window: times count as far as they are inside.  Items counted once,
     * such as calls, bytes and samples, count if they begin inside: at or
     * after `from', before `to'.  The log has all calls. */
    uint64_t from, to;
    bool master, leads, counting, ended;
    bool fresh_begin; /* no event since the run began */
    bool begun;       /* MPI_Init or the first session has ended */
    struct events_current now;
    struct events_frame stack[EVENTS_DEEPEST];
    uint32_t depth, too_deep;
    bool started;
    uint64_t begin, end, time; /* of the measured part; time: of the last
                                * event */
    uint64_t last;             /* time at which the program continued */
    uint64_t off_since;        /* 0: recording is on */
    uint64_t excluded;         /* ticks of the location with recording off or
                         * flushing */
    uint64_t excluded_inside;  /* part of excluded inside the window */
    uint64_t paused;           /* excluded ticks of the rank's master */
    uint64_t session_end;      /* start of the call that ended a session, if no
                              * call followed; else 0 */
    uint64_t session_left;     /* end of that call */
    uint64_t session_paused;   /* excluded_inside at session_end */
    uint64_t stopped; /* time at which recording ended for good, or 0 */
    uint64_t region_errors;
    struct unused unused;     /* events */
    uint64_t too_deep_count;  /* regions nested too deep */
    uint64_t outside;         /* records of messages outside calls */
    uint64_t inferred;        /* collectives without a record */
    uint64_t count;           /* events of the location */
    uint64_t sample_period;   /* ns, of the last sample */
    bool sampled;             /* the location has samples */
    uint32_t sampled_threads; /* sampled threads of the rank */
    uint64_t counters[PROFILE_COUNTERS], at_enter[PROFILE_COUNTERS];
    uint64_t after_call[PROFILE_COUNTERS];
    uint64_t counted_at; /* time at which after_call was read */
    bool skip_counters;  /* the next readings only set the base values */
};

/* Clips a time to the window. */
static inline uint64_t events_clip(const struct events *events, uint64_t time)
{
    if (time < events->from)
        return events->from;
    return time > events->to ? events->to : time;
}

/* Part of the interval inside the window. */
static inline uint64_t events_inside(const struct events *events,
                                     uint64_t begin, uint64_t end)
{
    return events_clip(events, end) - events_clip(events, begin);
}

static inline bool events_is_inside(const struct events *events, uint64_t time)
{
    return time >= events->from && time < events->to;
}

/* Whether the current activity counts; a call counts by its start. */
static inline bool events_counts(const struct events *events)
{
    return events->now.depth > 0 ? events->now.counts
                                 : events_is_inside(events, events->time);
}

void events_init(struct events *events, struct names *names,
                 struct tally *tally);
void events_clear(struct events *events);
void events_new_rank(struct events *events, uint32_t rank);
/* master: its calls begin and end the run; leads: its times are the rank's.  A
 * location that only leads comes after the master. */
void events_start(struct events *events, bool master, bool leads);
void events_end(struct events *events);

/* Stores facts about the rank's samples other than the rows. */
void events_finish_samples(struct events *events, struct samples *out);

/* Internal to this module's files. */
/* object_log.c: windows and files for a replay. ids are the trace's, a
 * target is a rank of the window's communicator, or REPLAY_ALL. */
uint32_t events_log_comm_count(const struct names *names);
/* Appends communicators of windows and files to the archive's. */
void events_log_comms(const struct names *names, struct replay_comm *comms);
void events_log_window(struct events *events, uint32_t window);
void events_log_group(struct events *events, uint32_t window, uint32_t group);
void events_log_transfer(struct events *events, uint32_t window,
                         uint32_t target);
/* Notes a flush, at its end, that had no transfers to complete. */
void events_log_flush(struct events *events);
void events_log_access(struct events *events, uint32_t window,
                       uint32_t target);
void events_log_lock(struct events *events, uint32_t window, uint32_t target,
                     bool exclusive);
void events_log_unlock(struct events *events, uint64_t time, uint32_t window,
                       uint32_t target);
void events_log_file(struct events *events, uint32_t handle);
/* Starts a collective operation; returns whether events_log_io_end() will
 * follow. */
bool events_log_io_begin(struct events *events, uint32_t handle,
                         uint64_t request);
void events_log_io_end(struct events *events, uint32_t handle,
                       uint64_t request);
void events_log_on_file(struct events *events, uint32_t file);
/* Own rank in the communicator; UINT32_MAX: unknown. */
uint32_t events_own_rank(struct events *events, uint32_t comm);
/* The current call ends; without a record it is a collective of the only
 * communicator, if it can be. */
void events_infer_collective(struct events *events);
/* Region in which the current call was made. */
uint32_t events_node_now(const struct events *events);
/* World rank of a member of the communicator, as seen from this rank. */
uint32_t events_world_rank(struct events *events, uint32_t comm,
                           uint32_t rank);
void events_begin_run(struct events *events, uint64_t time);
/* Charges a call that started collectives on that communicator. */
void events_charge_start(struct events *events, struct pending_call *start,
                         uint32_t comm);

static inline void events_add_size(struct events_current *now, uint64_t bytes)
{
    unsigned bin = profile_bin(bytes);

    if (!now->counts)
        return;
    now->sizes_seen |= 1ull << bin;
    now->sizes[bin]++;
}

/* Every event passes here first. */
static inline void events_see(struct events *events, uint64_t time)
{
    events->time = time;
    events->count++;
    if (__builtin_expect(!events->started, 0)) {
        events->started = true;
        events_begin_run(events, time);
    }
}

#endif
