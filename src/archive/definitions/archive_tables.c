/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_tables.c - maps a rank's ids to ids of the archive.
 *
 * Every location gets the same tables: regions, communicators, call paths and
 * so on, and two clock offsets, at the start and the end.
 */
#include "archive/definitions/archive.h"

#include <stdlib.h>

static const uint8_t table_types[] = {
    OTF2_MAPPING_REGION,    OTF2_MAPPING_COMM,  OTF2_MAPPING_CALLING_CONTEXT,
    OTF2_MAPPING_RMA_WIN,   OTF2_MAPPING_GROUP, OTF2_MAPPING_IO_FILE,
    OTF2_MAPPING_IO_HANDLE,
};
#define TABLES (sizeof(table_types) / sizeof(table_types[0]))

struct archive_tables { /* in that order */
    OTF2_IdMap *maps[TABLES];
};

static OTF2_IdMap *map_regions(const struct archive_ids *ids)
{
    uint32_t regions = definitions_count(ids->own, DEFINITION_REGION);
    uint32_t calls = ids->call_count, next = 1;
    uint32_t used_count = archive_count_used(ids->used, calls);
    OTF2_IdMap *map =
        OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, used_count + regions);

    if (map == NULL)
        return NULL;
    for (uint32_t i = 0; i < calls; i++)
        if (ids->used[i])
            OTF2_IdMap_AddIdPair(map, i, next++);
    for (uint32_t i = 0; i < regions; i++)
        OTF2_IdMap_AddIdPair(
            map, calls + i,
            archive_user_region(used_count, ids->map[DEFINITION_REGION][i]));
    return map;
}

/* Communicators, windows ...: the archive's are the run's less number 0.
 * first: the id of number 0 in event records, or 1: without it the id of
 * MPI_COMM_WORLD takes a byte less in each. */
static OTF2_IdMap *map_kind(const struct archive_ids *of,
                            enum definition_kind kind, uint32_t first,
                            uint32_t (*archive_id)(uint32_t run_id))
{
    uint32_t count = definitions_count(of->own, kind);
    uint32_t *ids = calloc(count + 1, sizeof(*ids));
    OTF2_IdMap *map;

    if (ids == NULL)
        return NULL;
    ids[0] = archive_id(0); /* OTF2 takes no empty table */
    for (uint32_t i = first; i < count; i++)
        ids[i - first] = archive_id(of->map[kind][i]);
    map = OTF2_IdMap_CreateFromUint32Array(count > first ? count - first : 1,
                                           ids, false);
    free(ids);
    return map;
}

static OTF2_IdMap *map_paths(const struct archive_ids *of)
{
    uint32_t count = definitions_count(of->own, DEFINITION_PATH);
    uint32_t *ids = calloc(count + 1, sizeof(*ids));
    OTF2_IdMap *map;

    if (ids == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        ids[i] = of->contexts[of->map[DEFINITION_PATH][i]];
    map = OTF2_IdMap_CreateFromUint32Array(count, ids, false);
    free(ids);
    return map;
}

static OTF2_ErrorCode write_tables(OTF2_DefWriter *writer,
                                   const struct archive_tables *tables)
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

static OTF2_ErrorCode write_all(OTF2_DefWriter *writer,
                                const struct archive_tables *tables,
                                const struct clock_line *line, uint64_t begin,
                                uint64_t end)
{
    OTF2_ErrorCode code = write_tables(writer, tables);

    if (code == OTF2_SUCCESS)
        code = write_offset(writer, line, begin);
    if (code == OTF2_SUCCESS)
        code = write_offset(writer, line, end);
    return code;
}

enum status archive_write_location(OTF2_Archive *archive, uint64_t location,
                                   const struct archive_tables *tables,
                                   const struct clock_line *line,
                                   uint64_t begin, uint64_t end)
{
    OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(archive, location);
    OTF2_ErrorCode code;

    if (writer == NULL)
        return STATUS_IO;
    code = write_all(writer, tables, line, begin, end);
    OTF2_Archive_CloseDefWriter(archive, writer);
    return code == OTF2_SUCCESS ? STATUS_OK : STATUS_IO;
}

static void make_maps(const struct archive_ids *ids,
                      struct archive_tables *tables)
{
    tables->maps[0] = map_regions(ids);
    tables->maps[1] = map_kind(ids, DEFINITION_COMM, 1, archive_comm);
    tables->maps[2] = map_paths(ids);
    tables->maps[3] = map_kind(ids, DEFINITION_WINDOW, 0, archive_object);
    tables->maps[4] = map_kind(ids, DEFINITION_GROUP, 0, archive_group);
    tables->maps[5] = map_kind(ids, DEFINITION_FILE, 0, archive_object);
    tables->maps[6] = map_kind(ids, DEFINITION_FILE_HANDLE, 0, archive_object);
}

struct archive_tables *archive_tables_create(const struct archive_ids *ids)
{
    struct archive_tables *tables = calloc(1, sizeof(*tables));

    if (tables == NULL)
        return NULL;
    make_maps(ids, tables);
    for (size_t i = 0; i < TABLES; i++)
        if (tables->maps[i] == NULL) {
            archive_tables_destroy(tables);
            return NULL;
        }
    return tables;
}

void archive_tables_destroy(struct archive_tables *tables)
{
    if (tables == NULL)
        return;
    for (size_t i = 0; i < TABLES; i++)
        if (tables->maps[i] != NULL)
            OTF2_IdMap_Free(tables->maps[i]);
    free(tables);
}
