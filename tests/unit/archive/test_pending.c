/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include "archive/events/pending.h"

static struct pending pending;

static void add(uint64_t request, uint64_t ticks)
{
    uint32_t call = pending_add_call(&pending);

    CU_ASSERT_NOT_EQUAL_FATAL(call, UINT32_MAX);
    pending.calls[call] = (struct pending_call){ .ticks = ticks };
    CU_ASSERT_TRUE_FATAL(pending_add(&pending, request, call));
}

UNIT_TEST(a_request_leads_to_the_call_that_started_it)
{
    add(10, 1);
    add(11, 2);
    CU_ASSERT_EQUAL(pending_take(&pending, 11)->ticks, 2);
    CU_ASSERT_EQUAL(pending_take(&pending, 10)->ticks, 1);
    pending_clear(&pending);
}

UNIT_TEST(a_request_ends_once)
{
    add(10, 1);
    CU_ASSERT_PTR_NOT_NULL(pending_take(&pending, 10));
    CU_ASSERT_PTR_NULL(pending_take(&pending, 10));
    CU_ASSERT_PTR_NULL(pending_take(&pending, 99));
    pending_clear(&pending);
}

UNIT_TEST(one_call_may_start_several)
{
    uint32_t call;

    call = pending_add_call(&pending);
    pending.calls[call] = (struct pending_call){ .ticks = 7 };
    CU_ASSERT_TRUE(pending_add(&pending, 1, call));
    CU_ASSERT_TRUE(pending_add(&pending, 2, call));
    CU_ASSERT_PTR_EQUAL(pending_take(&pending, 1), &pending.calls[call]);
    CU_ASSERT_PTR_EQUAL(pending_take(&pending, 2), &pending.calls[call]);
    pending_clear(&pending);
}

UNIT_TEST(many_can_be_open_and_end_in_any_order)
{
    for (uint64_t i = 0; i < 3000; i++)
        add(i * 1000003, i);
    for (uint64_t i = 0; i < 3000; i += 2)
        CU_ASSERT_EQUAL(pending_take(&pending, i * 1000003)->ticks, i);
    for (uint64_t i = 1; i < 3000; i += 2)
        CU_ASSERT_EQUAL(pending_take(&pending, i * 1000003)->ticks, i);
    CU_ASSERT_EQUAL(pending.requests.count, 0);
    pending_clear(&pending);
}

UNIT_TEST(memory_does_not_grow_with_the_run)
{
    for (uint64_t i = 0; i < 100000; i++) {
        add(i, i);
        CU_ASSERT_EQUAL(pending_take(&pending, i)->ticks, i);
    }
    CU_ASSERT(pending.call_room <= 64);
    CU_ASSERT(pending.requests.mask <= 255);
    pending_clear(&pending);
}

UNIT_TEST(a_number_is_found_once)
{
    uint32_t number = 9;

    CU_ASSERT_TRUE(pending_add(&pending, 5, 0));
    CU_ASSERT_TRUE(pending_add(&pending, 6, 2));
    CU_ASSERT_TRUE(pending_take_number(&pending, 6, &number));
    CU_ASSERT_EQUAL(number, 2);
    CU_ASSERT_TRUE(pending_take_number(&pending, 5, &number));
    CU_ASSERT_EQUAL(number, 0);
    CU_ASSERT_FALSE(pending_take_number(&pending, 5, &number));
    pending_clear(&pending);
}
