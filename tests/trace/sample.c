/* SPDX-License-Identifier: BSD-3-Clause */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "model/notes/comm_note.h"

static uint32_t define_path(struct definitions *table, uint32_t parent,
                            uint32_t module, uint64_t offset,
                            const char *names, size_t names_size)
{
    uint8_t key[8];
    uint32_t frame;

    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(offset >> (8 * i));
    frame = definitions_intern(table, DEFINITION_FRAME, module, 0, key, 8);
    definitions_note(table, DEFINITION_FRAME, frame, names, names_size, 0);
    return definitions_intern(table, DEFINITION_PATH, parent, frame, NULL, 0);
}

static void define_paths(struct sample *sample, int rank)
{
    static const char main_names[] = "main\0app.c\0" "12";
    static const char step_names[] =
        "exchange\0halo.c\0" "34\0step\0app.c\0" "56";
    static const char other_names[] = "other\0other.c\0" "78";
    struct definitions *table = sample->definitions;
    uint32_t module = definitions_intern(table, DEFINITION_MODULE, 0, 0,
                                         "abcdef", 6);

    definitions_note(table, DEFINITION_MODULE, module, "/bin/app", 8, 0);
    if (rank % 2 == 1) /* shifts all ids after it */
        define_path(table, 0, module, 0x999, other_names, sizeof(other_names));
    sample->path[SAMPLE_MAIN] =
        define_path(table, 0, module, 0x1234, main_names, sizeof(main_names));
    sample->path[SAMPLE_STEP] =
        define_path(table, sample->path[SAMPLE_MAIN], module, 0x5678,
                    step_names, sizeof(step_names));
}

static uint32_t define_comm(struct definitions *table, const char *name,
                            uint64_t identity, uint32_t first, uint32_t step,
                            uint32_t size)
{
    struct comm_note note = { .name = (char *)name, .size = size };
    struct bytes_writer bytes;
    uint32_t id;

    note.members = calloc(size, sizeof(*note.members));
    for (uint32_t i = 0; i < size; i++)
        note.members[i] = first + i * step;
    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    id = definitions_intern(table, DEFINITION_COMM, 0, 0, &identity, 8);
    definitions_note(table, DEFINITION_COMM, id, bytes.data, bytes.size, 0);
    bytes_writer_clear(&bytes);
    free(note.members);
    return id;
}

static void define_comms(struct sample *sample, uint32_t rank, uint32_t ranks)
{
    struct definitions *table = sample->definitions;
    uint32_t half = (ranks + 1 - rank % 2) / 2;

    if (rank % 2 == 0)
        sample->comm[SAMPLE_SELF] =
            define_comm(table, "MPI_COMM_SELF", 500 + rank, rank, 1, 1);
    sample->comm[SAMPLE_WORLD] =
        define_comm(table, "MPI_COMM_WORLD", 1, 0, 1, ranks);
    if (rank % 2 == 1)
        sample->comm[SAMPLE_SELF] =
            define_comm(table, "MPI_COMM_SELF", 500 + rank, rank, 1, 1);
    sample->comm[SAMPLE_HALF] = define_comm(
        table, rank % 2 == 0 ? "even" : "odd", 10 + rank % 2, rank % 2, 2,
        half);
}

void sample_define(struct sample *sample, int rank, int ranks)
{
    static const char *const names[] = { "solve", "halo" };

    memset(sample, 0, sizeof(*sample));
    if (definitions_create(&sample->definitions) != STATUS_OK)
        abort();
    for (int i = 0; i < SAMPLE_REGIONS; i++) {
        int at = (i + rank) % SAMPLE_REGIONS;

        sample->region[at] =
            definitions_region(sample->definitions, names[at], "app.c",
                               100 + at);
    }
    define_comms(sample, (uint32_t)rank, (uint32_t)ranks);
    define_paths(sample, rank);
}
