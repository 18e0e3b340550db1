/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_state.h - sums up the events of one location after the other.
 *
 * Shape: calls_start() a location, feed its events in order through the OTF2
 * callbacks (user data: the struct calls), calls_end() it.  Locations of one
 * rank follow each other, the master first.
 * Units: ticks.  Threads: one owner.
 */
#ifndef ARCHIVE_EVENTS_EVENTS_STATE_H
#define ARCHIVE_EVENTS_EVENTS_STATE_H

#include <otf2/otf2.h>
#include <stdbool.h>

#include "archive/events/call_log.h"
#include "archive/events/names.h"
#include "archive/events/pending.h"
#include "archive/events/tally.h"

#define CALLS_DEEPEST 256

struct calls_frame {
    uint32_t region; /* region id of the archive */
    uint32_t node;   /* REGION_NODE of the profile */
    uint64_t entered;
    uint64_t begin, children; /* excludes time that does not count */
};

struct calls_node { /* cache: a child of a region node */
    uint32_t parent, region, node;
};

struct calls_current { /* the open MPI call */
    uint32_t depth;    /* nested calls count as part of the outermost call */
    uint32_t region_kind, call, path, comm, object;
    bool moved, peer_known, failed;
    bool counts; /* the call begins inside the window */
    uint64_t begin, out, in;
    uint32_t peer;       /* world rank of the first blocking message */
    uint32_t pending;    /* call in `pending`, UINT32_MAX: none */
    uint64_t sizes_seen; /* a bit per bin of sizes */
    uint32_t sizes[PROFILE_BINS];
};

struct calls {
    struct names *names;
    struct tally *tally;
    struct call_log log;    /* for a replay */
    struct pending pending; /* nonblocking collectives */
    struct pending io;      /* file operations: whether read or write */
    struct calls_node nodes[256];
    uint32_t rank;
    /* The window: times count as far as they are inside.  Items counted once,
     * such as calls, bytes and samples, count if they begin inside: at or
     * after `from', before `to'.  The log has all calls. */
    uint64_t from, to;
    bool master, counting, ended;
    bool fresh_begin; /* no event since the run began */
    bool begun;       /* MPI_Init or the first session has ended */
    struct calls_current now;
    struct calls_frame stack[CALLS_DEEPEST];
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
    uint64_t region_errors, events;
    uint64_t sample_period;   /* ns, of the last sample */
    bool sampled;             /* the location has samples */
    uint32_t sampled_threads; /* sampled threads of the rank */
    uint64_t counters[PROFILE_COUNTERS], at_enter[PROFILE_COUNTERS];
    uint64_t after_call[PROFILE_COUNTERS];
    uint64_t counted_at; /* time at which after_call was read */
    bool skip_counters;  /* the next readings only set the base values */
};

/* Clips a time to the window. */
static inline uint64_t calls_clip(const struct calls *calls, uint64_t time)
{
    if (time < calls->from)
        return calls->from;
    return time > calls->to ? calls->to : time;
}

/* Part of the interval inside the window. */
static inline uint64_t calls_inside(const struct calls *calls, uint64_t begin,
                                    uint64_t end)
{
    return calls_clip(calls, end) - calls_clip(calls, begin);
}

static inline bool calls_is_inside(const struct calls *calls, uint64_t time)
{
    return time >= calls->from && time < calls->to;
}

/* Whether the current activity counts; a call counts by its start. */
static inline bool calls_counts(const struct calls *calls)
{
    return calls->now.depth > 0 ? calls->now.counts
                                : calls_is_inside(calls, calls->time);
}

void calls_init(struct calls *calls, struct names *names, struct tally *tally);
void calls_clear(struct calls *calls);
void calls_new_rank(struct calls *calls, uint32_t rank);
void calls_start(struct calls *calls, bool master);
void calls_end(struct calls *calls);

/* Stores facts about the rank's samples other than the rows. */
void calls_finish_samples(struct calls *calls, struct samples *out);

/* NULL without memory. */
OTF2_EvtReaderCallbacks *calls_callbacks(void);

/* Internal to this module's files. */
void calls_message_callbacks(OTF2_EvtReaderCallbacks *on);
void calls_rma_callbacks(OTF2_EvtReaderCallbacks *on);
void calls_io_callbacks(OTF2_EvtReaderCallbacks *on);
void calls_sample_callbacks(OTF2_EvtReaderCallbacks *on);
/* otf2_objects_log.c: windows and files for a replay. ids are the archive's, a
 * target is a rank of the window's communicator, or REPLAY_ALL. */
uint32_t calls_log_comm_count(const struct names *names);
/* Appends communicators of windows and files to the archive's. */
void calls_log_comms(const struct names *names, struct replay_comm *comms);
void calls_log_window(struct calls *calls, uint32_t window);
void calls_log_group(struct calls *calls, uint32_t window, uint32_t group);
void calls_log_access(struct calls *calls, uint32_t window, uint32_t target);
void calls_log_lock(struct calls *calls, uint32_t window, uint32_t target,
                    bool exclusive);
void calls_log_unlock(struct calls *calls, uint64_t time, uint32_t window,
                      uint32_t target);
void calls_log_file(struct calls *calls, uint32_t handle);
/* Starts a collective operation; returns whether calls_log_io_end() will
 * follow. */
bool calls_log_io_begin(struct calls *calls, uint32_t handle,
                        uint64_t request);
void calls_log_io_end(struct calls *calls, uint32_t handle, uint64_t request);
void calls_log_on_file(struct calls *calls, uint32_t file);
/* Own rank in the communicator; UINT32_MAX: unknown. */
uint32_t calls_own_rank(struct calls *calls, uint32_t comm);
/* Region in which the current call was made. */
uint32_t calls_node_now(const struct calls *calls);
/* World rank of a member of the communicator, as seen from this rank. */
uint32_t calls_world_rank(struct calls *calls, uint32_t comm, uint32_t rank);
void calls_begin_run(struct calls *calls, uint64_t time);
/* Charges a call that started collectives on that communicator. */
void calls_charge_start(struct calls *calls, struct pending_call *start,
                        uint32_t comm);

static inline void calls_add_size(struct calls_current *now, uint64_t bytes)
{
    unsigned bin = profile_bin(bytes);

    if (!now->counts)
        return;
    now->sizes_seen |= 1ull << bin;
    now->sizes[bin]++;
}

/* Every event passes here first. */
static inline void calls_see(struct calls *calls, uint64_t time)
{
    calls->time = time;
    calls->events++;
    if (__builtin_expect(!calls->started, 0)) {
        calls->started = true;
        calls_begin_run(calls, time);
    }
}

#endif
