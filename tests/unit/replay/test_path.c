/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_path.c - the way back, with the sums that it is kept in.
 */
#include "unit.h"

#include "replay/path.h"

static struct paths paths;

static uint64_t at(const struct path_end *end, uint64_t key)
{
    struct keyed_sums sum = { 0 };
    uint64_t value = 0;

    path_sum(&paths, end, &sum);
    for (struct keyed_sum *item = NULL;
         (item = keyed_sums_next(&sum, item)) != NULL;)
        if (item->key == key)
            value = item->value;
    keyed_sums_clear(&sum);
    return value;
}

UNIT_TEST(numbers_add_up_by_key)
{
    struct keyed_sums sums = { 0 };
    uint64_t sum = 0;

    for (uint64_t i = 0; i < 10000; i++)
        CU_ASSERT_TRUE(keyed_sums_add(&sums, i % 1000 << 30, 2));
    CU_ASSERT_EQUAL(sums.count, 1000);
    for (struct keyed_sum *item = NULL;
         (item = keyed_sums_next(&sums, item)) != NULL;)
        sum += item->value;
    CU_ASSERT_EQUAL(sum, 20000);
    keyed_sums_clear(&sums);
}

UNIT_TEST(a_jump_goes_on_from_the_mark)
{
    struct path_end a = { 0 }, b = { 0 };
    struct path_node *mark;

    path_go(&paths, &a, 1, 100);
    path_go(&paths, &b, 2, 30);
    mark = path_mark(&paths, &a);
    path_go(&paths, &a, 1, 5);
    path_jump(&b, mark);
    path_drop(mark);
    path_go(&paths, &b, 2, 7);
    CU_ASSERT_EQUAL(at(&a, 1), 105);
    CU_ASSERT_EQUAL(at(&a, 2), 0);
    CU_ASSERT_EQUAL(at(&b, 1), 100);
    CU_ASSERT_EQUAL(at(&b, 2), 7);
    path_end_clear(&a);
    path_end_clear(&b);
}

static uint32_t depth(const struct path_end *end)
{
    uint32_t nodes = 0;

    for (const struct path_node *node = end->before; node != NULL;
         node = node->before)
        nodes++;
    return nodes;
}

/* Everybody goes on from the last, again and again. */
UNIT_TEST(ways_stay_short)
{
    enum { RANKS = 50, TURNS = 2000 };
    struct path_end ends[RANKS] = { { 0 } };
    uint32_t deepest = 0;

    for (uint64_t turn = 0; turn < TURNS; turn++) {
        uint32_t last = (uint32_t)(turn * 7 % RANKS);
        struct path_node *mark;

        for (uint32_t i = 0; i < RANKS; i++)
            path_go(&paths, &ends[i], i, 1);
        mark = path_mark(&paths, &ends[last]);
        for (uint32_t i = 0; i < RANKS; i++)
            if (i != last && i != (turn + 1) % RANKS)
                path_jump(&ends[i], mark);
        path_drop(mark);
        for (uint32_t i = 0; i < RANKS; i++)
            deepest = depth(&ends[i]) > deepest ? depth(&ends[i]) : deepest;
    }
    CU_ASSERT(deepest <= RANKS);
    for (uint32_t i = 0; i < RANKS; i++) {
        uint64_t all = 0;

        for (uint64_t key = 0; key < RANKS; key++)
            all += at(&ends[i], key);
        CU_ASSERT_EQUAL(all, TURNS);
        path_end_clear(&ends[i]);
    }
}
