/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_comm_note.c - members of communicators take few bytes and come back.
 */
#include <stdlib.h>
#include <string.h>

#include "log_lines.h"
#include "model/notes/comm_note.h"
#include "unit.h"

/* Encodes, decodes and compares; how many bytes it took. */
static size_t round_trip(const struct comm_note *note)
{
    struct bytes_writer out;
    struct comm_note copy;
    size_t size;

    bytes_writer_init(&out);
    comm_note_encode(note, &out);
    size = out.size;
    CU_ASSERT_EQUAL_FATAL(comm_note_decode(out.data, out.size, &copy),
                          STATUS_OK);
    CU_ASSERT_STRING_EQUAL(copy.name, note->name);
    CU_ASSERT_STRING_EQUAL(copy.made_by,
                           note->made_by == NULL ? "" : note->made_by);
    CU_ASSERT_EQUAL_FATAL(copy.size, note->size);
    CU_ASSERT_EQUAL(comm_note_size(out.data, out.size), note->size);
    CU_ASSERT_EQUAL_FATAL(copy.remote_size, note->remote_size);
    for (uint32_t i = 0; i < note->size; i++)
        CU_ASSERT_EQUAL(copy.members[i], note->members[i]);
    for (uint32_t i = 0; i < note->remote_size; i++)
        CU_ASSERT_EQUAL(copy.remote_members[i], note->remote_members[i]);
    comm_note_clear(&copy);
    bytes_writer_clear(&out);
    return size;
}

UNIT_TEST(members_in_any_order_come_back)
{
    uint32_t members[] = { 5, 5, 0, 7, 6, 5, 4, 100000, 1, UINT32_MAX, 0, 1 };
    uint32_t remote[] = { 9, 8 };
    struct comm_note note = { .name = "rows",
                              .size = 12,
                              .members = members,
                              .remote_size = 2,
                              .remote_members = remote,
                              .made_by = (char *)"MPI_Comm_split" };

    round_trip(&note);
    note.made_by = NULL;
    note.size = 1;
    note.remote_size = 0;
    round_trip(&note);
    note.size = 0;
    note.members = NULL;
    round_trip(&note);
}

UNIT_TEST(a_regular_group_takes_a_few_bytes)
{
    uint32_t *members = malloc(100000 * sizeof(*members));
    struct comm_note note = { .name = "", .size = 100000, .members = members };

    for (uint32_t i = 0; i < 100000; i++)
        members[i] = 7 + 16 * i;
    CU_ASSERT(round_trip(&note) < 20);
    free(members);
}

UNIT_TEST(what_is_no_note_is_refused)
{
    static const struct {
        const char *data;
        size_t size;
    } bad[] = {
        { "", 0 },
        { "\0\x02\x01\x05\x02\x01\0", 7 },     /* cut short */
        { "\0\x02\x01\x05\x03\x01\0\0", 8 },   /* run too long */
        { "\0\x02\x01\x05\x01\0\0", 7 },       /* runs too short */
        { "\0\x02\x01\x00\x02\x01\0\0", 8 },   /* below zero */
        { "\0\xff\xff\xff\xff\x0f\0\0\0", 9 }, /* too many */
        { "\0\x80\x80\x80\x10\x01\0\x80\x80\x80\x10\0\0\0", 14 },
        { "\0\0\0\0\0\0\0", 7 }, /* more than a note */
    };
    struct log_lines lines;
    struct comm_note note;

    log_lines_start(&lines);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        CU_ASSERT_EQUAL(comm_note_decode(bad[i].data, bad[i].size, &note),
                        STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(lines.count, (int)(sizeof(bad) / sizeof(*bad)));
    CU_ASSERT_EQUAL(comm_note_size("\0\xff\xff\xff\xff\x0f", 6), 0);
    CU_ASSERT_EQUAL(comm_note_size("\x05", 1), 0);
    CU_ASSERT_EQUAL(comm_note_decode("\0\x02\x01\x05\x02\x02\0\0", 8, &note),
                    STATUS_OK);
    CU_ASSERT_EQUAL(note.members[1], 6);
    comm_note_clear(&note);
}

static bool fits(const uint32_t *members, uint32_t size, uint32_t ranks)
{
    struct comm_note note = { .name = "x",
                              .size = size,
                              .members = (uint32_t *)members };
    struct bytes_writer out;
    bool result;

    bytes_writer_init(&out);
    comm_note_encode(&note, &out);
    result = comm_note_fits(out.data, out.size, ranks);
    bytes_writer_clear(&out);
    return result;
}

UNIT_TEST(members_are_ranks_of_the_run_or_of_another)
{
    static const uint32_t mixed[] = { 3, UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                      0, 1,          2 };
    static const uint32_t apart[] = { 0, 2, 4 }, twice[] = { 1, 1, 1, 1, 1 };

    CU_ASSERT(fits(mixed, 7, 4));
    CU_ASSERT_FALSE(fits(mixed, 7, 3));
    CU_ASSERT(fits(mixed + 1, 3, 1));
    CU_ASSERT(fits(apart, 3, 5));
    CU_ASSERT_FALSE(fits(apart, 3, 4));
    CU_ASSERT(fits(twice, 5, 5));
    CU_ASSERT_FALSE(fits(twice, 5, 4));
    CU_ASSERT_FALSE(comm_note_fits("\0\x05\x01\x01\x05\0\0\0\0", 9, 4));
    /* 16 million ranks in a dozen bytes */
    CU_ASSERT_FALSE(comm_note_fits(
        "\0\x80\x80\x80\x08\x01\0\x80\x80\x80\x08\x02\0\0\0", 15, 1000));
    CU_ASSERT_FALSE(comm_note_fits("", 0, 4));
}
