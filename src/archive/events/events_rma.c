/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_rma.c - one-sided transfers inside the calls of a location.
 *
 * Bytes belong to the call that starts a transfer, so completions do not
 * matter here.  If the Enter does not name the window, as in other writers'
 * archives, the events in the call do.
 */
#include "archive/events/events_state.h"

#include <string.h>

#include "base/text/affix.h"

static void use_window(struct events *events, uint64_t time, uint32_t id)
{
    events_see(events, time);
    if (events->now.object == 0 && events->now.depth > 0)
        events->now.object = names_window_object(events->names, id);
}

static struct peer *target_of(struct events *events, uint32_t id,
                              uint32_t target)
{
    const struct names_window *window = names_window(events->names, id);

    if (window == NULL)
        return NULL;
    return tally_peer(events->tally, PEER_ONE_SIDED,
                      events_world_rank(events, window->comm, target));
}

static void add_transfer(struct events *events,
                         const struct events_transfer *transfer)
{
    struct events_current *now = &events->now;
    struct peer *peer =
        now->counts ? target_of(events, transfer->window, transfer->target)
                    : NULL;
    uint64_t out = transfer->sends ? transfer->out : 0;
    uint64_t in = transfer->fetches ? transfer->in : 0;

    if (now->depth == 0)
        return;
    now->moved = true;
    now->out += out;
    now->in += in;
    events_add_size(now, out > in ? out : in);
    if (peer == NULL)
        return;
    peer->out_messages += transfer->sends;
    peer->out_bytes += out;
    peer->in_messages += transfer->fetches;
    peer->in_bytes += in;
}

void events_transfer(struct events *events, uint64_t time,
                     const struct events_transfer *transfer)
{
    use_window(events, time, transfer->window);
    add_transfer(events, transfer);
    events_log_transfer(events, transfer->window, transfer->target);
}

void events_transfer_completed(struct events *events, uint64_t time)
{
    events_see(events, time);
    events->now.completes = true;
}

/* MPI_Win_allocate_shared_c -> "allocate_shared" */
static void note_kind(struct events *events, const struct names_window *window)
{
    const struct names *names = events->names;
    const char *call = names->profile->calls[events->now.call].name;
    const char *start = "MPI_Win_";
    char kind[64];

    if (!starts_with(call, start) || strlen(call) >= sizeof(kind))
        return;
    strcpy(kind, call + strlen(start));
    cut_end(kind, "_c");
    names_note_window(events->names, window, kind);
}

void events_window_created(struct events *events, uint64_t time, uint32_t id)
{
    const struct names_window *window = names_window(events->names, id);

    use_window(events, time, id);
    if (window != NULL && events->now.depth > 0 &&
        definitions_window_kind(events->names->profile->definitions,
                                window->id)[0] == '\0')
        note_kind(events, window);
}

void events_window_freed(struct events *events, uint64_t time, uint32_t window)
{
    use_window(events, time, window);
}

void events_window_collective(struct events *events, uint64_t time,
                              uint32_t window)
{
    use_window(events, time, window);
    events_log_window(events, window);
}

void events_window_group(struct events *events, uint64_t time, uint32_t window,
                         uint32_t group)
{
    use_window(events, time, window);
    events_log_group(events, window, group);
}

void events_lock(struct events *events, uint64_t time, uint32_t window,
                 uint32_t target, bool exclusive)
{
    use_window(events, time, window);
    events_log_lock(events, window, target, exclusive);
}

/* The call that has it now, as MPI_Win_flush, works there. */
void events_locked(struct events *events, uint64_t time, uint32_t window,
                   uint32_t target)
{
    events_see(events, time);
    events_log_access(events, window, target);
}

void events_unlock(struct events *events, uint64_t time, uint32_t window,
                   uint32_t target)
{
    use_window(events, time, window);
    events_log_unlock(events, time, window, target);
}
