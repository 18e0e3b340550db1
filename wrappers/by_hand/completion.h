/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * completion.h - the outcome of Wait... and Test... calls.
 *
 * Request handles are copied before the call, which resets them; ignored
 * statuses are replaced by our own memory.  One function per family reports
 * the outcome to the core.
 * Threads: any; arrays are in the thread's scratch memory.  Errors: without
 * memory the call is counted as time only.
 */
#ifndef WRAPPERS_BY_HAND_COMPLETION_H
#define WRAPPERS_BY_HAND_COMPLETION_H

#include "scratch.h"
#include "wrap.h"

static inline void *c_status_place(MPI_Status *status, MPI_Status *own)
{
    return status == MPI_STATUS_IGNORE ? own : status;
}

static inline const MPI_Status *c_status(const MPI_Status *status,
                                         const MPI_Status *own)
{
    (void)own;
    return status;
}

/* Returns copies of request handles, NULL without memory. */
struct scratch *c_requests(int count, const MPI_Request *requests);

static inline void *c_statuses_place(MPI_Status *statuses,
                                     struct scratch *scratch)
{
    return scratch != NULL && statuses == MPI_STATUSES_IGNORE
               ? scratch->statuses
               : statuses;
}

static inline const MPI_Status *c_statuses(const MPI_Status *statuses,
                                           const struct scratch *scratch,
                                           int count)
{
    (void)scratch;
    (void)count;
    return statuses;
}

static inline const int *c_indices(const int *indices,
                                   const struct scratch *scratch, int count)
{
    (void)scratch;
    (void)count;
    return indices;
}

/* A call that failed without reporting the requests it ended has set their
 * handles to null: keeps their indices for complete_many(). */
void c_find_ended(struct scratch *scratch, int count,
                  const MPI_Request *requests);

static inline void c_note_ended(const struct hook_call *call,
                                struct scratch *scratch, int count,
                                const MPI_Request *requests)
{
    if (__builtin_expect(call->result != MPI_SUCCESS, 0))
        c_find_ended(scratch, count, requests);
}

/* Wait, Test: one request, which the call may have completed. */
static inline void complete_one(struct hook_call *call, MPI_Request before,
                                MPI_Request after, bool flag,
                                const MPI_Status *status)
{
    bool done = call->result == MPI_SUCCESS ? flag : before != after;
    struct hook_completion outcome = {
        .count = 1, .requests = &before, .done = done, .statuses = status
    };

    hook_state.ops->complete(call, &outcome);
}

/* Number of completed requests: for Waitall and Testall; for ...any; for
 * ...some. */
int done_of_all(const struct hook_call *call, int count, bool flag);
int done_of_any(const struct hook_call *call, int index, bool flag);
int done_of_some(const struct hook_call *call, int outcount);

/* Reports to the core. scratch: from c_requests or f_requests, may be NULL. */
void complete_many(struct hook_call *call, const struct scratch *scratch,
                   int count, int done, const int *indices,
                   const MPI_Status *statuses);

#endif
