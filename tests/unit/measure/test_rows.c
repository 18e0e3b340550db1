/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_rows.c - the fixed table of rows: keys, statistics, overflow.
 */
#include "measure/record/rows.h"
#include "unit.h"

static struct row_key key_of(uint32_t call, uint32_t path)
{
    struct row_key key = { .call = call, .path = path };

    return key;
}

UNIT_TEST(equal_keys_share_a_row_and_others_do_not)
{
    struct rows rows;
    struct row_key keys[] = { { 1, 2, 3, 4, 0 }, { 1, 2, 4, 3, 0 },
                              { 1, 3, 2, 4, 0 }, { 2, 1, 3, 4, 0 },
                              { 1, 2, 3, 4, 5 }, { 1, 2, 3, 0, 4 },
                              { 1, 2, 3, 0, 5 } };
    const uint32_t count = sizeof(keys) / sizeof(keys[0]);

    CU_ASSERT_TRUE_FATAL(rows_init(&rows, 0, 1 << 20, 1.0));
    for (int round = 0; round < 3; round++)
        for (uint32_t i = 0; i < count; i++)
            row_add_time(&rows, rows_find(&rows, &keys[i]), 1);
    CU_ASSERT_EQUAL(rows.count, count);
    for (uint32_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(rows_find(&rows, &keys[i])->count, 3);
    rows_clear(&rows);
}

UNIT_TEST(a_row_keeps_sum_least_most_squares_and_bins)
{
    struct rows rows;
    struct row_key key = key_of(0, 0);
    struct row *row;

    CU_ASSERT_TRUE_FATAL(rows_init(&rows, 0, 1 << 20, 0.5));
    row = rows_find(&rows, &key);
    row_add_time(&rows, row, 16); /* 8 ns: bin 4 */
    row_add_time(&rows, row, 40); /* 20 ns: bin 5 */
    row_add_bytes(row, 100, 7, 100);
    row_add_bytes(row, 300, 5, 300);
    CU_ASSERT_EQUAL(row->time.sum, 56);
    CU_ASSERT_EQUAL(row->time.min, 16);
    CU_ASSERT_EQUAL(row->time.max, 40);
    CU_ASSERT_DOUBLE_EQUAL(row->time_squares, 16.0 * 16 + 40.0 * 40, 0);
    CU_ASSERT_EQUAL(row->time_bins[4], 1);
    CU_ASSERT_EQUAL(row->time_bins[5], 1);
    CU_ASSERT_EQUAL(row->out.sum, 400);
    CU_ASSERT_EQUAL(row->out.min, 100);
    CU_ASSERT_EQUAL(row->in.max, 7);
    CU_ASSERT_EQUAL(row->size_bins[7], 1); /* 64..127 */
    CU_ASSERT_EQUAL(row->size_bins[9], 1); /* 256..511 */
    rows_clear(&rows);
}

/* Every call is counted somewhere, whatever the number of keys: in a row of its
 * call site as long as there is room, else in one of its procedure. */
static uint32_t site_of(void *context, uint32_t path)
{
    (void)context;
    return path == 0 ? 9000000 : 9000001 + path % 3;
}

UNIT_TEST(what_finds_no_row_keeps_its_call_site_and_region)
{
    struct rows rows;
    uint64_t charged = 0;
    uint32_t whole, calls;

    CU_ASSERT_TRUE_FATAL(rows_init(&rows, 0, 1, 1.0));
    rows.site = site_of;
    calls = 3 * rows.room;
    whole = rows.room - 128 - (rows.room - 128) / 4;
    for (uint32_t path = 1; path <= calls; path++) {
        struct row_key key = {
            .call = 1, .path = path, .region = 4, .comm = 5
        };

        row_add_time(&rows, rows_find(&rows, &key), 1);
    }
    CU_ASSERT_EQUAL(rows.count, whole + 3);
    for (uint32_t i = whole; i < rows.count; i++) {
        charged += rows.list[i].count;
        CU_ASSERT(rows.list[i].path > 9000000);
        CU_ASSERT_EQUAL(rows.list[i].region, 4);
        CU_ASSERT_EQUAL(rows.list[i].comm, 0);
    }
    CU_ASSERT_EQUAL(charged, calls - whole);
    CU_ASSERT_EQUAL(rows.lost, calls - whole);
    rows_clear(&rows);
}

UNIT_TEST(what_finds_no_row_of_its_site_is_charged_to_its_procedure)
{
    struct rows rows;
    uint64_t calls = 0, charged = 0;

    CU_ASSERT_TRUE_FATAL(rows_init(&rows, 0, 1, 1.0));
    rows.site = site_of;
    for (uint32_t i = 1; i <= 3 * rows.room; i++) {
        struct row_key key = { .call = i % 2, .path = i, .region = i };

        row_add_time(&rows, rows_find(&rows, &key), 1);
        calls++;
    }
    CU_ASSERT_EQUAL(rows.count, rows.room - 128 + 2);
    for (uint32_t i = 0; i < rows.count; i++) {
        charged += rows.list[i].count;
        if (rows.list[i].path == 9000000)
            CU_ASSERT(rows.list[i].count > rows.room / 2);
    }
    CU_ASSERT_EQUAL(charged, calls);
    rows_clear(&rows);
}

UNIT_TEST(even_more_procedures_than_rows_lose_no_call)
{
    struct rows rows;
    uint64_t charged = 0;
    uint32_t calls;

    CU_ASSERT_TRUE_FATAL(rows_init(&rows, 0, 1, 1.0));
    calls = 2 * rows.room;
    for (uint32_t call = 0; call < calls; call++) {
        struct row_key key = key_of(call, 1);

        row_add_time(&rows, rows_find(&rows, &key), 1);
    }
    for (uint32_t i = 0; i < rows.count; i++)
        charged += rows.list[i].count;
    CU_ASSERT_EQUAL(rows.count, rows.room);
    CU_ASSERT_EQUAL(charged, calls);
    rows_clear(&rows);
}
