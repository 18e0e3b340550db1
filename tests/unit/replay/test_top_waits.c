/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_top_waits.c - which waits of a run are the longest.
 */
#include "unit.h"

#include "replay/top_waits.h"

static struct long_wait of(uint32_t rank, uint32_t culprit, uint64_t since,
                           uint64_t ns)
{
    return (struct long_wait){ .rank = rank,
                               .culprit = culprit,
                               .since = since,
                               .begin = since - ns,
                               .ns = ns };
}

static void add(struct top_waits *longest, struct long_wait wait)
{
    top_waits_add(longest, &wait);
}

UNIT_TEST(the_longest_come_first)
{
    struct top_waits longest = { .count = 0 };

    for (uint32_t i = 0; i < 3 * LONG_WAITS; i++)
        add(&longest, of(0, 1, 100000 + i, 1 + i * 7919 % (3 * LONG_WAITS)));
    top_waits_sort(&longest);
    CU_ASSERT_EQUAL_FATAL(longest.count, LONG_WAITS);
    for (uint32_t i = 0; i < LONG_WAITS; i++)
        CU_ASSERT_EQUAL(longest.items[i].ns, 3 * LONG_WAITS - i);
}

UNIT_TEST(all_who_wait_for_one_arrival_are_one)
{
    struct top_waits longest = { .count = 0 };

    for (uint32_t i = 0; i < 1000; i++)
        add(&longest, of(i, 5000, 100000, 1 + i * 7 % 1000));
    add(&longest, of(3, 4, 100000, 500));
    top_waits_sort(&longest);
    CU_ASSERT_EQUAL_FATAL(longest.count, 2);
    CU_ASSERT_EQUAL(longest.items[0].ns, 1000);
    CU_ASSERT_EQUAL(longest.items[1].culprit, 4);
}

/* Slices of a run are joined in any order. */
UNIT_TEST(the_order_makes_no_difference)
{
    struct top_waits up = { .count = 0 }, down = { .count = 0 };
    const uint32_t count = 5 * LONG_WAITS;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = count - 1 - i;

        add(&up, of(i, i % 90, 100000 + i % 90, 1 + i * 31 % 97));
        add(&down, of(k, k % 90, 100000 + k % 90, 1 + k * 31 % 97));
    }
    top_waits_sort(&up);
    top_waits_sort(&down);
    CU_ASSERT_EQUAL_FATAL(up.count, down.count);
    for (uint32_t i = 0; i < up.count; i++) {
        CU_ASSERT_EQUAL(up.items[i].ns, down.items[i].ns);
        CU_ASSERT_EQUAL(up.items[i].rank, down.items[i].rank);
    }
}
