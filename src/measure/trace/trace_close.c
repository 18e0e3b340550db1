/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_close.c - completes and closes the archive, together with all ranks.
 *
 * As when opening, no rank skips a step that others take with it.  With more
 * ranks than cores each such step is expensive: one for everything that is
 * folded over the ranks, one for data that rank 0 collects, one for the call
 * paths, and one at the end.
 */
#include "measure/trace/trace_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array_room.h"
#include "base/text/strbuf.h"
#include "model/call.h"

/* Data that the ranks share; behind it a bit for each call that occurred. */
/* clang-format off */
enum word { STATUS, SPAN_BEGIN, SPAN_END, PATHS, LOCATIONS, SKIPPED, NOT_ONLY,
            STOPPED, USED };
/* clang-format on */

#define BITS 64

size_t trace_shared_words(void)
{
    return USED + (call_count + BITS - 1) / BITS;
}

static void finish_writers(struct trace *trace, uint64_t end_ticks)
{
    if (trace->writers == NULL)
        trace_writer_empty(trace, end_ticks);
    for (struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        trace_writer_finish(writer, end_ticks);
}

/* Smallest begin and largest end of this rank's writers, by the run's clock. */
static void take_span(const struct trace *trace,
                      const struct trace_closing *closing)
{
    uint64_t at = clock_line_to_run(closing->line, closing->end_ticks);
    uint64_t *words = trace->words;

    words[SPAN_BEGIN] = UINT64_MAX;
    words[SPAN_END] = at;
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next) {
        at = clock_line_to_run(closing->line, writer->first);
        if (at < words[SPAN_BEGIN])
            words[SPAN_BEGIN] = at;
        at = clock_line_to_run(closing->line, writer->last);
        if (at > words[SPAN_END])
            words[SPAN_END] = at;
    }
}

static void take_used(const struct trace *trace)
{
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        for (uint32_t i = 0; i < call_count; i++)
            if (writer->used[i])
                trace->words[USED + i / BITS] |= 1ull << i % BITS;
}

static size_t count_locations(const struct trace *trace)
{
    size_t count = 0;

    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        count++;
    return count;
}

/* Everything that all ranks have to know; the worst status of all. */
static enum status share_totals(struct trace *trace,
                                const struct trace_closing *closing,
                                struct trace_totals *totals, enum status mine)
{
    enum exchange_fold *folds = trace->folds;
    size_t count = trace_shared_words();
    uint64_t *words = trace->words;

    memset(words, 0, count * sizeof(*words));
    for (size_t i = 0; i < count; i++)
        folds[i] = FOLD_BITS;
    folds[STATUS] = folds[SPAN_END] = folds[LOCATIONS] = FOLD_MOST;
    folds[SPAN_BEGIN] = FOLD_LEAST;
    folds[SKIPPED] = folds[NOT_ONLY] = folds[STOPPED] = FOLD_SUM;
    words[STATUS] = mine;
    words[SKIPPED] = totals->skipped;
    words[NOT_ONLY] = totals->not_only;
    words[STOPPED] = totals->stopped_ticks != 0;
    words[LOCATIONS] = count_locations(trace);
    if (closing->run != NULL)
        words[PATHS] =
            definitions_count(closing->run->definitions, DEFINITION_PATH);
    take_span(trace, closing);
    take_used(trace);
    exchange_fold(trace->collective.comm, words, folds, count);
    for (uint32_t i = 0; i < call_count; i++)
        trace->used[i] = words[USED + i / BITS] >> i % BITS & 1;
    totals->run_skipped = words[SKIPPED];
    totals->run_not_only = words[NOT_ONLY];
    totals->run_stopped = words[STOPPED];
    if (words[SPAN_BEGIN] > words[SPAN_END])
        words[SPAN_BEGIN] = words[SPAN_END];
    return (enum status)words[STATUS];
}

static int by_location(const void *left, const void *right)
{
    const struct archive_location *a = left, *b = right;
    uint64_t one = a->location << 32 | a->location >> 32;
    uint64_t two = b->location << 32 | b->location >> 32;

    return one < two ? -1 : one > two;
}

static void own_locations(const struct trace *trace,
                          struct archive_location *out)
{
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        *out++ = (struct archive_location){
            archive_location_id(writer->thread,
                                (uint32_t)trace->collective.rank),
            writer->event_count
        };
}

/* Rank 0: when no rank has more than its master thread. */
static struct archive_location *single_locations(const struct trace *trace,
                                                 size_t *total)
{
    struct archive_location *all;

    *total = (size_t)trace->collective.size;
    all = calloc(*total, sizeof(*all));
    for (size_t i = 0; all != NULL && i < *total; i++)
        all[i] =
            (struct archive_location){ archive_location_id(0, (uint32_t)i),
                                       trace->parts[i].events };
    return all;
}

/* Rank 0: where the locations of each rank come to lie, in bytes. */
static int *lay_out(const struct trace *trace, size_t *total)
{
    int size = trace->collective.size, at = 0;
    int *layout = calloc(2 * (size_t)size, sizeof(*layout));

    for (int i = 0; layout != NULL && i < size; i++) {
        layout[i] =
            (int)(trace->parts[i].locations * sizeof(struct archive_location));
        layout[size + i] = at;
        at += layout[i];
    }
    *total = (size_t)at / sizeof(struct archive_location);
    return layout;
}

/* Ranks with several threads.  On rank 0 all, NULL elsewhere. */
static struct archive_location *gather_locations(const struct trace *trace,
                                                 size_t *total)
{
    MPI_Comm comm = trace->collective.comm;
    size_t own_count = count_locations(trace);
    struct archive_location *own = calloc(own_count, sizeof(*own)),
                            *all = NULL;
    int *layout = NULL;
    bool ready = own != NULL;

    if (trace->collective.rank == 0) {
        layout = lay_out(trace, total);
        all = calloc(*total + 1, sizeof(*all));
        ready = ready && layout != NULL && all != NULL;
    }
    if (exchange_agree(comm, ready)) {
        own_locations(trace, own);
        PMPI_Gatherv(own, (int)(own_count * sizeof(*own)), MPI_BYTE, all,
                     layout,
                     layout == NULL ? NULL : layout + trace->collective.size,
                     MPI_BYTE, 0, comm);
        if (all != NULL)
            qsort(all, *total, sizeof(*all), by_location);
    } else {
        free(all);
        all = NULL;
    }
    FREE_ALL(own, layout);
    return all;
}

/* On rank 0 all locations, which the caller frees; NULL elsewhere. */
static struct archive_location *
collect_locations(struct trace *trace, const struct trace_closing *closing,
                  size_t *total)
{
    struct archive_part own = {
        .host = closing->host,
        .lead = closing->lead,
        .locations = (uint32_t)count_locations(trace),
        .samples_left_out = closing->samples_left_out,
        .samples_in_calls = samples_in_calls(closing->samples),
    };

    own.samples = *closing->samples;
    own.samples.rows = NULL;
    own.samples.row_count = 0;
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        if (writer->thread == 0) {
            own.events = writer->event_count;
            own.empty = writer->empty;
        }
    exchange_gather(trace->collective.comm, &own, sizeof(own), trace->parts);
    if (trace->words[LOCATIONS] > 1)
        return gather_locations(trace, total);
    return trace->collective.rank == 0 ? single_locations(trace, total) : NULL;
}

static void add_file_bytes(const struct trace *trace,
                           const struct trace_writer *writer,
                           struct trace_totals *totals)
{
    uint64_t location =
        archive_location_id(writer->thread, (uint32_t)trace->collective.rank);
    struct strbuf path = { 0 };
    struct stat info;

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

/* Contexts for all ranks, from rank 0, which knows the run. */
static uint32_t *share_contexts(const struct trace *trace,
                                const struct trace_closing *closing)
{
    const struct definitions *run =
        closing->run == NULL ? NULL : closing->run->definitions;
    uint32_t paths = (uint32_t)trace->words[PATHS];
    uint32_t *contexts = archive_contexts(run, paths);

    exchange_share(trace->collective.comm, contexts,
                   paths * sizeof(*contexts));
    return contexts;
}

static enum status write_definitions(struct trace *trace,
                                     const struct trace_closing *closing,
                                     const uint32_t *contexts,
                                     const struct archive_location *locations,
                                     size_t count)
{
    const struct clock_rate *rate = closing->rate;
    struct archive_facts facts = {
        .run = closing->run,
        .counters = trace->counters,
        .counter_count = trace->counter_count,
        .used = trace->used,
        .contexts = contexts,
        .parts = trace->parts,
        .locations = locations,
        .location_count = count,
        .begin_ticks = trace->words[SPAN_BEGIN],
        .end_ticks = trace->words[SPAN_END],
        .ticks_per_second = rate->counter ? rate->ticks_per_ns * 1e9 : 1e9,
        .start_ticks = closing->start_ticks,
        .start_unix_ns = closing->start_unix_ns,
    };

    return archive_write_definitions(trace->archive, &facts);
}

/* All that refers to the ids of the run. */
static enum status write_names(struct trace *trace,
                               const struct trace_closing *closing)
{
    uint32_t *contexts = share_contexts(trace, closing);
    size_t count = 0;
    struct archive_location *locations =
        collect_locations(trace, closing, &count);
    enum status status = STATUS_NO_MEMORY;

    if (contexts != NULL)
        status = trace_write_locals(trace, closing, contexts,
                                    trace->words[SPAN_BEGIN]);
    if (trace->collective.rank == 0 && locations == NULL)
        status = STATUS_NO_MEMORY;
    else if (trace->collective.rank == 0 && status == STATUS_OK)
        status = write_definitions(trace, closing, contexts, locations, count);
    FREE_ALL(locations, contexts);
    return status;
}

/* A writer that failed has left its file incomplete. */
static enum status close_writers(const struct trace *trace)
{
    if (trace->failed)
        return STATUS_IO;
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        if (writer->state == WRITER_FAILED)
            return STATUS_IO;
    return OTF2_Archive_CloseEvtFiles(trace->archive) == OTF2_SUCCESS &&
                   !trace->failed
               ? STATUS_OK
               : STATUS_IO;
}

/* After a write that failed OTF2 has lost track of its buffers, and closing
 * them crashes: all ranks leave the archive as it is then. */
static enum status close_archive(struct trace *trace,
                                 const struct trace_closing *closing,
                                 struct trace_totals *totals)
{
    enum status status = close_writers(trace);

    if (status == STATUS_OK && !closing->ready)
        status = STATUS_NO_MEMORY;
    if (share_totals(trace, closing, totals, status) != STATUS_OK)
        return status;
    status = write_names(trace, closing);
    if (trace->collective.rank == 0)
        trace_note_left_out(trace, totals);
    if (OTF2_Archive_Close(trace->archive) != OTF2_SUCCESS || trace->failed)
        status = STATUS_IO;
    return status;
}

enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals)
{
    enum status status;

    finish_writers(trace, closing->end_ticks);
    add_up(trace, totals);
    status = trace_settle(trace, trace->collective.comm,
                          close_archive(trace, closing, totals), closing->why);
    OTF2_Error_RegisterCallback(trace->previous_errors, NULL);
    if (status != STATUS_OK) {
        trace_remove(trace);
        *totals = (struct trace_totals){ .met = totals->met };
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
