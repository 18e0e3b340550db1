/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <string.h>
#include <time.h>

#include "measure/record/record_hooks.h"
#include "measure/session/spawn_links.h"
#include "measure/track/comms.h"

static uint64_t unix_ns_of_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Asked now: after MPI_Comm_disconnect MPI has forgotten the parents. */
void session_note_parents(const struct hook_call *init)
{
    MPI_Comm parents = MPI_COMM_NULL;
    struct comm_info *found;

    if (session.of_sessions)
        return;
    PMPI_Comm_get_parent(&parents);
    if (parents == MPI_COMM_NULL)
        return;
    found = comms_find(parents);
    if (found != NULL)
        found->made_by = "MPI_Comm_get_parent";
    if (session.rank == 0)
        spawn_links_spawned(session.directory,
                            session.start_unix_ns -
                                (recorder.rate.start_ns - init->begin),
                            session.ranks);
}

static void note_spawn(const struct hook_call *call, MPI_Comm created)
{
    uint64_t took = (uint64_t)clock_ticks_to_ns(
        &recorder.rate, (double)(call->end - call->begin));
    uint64_t now = unix_ns_of_now();
    int rank = -1, ranks = 0;

    PMPI_Comm_rank(created, &rank);
    PMPI_Comm_remote_size(created, &ranks);
    if (rank == 0)
        spawn_links_spawns(session.directory, call_table[call->id].name,
                           now - took, now, ranks);
}

void session_comm_created(struct hook_call *call, MPI_Comm parent,
                          MPI_Comm created, const MPI_Request *request)
{
    struct hook_call as_it_was = *call;

    record_comm_created(call, parent, created, request);
    if (created != MPI_COMM_NULL &&
        strncmp(call_table[call->id].name, "MPI_Comm_spawn", 14) == 0)
        note_spawn(&as_it_was, created);
}
