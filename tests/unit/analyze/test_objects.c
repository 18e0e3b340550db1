/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_objects.c - the tables of windows and files, and that what went
 * through them is not counted to a communicator.
 */
#include <stdlib.h>

#include "model/notes/comm_note.h"
#include "report_cells.h"

#define MS UINT64_C(1000000)

/* Replaces the calls of a synthetic profile: they have no names yet for
 * windows and files. */
enum { PUT, FENCE, OPEN, WRITE_AT, IREAD, WAIT, SEEK, CALLS };

static const struct profile_call calls[CALLS] = {
    { "MPI_Put", CALL_CLASS_ONE_SIDED, CALL_ROLE_RMA, 0 },
    { "MPI_Win_fence", CALL_CLASS_ONE_SIDED, CALL_ROLE_RMA, 0 },
    { "MPI_File_open", CALL_CLASS_IO, CALL_ROLE_FILE_IO_METADATA, 0 },
    { "MPI_File_write_at", CALL_CLASS_IO, CALL_ROLE_FILE_IO, 0 },
    { "MPI_File_iread", CALL_CLASS_IO, CALL_ROLE_FILE_IO, 0 },
    { "MPI_Wait", CALL_CLASS_WAIT, CALL_ROLE_FUNCTION, 0 },
    { "MPI_File_seek", CALL_CLASS_IO, CALL_ROLE_FILE_IO_METADATA, 0 },
};

static void use_calls(struct profile *profile)
{
    for (size_t i = 0; i < profile->call_count; i++)
        free(profile->calls[i].name);
    free(profile->calls);
    profile->calls = calloc(CALLS, sizeof(*profile->calls));
    memcpy(profile->calls, calls, sizeof(calls));
    for (int i = 0; i < CALLS; i++)
        profile->calls[i].name = strdup(calls[i].name);
    profile->call_count = CALLS;
}

static void set_row(struct row *row, uint32_t call, uint32_t object,
                    uint64_t count, uint64_t time)
{
    *row = (struct row){ .call = call,
                         .object = object,
                         .count = count,
                         .time = { time, 0, time },
                         .out.min = UINT64_MAX,
                         .in.min = UINT64_MAX };
}

static void set_bytes(struct row *row, uint64_t messages, uint64_t out,
                      uint64_t in)
{
    row->out = (struct spread){ out, 0, out };
    row->in = (struct spread){ in, 0, in };
    row->size_bins[profile_bin((out + in) / messages)] = messages;
}

/* Rank r moves (r + 1) times as much as rank 0. */
static void fill(struct rank_data *rank, uint32_t window, uint32_t file)
{
    uint64_t times = rank->rank + 1;
    struct row *rows = rank->rows;

    set_row(&rows[0], PUT, window, 10, 2 * MS);
    set_bytes(&rows[0], 10, 1000 * times, 0);
    set_row(&rows[1], FENCE, window, 4, 8 * MS);
    set_row(&rows[2], OPEN, file, 1, 5 * MS);
    set_row(&rows[3], WRITE_AT, file, 2, times * 10 * MS);
    set_bytes(&rows[3], 2, 4000 * times, 0);
    set_row(&rows[4], IREAD, file, 1, 1 * MS);
    rank->row_count = 5;
}

/* Rank 0 only: the wait for the Iread, and one that also waited for others. */
static void fill_waits(struct rank_data *rank, uint32_t file)
{
    struct row *rows = rank->rows;

    set_row(&rows[5], WAIT, file, 1, 3 * MS);
    set_bytes(&rows[5], 1, 0, 500);
    set_row(&rows[6], WAIT, file, 0, 0);
    set_bytes(&rows[6], 1, 24, 0);
    set_row(&rows[7], SEEK, file, 6, 2 * MS);
    rank->row_count = 8;
}

static struct profile *with_objects(void)
{
    struct profile *profile = synthetic(2);
    struct definitions *names = profile->definitions;
    uint32_t window = definitions_intern(names, DEFINITION_WINDOW, 1, 0,
                                         "\0\0\0\0\0\0\0\0", 8);
    uint32_t file =
        definitions_intern(names, DEFINITION_FILE, 0, 0, "out.dat", 7);

    definitions_note(names, DEFINITION_WINDOW, window, "halo\0create", 11, 0);
    use_calls(profile);
    for (int i = 0; i < 2; i++)
        fill(&profile->ranks[i], object_make(OBJECT_WINDOW, window),
             object_make(OBJECT_FILE, file));
    fill_waits(&profile->ranks[0], object_make(OBJECT_FILE, file));
    return profile;
}

UNIT_TEST(a_window_has_transfers_and_synchronisation)
{
    const char *name = "windows";

    make_report(with_objects(), NULL);
    CU_ASSERT_EQUAL_FATAL(row_count(name), 1);
    TEXT_IS(name, 0, "window", "halo");
    TEXT_IS(name, 0, "kind", "create");
    TEXT_IS(name, 0, "communicator", "MPI_COMM_WORLD");
    NUMBERS(name, 0, { "ranks", 2 }, { "calls", 28 }, { "transfers", 20 },
            { "time_s", 0.020 }, { "transfer_s", 0.004 },
            { "bytes_out", 3000 }, { "bytes_in", 0 });
}

UNIT_TEST(a_file_has_reading_writing_and_metadata)
{
    const char *name = "files";

    make_report(with_objects(), NULL);
    CU_ASSERT_EQUAL_FATAL(row_count(name), 1);
    TEXT_IS(name, 0, "file", "out.dat");
    NUMBERS(name, 0, { "ranks", 2 }, { "opens", 2 }, { "calls", 15 },
            { "bytes_read", 500 }, { "bytes_written", 12024 },
            { "read_s", 0.005 }, { "write_s", 0.030 }, { "metadata_s", 0.012 },
            { "time_s", 0.047 });
    /* the slowest rank read for 4 ms and wrote for 20 ms */
    NEAR(number_at(name, 0, "read_bytes_per_s"), 125000);
    NEAR(number_at(name, 0, "write_bytes_per_s"), 601200);
}

UNIT_TEST(other_tables_do_not_mix_them_up)
{
    size_t put;

    make_report(with_objects(), NULL);
    put = row_with("message_sizes", "procedure", "MPI_Put");
    CU_ASSERT_EQUAL(row_count("communicators"), 0);
    NEAR(number_at("message_sizes", put, "calls"), 10);
}

UNIT_TEST(a_run_without_them_has_no_such_tables)
{
    whole_report(2);
    CU_ASSERT_PTR_NULL(report_table(report, "windows"));
    CU_ASSERT_PTR_NULL(report_table(report, "files"));
}

/* Every second of twice as many ranks. */
static void note_members(struct profile *profile, uint32_t count)
{
    struct comm_note note = { .name = "even", .size = count };
    struct bytes_writer bytes;

    note.members = calloc(count, sizeof(*note.members));
    CU_ASSERT_PTR_NOT_NULL_FATAL(note.members);
    for (uint32_t i = 0; i < count; i++)
        note.members[i] = 2 * i;
    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(profile->definitions, DEFINITION_COMM, 1, bytes.data,
                     bytes.size, 1);
    bytes_writer_clear(&bytes);
    free(note.members);
}

UNIT_TEST(a_very_long_list_of_members_is_cut)
{
    struct profile *profile = synthetic(4);
    const char *text;

    note_members(profile, 20000);
    make_report(profile, NULL);
    text = text_at("communicators", 0, "members");
    CU_ASSERT(strncmp(text, "0,2,4,6,", 8) == 0);
    CU_ASSERT(strlen(text) > 4000 && strlen(text) < 4200);
    HAS(text, ",... (20000 in total)");
}
