/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_hostile.c - writes a profile in which every text is hostile, and the
 * names as they are, each ended by a NUL.
 *
 *     make_hostile PROFILE NAMES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_names.h"
#include "model/notes/comm_note.h"
#include "model/notes/host_note.h"
#include "model/profile.h"
#include "profile_file/profile_file.h"

#define COUNT ((uint32_t)HOSTILE_COUNT)
#define RANKS 2
#define MS UINT64_C(1000000)

static const char *name_of(uint32_t i)
{
    return hostile_names[i % COUNT];
}

static void *zeroed(size_t count, size_t size)
{
    void *made = calloc(count, size);

    if (made == NULL)
        abort();
    return made;
}

/* ---- definitions: number i has name i, ids count from 1 ---- */

static void add_region(struct definitions *table, uint32_t i)
{
    uint32_t region =
        definitions_region(table, name_of(i), name_of(i + 1), (int)i);

    definitions_intern(table, DEFINITION_REGION_NODE, 0, region, NULL, 0);
}

static void add_path(struct definitions *table, uint32_t i)
{
    uint8_t offset[8] = { (uint8_t)i };
    char note[16384];
    uint32_t module, frame;
    int size;

    module = definitions_intern(table, DEFINITION_MODULE, 0, 0, name_of(i),
                                strlen(name_of(i)));
    definitions_note(table, DEFINITION_MODULE, module, name_of(i),
                     strlen(name_of(i)), 1);
    frame = definitions_intern(table, DEFINITION_FRAME, module, 0, offset,
                               sizeof(offset));
    size = snprintf(note, sizeof(note), "%s%c%s%c%u", name_of(i), 0,
                    name_of(i + 1), 0, i);
    definitions_note(table, DEFINITION_FRAME, frame, note, (size_t)size + 1,
                     1);
    definitions_intern(table, DEFINITION_PATH, i, frame, NULL, 0);
}

static void add_comm(struct definitions *table, uint32_t i)
{
    uint32_t members[RANKS] = { 0, 1 };
    struct comm_note note = { .name = (char *)name_of(i),
                              .size = RANKS,
                              .members = members,
                              .made_by = (char *)name_of(i + 1) };
    uint8_t key[8] = { (uint8_t)(i + 1) };
    struct bytes_writer bytes;
    uint32_t comm = definitions_intern(table, DEFINITION_COMM, 0, 0, key, 8);

    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(table, DEFINITION_COMM, comm, bytes.data, bytes.size, 1);
    bytes_writer_clear(&bytes);
}

static void add_objects(struct definitions *table, uint32_t i)
{
    uint8_t key[8] = { (uint8_t)(i + 1) };
    char note[16384];
    int size =
        snprintf(note, sizeof(note), "%s%c%s", name_of(i), 0, name_of(i + 1));
    uint32_t window =
        definitions_intern(table, DEFINITION_WINDOW, i + 1, 0, key, 8);

    definitions_note(table, DEFINITION_WINDOW, window, note, (size_t)size, 1);
    definitions_intern(table, DEFINITION_FILE, 0, 0, name_of(i),
                       strlen(name_of(i)));
}

static void add_hosts(struct definitions *table)
{
    for (uint32_t i = 0; i < RANKS; i++) {
        struct host_note note = { .cpu = (char *)name_of(i) };
        struct bytes_writer bytes;
        uint32_t host = definitions_intern(table, DEFINITION_HOST, 0, 0,
                                           name_of(i), strlen(name_of(i)));

        bytes_writer_init(&bytes);
        host_note_encode(&note, &bytes);
        definitions_note(table, DEFINITION_HOST, host, bytes.data, bytes.size,
                         1);
        bytes_writer_clear(&bytes);
    }
}

/* ---- facts ---- */

static void add_facts(struct profile *profile)
{
    profile_set_text(&profile->program, name_of(1));
    profile_set_text(&profile->command, name_of(10));
    profile_set_text(&profile->mpi_library, name_of(0));
    profile_set_text(&profile->version, name_of(2));
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->clock, name_of(3));
    profile_set_text(&profile->trace_file, name_of(4));
    profile_set_text(&profile->coverage,
                     "\033[1m1 of 2\n MPI_\033[2J <b>MPI_X");
    profile->start_unix_ns = UINT64_C(1700000000) * 1000 * MS;
    for (uint32_t i = 0; i < COUNT; i++) {
        profile_setting(profile, name_of(i), name_of(i), i % 2 == 0);
        REMARK(&profile->remarks, REMARK_TEXT, .texts = { name_of(i) });
    }
}

static void add_calls(struct profile *profile)
{
    profile->calls = zeroed(COUNT, sizeof(*profile->calls));
    profile->call_count = COUNT;
    for (uint32_t i = 0; i < COUNT; i++) {
        profile->calls[i].name = strdup(name_of(i));
        profile->calls[i].class = (uint8_t)(i % CALL_CLASS_COUNT);
    }
    profile->counters = zeroed(PROFILE_COUNTERS, sizeof(char *));
    profile->counter_count = PROFILE_COUNTERS;
    for (uint32_t i = 0; i < PROFILE_COUNTERS; i++)
        profile->counters[i] = strdup(name_of(i));
}

/* ---- ranks ---- */

static struct row make_row(uint32_t i)
{
    struct row row = { .call = i,
                       .path = i + 1,
                       .region = i + 1,
                       .comm = i + 1,
                       .count = i + 1,
                       .object = object_make(
                           i % 2 == 0 ? OBJECT_WINDOW : OBJECT_FILE, i + 1) };

    row.time = (struct spread){ (i + 1) * MS, MS, MS };
    row.out = row.in = (struct spread){ 8 * (i + 1), 8, 8 };
    row.time_bins[20] = row.size_bins[4] = i + 1;
    row.counters[0] = i;
    return row;
}

/* Both wait for each other, in calls that no rank has been in before. */
static void add_ending(struct rank_data *rank, uint32_t number)
{
    uint32_t i = 2 * number + 1;

    rank->ending =
        (struct rank_ending){ .how = ENDING_SIGNAL,
                              .code = 15,
                              .at = 10000 * MS,
                              .at_known = true,
                              .since = 2000 * MS,
                              .call = i,
                              .path = i,
                              .comm = i,
                              .region = i,
                              .wait_count = 1,
                              .waits = zeroed(1, sizeof(struct ending_wait)) };
    rank->ending.waits[0] =
        (struct ending_wait){ ENDING_WAIT_RECEIVE,
                              number == 0 ? ENDING_ANY : 0, -1, i };
}

static void make_rank(struct rank_data *rank, uint32_t number)
{
    *rank = (struct rank_data){ .rank = number,
                                .host = number,
                                .threads = 1,
                                .length = 10000 * MS,
                                .interfaces = 1 };
    rank->rows = zeroed(2 * COUNT, sizeof(*rank->rows));
    rank->regions = zeroed(COUNT + 1, sizeof(*rank->regions));
    for (uint32_t i = 0; i < COUNT; i++) {
        rank->rows[i] = make_row(i);
        rank->rows[COUNT + i] = make_row(i);
        rank->rows[COUNT + i].object =
            object_make(i % 2 == 0 ? OBJECT_FILE : OBJECT_WINDOW, i + 1);
        rank->mpi[i % CALL_CLASS_COUNT] += 2 * (i + 1) * MS;
        rank->regions[i + 1] = (struct region_data){
            .node = i + 1,
            .visits = i + 1,
            .inclusive = (100 + (uint64_t)i + 90 * number) * MS,
            .exclusive = (100 + (uint64_t)i + 90 * number) * MS,
            .mpi = 2 * ((uint64_t)i + 1) * MS
        };
    }
    rank->regions[0] =
        (struct region_data){ .visits = 1, .inclusive = 10000 * MS };
    rank->row_count = 2 * COUNT;
    rank->region_count = COUNT + 1;
    add_ending(rank, number);
}

static struct profile *make_profile(void)
{
    struct profile *profile;

    if (profile_create(&profile) != STATUS_OK)
        abort();
    add_facts(profile);
    add_calls(profile);
    for (uint32_t i = 0; i < COUNT; i++) {
        add_region(profile->definitions, i);
        add_path(profile->definitions, i);
        add_comm(profile->definitions, i);
        add_objects(profile->definitions, i);
    }
    add_hosts(profile->definitions);
    profile->rank_count = RANKS;
    profile->ranks = zeroed(RANKS, sizeof(*profile->ranks));
    for (uint32_t i = 0; i < RANKS; i++)
        make_rank(&profile->ranks[i], i);
    return profile;
}

static int write_names(const char *path)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL)
        return 1;
    for (uint32_t i = 0; i < COUNT; i++)
        fwrite(name_of(i), 1, strlen(name_of(i)) + 1, file);
    return fclose(file) != 0;
}

int main(int count, char **arguments)
{
    struct profile *profile = make_profile();
    int failed = count != 3 ||
                 profile_save(profile, arguments[1]) != STATUS_OK ||
                 write_names(arguments[2]) != 0;

    profile_destroy(profile);
    return failed;
}
