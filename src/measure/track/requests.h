/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * requests.h - the operations of pending requests.
 *
 * A handle may stand for several operations at once: Open MPI and MPICH return
 * the same request for all sends that complete immediately.  Taking one
 * removes the oldest (with threads any one of them, since they are alike), in
 * time independent of their number.  Persistent requests stay until freed.
 * Threads: all, serialised by a spin lock after requests_setup(true), else
 * one.  With threads a finished request may still be listed, its thread being
 * on the way back from MPI_Wait, when MPI reuses its handle.  So a call that
 * began at some time refers to the newest request existing by then.  One that was
 * finished unseen (by PMPI_Wait, in a callback, in a call that an exception has
 * left) is forgotten, without threads, when its handle comes again.  Memory:
 * grows up to REQUESTS_MOST, reached only by a program that never completes
 * requests; a request without room is counted as lost and its completion is
 * not understood.  Errors: requests_setup() logs a lack of memory.
 */
#ifndef MEASURE_TRACK_REQUESTS_H
#define MEASURE_TRACK_REQUESTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "measure/track/comms.h"
#include "live/persist_file.h"

#define REQUESTS_MOST (1u << 19) /* about 100 bytes each */

/* Recovery uses the same numbers: live/persist_file.h. */
enum request_kind {
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_COLLECTIVE,
    REQUEST_IO,   /* on a file */
    REQUEST_RMA,  /* Rput ... */
    REQUEST_OTHER /* Comm_idup ...: listed only so that its handle is known */
};

struct window;

struct request {
    MPI_Request handle;
    uint64_t id;    /* id in the trace; counts from 1 */
    uint64_t since; /* ticks: end of the call that created it */
    uint8_t kind;   /* enum request_kind */
    uint8_t coll;   /* enum call_coll */
    bool persistent, active;
    bool cancelled; /* MPI_Cancel was called */
    bool traced;    /* its start is in the trace */
    bool left_out;  /* start left out by the trace rules; persistent:
                     * always left out */
    bool as_posted; /* REQUEST_RECV: its status will not be set */
    int peer, tag;  /* as given by the program */
    int root;
    uint32_t made;                /* persistent collective: its number on the
                           * communicator, from 1 */
    uint32_t starts;              /* of a persistent one */
    uint32_t comm_id;             /* id of comm, for recovery */
    uint32_t file;                /* REQUEST_IO: FILE definition */
    uint32_t file_handle;         /* REQUEST_IO: FILE_HANDLE definition */
    uint64_t out_bytes, in_bytes; /* of a send, a collective, a receive
                                   * as_posted; REQUEST_IO: bytes requested */
    uint64_t transfer;     /* REQUEST_IO, REQUEST_RMA: id in the trace, 0:
                            * none */
    struct window *window; /* REQUEST_RMA */
    const struct comm_info *comm; /* NULL: PROC_NULL, no message */
    bool writes;                  /* REQUEST_IO */
};

/* Describes the persisted table for recovery. */
void requests_layout(struct posted_layout *layout);

enum status requests_setup(bool share);
void requests_teardown(void);

/* Adds a copy of *request, with a new id that is also returned (0: lost). */
uint64_t requests_add(const struct request *request);
/* This and the next functions find the request that a call begun at `begin'
 * means by the handle.  Copies the request; false: unknown.  Removes it, or
 * makes a persistent one inactive. */
bool requests_take(MPI_Request handle, uint64_t begin, struct request *out);
/* Copies the request without changing it. */
bool requests_peek(MPI_Request handle, uint64_t begin, struct request *out);
/* MPI_Start: activates the request, with a new id. */
bool requests_start(MPI_Request handle, uint64_t begin, bool traced,
                    struct request *out);
bool requests_cancel(MPI_Request handle, uint64_t begin);
/* MPI_Request_free. */
bool requests_drop(MPI_Request handle, uint64_t begin, struct request *out);

uint64_t requests_open(void);        /* number of active requests */
extern uint64_t requests_of_objects; /* read by the next function */
/* Whether any file or window request is active: most programs have none, and
 * need not search for them. */
static inline bool requests_any_of_objects(void)
{
    return __atomic_load_n(&requests_of_objects, __ATOMIC_RELAXED) > 0;
}
uint64_t requests_lost(void); /* number of requests not tracked */

#endif
