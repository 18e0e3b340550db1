/* SPDX-License-Identifier: BSD-3-Clause */
#include "early.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "regions.h"

enum { MOST_EARLY = 4096 };

static struct {
    pthread_mutex_t lock;
    struct hook_call *list;
    uint32_t count, lost;
    struct hook_call *told; /* of early_tell() */
    volatile bool on;
} early = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool early_is_on(void)
{
    return early.on;
}

void early_set(bool on)
{
    early.on = on;
}

static void note_call(const struct hook_call *call)
{
    pthread_mutex_lock(&early.lock);
    if (early.count >= MOST_EARLY ||
        !ARRAY_ADD(early.list, early.count, *call))
        early.lost++;
    pthread_mutex_unlock(&early.lock);
}

static int by_begin(const void *a, const void *b)
{
    const struct hook_call *left = a;
    const struct hook_call *right = b;

    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* Other threads may go on to call MPI: what they note is a new list. */
void early_tell(struct hook_start *start)
{
    pthread_mutex_lock(&early.lock);
    free(early.told);
    early.told = early.list;
    start->early = early.told;
    start->early_count = early.count;
    start->early_lost = early.lost;
    early.list = NULL;
    early.count = early.lost = 0;
    pthread_mutex_unlock(&early.lock);
    if (start->early_count > 0)
        qsort(early.told, start->early_count, sizeof *early.told, by_begin);
}

void early_clear(void)
{
    pthread_mutex_lock(&early.lock);
    free(early.list);
    free(early.told);
    early.list = early.told = NULL;
    early.count = early.lost = 0;
    pthread_mutex_unlock(&early.lock);
}

/* Hooks that only note the call. */
#define NOTES(name, ...)                                          \
    static void early_##name(struct hook_call *call, __VA_ARGS__) \
    {                                                             \
        note_call(call);                                          \
    }

static void early_plain(struct hook_call *call)
{
    note_call(call);
}

NOTES(send, int64_t, MPI_Datatype, int, int, MPI_Comm)
NOTES(isend, int64_t, MPI_Datatype, int, int, MPI_Comm, MPI_Request, bool)
NOTES(recv, MPI_Datatype, int, MPI_Comm, const MPI_Status *)
NOTES(irecv, int64_t, MPI_Datatype, int, int, MPI_Comm, MPI_Request, bool)
NOTES(sendrecv, const struct hook_sendrecv *)
NOTES(mprobe, MPI_Comm, MPI_Message)
NOTES(mrecv, MPI_Message, MPI_Datatype, const MPI_Status *,
      const MPI_Request *)
NOTES(start, int, const MPI_Request *)
NOTES(complete, const struct hook_completion *)
NOTES(request, MPI_Request)
NOTES(collective, const struct hook_collective *)
NOTES(comm, MPI_Comm)
NOTES(comm_named, MPI_Comm, const char *)
NOTES(rma, const struct hook_rma *)
NOTES(win, MPI_Win)
NOTES(window_created, MPI_Comm, MPI_Win)
NOTES(window_named, MPI_Win, const char *)
NOTES(window_synced, const struct hook_sync *)
NOTES(io, const struct hook_io *)
NOTES(file, MPI_File)
NOTES(file_opened, MPI_Comm, const char *, int, MPI_File)
NOTES(file_sought, MPI_File, int64_t, int)
NOTES(file_deleted, const char *)
NOTES(pcontrol, int)

static void early_type_freed(MPI_Datatype type)
{
    (void)type;
}

static void early_region_begin(struct hook_thread *thread, const char *name,
                               const char *file, int line)
{
    (void)thread;
    regions_keep(name, file, line, (struct hook_range){ .source = HOOK_MARK });
}

static void early_region_end(struct hook_thread *thread, const char *name)
{
    (void)thread;
    (void)name;
    regions_drop((struct hook_range){ .source = HOOK_MARK });
}

static void early_range_begin(struct hook_thread *thread,
                              struct hook_range range, const char *name)
{
    (void)thread;
    regions_keep(name, NULL, 0, range);
}

static void early_range_end(struct hook_thread *thread,
                            struct hook_range range)
{
    (void)thread;
    regions_drop(range);
}

static void early_function_enter(struct hook_thread *thread, void *address,
                                 uintptr_t frame)
{
    (void)thread;
    regions_keep(NULL, NULL, 0,
                 (struct hook_range){ HOOK_FUNCTION,
                                      (uint64_t)(uintptr_t)address, frame });
}

static void early_function_leave(struct hook_thread *thread, void *address,
                                 uintptr_t frame)
{
    (void)thread;
    regions_drop((struct hook_range){ HOOK_FUNCTION,
                                      (uint64_t)(uintptr_t)address, frame });
}

const struct hook_ops early_ops = {
    .plain = early_plain,
    .send = early_send,
    .isend = early_isend,
    .recv = early_recv,
    .irecv = early_irecv,
    .sendrecv = early_sendrecv,
    .mprobe = early_mprobe,
    .mrecv = early_mrecv,
    .start = early_start,
    .complete = early_complete,
    .request_free = early_request,
    .cancel = early_request,
    .collective = early_collective,
    .comm_freed = early_comm,
    .comm_named = early_comm_named,
    .type_freed = early_type_freed,
    .rma = early_rma,
    .on_window = early_win,
    .window_created = early_window_created,
    .window_freed = early_win,
    .window_named = early_window_named,
    .window_synced = early_window_synced,
    .io = early_io,
    .on_file = early_file,
    .file_opened = early_file_opened,
    .file_sought = early_file_sought,
    .file_closed = early_file,
    .file_deleted = early_file_deleted,
    .pcontrol = early_pcontrol,
    .region_begin = early_region_begin,
    .region_end = early_region_end,
    .range_begin = early_range_begin,
    .range_end = early_range_end,
    .function_enter = early_function_enter,
    .function_leave = early_function_leave,
    .finalize = early_plain,
};
