/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_locals.c - maps this rank's ids to ids of the archive, for each of its
 * locations.
 */
#include "measure/trace/trace_internal.h"

#include "model/call.h"

static enum status write_all(struct trace *trace,
                             const struct archive_tables *tables,
                             const struct trace_closing *closing,
                             uint64_t begin)
{
    uint32_t rank = (uint32_t)trace->collective.rank;
    enum status status = STATUS_OK;

    for (const struct trace_writer *writer = trace->writers;
         writer != NULL && status == STATUS_OK; writer = writer->next) {
        uint64_t end = closing->end_ticks;

        status = archive_write_location(
            trace->archive, archive_location_id(writer->thread, rank), tables,
            closing->line, begin, end > writer->last ? end : writer->last);
    }
    return status;
}

enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const uint32_t *contexts, uint64_t begin_ticks)
{
    struct archive_ids ids = {
        .own = closing->own,
        .map = closing->map,
        .used = trace->used,
        .call_count = call_count,
        .contexts = contexts,
    };
    struct archive_tables *tables = archive_tables_create(&ids);
    enum status status = STATUS_NO_MEMORY;

    if (OTF2_Archive_OpenDefFiles(trace->archive) != OTF2_SUCCESS)
        status = STATUS_IO;
    else if (tables != NULL)
        status = write_all(trace, tables, closing,
                           clock_line_from_run(closing->line, begin_ticks));
    if (OTF2_Archive_CloseDefFiles(trace->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    archive_tables_destroy(tables);
    return status;
}
