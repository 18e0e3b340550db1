/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_definitions.c - equal definitions are one, tables merge and survive
 * their encoding, and what is not a table is refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text/strbuf.h"
#include "model/definitions.h"
#include "sample_profile.h"
#include "unit.h"

static struct definitions *make_table(void)
{
    struct definitions *table;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    return table;
}

static uint32_t add_frame(struct definitions *table, uint32_t module,
                          uint64_t offset)
{
    uint8_t key[8];

    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(offset >> 8 * i);
    return definitions_intern(table, DEFINITION_FRAME, module, 0, key, 8);
}

static uint32_t add_path(struct definitions *table, uint32_t parent,
                         uint32_t frame)
{
    return definitions_intern(table, DEFINITION_PATH, parent, frame, NULL, 0);
}

UNIT_TEST(equal_definitions_have_one_id)
{
    struct definitions *table = make_table();
    uint32_t one = definitions_region(table, "a", "f.c", 1);

    CU_ASSERT_EQUAL(definitions_region(table, "a", "f.c", 1), one);
    CU_ASSERT_NOT_EQUAL(definitions_region(table, "a", "f.c", 2), one);
    CU_ASSERT_NOT_EQUAL(definitions_region(table, "a", NULL, 1), one);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_REGION), 4);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, one), "a");
    definitions_destroy(table);
}

UNIT_TEST(a_number_as_a_key_has_eight_bytes_lowest_first)
{
    struct definitions *table = make_table();
    uint32_t module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, "m", 1);
    uint32_t by_bytes = add_frame(table, module, 0xfedcba9876543210u);

    CU_ASSERT_EQUAL(definitions_intern_number(table, DEFINITION_FRAME, module,
                                              0, 0xfedcba9876543210u),
                    by_bytes);
    CU_ASSERT_EQUAL(definitions_find_number(table, DEFINITION_FRAME, module, 0,
                                            0xfedcba9876543210u),
                    by_bytes);
    CU_ASSERT_EQUAL(
        definitions_find_number(table, DEFINITION_FRAME, module, 0, 1),
        DEFINITION_NONE);
    definitions_destroy(table);
}

UNIT_TEST(what_is_not_there_is_not_made_by_looking_for_it)
{
    struct definitions *table = make_table();
    uint32_t one = definitions_region(table, "a", "f.c", 1);
    uint32_t node =
        definitions_intern(table, DEFINITION_REGION_NODE, 0, one, NULL, 0);

    CU_ASSERT_EQUAL(definitions_find_region(table, "a", "f.c", 1), one);
    CU_ASSERT_EQUAL(definitions_find_region(table, "b", "f.c", 1),
                    DEFINITION_NONE);
    CU_ASSERT_EQUAL(
        definitions_find(table, DEFINITION_REGION_NODE, 0, one, NULL, 0),
        node);
    CU_ASSERT_EQUAL(
        definitions_find(table, DEFINITION_REGION_NODE, node, one, NULL, 0),
        DEFINITION_NONE);
    CU_ASSERT_EQUAL(definitions_find(table, DEFINITION_HOST, 0, 0, "n", 1),
                    DEFINITION_NONE);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_REGION), 2);
    definitions_destroy(table);
}

UNIT_TEST(roots_are_there_and_differ_from_all_others)
{
    struct definitions *table = make_table();

    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_REGION), 1);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_REGION_NODE), 1);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_PATH), 1);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_COMM), 1);
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_FRAME), 0);
    definitions_intern(table, DEFINITION_MODULE, 0, 0, "m", 1);
    CU_ASSERT_EQUAL(add_frame(table, 0, 0), 0);
    CU_ASSERT_EQUAL(add_path(table, 0, 0), 1); /* root -> frame 0 */
    CU_ASSERT_EQUAL(definitions_region(table, "", NULL, 0), 1);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, 0), "");
    definitions_destroy(table);
}

UNIT_TEST(what_refers_to_nothing_is_refused)
{
    struct definitions *table = make_table();

    CU_ASSERT_EQUAL(add_frame(table, 0, 0), DEFINITION_NONE);
    CU_ASSERT_EQUAL(add_path(table, 1, 0), DEFINITION_NONE);
    CU_ASSERT_EQUAL(add_path(table, DEFINITION_NONE, 0), DEFINITION_NONE);
    CU_ASSERT_EQUAL(definitions_get(table, DEFINITION_HOST, 7).key_size, 0);
    definitions_destroy(table);
}

UNIT_TEST(the_first_note_stays_unless_forced)
{
    struct definitions *table = make_table();
    struct definition host;

    definitions_intern(table, DEFINITION_HOST, 0, 0, "n1", 2);
    definitions_note(table, DEFINITION_HOST, 0, "", 0, 0);
    definitions_note(table, DEFINITION_HOST, 0, "first", 5, 0);
    definitions_note(table, DEFINITION_HOST, 0, "second", 6, 0);
    host = definitions_get(table, DEFINITION_HOST, 0);
    CU_ASSERT_STRING_EQUAL((const char *)host.note, "first");
    definitions_note(table, DEFINITION_HOST, 0, "third", 5, 1);
    host = definitions_get(table, DEFINITION_HOST, 0);
    CU_ASSERT_STRING_EQUAL((const char *)host.note, "third");
    definitions_note(table, DEFINITION_HOST, 9, "nobody", 6, 1);
    definitions_destroy(table);
}

UNIT_TEST(region_paths_are_joined_by_slashes)
{
    struct definitions *table = make_table();
    uint32_t node = 0;
    struct strbuf path = { 0 };

    definitions_region_path(table, 0, &path);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&path), "");
    node = definitions_intern(table, DEFINITION_REGION_NODE, node,
                              definitions_region(table, "main", NULL, 0), NULL,
                              0);
    node = definitions_intern(table, DEFINITION_REGION_NODE, node,
                              definitions_region(table, "halo", NULL, 0), NULL,
                              0);
    definitions_region_path(table, node, &path);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&path), "main/halo");
    strbuf_clear(&path);
    definitions_destroy(table);
}

static void free_map(uint32_t *map[DEFINITION_KINDS])
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(map[kind]);
}

UNIT_TEST(merging_translates_references)
{
    struct definitions *a = make_table(), *b = make_table();
    uint32_t *map[DEFINITION_KINDS];
    struct definition path, frame;

    definitions_intern(a, DEFINITION_MODULE, 0, 0, "x", 1);
    add_frame(a, 0, 1);
    add_path(a, 0, 0);
    definitions_intern(b, DEFINITION_MODULE, 0, 0, "y", 1);
    definitions_intern(b, DEFINITION_MODULE, 0, 0, "x", 1);
    definitions_note(b, DEFINITION_MODULE, 1, "/x", 2, 0);
    add_frame(b, 0, 1);
    add_frame(b, 1, 1);
    add_path(b, add_path(b, 0, 0), 1);
    CU_ASSERT_EQUAL_FATAL(definitions_merge(a, b, map), STATUS_OK);
    CU_ASSERT_EQUAL(map[DEFINITION_MODULE][0], 1);
    CU_ASSERT_EQUAL(map[DEFINITION_MODULE][1], 0);
    CU_ASSERT_EQUAL(map[DEFINITION_FRAME][0], 1);
    CU_ASSERT_EQUAL(map[DEFINITION_FRAME][1], 0);
    CU_ASSERT_EQUAL(map[DEFINITION_PATH][0], 0);
    CU_ASSERT_EQUAL(map[DEFINITION_PATH][2], 3);
    path = definitions_get(a, DEFINITION_PATH, 3);
    CU_ASSERT_EQUAL(path.refs[0], 2);
    CU_ASSERT_EQUAL(path.refs[1], 0);
    frame = definitions_get(a, DEFINITION_FRAME, 1);
    CU_ASSERT_EQUAL(frame.refs[0], 1);
    CU_ASSERT_EQUAL(definitions_get(a, DEFINITION_MODULE, 0).note_size, 2);
    free_map(map);
    definitions_destroy(a);
    definitions_destroy(b);
}

/* A table into which an empty one was merged is as before, and the other way
 * round (path 0 of the one refers to no frame that the other has). */
UNIT_TEST(merging_with_an_empty_table_changes_nothing)
{
    struct definitions *full = make_table(), *empty = make_table();
    uint32_t *map[DEFINITION_KINDS];

    sample_definitions(full);
    CU_ASSERT_EQUAL_FATAL(definitions_merge(full, empty, map), STATUS_OK);
    CU_ASSERT_EQUAL(definitions_count(full, DEFINITION_PATH), 2);
    free_map(map);
    CU_ASSERT_EQUAL_FATAL(definitions_merge(empty, full, map), STATUS_OK);
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        CU_ASSERT_EQUAL(definitions_count(empty, (enum definition_kind)kind),
                        definitions_count(full, (enum definition_kind)kind));
    free_map(map);
    definitions_destroy(full);
    definitions_destroy(empty);
}

/* Its last byte is the number of programs: files of earlier versions end
 * before it. */
UNIT_TEST(a_table_without_programs_is_decoded)
{
    struct definitions *table = make_table(), *copy = NULL;
    struct bytes_writer out;
    struct bytes_reader in;

    bytes_writer_init(&out);
    definitions_encode(table, &out);
    bytes_reader_init(&in, out.data, out.size - 1);
    CU_ASSERT_EQUAL_FATAL(definitions_decode(&in, &copy), STATUS_OK);
    CU_ASSERT_EQUAL(definitions_count(copy, DEFINITION_PROGRAM), 1);
    definitions_destroy(copy);
    bytes_reader_init(&in, out.data, out.size - 2);
    CU_ASSERT_EQUAL(definitions_decode(&in, &copy), STATUS_BAD_FORMAT);
    bytes_writer_clear(&out);
    definitions_destroy(table);
}

UNIT_TEST(an_encoded_table_is_decoded_to_the_same)
{
    struct definitions *table = make_table(), *copy = NULL;
    struct bytes_writer out, again;
    struct bytes_reader in;

    sample_definitions(table);
    bytes_writer_init(&out);
    bytes_writer_init(&again);
    definitions_encode(table, &out);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL_FATAL(definitions_decode(&in, &copy), STATUS_OK);
    CU_ASSERT_EQUAL(in.at, in.size);
    definitions_encode(copy, &again);
    CU_ASSERT_EQUAL_FATAL(again.size, out.size);
    CU_ASSERT(memcmp(again.data, out.data, out.size) == 0);
    bytes_writer_clear(&out);
    bytes_writer_clear(&again);
    definitions_destroy(table);
    definitions_destroy(copy);
}

static enum status decode(const char *data, size_t size)
{
    struct definitions *table = NULL;
    struct bytes_reader in;
    enum status status;

    bytes_reader_init(&in, data, size);
    status = definitions_decode(&in, &table);
    if (status == STATUS_OK)
        definitions_destroy(table);
    return status;
}

UNIT_TEST(what_is_no_table_is_refused)
{
    /* counts: regions, nodes, modules, frames, paths, comms, hosts, windows,
     * files, groups, file handles, topologies */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\0\0\0\0\0", 12), STATUS_OK);
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\0\0\0\0", 11), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(decode("\xff\xff\xff\xff\x0f\0\0\0\0\0\0\0\0\0\0\0", 16),
                    STATUS_BAD_FORMAT);
    /* a path that is its own parent */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\x01\x01\0\0\0\0\0\0\0\0\0\0", 16),
                    STATUS_BAD_FORMAT);
    /* the same host twice */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\x01\x01h\0\0\0\0\0\0", 15),
                    STATUS_OK);
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\x02\x01h\0\x01h\0\0\0\0\0\0", 18),
                    STATUS_BAD_FORMAT);
    /* a region's key without a second zero */
    CU_ASSERT_EQUAL(decode("\x01\x03r\0x\0\0\0\0\0\0\0\0\0\0\0\0", 17),
                    STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(decode("\x01\x05r\0x\0"
                           "1\0\0\0\0\0\0\0\0\0\0\0\0",
                           19),
                    STATUS_OK);
    /* names with a zero byte, of a region, its file, a host */
    CU_ASSERT_EQUAL(decode("\x01\x07r\0s\0x\0"
                           "1\0\0\0\0\0\0\0\0\0\0\0\0",
                           21),
                    STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\x01\x03h\0i\0\0\0\0\0\0", 17),
                    STATUS_BAD_FORMAT);
    /* a window on a communicator that is not there */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\x01\0\x08"
                           "12345678\0\0\0\0\0",
                           23),
                    STATUS_OK);
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\x01\x01\x08"
                           "12345678\0\0\0\0\0",
                           23),
                    STATUS_BAD_FORMAT);
    /* a group whose members have no four bytes each */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\0\0\x01\x04"
                           "1234\0\0\0",
                           18),
                    STATUS_OK);
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\0\0\x01\x03"
                           "123\0\0\0",
                           17),
                    STATUS_BAD_FORMAT);
    /* a topology of a communicator that is not there */
    CU_ASSERT_EQUAL(decode("\0\0\0\0\0\0\0\0\0\0\0\x01\x01\0\0", 15),
                    STATUS_BAD_FORMAT);
}

UNIT_TEST(a_window_has_a_name_and_a_kind)
{
    struct definitions *table = make_table();
    uint32_t named =
        definitions_intern(table, DEFINITION_WINDOW, 0, 0, "12345678", 8);
    uint32_t other =
        definitions_intern(table, DEFINITION_WINDOW, 0, 0, "12345679", 8);

    CU_ASSERT_EQUAL(named, 1); /* 0 is none */
    definitions_note(table, DEFINITION_WINDOW, named, "halo\0create", 11, 0);
    CU_ASSERT_STRING_EQUAL(definitions_window_name(table, named), "halo");
    CU_ASSERT_STRING_EQUAL(definitions_window_kind(table, named), "create");
    CU_ASSERT_STRING_EQUAL(definitions_window_name(table, other), "");
    CU_ASSERT_STRING_EQUAL(definitions_window_kind(table, other), "");
    definitions_note(table, DEFINITION_WINDOW, other, "\0dynamic", 8, 0);
    CU_ASSERT_STRING_EQUAL(definitions_window_name(table, other), "");
    CU_ASSERT_STRING_EQUAL(definitions_window_kind(table, other), "dynamic");
    definitions_destroy(table);
}

/* Paths of two ranks that share half of them. */
static struct definitions *many_paths(uint32_t first, uint32_t count)
{
    struct definitions *table = make_table();

    definitions_intern(table, DEFINITION_MODULE, 0, 0, "m", 1);
    for (uint32_t i = 0; i < count; i++)
        add_path(table, i % 8, add_frame(table, 0, first + i));
    return table;
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The bound is for a thing gone quadratic, not for a slow machine. */
UNIT_TEST(a_hundred_thousand_definitions_merge_at_once)
{
    struct definitions *a = many_paths(0, 50000);
    struct definitions *b = many_paths(25000, 50000);
    uint32_t *map[DEFINITION_KINDS];
    double start = seconds();

    CU_ASSERT_EQUAL_FATAL(definitions_merge(a, b, map), STATUS_OK);
    CU_ASSERT(seconds() - start < 5);
    printf("(%.0f ms) ", 1e3 * (seconds() - start));
    CU_ASSERT_EQUAL(definitions_count(a, DEFINITION_FRAME), 75000);
    free_map(map);
    definitions_destroy(a);
    definitions_destroy(b);
}
