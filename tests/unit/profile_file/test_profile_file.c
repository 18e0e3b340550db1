/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_profile_file.c - a profile survives its file, and damage of the file is
 * told and survived.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_lines.h"
#include "profile_file/profile_file.h"
#include "sample_profile.h"
#include "unit.h"

static const char file_name[] = "test_profile_file.tmp";
static struct log_lines lines;

/* Rank 0 finalized, rank 1 was killed in a call, rank 2 still runs. */
static void add_samples(struct rank_data *rank)
{
    struct sample_row *rows = calloc(3, sizeof(*rows));

    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    rows[0] = (struct sample_row){ SAMPLE_NO_CALL, 1, 1, 1000000, 4000000 };
    rows[1] = (struct sample_row){ SAMPLE_NO_CALL, 0, 0, 1, 1 };
    rows[2] = (struct sample_row){ 1, 0, 1, 77, 77 };
    rank->samples = (struct samples){ .source = SAMPLE_TIMER,
                                      .kernel = true,
                                      .threads = 5,
                                      .unsampled = 1,
                                      .timed = 5,
                                      .refused = 1u << REFUSED_MEMORY,
                                      .period_ns = 9973000,
                                      .lost = 12,
                                      .cut = 13,
                                      .crowded = 14,
                                      .row_count = 3,
                                      .rows = rows };
}

static void add_resources(struct rank_data *rank)
{
    struct resources *use = &rank->resources;

    *use =
        (struct resources){ .sources = 1u << SOURCE_USAGE | 1u << SOURCE_STATM,
                            .readings = 9,
                            .cost_ns = 999,
                            .failed = { 0, 0, 0, 1, 2, 0 },
                            .peak_kib = 777,
                            .bin_width = 1000000,
                            .bins = 3,
                            .value = calloc(3, sizeof(*use->value)) };
    CU_ASSERT_PTR_NOT_NULL_FATAL(use->value);
    for (int i = 0; i < 3; i++) {
        use->value[i][RESOURCE_USER] = 1000000 - (uint64_t)i;
        use->value[i][RESOURCE_RESIDENT] = 700;
    }
}

static void add_devices(struct device_use *use)
{
    const struct device_row kernel = {
        .call = 1, .count = 2, .time = 300, .longest = 200
    };
    const struct device_row copy = { .call = 0,
                                     .kind = DEVICE_COPY_ON,
                                     .count = 1,
                                     .time = 1u << 31,
                                     .longest = 1u << 31,
                                     .bytes = UINT64_MAX };

    CU_ASSERT_FATAL(
        device_use_stream(use, "CUDA[0:7]") && device_use_add(use, &kernel) &&
        device_use_add(use, &kernel) && device_use_stream(use, "<stream>") &&
        device_use_add(use, &copy));
}

static void add_memory(struct memory_uses *uses)
{
    struct memory_use *use = memory_uses_get(uses, "HIP <b>Memory", "HIP 1");

    CU_ASSERT_PTR_NOT_NULL_FATAL(use);
    uses->width = 77;
    use->most = UINT64_MAX;
    use->highest[0] = UINT64_MAX;
    use->highest[MEMORY_BINS - 1] = 1u << 31;
}

/* Ranks 0 and 1 were sampled, too. */
static struct profile *sample_with_endings(void)
{
    struct profile *profile = sample_profile();
    struct ending_wait *waits = calloc(2, sizeof(*waits));

    add_samples(&profile->ranks[0]);
    add_samples(&profile->ranks[1]);
    add_resources(&profile->ranks[1]);
    add_resources(&profile->ranks[2]);
    profile->ranks[2].cores =
        (struct core_set){ .online = 96, .words = { 0, 5 } };
    profile->ranks[2].program = 1;
    profile->ranks[2].threads = 3;
    profile->ranks[2].lead = 2;
    profile->ranks[2].outside_peers = 7;
    add_devices(&profile->ranks[2].devices);
    add_memory(&profile->ranks[2].memory);
    profile->ranks[2].own = (struct overhead){ .calls = 7,
                                               .function_events = UINT64_MAX,
                                               .function_ns = 300,
                                               .region_events = 1,
                                               .region_ns = 2,
                                               .sample_ns = 1u << 31,
                                               .resource_ns = 5,
                                               .finalize_ns = 128 };
    CU_ASSERT_PTR_NOT_NULL_FATAL(waits);
    waits[0] = (struct ending_wait){ ENDING_WAIT_RECEIVE, ENDING_ANY, -1, 1 };
    waits[1] = (struct ending_wait){ ENDING_WAIT_SEND, 2, 32767, 0 };
    profile->ranks[1].ending = (struct rank_ending){ .how = ENDING_SIGNAL,
                                                     .code = 15,
                                                     .at = 4999999,
                                                     .since = 1234,
                                                     .call = 1,
                                                     .path = 1,
                                                     .comm = 1,
                                                     .region = 1,
                                                     .at_known = true,
                                                     .path_known = true,
                                                     .wait_any = true,
                                                     .waits_cut = true,
                                                     .wait_count = 2,
                                                     .waits = waits };
    profile->ranks[2].ending = (struct rank_ending){ .how = ENDING_RUNNING,
                                                     .code = -1,
                                                     .call = ENDING_NO_CALL };
    return profile;
}

/* The sample's file in memory, which the caller frees. */
static uint8_t *sample_file(size_t *size)
{
    struct profile *profile = sample_with_endings();
    uint8_t *data = malloc(65536);
    FILE *file;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL_FATAL(profile_save(profile, file_name), STATUS_OK);
    profile_destroy(profile);
    file = fopen(file_name, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    *size = fread(data, 1, 65536, file);
    fclose(file);
    unlink(file_name);
    return data;
}

static void same_devices(const struct device_use *a,
                         const struct device_use *b)
{
    CU_ASSERT_EQUAL_FATAL(a->stream_count, b->stream_count);
    for (uint32_t i = 0; i < a->stream_count; i++)
        CU_ASSERT_STRING_EQUAL(a->streams[i], b->streams[i]);
    CU_ASSERT_EQUAL_FATAL(a->row_count, b->row_count);
    if (a->row_count > 0)
        CU_ASSERT(memcmp(a->rows, b->rows, a->row_count * sizeof(*a->rows)) ==
                  0);
}

static void same_rank(const struct rank_data *a, const struct rank_data *b)
{
    struct rank_data left = *a, right = *b;

    CU_ASSERT_EQUAL_FATAL(a->samples.row_count, b->samples.row_count);
    if (a->samples.row_count > 0)
        CU_ASSERT(memcmp(a->samples.rows, b->samples.rows,
                         a->samples.row_count * sizeof(*a->samples.rows)) ==
                  0);
    left.samples.rows = right.samples.rows = NULL;
    CU_ASSERT_EQUAL_FATAL(a->resources.bins, b->resources.bins);
    if (a->resources.bins > 0)
        CU_ASSERT(memcmp(a->resources.value, b->resources.value,
                         a->resources.bins * sizeof(*a->resources.value)) ==
                  0);
    left.resources.value = right.resources.value = NULL;
    CU_ASSERT_EQUAL_FATAL(a->row_count, b->row_count);
    CU_ASSERT_EQUAL_FATAL(a->peer_count, b->peer_count);
    CU_ASSERT_EQUAL_FATAL(a->region_count, b->region_count);
    CU_ASSERT_EQUAL_FATAL(a->timeline.bins, b->timeline.bins);
    CU_ASSERT(memcmp(a->rows, b->rows, a->row_count * sizeof(*a->rows)) == 0);
    CU_ASSERT(memcmp(a->peers, b->peers, a->peer_count * sizeof(*a->peers)) ==
              0);
    CU_ASSERT(memcmp(a->regions, b->regions,
                     a->region_count * sizeof(*a->regions)) == 0);
    CU_ASSERT(memcmp(a->timeline.time, b->timeline.time,
                     a->timeline.bins * sizeof(*a->timeline.time)) == 0);
    CU_ASSERT_EQUAL_FATAL(a->ending.wait_count, b->ending.wait_count);
    for (size_t i = 0; i < a->ending.wait_count; i++) {
        CU_ASSERT_EQUAL(a->ending.waits[i].kind, b->ending.waits[i].kind);
        CU_ASSERT_EQUAL(a->ending.waits[i].peer, b->ending.waits[i].peer);
        CU_ASSERT_EQUAL(a->ending.waits[i].tag, b->ending.waits[i].tag);
        CU_ASSERT_EQUAL(a->ending.waits[i].comm, b->ending.waits[i].comm);
    }
    left.ending.waits = right.ending.waits = NULL;
    same_devices(&a->devices, &b->devices);
    left.devices = right.devices = (struct device_use){ 0 };
    CU_ASSERT_EQUAL_FATAL(a->memory.count, b->memory.count);
    for (uint32_t i = 0; i < a->memory.count; i++) {
        CU_ASSERT_STRING_EQUAL(a->memory.items[i].name,
                               b->memory.items[i].name);
        CU_ASSERT_EQUAL(a->memory.items[i].most, b->memory.items[i].most);
        CU_ASSERT(memcmp(a->memory.items[i].highest,
                         b->memory.items[i].highest,
                         sizeof(a->memory.items[i].highest)) == 0);
    }
    left.memory.items = right.memory.items = NULL;
    left.rows = right.rows = NULL;
    left.peers = right.peers = NULL;
    left.regions = right.regions = NULL;
    left.timeline.time = right.timeline.time = NULL;
    CU_ASSERT(memcmp(&left, &right, sizeof(left)) == 0);
}

UNIT_TEST(what_was_saved_is_read_back)
{
    struct profile *saved = sample_with_endings(), *read;

    CU_ASSERT_EQUAL_FATAL(profile_save(saved, file_name), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile_open(file_name, &read), STATUS_OK);
    CU_ASSERT_EQUAL(read->rank_count, SAMPLE_RANKS);
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++) {
        const struct rank_data *rank;

        CU_ASSERT_EQUAL_FATAL(profile_rank(read, i, &rank), STATUS_OK);
        same_rank(rank, &saved->ranks[i]);
    }
    profile_destroy(saved);
    profile_destroy(read);
    unlink(file_name);
}

/* As files of earlier versions have them: together.  Of the ranks the second has
 * no table of peers, and of the third nobody knows which thread has one. */
UNIT_TEST(messages_of_other_worlds_are_told_apart_in_old_files)
{
    static const uint64_t outside[] = { 5, 0, 0 };
    struct profile *saved = sample_profile(), *read;
    const struct rank_data *rank;

    for (uint32_t i = 0; i < 3; i++)
        saved->ranks[i].lost_peers = 5;
    saved->ranks[0].threads = saved->ranks[1].threads = 1;
    saved->ranks[1].peer_count = 0;
    saved->ranks[2].threads = 2;
    CU_ASSERT_EQUAL_FATAL(profile_save(saved, file_name), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile_open(file_name, &read), STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL_FATAL(profile_rank(read, i, &rank), STATUS_OK);
        CU_ASSERT_EQUAL(rank->outside_peers, outside[i]);
        CU_ASSERT_EQUAL(rank->lost_peers, 5 - outside[i]);
    }
    profile_destroy(saved);
    profile_destroy(read);
    unlink(file_name);
}

UNIT_TEST(facts_are_read_back)
{
    size_t size;
    uint8_t *data = sample_file(&size);
    struct profile *read;

    CU_ASSERT_EQUAL_FATAL(profile_open_memory(data, size, "x", &read),
                          STATUS_OK);
    CU_ASSERT_STRING_EQUAL(read->program, "heat");
    CU_ASSERT_STRING_EQUAL(read->command, "./heat -n 4");
    CU_ASSERT_STRING_EQUAL(read->clock, "TSC 2.596 GHz");
    CU_ASSERT_STRING_EQUAL(read->trace_file, ""); /* NULL when saved */
    CU_ASSERT_EQUAL(read->hook_ns_x100, 4250);
    CU_ASSERT_EQUAL_FATAL(read->call_count, 2);
    CU_ASSERT_STRING_EQUAL(read->calls[1].name, "MPI_Allreduce");
    CU_ASSERT_EQUAL(read->calls[1].coll, CALL_COLL_ALLREDUCE);
    CU_ASSERT_STRING_EQUAL(read->counters[0], "PAPI_TOT_INS");
    CU_ASSERT_STRING_EQUAL(read->settings[0].value, "off");
    CU_ASSERT_FALSE(read->settings[0].is_default);
    CU_ASSERT_STRING_EQUAL(read->remarks.list[0].texts[0],
                           "7 calls were not traced");
    CU_ASSERT_EQUAL(definitions_count(read->definitions, DEFINITION_HOST), 2);
    profile_destroy(read);
    free(data);
}

UNIT_TEST(a_typical_row_takes_at_most_80_bytes)
{
    struct rank_data rank;
    struct bytes_writer with, without;

    sample_rank(&rank, 0);
    bytes_writer_init(&with);
    bytes_writer_init(&without);
    profile_encode_rank(&rank, 1, &with);
    rank.row_count = 0;
    profile_encode_rank(&rank, 1, &without);
    CU_ASSERT(with.size - without.size <= 80 * SAMPLE_ROWS);
    bytes_writer_clear(&with);
    bytes_writer_clear(&without);
    rank_data_clear(&rank);
}

UNIT_TEST(a_usual_end_takes_no_room)
{
    struct rank_data rank;
    struct bytes_writer usual, running;

    sample_rank(&rank, 0);
    bytes_writer_init(&usual);
    bytes_writer_init(&running);
    profile_encode_rank(&rank, 1, &usual);
    rank.ending.code = 9; /* means nothing */
    profile_encode_rank(&rank, 1, &running);
    CU_ASSERT_EQUAL(usual.size, running.size);
    rank.ending.how = ENDING_RUNNING;
    profile_encode_rank(&rank, 1, &running);
    CU_ASSERT(running.size > 2 * usual.size);
    bytes_writer_clear(&usual);
    bytes_writer_clear(&running);
    rank_data_clear(&rank);
}

static bool is_whole_ending(const struct profile *profile,
                            const struct rank_ending *ending)
{
    const struct definitions *names = profile->definitions;
    uint32_t comms = definitions_count(names, DEFINITION_COMM);
    bool whole =
        ending->how < ENDING_KINDS && ending->comm < comms &&
        ending->path < definitions_count(names, DEFINITION_PATH) &&
        ending->region < definitions_count(names, DEFINITION_REGION_NODE) &&
        (ending->call < profile->call_count || ending->call == ENDING_NO_CALL);

    for (size_t i = 0; i < ending->wait_count; i++)
        whole = whole && ending->waits[i].kind < ENDING_WAIT_KINDS &&
                ending->waits[i].peer >= ENDING_NOBODY &&
                ending->waits[i].peer < (int32_t)profile->rank_count &&
                ending->waits[i].comm < comms;
    return whole;
}

static bool has_object(const struct definitions *names, uint32_t object)
{
    enum definition_kind kind = object_kind(object) == OBJECT_FILE
                                    ? DEFINITION_FILE
                                    : DEFINITION_WINDOW;

    return object == 0 || ((object_kind(object) == OBJECT_FILE ||
                            object_kind(object) == OBJECT_WINDOW) &&
                           object_id(object) > 0 &&
                           object_id(object) < definitions_count(names, kind));
}

/* Whether all that a rank refers to is there. */
static bool is_whole(const struct profile *profile,
                     const struct rank_data *rank)
{
    const struct definitions *names = profile->definitions;
    bool whole = true;

    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        whole = whole && row->call < profile->call_count &&
                row->path < definitions_count(names, DEFINITION_PATH) &&
                row->comm < definitions_count(names, DEFINITION_COMM) &&
                has_object(names, row->object) &&
                row->region < definitions_count(names, DEFINITION_REGION_NODE);
    }
    for (size_t i = 0; i < rank->peer_count; i++)
        whole = whole && rank->peers[i].rank < profile->rank_count &&
                rank->peers[i].kind <= PEER_ONE_SIDED;
    for (size_t i = 0; i < rank->region_count; i++)
        whole = whole && rank->regions[i].node <
                             definitions_count(names, DEFINITION_REGION_NODE);
    return whole && rank->timeline.bins <= PROFILE_TIMELINE_BINS &&
           is_whole_ending(profile, &rank->ending);
}

/* Opens and reads all of it; how many ranks could be read. */
static int read_all(const uint8_t *data, size_t size)
{
    struct profile *profile = NULL;
    int sound = 0;

    if (profile_open_memory(data, size, "damaged.mpiprof", &profile) !=
        STATUS_OK)
        return -1;
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(profile, i, &rank) != STATUS_OK)
            continue;
        CU_ASSERT(is_whole(profile, rank));
        sound++;
    }
    profile_destroy(profile);
    return sound;
}

/* A copy of exactly that size, so that a sanitizer sees a read past it. */
static int read_exact(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    int sound;

    memcpy(copy, data, size);
    sound = read_all(copy, size);
    free(copy);
    return sound;
}

UNIT_TEST(a_file_cut_anywhere_is_refused)
{
    size_t size;
    uint8_t *data = sample_file(&size);

    CU_ASSERT_EQUAL(read_exact(data, size), SAMPLE_RANKS);
    for (size_t length = 0; length < size; length++)
        CU_ASSERT_EQUAL(read_exact(data, length), -1);
    CU_ASSERT(log_lines_say(&lines, "bytes are there; copy the file again"));
    free(data);
}

UNIT_TEST(a_flipped_bit_never_goes_unnoticed)
{
    size_t size;
    uint8_t *data = sample_file(&size);

    for (size_t bit = 0; bit < 8 * size; bit++) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CU_ASSERT(read_exact(data, size) < SAMPLE_RANKS);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(data);
}

/* Right checksums over a wrong run section and wrong rank sections: what a
 * hostile file is like. */
static void repair_checksums(uint8_t *data, size_t size)
{
    struct bytes_writer out;
    struct bytes_reader in;
    struct profile_section sections[SAMPLE_RANKS + 1];
    size_t count = SAMPLE_RANKS + 1;
    size_t table = size - 4 - count * PROFILE_FILE_ENTRY_BYTES;

    bytes_reader_init(&in, data + table, size - table);
    for (size_t i = 0; i < count; i++) {
        sections[i].kind = bytes_get_fixed32(&in);
        sections[i].rank = bytes_get_fixed32(&in);
        sections[i].offset = bytes_get_fixed64(&in);
        sections[i].size = bytes_get_fixed64(&in);
        bytes_get_fixed64(&in);
        sections[i].crc =
            profile_section_crc(data + sections[i].offset, sections[i].size);
    }
    bytes_writer_init(&out);
    profile_encode_table(&out, sections, count);
    memcpy(data + table, out.data, out.size);
    bytes_writer_clear(&out);
}

UNIT_TEST(hostile_sections_are_survived)
{
    size_t size, contents;
    uint8_t *data = sample_file(&size), *copy = malloc(size);
    uint64_t random = 88172645463325252;

    contents =
        size - 4 - 4 * PROFILE_FILE_ENTRY_BYTES - PROFILE_FILE_HEADER_BYTES;
    for (int round = 0; round < 20000; round++) {
        memcpy(copy, data, size);
        for (uint64_t n = 1 + unit_random(&random) % 4; n > 0; n--)
            copy[PROFILE_FILE_HEADER_BYTES + unit_random(&random) % contents] =
                (uint8_t)unit_random(&random);
        repair_checksums(copy, size);
        read_exact(copy, size);
    }
    free(copy);
    free(data);
}

UNIT_TEST(sound_ranks_of_a_damaged_file_are_read)
{
    size_t size;
    uint8_t *data = sample_file(&size);
    struct profile *profile;
    const struct rank_data *rank;

    /* the last byte before the table belongs to the last rank */
    data[size - 4 - 4 * PROFILE_FILE_ENTRY_BYTES - 1] ^= 1;
    CU_ASSERT_EQUAL_FATAL(
        profile_open_memory(data, size, "a.mpiprof", &profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile_rank(profile, 0, &rank), STATUS_OK);
    CU_ASSERT_EQUAL(profile_rank(profile, 1, &rank), STATUS_OK);
    CU_ASSERT_EQUAL(lines.count, 0);
    CU_ASSERT_EQUAL(profile_rank(profile, 2, &rank), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(lines.count, 1);
    CU_ASSERT(log_lines_say(&lines, "a.mpiprof: section of rank 2"));
    CU_ASSERT_EQUAL(profile_rank(profile, 2, &rank), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(lines.count, 1);
    CU_ASSERT_EQUAL(profile_rank(profile, 3, &rank), STATUS_BAD_VALUE);
    profile_destroy(profile);
    free(data);
}

UNIT_TEST(a_newer_format_is_named_as_such)
{
    size_t size;
    uint8_t *data = sample_file(&size);
    struct profile *profile;

    data[8] = PROFILE_FILE_VERSION + 1;
    CU_ASSERT_EQUAL(profile_open_memory(data, size, "a.mpiprof", &profile),
                    STATUS_UNSUPPORTED);
    CU_ASSERT(log_lines_say(&lines, "written by a newer mpiprof"));
    free(data);
}

UNIT_TEST(other_files_are_refused_in_one_line)
{
    struct profile *profile;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL(profile_open("/nowhere/run.mpiprof", &profile),
                    STATUS_NOT_FOUND);
    CU_ASSERT_EQUAL(profile_open("/", &profile), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(profile_open("/dev/null", &profile), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(profile_open_memory("#!/bin/sh\n", 10, "x", &profile),
                    STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(lines.count, 4);
}

/* Opening one waits for somebody who writes. */
UNIT_TEST(nobody_waits_for_a_pipe)
{
    struct profile *profile;

    log_lines_start(&lines);
    unlink(file_name);
    CU_ASSERT_EQUAL_FATAL(mkfifo(file_name, 0600), 0);
    alarm(20);
    CU_ASSERT_EQUAL(profile_open(file_name, &profile), STATUS_BAD_FORMAT);
    alarm(0);
    CU_ASSERT(log_lines_say(&lines, "this is not a file"));
    unlink(file_name);
}

UNIT_TEST(a_file_that_cannot_be_written_is_told)
{
    struct profile *profile = sample_profile();

    log_lines_start(&lines);
    CU_ASSERT_EQUAL(profile_save(profile, "/nowhere/x"), STATUS_IO);
    CU_ASSERT_EQUAL(profile_save(profile, "/dev/full"), STATUS_IO);
    CU_ASSERT(log_lines_say(&lines, "No space left"));
    profile_destroy(profile);
}

static size_t count_files(const char *folder)
{
    DIR *entries = opendir(folder);
    size_t count = 0;

    CU_ASSERT_PTR_NOT_NULL_FATAL(entries);
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count;
}

UNIT_TEST(what_was_there_stays_until_all_is_written)
{
    struct profile *profile = sample_profile(), *got = NULL;
    struct rlimit before, none;
    size_t files;

    CU_ASSERT_EQUAL_FATAL(profile_save(profile, file_name), STATUS_OK);
    files = count_files(".");
    getrlimit(RLIMIT_FSIZE, &before);
    none = before;
    none.rlim_cur = 100;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    log_lines_start(&lines);
    CU_ASSERT_EQUAL(profile_save(profile, file_name), STATUS_IO);
    setrlimit(RLIMIT_FSIZE, &before);
    CU_ASSERT(log_lines_say(&lines, file_name));
    CU_ASSERT_EQUAL(count_files("."), files);
    CU_ASSERT_EQUAL(profile_open(file_name, &got), STATUS_OK);
    profile_destroy(got);
    profile_destroy(profile);
    unlink(file_name);
}

static void put_zeros(size_t size)
{
    FILE *file = fopen(file_name, "wb");

    for (size_t i = 0; i < size; i++)
        fputc(0, file);
    fclose(file);
}

/* The writer of all ranks puts the header into its place at the end. */
UNIT_TEST(a_file_whose_writer_was_stopped_is_told)
{
    static const size_t sizes[] = { 0, 8, 63, 64, 5000 };
    struct profile *profile = sample_profile(), *got = NULL;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        put_zeros(sizes[i]);
        CU_ASSERT(profile_is_torn(file_name));
        log_lines_start(&lines);
        CU_ASSERT_EQUAL(profile_open(file_name, &got), STATUS_BAD_FORMAT);
        CU_ASSERT(sizes[i] == 0 || log_lines_say(&lines, "ended before"));
    }
    CU_ASSERT_EQUAL(profile_save(profile, file_name), STATUS_OK);
    CU_ASSERT(!profile_is_torn(file_name));
    CU_ASSERT(!profile_is_torn("/dev/null"));
    CU_ASSERT(!profile_is_torn("/nowhere"));
    profile_destroy(profile);
    unlink(file_name);
}
