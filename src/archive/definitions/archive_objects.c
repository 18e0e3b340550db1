/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_objects.c - global definitions of objects other than communicators:
 * windows and the groups that synchronise them, files; and the Cartesian grids
 * of communicators.
 */
#include "archive/definitions/archive.h"
#include "archive/definitions/archive_names.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/notes/comm_note.h"

static uint32_t get_uint32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
           (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void write_group(struct gdef_names *names,
                        const struct definition *group)
{
    uint32_t count = group->key_size / 4;
    uint32_t *members = malloc(((size_t)count + 1) * sizeof(*members));

    if (members == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        members[i] = get_uint32(group->key + 4 * (size_t)i);
    gdef_group(names, members, count);
    free(members);
}

void gdef_groups(struct gdef_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_GROUP);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++) {
        struct definition group = definitions_get(run, DEFINITION_GROUP, i);

        write_group(names, &group);
    }
}

void gdef_windows(struct gdef_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_WINDOW);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++) {
        struct definition window = definitions_get(run, DEFINITION_WINDOW, i);
        const char *name = definitions_window_name(run, i);

        gdef_expect(names,
                    OTF2_GlobalDefWriter_WriteRmaWin(
                        names->writer, archive_object(i),
                        gdef_string(names, name), archive_comm(window.refs[0]),
                        OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
    }
}

static void write_io_paradigm(struct gdef_names *names)
{
    gdef_expect(names, OTF2_GlobalDefWriter_WriteIoParadigm(
                           names->writer, ARCHIVE_IO_PARADIGM,
                           gdef_string(names, "MPI-IO"),
                           gdef_string(names, "MPI I/O"),
                           OTF2_IO_PARADIGM_CLASS_PARALLEL,
                           OTF2_IO_PARADIGM_FLAG_NONE, 0, NULL, NULL, NULL));
}

/* Which of the hosts' file systems holds the file is unknown. */
static void write_file(struct gdef_names *names, const struct definitions *run,
                       uint32_t id)
{
    struct definition file = definitions_get(run, DEFINITION_FILE, id);

    gdef_expect(names, OTF2_GlobalDefWriter_WriteIoRegularFile(
                           names->writer, archive_object(id),
                           gdef_string(names, (const char *)file.key),
                           OTF2_UNDEFINED_SYSTEM_TREE_NODE));
}

static void write_handle(struct gdef_names *names,
                         const struct definitions *run, uint32_t id)
{
    struct definition handle =
        definitions_get(run, DEFINITION_FILE_HANDLE, id);

    gdef_expect(names,
                OTF2_GlobalDefWriter_WriteIoHandle(
                    names->writer, archive_object(id), ARCHIVE_STRING_EMPTY,
                    archive_object(handle.refs[0]), ARCHIVE_IO_PARADIGM,
                    OTF2_IO_HANDLE_FLAG_NONE, archive_comm(handle.refs[1]),
                    OTF2_UNDEFINED_IO_HANDLE));
}

void gdef_files(struct gdef_names *names, const struct definitions *run)
{
    uint32_t files = definitions_count(run, DEFINITION_FILE);
    uint32_t handles = definitions_count(run, DEFINITION_FILE_HANDLE);

    if (files > 1)
        write_io_paradigm(names);
    for (uint32_t i = 1; i < files && names->status == STATUS_OK; i++)
        write_file(names, run, i);
    for (uint32_t i = 1; i < handles && names->status == STATUS_OK; i++)
        write_handle(names, run, i);
}

/* A grid: the sizes of its dimensions, the last one counts fastest. */
struct grid {
    uint32_t id, comm, dimensions;
    uint32_t sizes[UINT8_MAX];
};

static void write_dimensions(struct gdef_names *names, const struct grid *grid,
                             const uint8_t *key, uint32_t first, uint32_t *ids)
{
    char name[32];

    for (uint32_t i = 0; i < grid->dimensions; i++) {
        ids[i] = first + i;
        snprintf(name, sizeof(name), "dimension %u", i);
        gdef_expect(names, OTF2_GlobalDefWriter_WriteCartDimension(
                               names->writer, ids[i], gdef_string(names, name),
                               grid->sizes[i],
                               key[5 * i + 4] ? OTF2_CART_PERIODIC_TRUE
                                              : OTF2_CART_PERIODIC_FALSE));
    }
}

/* MPI numbers the members of a grid in row-major order. */
static void write_coordinates(struct gdef_names *names,
                              const struct grid *grid)
{
    uint32_t place[UINT8_MAX], members = 1;

    for (uint32_t i = 0; i < grid->dimensions; i++)
        members *= grid->sizes[i];
    for (uint32_t rank = 0; rank < members && names->status == STATUS_OK;
         rank++) {
        for (uint32_t i = grid->dimensions, rest = rank; i-- > 0;
             rest /= grid->sizes[i])
            place[i] = rest % grid->sizes[i];
        gdef_expect(names, OTF2_GlobalDefWriter_WriteCartCoordinate(
                               names->writer, grid->id, rank,
                               (uint8_t)grid->dimensions, place));
    }
}

static uint32_t comm_name(struct gdef_names *names,
                          const struct definitions *run, uint32_t comm)
{
    struct definition item = definitions_get(run, DEFINITION_COMM, comm);
    struct comm_note note;
    uint32_t name = ARCHIVE_STRING_EMPTY;

    if (item.note == NULL ||
        comm_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return name;
    name = gdef_string(names, note.name);
    comm_note_clear(&note);
    return name;
}

/* Returns how many dimensions it has. */
static uint32_t write_grid(struct gdef_names *names,
                           const struct definitions *run, uint32_t id,
                           uint32_t first_dimension)
{
    struct definition item = definitions_get(run, DEFINITION_TOPOLOGY, id);
    struct grid grid = { .id = id,
                         .comm = archive_comm(item.refs[0]),
                         .dimensions = item.key_size / 5 };
    uint32_t ids[UINT8_MAX];

    for (uint32_t i = 0; i < grid.dimensions; i++)
        grid.sizes[i] = get_uint32(item.key + 5 * (size_t)i);
    write_dimensions(names, &grid, item.key, first_dimension, ids);
    gdef_expect(names,
                OTF2_GlobalDefWriter_WriteCartTopology(
                    names->writer, id, comm_name(names, run, item.refs[0]),
                    grid.comm, (uint8_t)grid.dimensions, ids));
    write_coordinates(names, &grid);
    return grid.dimensions;
}

void gdef_grids(struct gdef_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_TOPOLOGY);
    uint32_t dimensions = 0;

    for (uint32_t i = 0; i < count && names->status == STATUS_OK; i++)
        dimensions += write_grid(names, run, i, dimensions);
}
