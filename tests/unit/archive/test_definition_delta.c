/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_definition_delta.c - what several tables that began as the same one got since,
 * in one.
 */
#include "unit.h"

#include <string.h>

#include "archive/workers/definition_delta.h"

#define WRITERS 2

static struct {
    struct definitions *tables[WRITERS], *all;
    struct definition_delta added[WRITERS];
    struct definition_delta_into into;
    struct definition_delta_map maps[WRITERS];
    struct bytes_writer bytes;
} test;

/* A window, without a kind, is there before. */
static struct definitions *make_table(void)
{
    struct definitions *table;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    CU_ASSERT_EQUAL(definitions_region(table, "main", "a.c", 1), 1);
    CU_ASSERT_EQUAL(
        definitions_intern(table, DEFINITION_WINDOW, 0, 0, "12345678", 8), 1);
    definitions_note(table, DEFINITION_WINDOW, 1, "halo", 5, 0);
    return table;
}

static void begin(void)
{
    bytes_writer_init(&test.bytes);
    test.all = make_table();
    CU_ASSERT_TRUE_FATAL(definition_delta_into_init(&test.into, test.all));
    for (int i = 0; i < WRITERS; i++) {
        test.tables[i] = make_table();
        definition_delta_begin(&test.added[i], test.tables[i]);
        CU_ASSERT_TRUE_FATAL(
            definition_delta_map_init(&test.maps[i], &test.into));
    }
}

static void end(void)
{
    for (int i = 0; i < WRITERS; i++) {
        definition_delta_clear(&test.added[i]);
        definition_delta_map_clear(&test.maps[i]);
        definitions_destroy(test.tables[i]);
    }
    definition_delta_into_clear(&test.into);
    definitions_destroy(test.all);
    bytes_writer_clear(&test.bytes);
}

/* What that writer has had since the last time. */
static bool hand_over(int writer)
{
    struct bytes_reader in;

    test.bytes.size = 0;
    definition_delta_take(&test.added[writer], &test.bytes);
    bytes_reader_init(&in, test.bytes.data, test.bytes.size);
    return definition_delta_read(&in, &test.into, &test.maps[writer]) &&
           in.at == in.size;
}

static uint32_t node(int writer, const char *name)
{
    struct definitions *table = test.tables[writer];

    return definitions_intern(table, DEFINITION_REGION_NODE, 0,
                              definitions_region(table, name, "a.c", 1), NULL,
                              0);
}

UNIT_TEST(ids_follow_the_order_of_reading)
{
    uint32_t *const *map = test.maps[1].ids;

    begin();
    node(1, "solve");
    node(1, "halo");
    node(0, "halo");
    CU_ASSERT_TRUE(hand_over(0));
    CU_ASSERT_FALSE(test.maps[0].moved);
    CU_ASSERT_TRUE(hand_over(1));
    CU_ASSERT_TRUE(test.maps[1].moved);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(test.all, 2), "halo");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(test.all, 3), "solve");
    CU_ASSERT_EQUAL(map[DEFINITION_REGION][0], 0);
    CU_ASSERT_EQUAL(map[DEFINITION_REGION][1], 1);
    CU_ASSERT_EQUAL(map[DEFINITION_REGION][2], 3);
    CU_ASSERT_EQUAL(map[DEFINITION_REGION_NODE][1], 2);
    CU_ASSERT_EQUAL(map[DEFINITION_REGION_NODE][2], 1);
    end();
}

UNIT_TEST(what_was_handed_over_is_not_told_again)
{
    begin();
    node(0, "halo");
    CU_ASSERT_TRUE(hand_over(0));
    CU_ASSERT_TRUE(hand_over(0));
    CU_ASSERT_EQUAL(test.bytes.size, 1);
    CU_ASSERT_EQUAL(definitions_count(test.all, DEFINITION_REGION), 3);
    end();
}

/* As for one that reads all: who comes later finds it. */
UNIT_TEST(the_first_note_counts)
{
    begin();
    definitions_note(test.tables[0], DEFINITION_WINDOW, 1, "halo\0create", 12,
                     1);
    definitions_note(test.tables[1], DEFINITION_WINDOW, 1, "halo\0other", 11,
                     1);
    CU_ASSERT_TRUE(hand_over(0));
    CU_ASSERT_TRUE(hand_over(1));
    CU_ASSERT_STRING_EQUAL(definitions_window_kind(test.all, 1), "create");
    end();
}

UNIT_TEST(what_is_no_addition_is_refused)
{
    static const uint8_t unknown_kind[] = { 2, 100, 0 };
    static const uint8_t unknown_parent[] = { 5, DEFINITION_REGION_NODE,
                                              0, 9,
                                              0, 0 };
    static const uint8_t unknown_id[] = { 4, DEFINITION_WINDOW, 1, 7, 0 };
    struct bytes_reader in;

    begin();
    bytes_reader_init(&in, unknown_kind, sizeof(unknown_kind));
    CU_ASSERT_FALSE(definition_delta_read(&in, &test.into, &test.maps[0]));
    bytes_reader_init(&in, unknown_parent, sizeof(unknown_parent));
    CU_ASSERT_FALSE(definition_delta_read(&in, &test.into, &test.maps[0]));
    bytes_reader_init(&in, unknown_id, sizeof(unknown_id));
    CU_ASSERT_FALSE(definition_delta_read(&in, &test.into, &test.maps[0]));
    end();
}
