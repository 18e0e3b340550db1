/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/pending.h"

#include <stdlib.h>

#include "base/array_room.h"

void pending_clear(struct pending *pending)
{
    map_clear(&pending->requests);
    free(pending->calls);
    *pending = (struct pending){ .calls = NULL };
}

void pending_reset(struct pending *pending)
{
    map_reset(&pending->requests);
    pending->call_count = 0;
}

uint32_t pending_add_call(struct pending *pending)
{
    if (pending->requests.count == 0)
        pending->call_count = 0; /* nobody refers to the old ones */
    return array_room(&pending->calls, pending->call_count,
                      &pending->call_room, sizeof(*pending->calls))
               ? pending->call_count++
               : UINT32_MAX;
}

bool pending_add(struct pending *pending, uint64_t request, uint32_t call)
{
    struct pending_request *added =
        map_append(&pending->requests, sizeof(*added),
                   map_hash(&request, sizeof(request)));

    if (added != NULL)
        *added = (struct pending_request){ request, call };
    return added != NULL;
}

bool pending_take_number(struct pending *pending, uint64_t request,
                         uint32_t *number)
{
    struct pending_request *found = map_find(
        &pending->requests, sizeof(*found), &request, sizeof(request));

    if (found == NULL)
        return false;
    *number = found->call;
    map_remove(&pending->requests, sizeof(*found), sizeof(request), found);
    return true;
}

struct pending_call *pending_take(struct pending *pending, uint64_t request)
{
    uint32_t call;

    return pending_take_number(pending, request, &call) ? &pending->calls[call]
                                                        : NULL;
}
