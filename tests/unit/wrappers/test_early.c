/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_early.c - calls before a run of sessions can begin are kept.
 */
#include "early.h"
#include "regions.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* What early.c tells to others. */
void regions_keep(const char *name, const char *file, int line,
                  struct hook_range range)
{
    (void)range;
    (void)name;
    (void)file;
    (void)line;
}

void regions_drop(struct hook_range range)
{
    (void)range;
}

static void call_at(uint64_t begin)
{
    struct hook_call call = { .begin = begin, .end = begin + 1 };

    early_ops.plain(&call);
}

UNIT_TEST(they_are_told_in_the_order_of_their_begins)
{
    struct hook_start start = { 0 };

    call_at(30);
    call_at(10);
    call_at(20);
    early_tell(&start);
    CU_ASSERT_EQUAL_FATAL(start.early_count, 3);
    for (uint64_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(start.early[i].begin, 10 * (i + 1));
    CU_ASSERT_EQUAL(start.early_lost, 0);
    early_clear();
}

/* Of another thread, while this one starts the run. */
UNIT_TEST(what_was_told_stays_while_more_calls_come)
{
    enum { FEW = 32, MANY = 1000 };
    size_t size = FEW * sizeof(struct hook_call);
    struct hook_start start = { 0 };
    void *others[MANY];
    int wrong = 0;

    for (uint64_t i = 0; i < FEW; i++)
        call_at(i);
    early_tell(&start);
    for (uint64_t i = 0; i < MANY; i++) {
        others[i] = malloc(size); /* takes what is freed too early */
        memset(others[i], 0xff, size);
        call_at(100 + i);
    }
    CU_ASSERT_EQUAL_FATAL(start.early_count, FEW);
    for (uint64_t i = 0; i < FEW; i++)
        wrong += start.early[i].begin != i || start.early[i].end != i + 1;
    CU_ASSERT_EQUAL(wrong, 0);
    for (int i = 0; i < MANY; i++)
        free(others[i]);
    early_clear();
}

UNIT_TEST(those_without_room_are_counted)
{
    enum { MANY = 5000 };
    struct hook_start start = { 0 };

    for (uint64_t i = 0; i < MANY; i++)
        call_at(i);
    early_tell(&start);
    CU_ASSERT_EQUAL(start.early_count + start.early_lost, MANY);
    CU_ASSERT_TRUE(start.early_lost > 0);
    early_clear();
    early_tell(&start);
    CU_ASSERT_EQUAL(start.early_count, 0);
    CU_ASSERT_EQUAL(start.early_lost, 0);
    early_clear();
}
