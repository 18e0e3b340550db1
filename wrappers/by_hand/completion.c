#include "completion.h"

#include <string.h>

struct scratch *c_requests(int count, const MPI_Request *requests)
{
    struct scratch *scratch = count < 0 ? NULL : scratch_get(count);

    if (scratch != NULL && count > 0)
        memcpy(scratch->requests, requests,
               (size_t)count * sizeof *requests);
    return scratch;
}

int done_of_all(const struct hook_call *call, int count, bool flag)
{
    if (call->result == MPI_ERR_IN_STATUS)
        return count;
    return call->result == MPI_SUCCESS && flag ? count : 0;
}

int done_of_any(const struct hook_call *call, int index, bool flag)
{
    return call->result == MPI_SUCCESS && flag && index != MPI_UNDEFINED;
}

int done_of_some(const struct hook_call *call, int outcount)
{
    bool known = call->result == MPI_SUCCESS ||
                 call->result == MPI_ERR_IN_STATUS;

    return known && outcount != MPI_UNDEFINED ? outcount : 0;
}

void complete_many(struct hook_call *call, const struct scratch *scratch,
                   int count, int done, const int *indices,
                   const MPI_Status *statuses)
{
    struct hook_completion outcome = {
        .count = count,
        .done = done,
        .indices = indices,
        .statuses = statuses,
        .partial = call->result == MPI_ERR_IN_STATUS
    };

    if (scratch == NULL) {
        hook_state.ops->plain(call);
        return;
    }
    outcome.requests = scratch->requests;
    hook_state.ops->complete(call, &outcome);
}
