/*
 * trace_locals.c - what makes this rank's ids those of the archive.
 *
 * Every location gets the same tables: regions, communicators, call paths and
 * so on, and two clock offsets, at the begin and the end.
 */
#include "measure/trace/trace_internal.h"

#include <stdlib.h>

#include "model/call.h"

static const uint8_t table_types[] = {
    OTF2_MAPPING_REGION, OTF2_MAPPING_COMM, OTF2_MAPPING_CALLING_CONTEXT,
    OTF2_MAPPING_RMA_WIN, OTF2_MAPPING_GROUP, OTF2_MAPPING_IO_FILE,
    OTF2_MAPPING_IO_HANDLE,
};
#define TABLES (sizeof(table_types) / sizeof(table_types[0]))

struct tables { /* in that order */
    OTF2_IdMap *maps[TABLES];
};

static OTF2_IdMap *map_regions(const struct trace_closing *closing,
                               const uint8_t *used)
{
    uint32_t regions = definitions_count(closing->own, DEFINITION_REGION);
    uint32_t used_count = trace_count_used(used, call_count), next = 1;
    OTF2_IdMap *map =
        OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, used_count + regions);

    if (map == NULL)
        return NULL;
    for (uint32_t i = 0; i < call_count; i++)
        if (used[i])
            OTF2_IdMap_AddIdPair(map, i, next++);
    for (uint32_t i = 0; i < regions; i++)
        OTF2_IdMap_AddIdPair(
            map, call_count + i,
            trace_user_region(used_count,
                              closing->map[DEFINITION_REGION][i]));
    return map;
}

/* Communicators, windows ...: of the archive are those of the run less number
 * 0.  first: the id in event records of own number 0, or 1: without it that of
 * MPI_COMM_WORLD takes a byte less in each. */
static OTF2_IdMap *map_kind(const struct trace_closing *closing,
                            enum definition_kind kind, uint32_t first,
                            uint32_t (*archive_id)(uint32_t run_id))
{
    uint32_t count = definitions_count(closing->own, kind);
    uint32_t *ids = calloc(count + 1, sizeof(*ids));
    OTF2_IdMap *map;

    if (ids == NULL)
        return NULL;
    ids[0] = archive_id(0); /* OTF2 takes no empty table */
    for (uint32_t i = first; i < count; i++)
        ids[i - first] = archive_id(closing->map[kind][i]);
    map = OTF2_IdMap_CreateFromUint32Array(
        count > first ? count - first : 1, ids, false);
    free(ids);
    return map;
}

static OTF2_IdMap *map_paths(const struct trace_closing *closing,
                             const uint32_t *contexts)
{
    uint32_t count = definitions_count(closing->own, DEFINITION_PATH);
    uint32_t *ids = calloc(count + 1, sizeof(*ids));
    OTF2_IdMap *map;

    if (ids == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        ids[i] = contexts[closing->map[DEFINITION_PATH][i]];
    map = OTF2_IdMap_CreateFromUint32Array(count, ids, false);
    free(ids);
    return map;
}

static OTF2_ErrorCode write_tables(OTF2_DefWriter *writer,
                                   const struct tables *tables)
{
    OTF2_ErrorCode code = OTF2_SUCCESS;

    for (size_t i = 0; i < TABLES && code == OTF2_SUCCESS; i++)
        code = OTF2_DefWriter_WriteMappingTable(writer, table_types[i],
                                                tables->maps[i]);
    return code;
}

/* How far the run's clock was ahead then; OTF2 takes it to change evenly from
 * one offset to the next. */
static OTF2_ErrorCode write_offset(OTF2_DefWriter *writer,
                                   const struct clock_line *line,
                                   uint64_t ticks)
{
    return OTF2_DefWriter_WriteClockOffset(
        writer, ticks, (int64_t)(clock_line_to_run(line, ticks) - ticks),
        (double)clock_line_error(line));
}

static OTF2_ErrorCode write_location(struct trace *trace,
                                     const struct trace_writer *of,
                                     const struct tables *tables,
                                     const struct clock_line *line,
                                     uint64_t begin, uint64_t end)
{
    uint64_t location =
        trace_location_id(of->thread, (uint32_t)trace->collective.rank);
    OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(trace->archive,
                                                       location);
    OTF2_ErrorCode code;

    if (writer == NULL)
        return OTF2_ERROR_FILE_INTERACTION;
    code = write_tables(writer, tables);
    if (code == OTF2_SUCCESS)
        code = write_offset(writer, line, begin);
    if (code == OTF2_SUCCESS)
        code = write_offset(writer, line, end);
    OTF2_Archive_CloseDefWriter(trace->archive, writer);
    return code;
}

static enum status write_all(struct trace *trace, const struct tables *tables,
                             const struct trace_closing *closing,
                             uint64_t begin)
{
    uint64_t end = closing->end_ticks;

    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        if (write_location(trace, writer, tables, closing->line, begin,
                           end > writer->last ? end : writer->last) !=
            OTF2_SUCCESS)
            return STATUS_IO;
    return STATUS_OK;
}

static void free_map(OTF2_IdMap *map)
{
    if (map != NULL)
        OTF2_IdMap_Free(map);
}

static void make_tables(const struct trace_closing *closing,
                        const struct trace_ids *ids, struct tables *tables)
{
    tables->maps[0] = map_regions(closing, ids->used);
    tables->maps[1] = map_kind(closing, DEFINITION_COMM, 1, trace_comm);
    tables->maps[2] = map_paths(closing, ids->contexts);
    tables->maps[3] = map_kind(closing, DEFINITION_WINDOW, 0, trace_object);
    tables->maps[4] = map_kind(closing, DEFINITION_GROUP, 0, trace_group);
    tables->maps[5] = map_kind(closing, DEFINITION_FILE, 0, trace_object);
    tables->maps[6] = map_kind(closing, DEFINITION_FILE_HANDLE, 0,
                               trace_object);
}

static bool are_whole(const struct tables *tables)
{
    for (size_t i = 0; i < TABLES; i++)
        if (tables->maps[i] == NULL)
            return false;
    return true;
}

enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const struct trace_ids *ids,
                               uint64_t begin_ticks)
{
    struct tables tables;
    enum status status = STATUS_NO_MEMORY;

    make_tables(closing, ids, &tables);
    if (OTF2_Archive_OpenDefFiles(trace->archive) != OTF2_SUCCESS)
        status = STATUS_IO;
    else if (are_whole(&tables))
        status = write_all(trace, &tables, closing,
                           clock_line_from_run(closing->line, begin_ticks));
    if (OTF2_Archive_CloseDefFiles(trace->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    for (size_t i = 0; i < TABLES; i++)
        free_map(tables.maps[i]);
    return status;
}
