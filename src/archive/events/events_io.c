/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_io.c - reads and writes of files inside the calls of a location.
 *
 * Bytes belong to the call in which an operation completes, and to the file;
 * the record of its start says whether they were read or written.
 */
#include "archive/events/events_state.h"

#include "base/hash.h"

#define IN_LOG 4u /* beside the kind: its end is wanted there */

static void use_file(struct events *events, uint64_t time, uint32_t object)
{
    events_see(events, time);
    if (events->now.object == 0 && events->now.depth > 0)
        events->now.object = object;
}

static void use_handle(struct events *events, uint64_t time, uint32_t handle)
{
    use_file(events, time, names_handle_object(events->names, handle));
}

/* Ids are unique for a handle. */
static uint64_t key_of(uint32_t handle, uint64_t id)
{
    return hash_mix(handle, id);
}

void events_io_begin(struct events *events, uint64_t time,
                     const struct events_io *io)
{
    uint64_t key = key_of(io->handle, io->id);
    uint32_t number = io->kind;

    use_handle(events, time, io->handle);
    if (io->collective && events_log_io_begin(events, io->handle, key))
        number |= IN_LOG;
    if (!pending_add(&events->io, key, number))
        events->tally->failed = true;
}

static void add_to_call(struct events_current *now, uint64_t out, uint64_t in)
{
    now->moved = true;
    now->out += out;
    now->in += in;
    events_add_size(now, out + in);
}

/* The call is spent on other things, too: a row for the bytes alone. */
static void add_to_row(struct events *events, uint32_t object, uint64_t out,
                       uint64_t in)
{
    const struct events_current *now = &events->now;
    struct tally_key key = { .call = now->call,
                             .path = now->path,
                             .region = events_node_now(events),
                             .object = object };
    uint32_t index;
    struct row *row;

    if (!now->counts)
        return;
    index = tally_row(events->tally, &key);
    if (index >= events->tally->row_count)
        return;
    row = &events->tally->rows[index];
    spread_add(&row->out, out);
    spread_add(&row->in, in);
    row->size_bins[profile_bin(out + in)]++;
}

static void add_bytes(struct events *events, uint32_t object,
                      enum events_io_kind kind, uint64_t bytes)
{
    uint64_t out = kind == EVENTS_IO_WRITE ? bytes : 0, in = bytes - out;

    if (kind == EVENTS_IO_FLUSH || events->now.depth == 0)
        return;
    if (events->now.object == object)
        add_to_call(&events->now, out, in);
    else
        add_to_row(events, object, out, in);
}

void events_io_done(struct events *events, uint64_t time, uint32_t handle,
                    uint64_t id, uint64_t bytes)
{
    uint64_t key = key_of(handle, id);
    uint32_t number;

    events_see(events, time);
    if (!pending_take_number(&events->io, key, &number))
        return;
    if (number & IN_LOG)
        events_log_io_end(events, handle, key);
    add_bytes(events, names_handle_object(events->names, handle),
              number & ~IN_LOG, bytes);
}

void events_io_cancelled(struct events *events, uint64_t time, uint32_t handle,
                         uint64_t id)
{
    uint32_t number;

    events_see(events, time);
    pending_take_number(&events->io, key_of(handle, id), &number);
}

void events_file_collective(struct events *events, uint64_t time,
                            uint32_t handle)
{
    use_handle(events, time, handle);
    events_log_file(events, handle);
}

void events_file_seek(struct events *events, uint64_t time, uint32_t handle)
{
    use_handle(events, time, handle);
}

void events_file_delete(struct events *events, uint64_t time, uint32_t file)
{
    use_file(events, time, names_file_object(events->names, file));
}
