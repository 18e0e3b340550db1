/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/tallies.h"
#include "unit.h"

#define KEYS 10000

UNIT_TEST(every_key_has_its_own_tally)
{
    struct tallies tallies = { 0 };
    struct row row = { .count = 1, .time = { 5, 5, 5 } };

    for (int round = 0; round < 2; round++)
        for (uint64_t key = 0; key < KEYS; key++)
            CU_ASSERT_EQUAL_FATAL(
                tallies_add_row(&tallies, key << 32 | (key % 7), 0, &row),
                STATUS_OK);
    CU_ASSERT_EQUAL(tallies.count, KEYS);
    for (uint64_t key = 0; key < KEYS; key++)
        CU_ASSERT_EQUAL(tallies.items[key].calls, 2);
    tallies_clear(&tallies);
}

UNIT_TEST(what_was_never_added_is_not_found)
{
    struct tallies tallies = { 0 };

    CU_ASSERT_PTR_NULL(tallies_find(&tallies, 1));
    CU_ASSERT_PTR_NOT_NULL(tallies_get(&tallies, 1));
    CU_ASSERT_PTR_NULL(tallies_find(&tallies, 2));
    CU_ASSERT_PTR_NOT_NULL(tallies_find(&tallies, 1));
    tallies_clear(&tallies);
}

UNIT_TEST(rows_add_up)
{
    struct tallies tallies = { 0 };
    struct row row = {
        .count = 2, .errors = 1, .time = { 30, 10, 20 }, .out = { 100, 50, 50 }
    };
    const struct tally *tally;

    tallies_add_row(&tallies, 7, 0, &row);
    row.time = (struct spread){ 50, 5, 45 };
    tallies_add_row(&tallies, 7, 1, &row);
    tally = tallies_find(&tallies, 7);
    CU_ASSERT_EQUAL(tally->calls, 4);
    CU_ASSERT_EQUAL(tally->errors, 2);
    CU_ASSERT_EQUAL(tally->longest, 45);
    CU_ASSERT_EQUAL(tally->out_bytes, 200);
    CU_ASSERT_EQUAL(rank_stats_result(&tally->time, 2).sum, 80);
    tallies_clear(&tallies);
}

UNIT_TEST(a_site_is_a_call_and_a_path)
{
    uint64_t key = site_key(3, 0xfffffffe);

    CU_ASSERT_EQUAL(site_call(key), 3);
    CU_ASSERT_EQUAL(site_path(key), 0xfffffffe);
}
