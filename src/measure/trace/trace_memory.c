/*
 * trace_memory.c - chunks of memory for event records, and when they go to
 * the files.
 *
 * A rank holds about buffer_bytes: a writer that gets no further chunk writes
 * its records to its file and starts over.  A writer always gets one chunk.
 * Chunks come from a pool, so that their pages are touched once.
 * OTF2 fills the first bytes of a chunk only after it got it, so a chunk in
 * the pool carries the link; one in use is in the table of its buffer.
 */
#include "measure/trace/trace_internal.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

/* The chunks that one OTF2 buffer holds. */
struct held {
    void **chunks;
    size_t count, room;
};

static bool held_add(struct held *held, void *chunk)
{
    void **more;

    if (held->count == held->room) {
        more = realloc(held->chunks, (held->room + 16) * sizeof(*more));
        if (more == NULL)
            return false;
        held->chunks = more;
        held->room += 16;
    }
    held->chunks[held->count++] = chunk;
    return true;
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

/* With the lock held. */
static void *take_chunk(struct trace *trace)
{
    struct trace_chunk *chunk = trace->pool;

    if (chunk != NULL) {
        trace->pool = chunk->next;
        return chunk;
    }
    chunk = pages_reserve(trace->chunk_bytes);
    if (chunk != NULL)
        pages_populate(chunk, trace->chunk_bytes);
    return chunk;
}

static void give_chunk(struct trace *trace, void *memory)
{
    struct trace_chunk *chunk = memory;

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

/* With the lock held; NULL makes OTF2 flush the buffer and ask again. */
static void *event_chunk(struct trace *trace, uint64_t location,
                         struct held *held)
{
    struct trace_writer *writer = find_writer(trace, location);
    void *chunk;

    if (held->count > 0 && trace->chunks_held >= trace->chunks_most)
        return NULL;
    chunk = take_chunk(trace);
    if (chunk == NULL)
        return NULL;
    if (!held_add(held, chunk)) {
        pages_release(chunk, trace->chunk_bytes);
        return NULL;
    }
    trace->chunks_held++;
    trace->chunks_given++;
    if (writer != NULL)
        writer->chunks++;
    if (trace->chunks_given * trace->chunk_bytes > trace->limit_bytes)
        stop_all(trace);
    return chunk;
}

static void *allocate(void *data, OTF2_FileType type, OTF2_LocationRef location,
                      void **buffer_data, uint64_t bytes)
{
    struct held *held = held_of_buffer(buffer_data);
    struct trace *trace = data;
    void *chunk;

    if (held == NULL)
        return NULL;
    if (type != OTF2_FILETYPE_EVENTS) {
        chunk = malloc(bytes);
        if (chunk != NULL && held_add(held, chunk))
            return chunk;
        free(chunk);
        return NULL;
    }
    pthread_mutex_lock(&trace->lock);
    chunk = event_chunk(trace, location, held);
    pthread_mutex_unlock(&trace->lock);
    return chunk;
}

/* A flush ends here: its records are in the file. */
static void note_flush_end(struct trace *trace, uint64_t location)
{
    struct trace_writer *writer = find_writer(trace, location);

    if (writer == NULL || writer->flush_begin == 0)
        return;
    writer->flush_end = clock_now_ticks(trace->counter_clock);
}

static void free_all(void *data, OTF2_FileType type, OTF2_LocationRef location,
                     void **buffer_data, bool final)
{
    struct held *held = *buffer_data;
    struct trace *trace = data;

    if (held == NULL)
        return;
    pthread_mutex_lock(&trace->lock);
    for (size_t i = 0; i < held->count; i++) {
        if (type == OTF2_FILETYPE_EVENTS)
            give_chunk(trace, held->chunks[i]);
        else
            free(held->chunks[i]);
    }
    held->count = 0;
    if (type == OTF2_FILETYPE_EVENTS && !final)
        note_flush_end(trace, location);
    pthread_mutex_unlock(&trace->lock);
    if (!final)
        return;
    free(held->chunks);
    free(held);
    *buffer_data = NULL;
}

/* No room: the writer has failed, and OTF2 must not write it any more. */
static bool may_write(struct trace_writer *writer)
{
    if (writer->state != WRITER_FAILED && !trace_room_take(writer)) {
        writer->state = WRITER_FAILED;
        writer->stopped = writer->last;
        trace_note_error(writer->trace, "no room left in %s",
                         writer->trace->directory);
    }
    return writer->state != WRITER_FAILED;
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type,
                                   OTF2_LocationRef location, void *caller,
                                   bool final)
{
    struct trace *trace = data;
    struct trace_writer *writer = NULL;

    (void)caller;
    if (type == OTF2_FILETYPE_EVENTS) {
        pthread_mutex_lock(&trace->lock);
        writer = find_writer(trace, location);
        pthread_mutex_unlock(&trace->lock);
    }
    if (writer == NULL)
        return OTF2_FLUSH;
    if (!final)
        writer->flush_begin = clock_now_ticks(trace->counter_clock);
    return may_write(writer) ? OTF2_FLUSH : OTF2_NO_FLUSH;
}

void trace_memory_release(struct trace *trace)
{
    struct trace_chunk *next;

    for (; trace->pool != NULL; trace->pool = next) {
        next = trace->pool->next;
        pages_release(trace->pool, trace->chunk_bytes);
    }
}

const OTF2_MemoryCallbacks trace_memory = {
    .otf2_allocate = allocate,
    .otf2_free_all = free_all,
};

/* No post-flush: OTF2 would put its BufferFlush record between the records of
 * a call, later than their time stamps; trace_events.c writes it. */
const OTF2_FlushCallbacks trace_flush = {
    .otf2_pre_flush = before_flush,
    .otf2_post_flush = NULL,
};
