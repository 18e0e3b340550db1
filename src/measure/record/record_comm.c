/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include <stdlib.h>

#include "base/cancel.h"
#include "call_ids.h"
#include "measure/record/charge.h"
#include "measure/record/thread_life.h"
#include "measure/track/requests.h"
#include "model/notes/comm_note.h"

/* The two sides of an intercommunicator have different parents, unless the
 * other one is of another world; and every rank's MPI_COMM_SELF is one. */
static uint32_t parent_of(const struct comm_info *info)
{
    if (info->parent == NULL || info->predefined ||
        (info->remote_size > 0 && !comms_leads_outside(info)))
        return 0;
    return info->parent->id;
}

void record_note_comm(const struct comm_info *info)
{
    struct comm_note note = {
        .name = info->name,
        .size = info->size,
        .members = info->world,
        .remote_size = info->remote_size,
        .remote_members = info->remote_world,
        .made_by = (char *)info->made_by,
    };
    struct bytes_writer out = { 0 };
    uint32_t *all = NULL;

    if (info->id == 0)
        return;
    if (info->other)
        note = (struct comm_note){ .name = (char *)COMMS_OTHERS };
    else if (info->name == NULL)
        note.name = !info->predefined ? (char *)""
                    : info->size == 1 && info->parent != NULL
                        ? (char *)"MPI_COMM_SELF"
                        : (char *)"MPI_COMM_WORLD";
    if (info->world == NULL || info->other) {
        all = malloc((info->size + 1u) * sizeof(*all));
        for (uint32_t i = 0; all != NULL && i < info->size; i++)
            all[i] = i;
        note.members = all;
    }
    if (note.members != NULL)
        comm_note_encode(&note, &out);
    if (!out.failed && out.size > 0)
        definitions_note(recorder.definitions, DEFINITION_COMM, info->id,
                         out.data, out.size, info->other ? 0 : 1);
    bytes_writer_clear(&out);
    free(all);
}

/* The remains of a communicator.  With the recorder's lock held. */
void record_keep_comm(struct comm_info *info)
{
    if (recorder.journal == NULL || info->id == 0 || info->other)
        return;
    record_note_comm(info);
    journal_comm(recorder.journal, (uint64_t)(intptr_t)info->handle,
                 (uint64_t)(int64_t)PMPI_Comm_c2f(info->handle), info->id);
}

static void keep_now(struct comm_info *info, void *nothing)
{
    int before;

    (void)nothing;
    before = cancel_lock(&recorder.lock);
    record_keep_comm(info);
    cancel_unlock(&recorder.lock, before);
}

/* Another thread may give it another name meanwhile.  The last one keeps the
 * name of that moment. */
static void keep_again(struct comm_info *info)
{
    comms_serialised(info, keep_now, NULL);
}

void record_new_comm(struct comm_info *info, void *context)
{
    struct recorder *all = context;
    uint32_t parent = parent_of(info);
    int before = cancel_lock(&all->lock);

    info->id = definitions_intern_number(all->definitions, DEFINITION_COMM,
                                         parent, 0, info->identity);
    if (info->id == DEFINITION_NONE)
        info->id = 0;
    info->traced_as = info->other || comms_has_outsiders(info) ? 0 : info->id;
    record_keep_comm(info);
    cancel_unlock(&all->lock, before);
}

static void await_comm(const struct hook_call *call, MPI_Request handle)
{
    struct request request = { .kind = REQUEST_OTHER,
                               .handle = handle,
                               .active = true,
                               .since = call->end };

    requests_add(&request);
}

static bool makes_duplicate(const struct hook_call *call)
{
    return call->id == CALL_MPI_Comm_dup ||
           call->id == CALL_MPI_Comm_dup_with_info;
}

static struct comm_info *learn_comm(const struct hook_call *call,
                                    MPI_Comm parent, MPI_Comm created,
                                    const MPI_Request *request)
{
    struct comm_birth birth = { .made = call->end,
                                .by = call_table[call->id].name,
                                .duplicate =
                                    request != NULL || makes_duplicate(call) };

    if (request != NULL)
        await_comm(call, *request);
    return comms_created(parent, created, &birth);
}

#define MOST_DIMENSIONS 255 /* of OTF2 */

static uint32_t put_dimension(uint8_t *key, int size, int periodic)
{
    for (int i = 0; i < 4; i++)
        key[i] = (uint8_t)((uint32_t)size >> (8 * i));
    key[4] = periodic != 0;
    return 5;
}

/* A Cartesian grid is a TOPOLOGY definition of the trace. */
static void define_grid(const struct comm_info *info, int dimensions)
{
    int sizes[MOST_DIMENSIONS], periods[MOST_DIMENSIONS];
    int coordinates[MOST_DIMENSIONS];
    uint8_t key[5 * MOST_DIMENSIONS];
    uint32_t size = 0;
    int before;

    if (PMPI_Cart_get(info->handle, dimensions, sizes, periods, coordinates) !=
        MPI_SUCCESS)
        return;
    for (int i = 0; i < dimensions; i++)
        size += put_dimension(key + size, sizes[i], periods[i]);
    before = cancel_lock(&recorder.lock);
    definitions_intern(recorder.definitions, DEFINITION_TOPOLOGY, info->id, 0,
                       key, size);
    cancel_unlock(&recorder.lock, before);
}

/* Not one of MPI_Comm_idup, which may not be used yet. */
static void note_topology(struct comm_info *info)
{
    int kind = MPI_UNDEFINED, dimensions = 0;

    if (info->id == 0 || info->remote_size > 0 || info->other)
        return;
    PMPI_Topo_test(info->handle, &kind);
    info->gridless = kind != MPI_CART;
    if (kind == MPI_CART)
        PMPI_Cartdim_get(info->handle, &dimensions);
    if (dimensions > 0 && dimensions <= MOST_DIMENSIONS)
        define_grid(info, dimensions);
}

/* The collective is one of the parent; an intercommunicator is made by two
 * groups with a parent each, so there it is one of the new one. */
static void trace_created(struct thread *thread, const struct hook_call *call,
                          const struct comm_info *parent,
                          const struct comm_info *created)
{
    const struct comm_info *over =
        created != NULL && created->remote_size > 0 ? created : parent;
    struct trace_collective what = { .create = true, .root = TRACE_ROOT_NONE };

    if (over == NULL)
        over = created;
    if (over == NULL || over->other || (created != NULL && created->other))
        return;
    what.comm = over->id;
    trace_keep(thread->writer);
    trace_collective_begin(thread->writer, call->begin);
    if (created != NULL)
        trace_comm_create(thread->writer, call->end, created->id);
    trace_collective_end(thread->writer, call->end, &what);
}

/* One that serves again after its end is kept anew only where its handle is
 * another one. */
static void note_maker(struct comm_info *fresh, const struct hook_call *call)
{
    bool again =
        fresh->made_by != NULL && fresh->handle_as_made == fresh->handle;

    fresh->made_by = call_table[call->id].name;
    fresh->handle_as_made = fresh->handle;
    if (!again)
        keep_again(fresh);
}

void record_comm_created(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request)
{
    struct thread *thread = thread_of(call);
    struct comm_info *above = NULL;
    struct comm_info *fresh = NULL;
    struct row *row;

    if (parent == (MPI_Comm)0)
        parent = MPI_COMM_NULL;
    if (thread != NULL && call->result == MPI_SUCCESS) {
        above = thread_comm(thread, parent);
        fresh = created == MPI_COMM_NULL
                    ? NULL
                    : learn_comm(call, parent, created, request);
        if (fresh != NULL)
            note_maker(fresh, call);
        if (fresh != NULL && !fresh->other)
            fresh->attached = thread->attached_at == thread->calls &&
                              thread->attached_at != 0;
    }
    row = charge_begin(thread, call, 0);
    if (row == NULL)
        return;
    if (thread->writer != NULL && call->result == MPI_SUCCESS)
        trace_created(thread, call, above, fresh);
    if (thread->writer != NULL && fresh != NULL && request == NULL &&
        !fresh->gridless)
        note_topology(fresh);
    charge_end(thread, call);
}

void record_comm_freed(struct hook_call *call, MPI_Comm comm)
{
    struct thread *thread = thread_of(call);
    struct comm_info *info = thread == NULL || call->result != MPI_SUCCESS
                                 ? NULL
                                 : comms_freed(comm, call->begin);
    struct row *row = charge_begin(thread, call, 0);
    struct trace_collective what = { .destroy = true,
                                     .root = TRACE_ROOT_NONE };

    if (row == NULL)
        return;
    if (info != NULL && thread->writer != NULL && !info->other) {
        what.comm = info->id;
        trace_keep(thread->writer);
        trace_collective_begin(thread->writer, call->begin);
        trace_comm_destroy(thread->writer, call->end, info->id);
        trace_collective_end(thread->writer, call->end, &what);
    }
    charge_end(thread, call);
}

void record_comm_named(struct hook_call *call, MPI_Comm comm, const char *name)
{
    struct thread *thread = thread_of(call);
    struct row *row = charge_begin(thread, call, 0);

    if (call->result == MPI_SUCCESS) {
        struct comm_info *info = comms_find(comm);

        comms_named(comm, name);
        if (recorder.journal != NULL && info != NULL)
            keep_again(info);
    }
    if (row != NULL)
        charge_end(thread, call);
}

void record_type_freed(MPI_Datatype type)
{
    (void)type;
    datatypes_freed();
}

static void keep_pauses(void)
{
    if (recorder.head != NULL)
        recorder.head->pauses = recorder.pauses;
}

/* The other threads see it before they record their next call. */
static void pause_recording(struct thread *thread, uint64_t now)
{
    int before;

    record_resources_read(thread, now);
    trace_on_off(thread->writer, now, false);
    thread->off_traced = true;
    before = cancel_lock(&recorder.lock);
    pauses_begin(&recorder.pauses, now);
    keep_pauses();
    cancel_unlock(&recorder.lock, before);
    record_exclude_flush(thread);
}

static void resume_recording(struct thread *thread, uint64_t now)
{
    int before = cancel_lock(&recorder.lock);

    pauses_end(&recorder.pauses, now);
    keep_pauses();
    cancel_unlock(&recorder.lock, before);
    record_settle(thread, now);
    record_resources_read(thread, now); /* what the pause had is left out */
    if (thread->counting)
        charge_skip_counters(thread);
    record_exclude_flush(thread);
}

/* MPI leaves the levels to the profiler: 0 off, 1 on, others nothing.  The
 * call itself is recorded when recording is on before and after it. */
void record_pcontrol(struct hook_call *call, int level)
{
    struct thread *thread = thread_of(call);
    struct row *row = charge_begin(thread, call, 0);

    if (row != NULL)
        charge_end(thread, call);
    if (thread == NULL)
        return;
    if (level != pauses_off(&recorder.pauses))
        return; /* it is so already, or another level */
    record_samples_before_switch(call->thread, call->end);
    if (level == 0)
        pause_recording(thread, call->end);
    else
        resume_recording(thread, call->end);
}
