/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_divide_ranks.c - ranks are spread over workers by how large they are.
 */
#include "unit.h"

#include "archive/workers/divide_ranks.h"

#define RANKS 6

static uint32_t worker_of[RANKS];

UNIT_TEST(each_gets_as_much_as_the_others)
{
    static const uint64_t bytes[RANKS] = { 10, 60, 20, 30, 50, 40 };
    uint64_t loads[3] = { 0 };

    CU_ASSERT_TRUE_FATAL(divide_ranks(bytes, RANKS, 3, worker_of));
    for (int i = 0; i < RANKS; i++) {
        CU_ASSERT_TRUE_FATAL(worker_of[i] < 3);
        loads[worker_of[i]] += bytes[i];
    }
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(loads[i], 70);
}

UNIT_TEST(one_that_is_larger_than_all_others_is_alone)
{
    static const uint64_t bytes[RANKS] = { 1, 2, 3, 1000, 4, 5 };

    CU_ASSERT_TRUE_FATAL(divide_ranks(bytes, RANKS, 2, worker_of));
    for (int i = 0; i < RANKS; i++)
        CU_ASSERT_EQUAL(worker_of[i] == worker_of[3], i == 3);
}

UNIT_TEST(ranks_without_bytes_are_spread_too)
{
    static const uint64_t bytes[RANKS] = { 0 };

    CU_ASSERT_TRUE_FATAL(divide_ranks(bytes, RANKS, RANKS, worker_of));
    for (uint32_t i = 0; i < RANKS; i++)
        CU_ASSERT_EQUAL(worker_of[i], i);
}

UNIT_TEST(a_small_archive_is_for_one)
{
    uint32_t large = divide_ranks_workers((size_t)1 << 30, 2);

    CU_ASSERT_EQUAL(divide_ranks_workers(0, 0), 1);
    CU_ASSERT_EQUAL(divide_ranks_workers((size_t)1 << 20, 64), 1);
    CU_ASSERT_TRUE(large >= 1 && large <= 8);
    CU_ASSERT_EQUAL(divide_ranks_workers(4096, 8192), large);
}
