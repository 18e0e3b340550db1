/* SPDX-License-Identifier: BSD-3-Clause */
#include "completion.h"

#include <string.h>

#include "this_mpi.h"

struct scratch *c_requests(int count, const MPI_Request *requests)
{
    struct scratch *scratch = count < 0 ? NULL : scratch_get(count);

    if (scratch != NULL && count > 0)
        memcpy(scratch->requests, requests, (size_t)count * sizeof *requests);
    return scratch;
}

/* Where a call from Fortran fails, Open MPI 4 copies neither statuses nor
 * requests back, and indices count from 0: none of them tells anything.  But
 * what is freed converts to another handle. */
static bool tells_each(const struct hook_call *call)
{
    return call->result == MPI_ERR_IN_STATUS &&
           !(THIS_MPI_FORTRAN_LOSES_OUTCOME && call->interface != HOOK_C);
}

static bool tells_outcome(const struct hook_call *call)
{
    return call->result == MPI_SUCCESS || tells_each(call);
}

void c_find_ended(struct scratch *scratch, int count,
                  const MPI_Request *requests)
{
    if (scratch == NULL)
        return;
    scratch->ended = 0;
    for (int i = 0; i < count; i++)
        if (requests[i] != scratch->requests[i])
            scratch->indices[scratch->ended++] = i;
}

int done_of_all(const struct hook_call *call, int count, bool flag)
{
    if (tells_each(call))
        return count;
    return call->result == MPI_SUCCESS && flag ? count : 0;
}

int done_of_any(const struct hook_call *call, int index, bool flag)
{
    return call->result == MPI_SUCCESS && flag && index != MPI_UNDEFINED;
}

int done_of_some(const struct hook_call *call, int outcount)
{
    return tells_outcome(call) && outcount != MPI_UNDEFINED ? outcount : 0;
}

void complete_many(struct hook_call *call, const struct scratch *scratch,
                   int count, int done, const int *indices,
                   const MPI_Status *statuses)
{
    struct hook_completion outcome = { .count = count,
                                       .done = done,
                                       .indices = indices,
                                       .statuses = statuses,
                                       .partial = tells_each(call) };

    if (scratch == NULL) {
        hook_state.ops->plain(call);
        return;
    }
    outcome.requests = scratch->requests;
    if (!tells_outcome(call)) {
        outcome.done = scratch->ended;
        outcome.indices = scratch->indices;
    }
    hook_state.ops->complete(call, &outcome);
}
