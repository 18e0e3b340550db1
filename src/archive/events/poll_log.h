/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * poll_log.h - which probes and tests of a location looked for the message
 * that a later call received.
 *
 * A trace does not record what a probe found or a test asked for.  MPI_Probe
 * and MPI_Mprobe find what the next receive gets: MPI_Recv or MPI_Irecv after
 * the one, MPI_Mrecv or MPI_Imrecv after the other, first come, first served.
 * Calls of MPI_Iprobe or MPI_Improbe up to such a receive are a loop that
 * looks for its message, and calls of MPI_Test, MPI_Testsome and the like up
 * to the one that completes a receive are a loop that waits for it.  A loop
 * ends at any other call that communicates, and restarts after more than
 * POLL_LOG_PAUSE_NS between two calls, unless the program has spent no more
 * than POLL_LOG_WORK times as long between its calls as inside them: whoever
 * does something useful meanwhile is not waiting, but whoever comes back that
 * soon goes on until the message is there.
 * Units: ticks.  Threads: one owner.  Memory: none.
 */
#ifndef ARCHIVE_EVENTS_POLL_LOG_H
#define ARCHIVE_EVENTS_POLL_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call.h"

#define POLL_LOG_WORK 4
#define POLL_LOG_PAUSE_NS 2000000u
#define POLL_LOG_PROBES 16u /* probes remembered; the oldest is forgotten */
#define POLL_LOG_NOWHERE UINT64_MAX

/* place: of the operation of its first call in the log. */
struct poll_loop {
    uint64_t place; /* POLL_LOG_NOWHERE: no loop */
    uint64_t end;   /* of the last call */
    uint64_t inside, between;
    enum call_poll role;
};

struct poll_probe {
    uint64_t place;
    enum call_poll role;
};

struct poll_log {
    enum call_poll role; /* of the current call */
    uint64_t begin;      /* same */
    uint64_t pause;      /* POLL_LOG_PAUSE_NS in ticks */
    bool acts;           /* the current call starts or completes something */
    struct poll_loop probes, tests;
    struct poll_probe found[POLL_LOG_PROBES];
    uint32_t found_count;
};

void poll_log_begin(struct poll_log *log, double ns_per_tick);
/* A call begins. */
void poll_log_enter(struct poll_log *log, enum call_poll role, uint64_t begin);
/* The call ends.  Returns whether it needs an operation, a REPLAY_PROBE or a
 * REPLAY_TEST; poll_log_placed() tells where that is. */
bool poll_log_leave(struct poll_log *log, uint64_t end);
void poll_log_placed(struct poll_log *log, uint64_t place);
/* The current call receives a message.  Returns the place of the operation
 * that looked for it, or POLL_LOG_NOWHERE. */
uint64_t poll_log_receive(struct poll_log *log);
/* Same, the current call completes a receive. */
uint64_t poll_log_complete(struct poll_log *log);

#endif
