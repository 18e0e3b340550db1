/*
 * requests.h - what the requests in flight are for.
 *
 * A handle may stand for several operations at once: Open MPI and MPICH hand
 * out one and the same request for sends that are complete at once.  Taking
 * one removes the oldest (with threads any: they are alike), and takes no
 * longer for there being many.  Persistent requests stay until they are freed.
 * Threads: all, serialised by a spin lock after requests_setup(true), else
 * one.
 * With threads a finished request may still be here, its thread being on the
 * way back from MPI_Wait, when MPI gives its handle to a new one.  A call that
 * began at a time therefore means the newest request that was there by then.
 * Memory: grows up to REQUESTS_MOST, which only a program that never completes
 * them reaches; when that fails or is not enough the request is counted as
 * lost and its completion is not understood.
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

/* The numbers are those of recovery, too: live/persist_file.h. */
enum request_kind {
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_COLLECTIVE,
    REQUEST_IO,   /* of a file */
    REQUEST_RMA,  /* Rput ... */
    REQUEST_OTHER /* Comm_idup ...: only known to be known */
};

struct window;

struct request {
    MPI_Request handle;
    uint64_t id;          /* of the trace; counts from 1 */
    uint64_t since;       /* ticks: the call that made it had ended */
    uint8_t kind;         /* enum request_kind */
    bool persistent, active;
    bool cancelled;       /* MPI_Cancel was called */
    bool traced;          /* its start is in the trace */
    bool left_out;        /* the rules of the trace are why it is not;
                           * persistent: why it never is */
    bool as_posted;       /* REQUEST_RECV: its status will say nothing */
    int peer, tag;        /* as the program named them */
    uint8_t coll;         /* enum call_coll */
    int root;
    uint64_t out_bytes, in_bytes; /* of a send, a collective, a receive
                                   * as_posted; REQUEST_IO: what it wants to
                                   * write or read */
    bool writes;          /* REQUEST_IO */
    uint32_t file;        /* REQUEST_IO: FILE definition */
    uint32_t file_handle; /* REQUEST_IO: FILE_HANDLE definition */
    uint64_t transfer;    /* REQUEST_IO, REQUEST_RMA: its id in the trace, 0:
                           * none */
    struct window *window; /* REQUEST_RMA */
    const struct comm_info *comm; /* NULL: PROC_NULL, no message */
    uint32_t comm_id;     /* of that, for who reads what was left behind */
};

/* Where recovery finds its fields in the kept table. */
void requests_layout(struct posted_layout *layout);

enum status requests_setup(bool share);
void requests_teardown(void);

/* Copies *request in, with a new id that is also returned (0: lost). */
uint64_t requests_add(const struct request *request);
/* The next all find what a call that began at `begin' means by the handle.
 * Copies it out; false: unknown.  One that is not persistent is removed, a
 * persistent one becomes inactive. */
bool requests_take(MPI_Request handle, uint64_t begin, struct request *out);
/* Copies it as it is. */
bool requests_peek(MPI_Request handle, uint64_t begin, struct request *out);
/* MPI_Start: active, with a new id. */
bool requests_start(MPI_Request handle, uint64_t begin, bool traced,
                    struct request *out);
bool requests_cancel(MPI_Request handle, uint64_t begin);
/* MPI_Request_free. */
bool requests_drop(MPI_Request handle, uint64_t begin, struct request *out);

uint64_t requests_open(void); /* how many are active now */
/* Whether any of a file or a window is active: most programs have none, and
 * need not look for them. */
extern uint64_t requests_of_objects; /* read it by this */
static inline bool requests_any_of_objects(void)
{
    return __atomic_load_n(&requests_of_objects, __ATOMIC_RELAXED) > 0;
}
uint64_t requests_lost(void); /* were not taken in */

#endif
