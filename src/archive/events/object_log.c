/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * object_log.c - data on windows and files that a replay needs.
 *
 * In the log each window and each file handle has its own communicator,
 * numbered behind the archive's: joint operations of members are counted by
 * it.  Kinds of synchronisation are distinguished by procedure names, since
 * their records are alike.
 */
#include <string.h>

#include "archive/events/events_state.h"
#include "base/array_room.h"
#include "base/text/affix.h"

/* Larger groups than that expose no windows to each other. */
#define GROUP_MOST 65536u

static uint32_t window_comm(const struct names *names, uint32_t window)
{
    return names->comms.count + window;
}

static uint32_t handle_comm(const struct names *names, uint32_t handle)
{
    return names->comms.count + names->windows.count + handle;
}

uint32_t events_log_comm_count(const struct names *names)
{
    return handle_comm(names, names->handles.count);
}

/* The communicator that it was made on. */
static struct replay_comm comm_like(const struct names *names,
                                    const struct replay_comm *comms,
                                    uint32_t comm)
{
    if (comm >= names->comms.count || comms[comm].remote > 0)
        return (struct replay_comm){ .id = 0 };
    return comms[comm];
}

void events_log_comms(const struct names *names, struct replay_comm *comms)
{
    for (uint32_t i = 0; i < names->windows.count; i++) {
        const struct names_window *window = names_window(names, i);

        if (window != NULL)
            comms[window_comm(names, i)] =
                comm_like(names, comms, window->comm);
    }
    for (uint32_t i = 0; i < names->handles.count; i++) {
        const struct names_handle *handle = names_handle(names, i);

        if (handle != NULL)
            comms[handle_comm(names, i)] =
                comm_like(names, comms, handle->comm);
    }
}

static const char *procedure_now(const struct events *events)
{
    return events->names->profile->calls[events->now.call].name;
}

static bool is_wanted(const struct events *events)
{
    return events->log.log != NULL && events->now.depth > 0;
}

static bool is_flush(const struct events *events)
{
    return events->log.log != NULL &&
           starts_with(procedure_now(events), "MPI_Win_flush");
}

/* ---- windows ---- */

static struct replay_op window_op(const struct events *events,
                                  enum replay_op_kind kind, uint32_t window)
{
    return (struct replay_op){ .kind = (uint8_t)kind,
                               .peer = UINT32_MAX,
                               .comm = window_comm(events->names, window) };
}

/* Whether the rank had no transfer in that window since its last fence, and had
 * such a fence; moves: it has one now, and is at no fence. */
static bool fence_is_quiet(struct events *events, uint32_t window, bool moves)
{
    struct call_log *calls = &events->log;
    bool quiet;

    if (!array_reach(&calls->fences, window, &calls->fence_room,
                     sizeof(*calls->fences))) {
        replay_log_no_memory(calls->log);
        return false;
    }
    quiet = calls->fences[window] == CALL_LOG_FENCED;
    if (!moves)
        calls->fences[window] = CALL_LOG_FENCED;
    else if (quiet)
        calls->fences[window] = CALL_LOG_MOVED;
    return quiet;
}

void events_log_transfer(struct events *events, uint32_t window,
                         uint32_t target)
{
    if (is_wanted(events) && names_window(events->names, window) != NULL)
        fence_is_quiet(events, window, true);
    events_log_access(events, window, target);
}

void events_log_window(struct events *events, uint32_t window)
{
    struct replay_op op = window_op(events, REPLAY_COLLECTIVE, window);
    const char *name;

    if (!is_wanted(events) || names_window(events->names, window) == NULL)
        return;
    name = procedure_now(events);
    if (starts_with(name, "MPI_Win_create") ||
        starts_with(name, "MPI_Win_allocate"))
        op.coll = REPLAY_COLL_CREATE;
    else if (strcmp(name, "MPI_Win_free") == 0)
        op.coll = REPLAY_COLL_FREE;
    else if (strcmp(name, "MPI_Win_fence") == 0)
        op.coll = REPLAY_COLL_FENCE;
    else
        return;
    if (op.coll == REPLAY_COLL_FENCE && !fence_is_quiet(events, window, false))
        op.flags = REPLAY_SENDS;
    call_log_op(&events->log, &op);
}

/* Archives whose Enter names the window are ours, and have a record of each
 * transfer that a flush completes. */
void events_log_flush(struct events *events)
{
    const struct replay_op op = { .kind = REPLAY_QUIET, .peer = UINT32_MAX };

    if (is_flush(events) && !events->now.completes &&
        events->now.names_window && !events->names->sized)
        call_log_op(&events->log, &op);
}

/* REPLAY_PAUSE: none that tells of a group. */
static enum replay_op_kind kind_of_group(const char *name)
{
    static const struct {
        const char *name;
        enum replay_op_kind kind;
    } kinds[] = {
        { "MPI_Win_post", REPLAY_EXPOSE },
        { "MPI_Win_start", REPLAY_START },
        { "MPI_Win_complete", REPLAY_COMPLETE },
        { "MPI_Win_wait", REPLAY_EXPOSED },
        { "MPI_Win_test", REPLAY_EXPOSED },
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (strcmp(name, kinds[i].name) == 0)
            return kinds[i].kind;
    return REPLAY_PAUSE;
}

/* NULL: its members are unknown. */
static const struct names_group *find_group(const struct names *names,
                                            uint32_t id)
{
    const struct names_group *groups = names->groups.items;

    return id < names->groups.count && groups[id].kind == NAMES_GROUP_RANKS &&
                   groups[id].sound && groups[id].size <= GROUP_MOST
               ? &groups[id]
               : NULL;
}

void events_log_group(struct events *events, uint32_t window, uint32_t id)
{
    const struct names_group *group = find_group(events->names, id);
    struct replay_op op;

    if (!is_wanted(events) || group == NULL ||
        names_window(events->names, window) == NULL)
        return;
    op = window_op(events, kind_of_group(procedure_now(events)), window);
    if (op.kind == REPLAY_PAUSE)
        return;
    for (uint32_t i = 0; i < group->size; i++) {
        op.peer = group->members[i];
        call_log_op(&events->log, &op);
    }
}

/* False: the window or the rank is none. */
static bool find_target(struct events *events, uint32_t id, uint32_t *target)
{
    const struct names_window *window = names_window(events->names, id);

    if (window == NULL)
        return false;
    if (*target == REPLAY_ALL)
        return true;
    *target = events_world_rank(events, window->comm, *target);
    return *target != UINT32_MAX;
}

void events_log_access(struct events *events, uint32_t window, uint32_t target)
{
    struct replay_op op = window_op(events, REPLAY_ACCESS, window);

    if (!is_wanted(events) || !find_target(events, window, &target))
        return;
    op.peer = target;
    call_log_op(&events->log, &op);
}

void events_log_lock(struct events *events, uint32_t window, uint32_t target,
                     bool exclusive)
{
    struct replay_op op = window_op(events, REPLAY_LOCK, window);

    if (!is_wanted(events) || !find_target(events, window, &target))
        return;
    op.peer = target;
    op.flags = exclusive ? REPLAY_EXCLUSIVE : 0;
    call_log_post(&events->log, call_log_lock_id(window, target), &op);
}

void events_log_unlock(struct events *events, uint64_t time, uint32_t window,
                       uint32_t target)
{
    struct replay_op op = window_op(events, REPLAY_LOCK, window);

    if (!is_wanted(events) || !find_target(events, window, &target))
        return;
    call_log_put_time(&events->log, time, &op);
    call_log_done(&events->log, call_log_lock_id(window, target),
                  REPLAY_UNLOCK, &op);
}

/* ---- files ---- */

static struct replay_op file_op(struct events *events, uint32_t handle)
{
    struct replay_op op = { .kind = REPLAY_COLLECTIVE,
                            .peer = UINT32_MAX,
                            .coll = REPLAY_COLL_IO,
                            .comm = handle_comm(events->names, handle) };

    if (strstr(procedure_now(events), "_ordered") == NULL)
        return op;
    op.coll = REPLAY_COLL_IO_ORDERED;
    op.peer =
        events_own_rank(events, names_handle(events->names, handle)->comm);
    return op;
}

void events_log_file(struct events *events, uint32_t handle)
{
    struct replay_op op;

    if (!is_wanted(events) || names_handle(events->names, handle) == NULL)
        return;
    op = file_op(events, handle);
    call_log_op(&events->log, &op);
}

/* MPI_File_iwrite_all and the like, not the begin of a split one. */
static bool goes_on(const struct events *events)
{
    return starts_with(procedure_now(events), "MPI_File_i");
}

/* Ranks may move different sizes in one call: left out in some of them it
 * would be another's. */
bool events_log_io_begin(struct events *events, uint32_t handle,
                         uint64_t request)
{
    struct replay_op op = { .kind = REPLAY_COLLECTIVE_POST,
                            .coll = REPLAY_COLL_IO };

    if (!is_wanted(events) || names_handle(events->names, handle) == NULL ||
        events->names->sized)
        return false;
    if (!goes_on(events)) {
        events_log_file(events, handle);
        return false;
    }
    call_log_post(&events->log, request, &op);
    return true;
}

void events_log_io_end(struct events *events, uint32_t handle,
                       uint64_t request)
{
    struct replay_op op;

    if (!is_wanted(events) || names_handle(events->names, handle) == NULL)
        return;
    op = (struct replay_op){ .kind = REPLAY_COLLECTIVE_POST,
                             .coll = REPLAY_COLL_IO,
                             .peer = UINT32_MAX,
                             .comm = handle_comm(events->names, handle) };
    call_log_done(&events->log, request, REPLAY_COLLECTIVE_DONE, &op);
}

/* Has no record: the Enter names the file.  If the file was opened more than
 * once, which handle it was is unknown. */
static bool is_of_all(const char *name)
{
    static const char *const names[] = {
        "MPI_File_set_size", "MPI_File_preallocate",   "MPI_File_set_view",
        "MPI_File_set_info", "MPI_File_set_atomicity",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (starts_with(name, names[i]))
            return true;
    return false;
}

void events_log_on_file(struct events *events, uint32_t id)
{
    const struct names_file *files = events->names->files.items;

    if (is_wanted(events) && id < events->names->files.count &&
        files[id].handles == 1 && is_of_all(procedure_now(events)))
        events_log_file(events, files[id].handle);
}
