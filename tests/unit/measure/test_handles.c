/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_handles.c - handles are found, taken out and used again.
 */
#include <stdlib.h>

#include "measure/track/handles.h"
#include "unit.h"

static int values[5000];

UNIT_TEST(what_was_put_is_found_until_it_is_taken)
{
    struct handles handles = { 0 };

    CU_ASSERT_PTR_NULL(handles_get(&handles, 7));
    CU_ASSERT_PTR_NULL(handles_take(&handles, 7));
    CU_ASSERT_TRUE(handles_put(&handles, 7, &values[0]));
    CU_ASSERT_TRUE(handles_put(&handles, 0, &values[1]));
    CU_ASSERT_PTR_EQUAL(handles_get(&handles, 7), &values[0]);
    CU_ASSERT_PTR_EQUAL(handles_get(&handles, 0), &values[1]);
    CU_ASSERT_PTR_EQUAL(handles_take(&handles, 7), &values[0]);
    CU_ASSERT_PTR_NULL(handles_get(&handles, 7));
    CU_ASSERT_PTR_EQUAL(handles_get(&handles, 0), &values[1]);
    CU_ASSERT_EQUAL(handles.used, 1);
    handles_clear(&handles);
}

UNIT_TEST(a_handle_used_again_has_its_new_value)
{
    struct handles handles = { 0 };

    handles_put(&handles, 7, &values[0]);
    handles_put(&handles, 7, &values[1]);
    CU_ASSERT_EQUAL(handles.used, 1);
    CU_ASSERT_PTR_EQUAL(handles_get(&handles, 7), &values[1]);
    handles_clear(&handles);
}

/* Taking closes gaps: what collided with the taken one is still found. */
UNIT_TEST(many_come_and_go)
{
    struct handles handles = { 0 };
    int wrong = 0;

    for (uint64_t i = 0; i < 5000; i++)
        handles_put(&handles, i << 5, &values[i]);
    for (uint64_t i = 0; i < 5000; i += 3)
        wrong += handles_take(&handles, i << 5) != &values[i];
    for (uint64_t i = 0; i < 5000; i++)
        wrong +=
            handles_get(&handles, i << 5) != (i % 3 == 0 ? NULL : &values[i]);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(handles.used, 5000 - 1667);
    CU_ASSERT_TRUE(handles.mask + 1 <= 16384);
    handles_clear(&handles);
}
