/*
 * trace_locals.c - what makes this rank's ids those of the archive.
 *
 * Every location gets the same tables: regions, communicators and call paths,
 * and two clock offsets, at the begin and the end.
 */
#include "measure/trace/trace_internal.h"

#include <stdlib.h>

#include "model/call.h"

struct tables {
    OTF2_IdMap *regions, *comms, *paths;
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

static OTF2_IdMap *map_comms(const struct trace_closing *closing)
{
    uint32_t count = definitions_count(closing->own, DEFINITION_COMM);
    uint32_t *ids = calloc(count + 1, sizeof(*ids));
    OTF2_IdMap *map;

    if (ids == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        ids[i] = trace_comm(closing->map[DEFINITION_COMM][i]);
    map = OTF2_IdMap_CreateFromUint32Array(count, ids, false);
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
    OTF2_ErrorCode code = OTF2_DefWriter_WriteMappingTable(
        writer, OTF2_MAPPING_REGION, tables->regions);

    if (code == OTF2_SUCCESS)
        code = OTF2_DefWriter_WriteMappingTable(writer, OTF2_MAPPING_COMM,
                                                tables->comms);
    if (code == OTF2_SUCCESS)
        code = OTF2_DefWriter_WriteMappingTable(
            writer, OTF2_MAPPING_CALLING_CONTEXT, tables->paths);
    return code;
}

static OTF2_ErrorCode write_location(struct trace *trace,
                                     const struct trace_writer *of,
                                     const struct tables *tables,
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
        code = OTF2_DefWriter_WriteClockOffset(writer, begin, 0, 0.0);
    if (code == OTF2_SUCCESS)
        code = OTF2_DefWriter_WriteClockOffset(writer, end, 0, 0.0);
    OTF2_Archive_CloseDefWriter(trace->archive, writer);
    return code;
}

static enum status write_all(struct trace *trace, const struct tables *tables,
                             uint64_t begin, uint64_t end)
{
    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        if (write_location(trace, writer, tables, begin,
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

enum status trace_write_locals(struct trace *trace,
                               const struct trace_closing *closing,
                               const struct trace_ids *ids,
                               uint64_t begin_ticks)
{
    struct tables tables = { map_regions(closing, ids->used),
                             map_comms(closing),
                             map_paths(closing, ids->contexts) };
    enum status status = STATUS_NO_MEMORY;
    OTF2_ErrorCode opened = OTF2_Archive_OpenDefFiles(trace->archive);

    if (opened != OTF2_SUCCESS)
        status = STATUS_IO;
    else if (tables.regions != NULL && tables.comms != NULL &&
             tables.paths != NULL)
        status = write_all(trace, &tables, begin_ticks, closing->end_ticks);
    if (OTF2_Archive_CloseDefFiles(trace->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    free_map(tables.regions);
    free_map(tables.comms);
    free_map(tables.paths);
    return status;
}
