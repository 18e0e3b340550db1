/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_memory.c - chunks of memory for event records, and when they are
 * written to the files.
 *
 * A rank holds about buffer_bytes: a writer without a further chunk writes its
 * records to its file and starts over.  A writer always gets one chunk.
 * Chunks come from a pool, so that their pages are touched once.  They lie in
 * persisted memory, if available, with a label that gives their file and
 * position (live/persist_chunk.h).  OTF2 buffers amounts below
 * TRACE_KEPT_LEAST in its own memory: with persisted chunks, a writer holding
 * less than that still gets another one.
 */
#include "measure/trace/trace_internal.h"

#include "base/array_room.h"
#include "base/cancel.h"
#include "live/persist.h"
#include "base/pages.h"
#include "live/persist_file.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SLABS 128

/* Memory of several chunks: segments that are kept are few. */
struct trace_slab {
    struct trace_slab *next;
    char *memory;
    uint32_t given; /* of its slots */
};

/* The chunks that one OTF2 buffer holds. */
struct held {
    void **chunks;
    size_t count;
};

static bool held_add(struct held *held, void *chunk)
{
    return ARRAY_ADD(held->chunks, held->count, chunk);
}

static struct held *held_of_buffer(void **buffer_data)
{
    if (*buffer_data == NULL)
        *buffer_data = calloc(1, sizeof(struct held));
    return *buffer_data;
}

static struct trace_writer *find_writer(struct trace *trace, uint64_t location)
{
    struct trace_writer *writer = trace->writers;

    while (writer != NULL && writer->thread != (uint32_t)(location >> 32))
        writer = writer->next;
    return writer;
}

static uint32_t slots_of(const struct trace *trace)
{
    return trace->chunks_most / MOST_SLABS + 1;
}

static size_t slot_bytes(const struct trace *trace)
{
    return PERSIST_CHUNK_AT + (size_t)trace->chunk_bytes;
}

static bool add_slab(struct trace *trace)
{
    struct trace_slab *slab = calloc(1, sizeof(*slab));
    size_t bytes = slots_of(trace) * slot_bytes(trace);

    if (slab != NULL)
        slab->memory = trace->keep ? persist_reserve(PERSIST_CHUNKS, 0, bytes)
                                   : pages_reserve(bytes);
    if (slab == NULL || slab->memory == NULL) {
        free(slab);
        return false;
    }
    slab->next = trace->slabs;
    trace->slabs = slab;
    return true;
}

static void *memory_of(struct trace_chunk *chunk)
{
    return (char *)chunk + PERSIST_CHUNK_AT;
}

static struct trace_chunk *chunk_of(void *memory)
{
    return (struct trace_chunk *)(void *)((char *)memory - PERSIST_CHUNK_AT);
}

static struct trace_chunk *new_chunk(struct trace *trace)
{
    struct trace_slab *slab = trace->slabs;
    struct trace_chunk *chunk;
    bool kept;

    if ((slab == NULL || slab->given == slots_of(trace)) && !add_slab(trace))
        return NULL;
    slab = trace->slabs;
    chunk = (struct trace_chunk *)(void *)(slab->memory +
                                           slab->given++ * slot_bytes(trace));
    kept = persist_prepare(memory_of(chunk), trace->chunk_bytes);
    chunk->kept = persist_secure(chunk, sizeof(*chunk)) && kept;
    chunk->label.bytes = trace->chunk_bytes;
    return chunk;
}

/* With the lock held.  The zeros behind a record mark its end. */
static struct trace_chunk *take_chunk(struct trace *trace)
{
    struct trace_chunk *chunk = trace->pool;

    if (chunk == NULL)
        return new_chunk(trace);
    trace->pool = chunk->next;
    if (chunk->kept)
        memset(memory_of(chunk), 0, trace->chunk_bytes);
    return chunk;
}

static void label_chunk(struct trace_chunk *chunk, uint64_t location,
                        uint64_t index)
{
    chunk->label.location = location;
    chunk->label.index = (uint32_t)index;
    __atomic_store_n(&chunk->label.ready, chunk->kept, __ATOMIC_RELEASE);
}

static void give_chunk(struct trace *trace, struct trace_chunk *chunk)
{
    __atomic_store_n(&chunk->label.ready, 0, __ATOMIC_RELEASE);
    chunk->next = trace->pool;
    trace->pool = chunk;
    trace->chunks_held--;
}

/* The limit is the rank's: all its threads stop before their next calls. */
static void stop_all(struct trace *trace)
{
    for (struct trace_writer *at = trace->writers; at != NULL; at = at->next)
        __atomic_store_n(&at->full, true, __ATOMIC_RELAXED);
}

static bool trace_has_to_flush(const struct trace *trace,
                               const struct held *held)
{
    if (held->count == 0 || trace->chunks_held < trace->chunks_most)
        return false;
    return !trace->keep ||
           held->count * trace->chunk_bytes % TRACE_KEPT_LEAST == 0;
}

/* With the lock held; NULL makes OTF2 flush the buffer and ask again. */
static void *event_chunk(struct trace *trace, uint64_t location,
                         struct held *held)
{
    struct trace_writer *writer = find_writer(trace, location);
    struct trace_chunk *chunk;

    if (trace_has_to_flush(trace, held))
        return NULL;
    chunk = take_chunk(trace);
    if (chunk == NULL)
        return NULL;
    trace->chunks_held++;
    if (!held_add(held, memory_of(chunk))) {
        give_chunk(trace, chunk);
        return NULL;
    }
    if (writer != NULL) {
        trace->chunks_full += writer->chunks > 0;
        label_chunk(chunk, location, writer->chunks++);
    }
    if (trace->chunks_full * trace->chunk_bytes >= trace->limit_bytes)
        stop_all(trace);
    return memory_of(chunk);
}

static void *allocate_chunk(void *data, OTF2_FileType type,
                            OTF2_LocationRef location, void **buffer_data,
                            uint64_t bytes)
{
    struct held *held = held_of_buffer(buffer_data);
    struct trace *trace = data;
    void *chunk;
    int before;

    if (held == NULL)
        return NULL;
    if (type != OTF2_FILETYPE_EVENTS) {
        chunk = malloc(bytes);
        if (chunk != NULL && held_add(held, chunk))
            return chunk;
        free(chunk);
        return NULL;
    }
    before = cancel_lock(&trace->lock);
    chunk = event_chunk(trace, location, held);
    cancel_unlock(&trace->lock, before);
    return chunk;
}

/* A flush ends here: its records are in the file. */
static void end_flush(struct trace_writer *writer)
{
    if (writer->flush_begin != 0) {
        writer->flush_end = clock_now_ticks(writer->trace->counter_clock);
        own_use_end(&writer->flush_use);
    }
    writer_let_go(writer);
}

static void free_all(void *data, OTF2_FileType type, OTF2_LocationRef location,
                     void **buffer_data, bool final)
{
    struct held *held = *buffer_data;
    struct trace *trace = data;
    struct trace_writer *writer = NULL;
    int before;

    if (held == NULL)
        return;
    before = cancel_lock(&trace->lock);
    for (size_t i = 0; i < held->count; i++) {
        if (type == OTF2_FILETYPE_EVENTS)
            give_chunk(trace, chunk_of(held->chunks[i]));
        else
            free(held->chunks[i]);
    }
    if (type == OTF2_FILETYPE_EVENTS && !final) {
        writer = find_writer(trace, location);
        own_use_wrote(held->count * trace->chunk_bytes);
        if (__atomic_load_n(&trace->stores, __ATOMIC_RELAXED))
            own_use_stored(held->count * trace->chunk_bytes);
    }
    held->count = 0;
    cancel_unlock(&trace->lock, before);
    if (writer != NULL)
        end_flush(writer);
    if (!final)
        return;
    FREE_ALL(held->chunks, held);
    *buffer_data = NULL;
}

/* No room: the writer has failed, and OTF2 must not write it any more. */
static bool writer_may_write(struct trace_writer *writer)
{
    if (writer->state != WRITER_FAILED && !trace_room_take(writer))
        writer_fail(writer);
    return writer->state != WRITER_FAILED;
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type,
                                   OTF2_LocationRef location, void *caller,
                                   bool final)
{
    struct trace *trace = data;
    struct trace_writer *writer = NULL;
    int before;

    (void)caller;
    if (type == OTF2_FILETYPE_EVENTS) {
        before = cancel_lock(&trace->lock);
        writer = find_writer(trace, location);
        cancel_unlock(&trace->lock, before);
    }
    if (writer == NULL)
        return OTF2_FLUSH;
    if (!final && writer->state != WRITER_FAILED) {
        writer->flush_begin = clock_now_ticks(trace->counter_clock);
        own_use_begin(&writer->flush_use);
        writer_hold(writer);
    }
    return writer_may_write(writer) ? OTF2_FLUSH : OTF2_NO_FLUSH;
}

/* An archive that could not be closed may still use its chunks. */
void trace_memory_release(struct trace *trace)
{
    struct trace_slab *next;

    if (trace->chunks_held > 0)
        return;
    for (; trace->slabs != NULL; trace->slabs = next) {
        next = trace->slabs->next;
        persist_release(trace->slabs->memory,
                        slots_of(trace) * slot_bytes(trace));
        free(trace->slabs);
    }
}

const OTF2_MemoryCallbacks trace_memory = {
    .otf2_allocate = allocate_chunk,
    .otf2_free_all = free_all,
};

/* No post-flush: OTF2 would put its BufferFlush record between the records of
 * a call, later than their time stamps; trace_events.c writes it. */
const OTF2_FlushCallbacks trace_flush = {
    .otf2_pre_flush = before_flush,
    .otf2_post_flush = NULL,
};
