/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_array_room.c - arrays have room before it is written to, and keep what is
 * in them.
 */
#include "unit.h"

#include "base/array_room.h"

#define MANY 1000

static size_t room;
static int *numbers;

static void forget(void)
{
    free(numbers);
    numbers = NULL;
    room = 0;
}

static void is_counted_up(int count)
{
    for (int i = 0; i < count; i++)
        CU_ASSERT_EQUAL(numbers[i], i);
}

UNIT_TEST(room_doubles_when_it_is_used_up)
{
    for (int i = 0; i < MANY; i++) {
        size_t before = room;

        CU_ASSERT_FATAL(array_room(&numbers, (size_t)i, &room, sizeof(int)));
        CU_ASSERT_FATAL(room > (size_t)i);
        CU_ASSERT(room == before || before == (size_t)i);
        numbers[i] = i;
    }
    is_counted_up(MANY);
    forget();
}

UNIT_TEST(what_is_reached_is_zero_up_to_the_room)
{
    static const size_t lasts[] = { 0, 15, 16, 31, 32, 5, 700 };

    for (size_t i = 0; i < sizeof(lasts) / sizeof(*lasts); i++) {
        size_t before = room;

        CU_ASSERT_FATAL(array_reach(&numbers, lasts[i], &room, sizeof(int)));
        CU_ASSERT_FATAL(room > lasts[i]);
        for (size_t k = before; k < room; k++) {
            CU_ASSERT_EQUAL(numbers[k], 0);
            numbers[k] = (int)k;
        }
    }
    is_counted_up((int)room);
    forget();
}

UNIT_TEST(one_more_needs_no_room_to_be_known)
{
    for (int i = 0; i < MANY; i++) {
        CU_ASSERT_FATAL(array_more(&numbers, (size_t)i, sizeof(int)));
        numbers[i] = i;
    }
    is_counted_up(MANY);
    forget();
}

UNIT_TEST(what_is_added_is_counted)
{
    int count = 0;

    while (count < MANY) {
        int next = count;

        CU_ASSERT_FATAL(ARRAY_ADD(numbers, count, next));
        CU_ASSERT_EQUAL_FATAL(count, next + 1);
    }
    is_counted_up(MANY);
    forget();
}
