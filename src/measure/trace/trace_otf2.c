/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_otf2.c - opens the archive, together with all ranks.
 *
 * No rank skips a collective step after an error of its own: it takes part in
 * all of them, and trace_settle() informs all ranks at the end.
 */
#include "measure/trace/trace_internal.h"

#include <otf2/OTF2_Pthread_Locks.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "model/call.h"

#define LEAST_CHUNK (256u << 10)
#define MOST_CHUNK (1u << 20)
#define DEFINITION_CHUNK (4u << 20)

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

/* The first rank's among all ranks with an error. */
static void tell_error(const struct trace *trace, MPI_Comm comm, int first,
                       char *why)
{
    char error[sizeof(trace->error)] = "no memory";
    int rank;

    PMPI_Comm_rank(comm, &rank);
    if (rank == first && trace != NULL && trace->failed)
        memcpy(error, trace->error, sizeof(error));
    PMPI_Bcast(error, sizeof(error), MPI_CHAR, first, comm);
    if (rank == 0)
        snprintf(why, TRACE_WHY_BYTES, "trace of rank %d: %s", first, error);
}

enum status trace_settle(const struct trace *trace, MPI_Comm comm,
                         enum status mine, char *why)
{
    static const enum exchange_fold folds[] = { FOLD_MOST, FOLD_LEAST };
    uint64_t words[2] = { mine, UINT64_MAX };
    int rank;

    PMPI_Comm_rank(comm, &rank);
    if (mine != STATUS_OK)
        words[1] = (uint64_t)rank;
    exchange_fold(comm, words, folds, 2);
    if (words[0] != STATUS_OK)
        tell_error(trace, comm, (int)words[1], why);
    return (enum status)words[0];
}

static uint64_t clamp_between(uint64_t value, uint64_t low, uint64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* A power of two: such chunks fill what OTF2 writes at a time. */
static uint64_t chunk_of(uint64_t bytes)
{
    uint64_t chunk = LEAST_CHUNK;

    while (chunk < MOST_CHUNK && 2 * chunk <= bytes)
        chunk *= 2;
    return chunk;
}

/* Four chunks make the buffer; the limit is met in steps of a chunk, and of
 * each thread the last one does not count. */
static void plan_memory(struct trace *trace, const struct trace_config *config)
{
    uint64_t buffer = config->buffer_bytes, limit = config->limit_bytes;

    trace->chunk_bytes = chunk_of((buffer < limit ? buffer : limit) / 4);
    trace->chunks_most = (uint32_t)clamp_between(buffer / trace->chunk_bytes,
                                                 1, UINT32_MAX / 2);
    trace->limit_bytes =
        limit < trace->chunk_bytes ? trace->chunk_bytes : limit;
}

void trace_destroy(struct trace *trace)
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
    FREE_ALL(trace->counters, trace->directory, trace->used, trace->words,
             trace->folds, trace->parts);
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

/* For the end: there, errors of one rank are dear. */
static bool trace_make_room(struct trace *trace)
{
    size_t ranks =
        trace->collective.rank == 0 ? (size_t)trace->collective.size : 0;

    trace->used = calloc(call_count, 1);
    trace->words = calloc(trace_shared_words(), sizeof(*trace->words));
    trace->folds = calloc(trace_shared_words(), sizeof(*trace->folds));
    trace->parts = calloc(ranks + 1, sizeof(*trace->parts));
    return trace->used != NULL && trace->words != NULL &&
           trace->folds != NULL && trace->parts != NULL;
}

static enum status trace_new(const struct trace_config *config,
                             struct trace **out)
{
    struct trace *trace = calloc(1, sizeof(*trace));

    if (trace == NULL)
        return STATUS_NO_MEMORY;
    pthread_mutex_init(&trace->lock, NULL);
    trace->record = config->record;
    trace->keep = config->keep;
    trace->rules = config->rules;
    trace->counter_clock = config->counter_clock;
    trace->collective.comm = config->comm;
    PMPI_Comm_rank(config->comm, &trace->collective.rank);
    PMPI_Comm_size(config->comm, &trace->collective.size);
    plan_memory(trace, config);
    trace->directory = strdup(config->directory);
    if (trace->directory == NULL ||
        copy_counters(trace, config) != STATUS_OK || !trace_make_room(trace)) {
        trace_destroy(trace);
        return STATUS_NO_MEMORY;
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
    first_error(&status,
                OTF2_Pthread_Archive_SetLockingCallbacks(archive, NULL));
    first_error(&status,
                OTF2_Archive_SetFlushCallbacks(archive, &trace_flush, trace));
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

    if (code == OTF2_SUCCESS)
        code = OTF2_Archive_OpenEvtFiles(trace->archive);
    return as_status(code);
}

enum status trace_open(const struct trace_config *config, struct trace **out)
{
    struct trace *trace = NULL;
    enum status status = trace_new(config, &trace);

    if (status == STATUS_OK)
        status = open_archive(trace);
    status = trace_settle(trace, config->comm, status, config->why);
    if (status == STATUS_OK)
        status = trace_settle(trace, config->comm, open_together(trace),
                              config->why);
    if (status == STATUS_OK) {
        *out = trace;
        return STATUS_OK;
    }
    /* The archive itself stays: closing it would be collective again. */
    if (trace != NULL)
        OTF2_Error_RegisterCallback(trace->previous_errors, NULL);
    trace_destroy(trace);
    *out = NULL;
    return status;
}
