/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fake_core.c - stands in for libmpiprof-core.so: writes down what the
 * wrappers tell it.
 *
 * One line per call in $FAKE_CORE_LOG.<rank>; handles are written as what
 * they mean (bytes of a type, ranks of a communicator), so that the same
 * program in C and in Fortran must give the same lines.  A Test call that
 * finds nothing, whose number depends on timing, gives none.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/record/hook.h"
#include "model/call.h"

enum { MOST_RECEIVES = 64 };

static FILE *log_file;
static unsigned interfaces;
static const struct hook_state *state;

__attribute__((format(printf, 2, 3))) static void
note(const struct hook_call *call, const char *format, ...)
{
    va_list arguments;

    interfaces |= call->interface;
    if (call->end < call->begin ||
        (call->caller == NULL && call->end > call->begin))
        fprintf(log_file, "WRONG TIMES ");
    if (call->thread->inside == 0)
        fprintf(log_file, "WRONG DEPTH ");
    va_start(arguments, format);
    fprintf(log_file, "%s", call_table[call->id].name);
    vfprintf(log_file, format, arguments);
    fprintf(log_file, "\n");
    va_end(arguments);
}

static int bytes(MPI_Datatype type)
{
    int size = -1;

    if (type == 0 || type == MPI_DATATYPE_NULL)
        return -1;
    PMPI_Type_size(type, &size);
    return size;
}

static int ranks(MPI_Comm comm)
{
    int size = -1;

    if (comm == 0 || comm == MPI_COMM_NULL)
        return -1;
    PMPI_Comm_size(comm, &size);
    return size;
}

/* Handles differ from run to run: only whether there is one. */
static const char *one(const MPI_Request *request)
{
    if (request == NULL)
        return "none";
    return *request == MPI_REQUEST_NULL || *request == 0 ? "null" : "one";
}

/* Requests of receives: of others the status says nothing. */
static MPI_Request receives[MOST_RECEIVES];

static void remember(MPI_Request request)
{
    for (int i = 0; i < MOST_RECEIVES; i++)
        if (receives[i] == 0) {
            receives[i] = request;
            return;
        }
}

static bool is_receive(MPI_Request request)
{
    for (int i = 0; request != 0 && i < MOST_RECEIVES; i++)
        if (receives[i] == request)
            return true;
    return false;
}

static void forget(MPI_Request request)
{
    for (int i = 0; i < MOST_RECEIVES; i++)
        if (receives[i] == request)
            receives[i] = 0;
}

static int received(const MPI_Status *status)
{
    int count = -1;

    PMPI_Get_count(status, MPI_BYTE, &count);
    return count == MPI_UNDEFINED ? -1 : count;
}

/* MPICH's Fortran procedure calls the one in C. */
static bool type_is_freed;

static void plain(struct hook_call *call)
{
    type_is_freed = false;
    note(call, " result %d", call->result);
}

static void send(struct hook_call *call, int64_t count, MPI_Datatype type,
                 int dest, int tag, MPI_Comm comm)
{
    note(call, " %" PRId64 " x %d to %d tag %d of %d", count, bytes(type),
         dest, tag, ranks(comm));
}

static void isend(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int dest, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent)
{
    forget(request);
    note(call, " %" PRId64 " x %d to %d tag %d of %d request %s%s", count,
         bytes(type), dest, tag, ranks(comm), one(&request),
         persistent ? " persistent" : "");
}

static void recv(struct hook_call *call, MPI_Datatype type, int source,
                 MPI_Comm comm, const MPI_Status *status)
{
    note(call, " type %d from %d of %d: %d bytes from %d tag %d", bytes(type),
         source, ranks(comm), received(status), status->MPI_SOURCE,
         status->MPI_TAG);
}

static void irecv(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int source, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent)
{
    forget(request);
    remember(request);
    note(call, " %" PRId64 " x %d from %d tag %d of %d request %s%s", count,
         bytes(type), source, tag, ranks(comm), one(&request),
         persistent ? " persistent" : "");
}

static void sendrecv(struct hook_call *call, const struct hook_sendrecv *args)
{
    note(call, " %" PRId64 " x %d to %d tag %d, %" PRId64
         " x %d from %d tag %d of %d: %d bytes request %s",
         args->send_count, bytes(args->send_type), args->dest, args->send_tag,
         args->recv_count, bytes(args->recv_type), args->source,
         args->recv_tag, ranks(args->comm),
         args->status != NULL ? received(args->status) : -1,
         one(args->request));
}

static void mprobe(struct hook_call *call, MPI_Comm comm, MPI_Message message)
{
    note(call, " of %d message %d", ranks(comm),
         message != MPI_MESSAGE_NULL);
}

static void mrecv(struct hook_call *call, MPI_Message message,
                  MPI_Datatype type, const MPI_Status *status,
                  const MPI_Request *request)
{
    if (request != NULL)
        remember(*request);
    note(call, " message %d type %d: %d bytes request %s",
         message != MPI_MESSAGE_NULL, bytes(type),
         status != NULL ? received(status) : -1, one(request));
}

static void start(struct hook_call *call, int count,
                  const MPI_Request *requests)
{
    note(call, " %d requests, the last %s", count,
         count > 0 ? one(&requests[count - 1]) : "missing");
}

static void note_finished(int at, MPI_Request request,
                          const MPI_Status *status)
{
    int cancelled = 0;

    fprintf(log_file, "    [%d] %s", at, one(&request));
    if (is_receive(request))
        PMPI_Test_cancelled(status, &cancelled);
    if (cancelled)
        fprintf(log_file, ": cancelled");
    else if (is_receive(request))
        fprintf(log_file, ": %d bytes from %d tag %d", received(status),
                status->MPI_SOURCE, status->MPI_TAG);
    fprintf(log_file, "\n");
}

static void complete(struct hook_call *call,
                     const struct hook_completion *outcome)
{
    if (outcome->done == 0 && outcome->count > 0)
        return;
    note(call, " %d of %d%s", outcome->done, outcome->count,
         outcome->partial ? " partial" : "");
    for (int i = 0; i < outcome->done; i++) {
        int at = outcome->indices != NULL ? outcome->indices[i] : i;

        note_finished(at, outcome->requests[at], &outcome->statuses[i]);
    }
}

static void request_free(struct hook_call *call, MPI_Request request)
{
    note(call, " request %s", one(&request));
}

static void note_counts(const char *name, const void *counts, bool large,
                        int size)
{
    for (int i = 0; counts != NULL && i < size; i++)
        fprintf(log_file, "    %s[%d] %lld\n", name, i,
                large ? (long long)((const MPI_Count *)counts)[i]
                      : (long long)((const int *)counts)[i]);
}

static void note_types(const char *name, const MPI_Datatype *types, int size)
{
    for (int i = 0; types != NULL && i < size; i++)
        fprintf(log_file, "    %s[%d] %d\n", name, i, bytes(types[i]));
}

static void collective(struct hook_call *call,
                       const struct hook_collective *args)
{
    int size = ranks(args->comm);

    if (args->request != NULL)
        forget(*args->request);
    note(call, " root %d of %d%s, %" PRId64 " x %d, %" PRId64
         " x %d request %s%s", args->root, size,
         args->in_place ? " in place" : "",
         args->in_place ? 0 : args->send_count,
         args->in_place && args->recv_type != 0 ? 0 : bytes(args->send_type),
         args->recv_count, bytes(args->recv_type), one(args->request),
         args->persistent ? " persistent" : "");
    note_counts("send", args->send_counts, args->large, size);
    note_counts("recv", args->recv_counts, args->large, size);
    note_types("send type", args->send_types, size);
    note_types("recv type", args->recv_types, size);
}

static void comm_created(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request)
{
    if (request != NULL)
        forget(*request);
    note(call, " of %d: %d request %s", ranks(parent), ranks(created),
         one(request));
}

static void comm_freed(struct hook_call *call, MPI_Comm comm)
{
    note(call, " comm %d", comm != MPI_COMM_NULL);
}

static void comm_named(struct hook_call *call, MPI_Comm comm,
                       const char *name)
{
    note(call, " of %d '%s'", ranks(comm), name);
}

static void type_freed(MPI_Datatype type)
{
    if (!type_is_freed)
        fprintf(log_file, "type of %d to be freed\n", bytes(type));
    type_is_freed = true;
}

static void rma(struct hook_call *call, const struct hook_rma *args)
{
    if (args->request != NULL)
        forget(*args->request);
    note(call, " to %d: %" PRId64 " x %d out, %" PRId64
         " x %d in, sum %d win %d request %s", args->target, args->out_count,
         bytes(args->out_type), args->in_count, bytes(args->in_type),
         args->op == MPI_SUM, args->win != MPI_WIN_NULL, one(args->request));
}

static int members(MPI_Group group)
{
    int size = -1;

    if (group == 0 || group == MPI_GROUP_NULL)
        return -1;
    PMPI_Group_size(group, &size);
    return size;
}

static void window_synced(struct hook_call *call,
                          const struct hook_sync *args)
{
    note(call, " kind %d win %d target %d exclusive %d group of %d done %d",
         args->kind, args->win != MPI_WIN_NULL, args->target,
         args->lock_type == MPI_LOCK_EXCLUSIVE, members(args->group),
         args->done);
}

static void on_window(struct hook_call *call, MPI_Win win)
{
    note(call, " result %d win %d", call->result, win != MPI_WIN_NULL);
}

static void window_created(struct hook_call *call, MPI_Comm comm, MPI_Win win)
{
    note(call, " of %d win %d", ranks(comm), win != MPI_WIN_NULL);
}

static void window_named(struct hook_call *call, MPI_Win win,
                         const char *name)
{
    note(call, " win %d '%s'", win != MPI_WIN_NULL, name);
}

static int moved(const MPI_Status *status)
{
    return status == NULL ? -1 : received(status);
}

static void io(struct hook_call *call, const struct hook_io *args)
{
    if (args->request != NULL)
        forget(*args->request);
    note(call, " %s %" PRId64 " x %d file %d: %d bytes request %s",
         args->writes ? "writes" : "reads", args->count, bytes(args->type),
         args->file != MPI_FILE_NULL, moved(args->status),
         one(args->request));
}

static void on_file(struct hook_call *call, MPI_File file)
{
    note(call, " result %d file %d", call->result, file != MPI_FILE_NULL);
}

static void file_opened(struct hook_call *call, MPI_Comm comm,
                        const char *name, int mode, MPI_File file)
{
    note(call, " of %d '%s' mode %d file %d", ranks(comm), name, mode,
         file != MPI_FILE_NULL);
}

static void file_sought(struct hook_call *call, MPI_File file, int64_t offset,
                        int whence)
{
    note(call, " file %d to %" PRId64 " from start %d", file != MPI_FILE_NULL,
         offset, whence == MPI_SEEK_SET);
}

static void file_deleted(struct hook_call *call, const char *name)
{
    note(call, " '%s'", name);
}

static void pcontrol(struct hook_call *call, int level)
{
    note(call, " level %d", level);
}

static void region_begin(struct hook_thread *thread, const char *name,
                         const char *file, int line)
{
    (void)thread;
    (void)file;
    (void)line;
    fprintf(log_file, "region '%s'\n", name);
}

static void region_end(struct hook_thread *thread, const char *name)
{
    (void)thread;
    fprintf(log_file, "region '%s' ends\n", name);
}

static void finalize(struct hook_call *call)
{
    interfaces |= call->interface;
    fprintf(log_file, "%s mode %d\ninterfaces %u\n",
            call_table[call->id].name, state->mode, interfaces);
    fclose(log_file);
}

static void code_unloads(const struct hook_thread *thread, bool by_program)
{
    (void)thread, (void)by_program;
}

static void code_unloaded(bool by_program)
{
    (void)by_program;
}

static const struct hook_ops ops = {
    .code_unloads = code_unloads,
    .code_unloaded = code_unloaded,
    .plain = plain,
    .send = send,
    .isend = isend,
    .recv = recv,
    .irecv = irecv,
    .sendrecv = sendrecv,
    .mprobe = mprobe,
    .mrecv = mrecv,
    .start = start,
    .complete = complete,
    .request_free = request_free,
    .cancel = request_free,
    .collective = collective,
    .comm_created = comm_created,
    .comm_freed = comm_freed,
    .comm_named = comm_named,
    .type_freed = type_freed,
    .rma = rma,
    .window_synced = window_synced,
    .on_window = on_window,
    .window_created = window_created,
    .window_freed = on_window,
    .window_named = window_named,
    .io = io,
    .on_file = on_file,
    .file_opened = file_opened,
    .file_sought = file_sought,
    .file_closed = on_file,
    .file_deleted = file_deleted,
    .pcontrol = pcontrol,
    .region_begin = region_begin,
    .region_end = region_end,
    .finalize = finalize,
};

__attribute__((visibility("default"))) session_start_function
    mpiprof_core_start;

bool mpiprof_core_start(struct hook_state *given,
                        const struct hook_start *start)
{
    char path[4096];
    int rank = 0;
    const char *prefix = getenv("FAKE_CORE_LOG");

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s.%d", prefix != NULL ? prefix : "log",
             rank);
    log_file = fopen(path, "w");
    if (log_file == NULL)
        return false;
    given->ops = &ops;
    state = given;
    note(start->init, " begins");
    return true;
}
