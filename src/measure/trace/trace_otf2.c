/*
 * trace_otf2.c - opens and closes the archive, together with all ranks.
 *
 * No rank leaves out a collective step because of an error of its own: it
 * takes part in all of them, and agree() tells everybody at the end.
 */
#include "measure/trace/trace_internal.h"

#include <otf2/OTF2_Pthread_Locks.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "model/call.h"

#define LEAST_CHUNK (256u << 10)
#define MOST_CHUNK (1u << 20)
#define DEFINITION_CHUNK (4u << 20)

/* The worst status of all ranks. */
static enum status agree(MPI_Comm comm, enum status mine)
{
    int worst = (int)mine;

    PMPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MAX, comm);
    return (enum status)worst;
}

static void note_error(struct trace *trace, const char *format,
                       va_list arguments)
{
    if (!__atomic_exchange_n(&trace->failed, true, __ATOMIC_RELAXED))
        vsnprintf(trace->error, sizeof(trace->error), format, arguments);
}

void trace_note_error(struct trace *trace, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    note_error(trace, format, arguments);
    va_end(arguments);
}

/* OTF2 reports each error to here instead of printing, also one that no
 * function returns: files that could not be written when they are closed. */
static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    char text[sizeof(((struct trace *)0)->error) / 2];

    (void)file, (void)line, (void)function;
    if (code == OTF2_WARNING || code == OTF2_DEPRECATED)
        return code;
    vsnprintf(text, sizeof(text), format, arguments);
    trace_note_error(data, "%s (%s)", OTF2_Error_GetDescription(code), text);
    return code;
}

/* Of all ranks with an error the first one's; rank 0 tells it for all. */
static void tell_error(const struct trace *trace, MPI_Comm comm,
                       const char *consequence)
{
    bool failed = trace != NULL && trace->failed;
    char error[sizeof(trace->error)] = "";
    int rank, first;

    PMPI_Comm_rank(comm, &rank);
    first = failed ? rank : INT_MAX;
    PMPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
    if (first == INT_MAX)
        return;
    if (rank == first)
        memcpy(error, trace->error, sizeof(error));
    PMPI_Bcast(error, sizeof(error), MPI_CHAR, first, comm);
    if (rank == 0)
        log_warn("trace of rank %d: %s; %s", first, error, consequence);
}

static uint64_t clamp(uint64_t value, uint64_t low, uint64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Four chunks make the buffer; the limit is met in steps of a chunk. */
static void plan_memory(struct trace *trace, const struct trace_config *config)
{
    uint64_t buffer = config->buffer_bytes, limit = config->limit_bytes;

    trace->chunk_bytes = clamp((buffer < limit ? buffer : limit) / 4,
                               LEAST_CHUNK, MOST_CHUNK);
    trace->chunks_most =
        (uint32_t)clamp(buffer / trace->chunk_bytes, 1, UINT32_MAX / 2);
    trace->limit_bytes = limit < trace->chunk_bytes ? trace->chunk_bytes
                                                    : limit;
}

static void trace_destroy(struct trace *trace)
{
    struct trace_writer *next;

    if (trace == NULL)
        return;
    for (; trace->writers != NULL; trace->writers = next) {
        next = trace->writers->next;
        trace_writer_destroy(trace->writers);
    }
    for (uint8_t i = 0; i < trace->counter_count; i++)
        free(trace->counters[i]);
    free(trace->counters);
    free(trace->directory);
    trace_memory_release(trace);
    pthread_mutex_destroy(&trace->lock);
    free(trace);
}

static enum status copy_counters(struct trace *trace,
                                 const struct trace_config *config)
{
    uint32_t count = config->counter_count;

    if (count > PROFILE_COUNTERS)
        count = PROFILE_COUNTERS;
    trace->counters = calloc(count + 1, sizeof(*trace->counters));
    if (trace->counters == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        trace->counters[i] = strdup(config->counters[i]);
        if (trace->counters[i] == NULL)
            return STATUS_NO_MEMORY;
        trace->counter_count++;
    }
    return STATUS_OK;
}

static enum status trace_new(const struct trace_config *config,
                             struct trace **out)
{
    struct trace *trace = calloc(1, sizeof(*trace));

    if (trace == NULL)
        return log_fail(STATUS_NO_MEMORY, "trace");
    pthread_mutex_init(&trace->lock, NULL);
    trace->record = config->record;
    trace->rules = config->rules;
    trace->counter_clock = config->counter_clock;
    trace->collective.comm = config->comm;
    PMPI_Comm_rank(config->comm, &trace->collective.rank);
    PMPI_Comm_size(config->comm, &trace->collective.size);
    plan_memory(trace, config);
    trace->directory = strdup(config->directory);
    if (trace->directory == NULL || copy_counters(trace, config) != STATUS_OK) {
        trace_destroy(trace);
        return log_fail(STATUS_NO_MEMORY, "trace");
    }
    *out = trace;
    return STATUS_OK;
}

static enum status as_status(OTF2_ErrorCode code)
{
    return code == OTF2_SUCCESS ? STATUS_OK : STATUS_IO;
}

static void first_error(enum status *status, OTF2_ErrorCode code)
{
    if (*status == STATUS_OK)
        *status = as_status(code);
}

/* Everything that needs no other rank. */
static enum status open_archive(struct trace *trace)
{
    enum status status = STATUS_OK;
    OTF2_Archive *archive;

    trace->previous_errors = OTF2_Error_RegisterCallback(on_error, trace);
    archive = OTF2_Archive_Open(trace->directory, "run", OTF2_FILEMODE_WRITE,
                                trace->chunk_bytes, DEFINITION_CHUNK,
                                OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive == NULL)
        return STATUS_IO;
    trace->archive = archive;
    first_error(&status, OTF2_Pthread_Archive_SetLockingCallbacks(archive,
                                                                  NULL));
    first_error(&status, OTF2_Archive_SetFlushCallbacks(archive, &trace_flush,
                                                        trace));
    first_error(&status, OTF2_Archive_SetMemoryCallbacks(
                             archive, &trace_memory, trace));
    first_error(&status, OTF2_Archive_SetCreator(archive, "mpiprof"));
    return status;
}

/* The primary archive makes the files; OTF2 tells the others how it went. */
static enum status open_together(struct trace *trace)
{
    OTF2_ErrorCode code = OTF2_Archive_SetCollectiveCallbacks(
        trace->archive, trace_collectives(), NULL, &trace->collective, NULL);

    if (agree(trace->collective.comm, as_status(code)) != STATUS_OK)
        return STATUS_IO;
    return agree(trace->collective.comm,
                 as_status(OTF2_Archive_OpenEvtFiles(trace->archive)));
}

enum status trace_open(const struct trace_config *config, struct trace **out)
{
    struct trace *trace = NULL;
    enum status status = trace_new(config, &trace);

    if (status == STATUS_OK)
        status = open_archive(trace);
    status = agree(config->comm, status);
    if (status == STATUS_OK)
        status = open_together(trace);
    if (status == STATUS_OK) {
        *out = trace;
        return STATUS_OK;
    }
    tell_error(trace, config->comm, "none is written");
    /* The archive itself stays: closing it would be collective again. */
    if (trace != NULL)
        OTF2_Error_RegisterCallback(trace->previous_errors, NULL);
    trace_destroy(trace);
    *out = NULL;
    return status;
}

uint32_t trace_count_used(const uint8_t *used, uint32_t calls)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < calls; i++)
        count += used[i] != 0;
    return count;
}

static void finish_writers(struct trace *trace, uint64_t end_ticks)
{
    if (trace->writers == NULL)
        trace_writer_empty(trace, end_ticks);
    for (struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        trace_writer_finish(writer, end_ticks);
}

/* For each call whether any rank recorded it; the caller frees it. */
static uint8_t *unite_used(const struct trace *trace)
{
    uint8_t *used = calloc(call_count, 1);

    for (const struct trace_writer *writer = trace->writers;
         used != NULL && writer != NULL; writer = writer->next)
        for (uint32_t i = 0; i < call_count; i++)
            used[i] |= writer->used[i];
    if (agree(trace->collective.comm,
              used == NULL ? STATUS_NO_MEMORY : STATUS_OK) != STATUS_OK) {
        free(used);
        return NULL;
    }
    PMPI_Allreduce(MPI_IN_PLACE, used, (int)call_count, MPI_UINT8_T, MPI_BOR,
                   trace->collective.comm);
    return used;
}

/* Smallest begin and largest end of all writers of all ranks, by the run's
 * clock. */
static void unite_span(const struct trace *trace,
                       const struct trace_closing *closing, uint64_t *begin,
                       uint64_t *end)
{
    uint64_t at = clock_line_to_run(closing->line, closing->end_ticks);
    uint64_t span[2] = { UINT64_MAX, UINT64_MAX - at };

    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next) {
        at = clock_line_to_run(closing->line, writer->first);
        if (at < span[0])
            span[0] = at;
        at = clock_line_to_run(closing->line, writer->last);
        if (UINT64_MAX - at < span[1])
            span[1] = UINT64_MAX - at;
    }
    PMPI_Allreduce(MPI_IN_PLACE, span, 2, MPI_UINT64_T, MPI_MIN,
                   trace->collective.comm);
    *end = UINT64_MAX - span[1];
    *begin = span[0] > *end ? *end : span[0];
}

static int by_location(const void *left, const void *right)
{
    const struct trace_location *a = left, *b = right;
    uint64_t one = a->location << 32 | a->location >> 32;
    uint64_t two = b->location << 32 | b->location >> 32;

    return one < two ? -1 : one > two;
}

static size_t own_locations(const struct trace *trace,
                            struct trace_location *out)
{
    size_t count = 0;

    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next, count++)
        if (out != NULL)
            out[count] = (struct trace_location){
                trace_location_id(writer->thread,
                                  (uint32_t)trace->collective.rank),
                writer->event_count
            };
    return count;
}

/* counts: bytes of each rank.  Receives all; NULL: no memory. */
static struct trace_location *receive_locations(struct trace *trace,
                                                const void *own, int *counts,
                                                size_t *total)
{
    int size = trace->collective.size, at = 0;
    int *offsets = counts + size;
    struct trace_location *all;

    for (int i = 0; i < size; i++) {
        offsets[i] = at;
        at += counts[i];
    }
    all = malloc((size_t)at + 1);
    *total = (size_t)at / sizeof(*all);
    PMPI_Gatherv(own, counts[0], MPI_BYTE, all, counts, offsets, MPI_BYTE, 0,
                 trace->collective.comm);
    if (all != NULL)
        qsort(all, *total, sizeof(*all), by_location);
    return all;
}

/* On rank 0 all locations, which the caller frees; NULL elsewhere. */
static struct trace_location *gather_locations(struct trace *trace,
                                               size_t *total)
{
    struct trace_location *own, *all = NULL;
    int size = trace->collective.size;
    size_t own_count = own_locations(trace, NULL);
    int bytes, *counts = calloc(2 * (size_t)size, sizeof(*counts));

    *total = 0;
    own = calloc(own_count + 1, sizeof(*own));
    if (own == NULL || counts == NULL)
        own_count = 0;
    if (own != NULL)
        own_locations(trace, own);
    bytes = (int)(own_count * sizeof(*own));
    if (agree(trace->collective.comm,
              own == NULL || counts == NULL ? STATUS_NO_MEMORY : STATUS_OK) ==
        STATUS_OK) {
        PMPI_Gather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, 0,
                    trace->collective.comm);
        if (trace->collective.rank == 0)
            all = receive_locations(trace, own, counts, total);
        else
            PMPI_Gatherv(own, bytes, MPI_BYTE, NULL, NULL, NULL, MPI_BYTE, 0,
                         trace->collective.comm);
    }
    free(own);
    free(counts);
    return all;
}

static void add_file_bytes(const struct trace *trace,
                           const struct trace_writer *writer,
                           struct trace_totals *totals)
{
    uint64_t location =
        trace_location_id(writer->thread, (uint32_t)trace->collective.rank);
    struct strbuf path;
    struct stat info;

    strbuf_init(&path);
    strbuf_printf(&path, "%s/run/%llu.evt", trace->directory,
                  (unsigned long long)location);
    if (!path.failed && stat(path.text, &info) == 0)
        totals->bytes += (uint64_t)info.st_size;
    strbuf_clear(&path);
}

static void add_up(const struct trace *trace, struct trace_totals *totals)
{
    *totals = (struct trace_totals){ .met = trace->met };
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next) {
        if (writer->empty)
            continue;
        totals->events += writer->event_count;
        totals->calls += writer->calls;
        totals->skipped += writer->skipped;
        totals->not_only += writer->not_only;
        totals->met |= writer->met;
        if (writer->stopped != 0 && (totals->stopped_ticks == 0 ||
                                     writer->stopped < totals->stopped_ticks))
            totals->stopped_ticks = writer->stopped;
        add_file_bytes(trace, writer, totals);
    }
}

/* All that refers to the ids of the run. */
static enum status write_names(struct trace *trace,
                               const struct trace_closing *closing,
                               const struct trace_ids *ids)
{
    struct trace_facts facts = { .closing = closing, .ids = ids };
    struct trace_location *locations;
    enum status status;

    unite_span(trace, closing, &facts.begin_ticks, &facts.end_ticks);
    status = trace_write_locals(trace, closing, ids, facts.begin_ticks);
    locations = gather_locations(trace, &facts.location_count);
    facts.locations = locations;
    if (trace->collective.rank == 0 && locations == NULL)
        status = STATUS_NO_MEMORY;
    else if (trace->collective.rank == 0 && status == STATUS_OK)
        status = trace_write_definitions(trace, &facts);
    free(locations);
    return status;
}

/* The ids of the run first, since all ranks need them. */
static enum status write_all_names(struct trace *trace,
                                   const struct trace_closing *closing)
{
    uint8_t *used = unite_used(trace);
    uint32_t *contexts = trace_contexts(
        trace, closing->run == NULL ? NULL : closing->run->definitions);
    struct trace_ids ids = { used, contexts };
    enum status status = STATUS_NO_MEMORY;

    if (used != NULL && contexts != NULL)
        status = write_names(trace, closing, &ids);
    free(used);
    free(contexts);
    return status;
}

/* A writer that failed has left its file incomplete. */
static enum status writers_status(const struct trace *trace)
{
    if (trace->failed)
        return STATUS_IO;
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        if (writer->state == WRITER_FAILED)
            return STATUS_IO;
    return STATUS_OK;
}

/* After a write that failed OTF2 has lost track of its buffers, and closing
 * them crashes: all ranks leave the archive as it is then. */
static enum status close_archive(struct trace *trace,
                                 const struct trace_closing *closing,
                                 struct trace_totals *totals)
{
    enum status status = agree(closing->comm, writers_status(trace));

    if (status != STATUS_OK)
        return status;
    first_error(&status, OTF2_Archive_CloseEvtFiles(trace->archive));
    if (trace->failed)
        status = STATUS_IO;
    status = agree(closing->comm, status);
    if (status == STATUS_OK) {
        status = write_all_names(trace, closing);
        trace_note_left_out(trace, totals);
    }
    first_error(&status, OTF2_Archive_Close(trace->archive));
    if (trace->failed)
        status = STATUS_IO;
    return agree(closing->comm, status);
}

enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals)
{
    enum status status;

    finish_writers(trace, closing->end_ticks);
    add_up(trace, totals);
    status = close_archive(trace, closing, totals);
    tell_error(trace, closing->comm, "the trace is removed");
    OTF2_Error_RegisterCallback(trace->previous_errors, NULL);
    if (status != STATUS_OK) {
        trace_remove(trace);
        *totals = (struct trace_totals){ 0 };
    }
    trace_destroy(trace);
    return status;
}

void trace_abandon(struct trace *trace)
{
    if (trace == NULL)
        return;
    for (struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        writer->state = WRITER_FAILED;
    trace->record = false;
}
