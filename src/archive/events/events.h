/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events.h - receives the events of a trace, one location after the other.
 *
 * Shape: a source (trace_source.h) reports each event of a location by one of
 * these functions, in order of time; they sum up the rank's activity and log
 * its calls (events_state.h).  Ids are the trace's, as in names.h; NAMES_NONE
 * is none.  Peers, targets and roots are ranks of the communicator.  Requests
 * have ids that are unique within a rank.
 * Units: ticks of the trace.  Threads: one owner.
 * Errors: out of memory is noticed at the rank's end.
 */
#ifndef ARCHIVE_EVENTS_EVENTS_H
#define ARCHIVE_EVENTS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct events;

/* Data that an Enter may have beside the region. */
struct events_site {
    uint32_t context; /* the call path */
    uint32_t window, file;
};

void events_enter(struct events *events, uint64_t time, uint32_t region,
                  const struct events_site *site);
/* failed: the MPI call returned an error. */
void events_leave(struct events *events, uint64_t time, uint32_t region,
                  bool failed);

/* ---- inside MPI calls: messages ---- */

struct events_message {
    uint32_t peer, comm, tag;
    uint64_t bytes;
};

void events_send(struct events *events, uint64_t time,
                 const struct events_message *message);
void events_recv(struct events *events, uint64_t time,
                 const struct events_message *message);
/* Nonblocking: a send is known at its start, a receive at its completion. */
void events_isend(struct events *events, uint64_t time,
                  const struct events_message *message, uint64_t request);
void events_isend_done(struct events *events, uint64_t time, uint64_t request);
void events_irecv(struct events *events, uint64_t time, uint64_t request);
void events_irecv_done(struct events *events, uint64_t time,
                       const struct events_message *message, uint64_t request);
void events_cancelled(struct events *events, uint64_t time, uint64_t request);

/* ---- collectives ---- */

/* Instead of the root's rank. */
#define EVENTS_ROOT_SELF (UINT32_MAX - 1)  /* root of an intercommunicator */
#define EVENTS_ROOT_GROUP (UINT32_MAX - 2) /* in the root's group, not it */

struct events_collective {
    uint16_t coll; /* enum call_coll; CALL_COLL_NONE: moves no data, but makes
                    * or frees communicators, windows, files */
    bool creates;  /* one of these */
    uint32_t comm, root;
    uint64_t out, in; /* bytes */
};

void events_collective(struct events *events, uint64_t time,
                       const struct events_collective *what);
/* start: 0, or of a persistent collective: its number on the communicator, and
 * in the lower half how often it was started. */
void events_icollective(struct events *events, uint64_t time, uint64_t request,
                        uint64_t start);
void events_icollective_done(struct events *events, uint64_t time,
                             const struct events_collective *what,
                             uint64_t request);

/* ---- one-sided communication ---- */

struct events_transfer {
    uint32_t window, target;
    bool sends, fetches;
    uint64_t out, in; /* bytes */
};

void events_transfer(struct events *events, uint64_t time,
                     const struct events_transfer *transfer);
/* The call completes transfers. */
void events_transfer_completed(struct events *events, uint64_t time);
void events_window_created(struct events *events, uint64_t time,
                           uint32_t window);
void events_window_freed(struct events *events, uint64_t time,
                         uint32_t window);
/* All members synchronise, or some: a group of names.h. */
void events_window_collective(struct events *events, uint64_t time,
                              uint32_t window);
void events_window_group(struct events *events, uint64_t time, uint32_t window,
                         uint32_t group);
/* target: or REPLAY_ALL. */
void events_lock(struct events *events, uint64_t time, uint32_t window,
                 uint32_t target, bool exclusive);
void events_locked(struct events *events, uint64_t time, uint32_t window,
                   uint32_t target);
void events_unlock(struct events *events, uint64_t time, uint32_t window,
                   uint32_t target);

/* ---- files ---- */

enum events_io_kind { EVENTS_IO_READ, EVENTS_IO_WRITE, EVENTS_IO_FLUSH };

struct events_io {
    enum events_io_kind kind;
    bool collective;
    uint32_t handle;
    uint64_t id; /* unique for the handle */
};

void events_io_begin(struct events *events, uint64_t time,
                     const struct events_io *io);
void events_io_done(struct events *events, uint64_t time, uint32_t handle,
                    uint64_t id, uint64_t bytes);
void events_io_cancelled(struct events *events, uint64_t time, uint32_t handle,
                         uint64_t id);
/* Opens or closes the handle, with all members of its communicator. */
void events_file_collective(struct events *events, uint64_t time,
                            uint32_t handle);
void events_file_seek(struct events *events, uint64_t time, uint32_t handle);
void events_file_delete(struct events *events, uint64_t time, uint32_t file);

/* ---- outside and inside of calls ---- */

/* The counters' values now, as many as names_put_counters() had. */
void events_counters(struct events *events, uint64_t time,
                     const uint64_t *values);
struct events_sample {
    uint32_t context;
    uint64_t period_ns; /* 0: not of time; the sample does not count */
    uint64_t together;  /* number of samples taken as one */
};
void events_sample(struct events *events, uint64_t time,
                   const struct events_sample *sample);
/* Recording goes on, or stops. */
void events_recording(struct events *events, uint64_t time, bool on);
/* The recorder itself was busy until `stop'. */
void events_flush(struct events *events, uint64_t time, uint64_t stop);
void events_program(struct events *events, uint64_t time, uint32_t name);
/* An event that tells what the report has no use for. */
void events_unused(struct events *events, uint64_t time, const char *kind);
/* An event that matters only by its time. */
void events_other(struct events *events, uint64_t time);

#endif
