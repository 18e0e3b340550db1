/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_stacks.c - a call path is recognised only while every return address
 * is still where it was.
 */
#include <stdlib.h>

#include "measure/record/paths/stacks.h"
#include "unit.h"

/* What the stack pointer points to, and return addresses above it. */
static void *frame[4] = { NULL, (void *)1, (void *)2, (void *)3 };
static void **const words = frame + 1;

static void fill(struct stack_way *way, const void *caller,
                 const void *pointer, uint32_t path)
{
    way->caller = caller;
    way->pointer = pointer;
    way->path = path;
    way->depth = 3;
    way->generation = paths_generation;
    for (int i = 0; i < 3; i++) {
        way->offsets[i] =
            (uint32_t)((const char *)&words[i] - (const char *)pointer);
        way->values[i] = words[i];
    }
}

UNIT_TEST(any_changed_address_is_a_miss)
{
    struct stacks *stacks = calloc(1, sizeof(*stacks));
    void *others[4] = { NULL };
    int caller;

    CU_ASSERT_PTR_NOT_NULL_FATAL(stacks);
    fill(stacks_room(stacks, &caller, frame), &caller, frame, 7);
    CU_ASSERT_EQUAL(stacks_find(stacks, &caller, frame), 7);
    for (int i = 0; i < 3; i++) {
        void *before = words[i];

        words[i] = (void *)99;
        CU_ASSERT_EQUAL(stacks_find(stacks, &caller, frame), STACKS_MISS);
        words[i] = before;
    }
    CU_ASSERT_EQUAL(stacks_find(stacks, &caller, frame), 7);
    CU_ASSERT_EQUAL(stacks_find(stacks, others, frame), STACKS_MISS);
    CU_ASSERT_EQUAL(stacks_find(stacks, &caller, others), STACKS_MISS);
    free(stacks);
}

UNIT_TEST(paths_through_unloaded_code_are_unknown_and_leave_room)
{
    struct stacks *stacks = calloc(1, sizeof(*stacks));
    int caller;

    CU_ASSERT_PTR_NOT_NULL_FATAL(stacks);
    for (uint32_t path = 1; path <= STACKS_WAYS; path++)
        fill(stacks_room(stacks, &caller, frame), &caller, frame, path);
    paths_generation++;
    CU_ASSERT_EQUAL(stacks_find(stacks, &caller, frame), STACKS_MISS);
    CU_ASSERT_PTR_NOT_NULL(stacks_room(stacks, &caller, frame));
    free(stacks);
}

UNIT_TEST(four_paths_of_one_place_are_known_together)
{
    struct stacks *stacks = calloc(1, sizeof(*stacks));
    int caller;

    CU_ASSERT_PTR_NOT_NULL_FATAL(stacks);
    for (uint32_t path = 1; path <= STACKS_WAYS; path++) {
        words[2] = (void *)(uintptr_t)(100 + path);
        fill(stacks_room(stacks, &caller, frame), &caller, frame, path);
    }
    for (uint32_t path = 1; path <= STACKS_WAYS; path++) {
        words[2] = (void *)(uintptr_t)(100 + path);
        CU_ASSERT_EQUAL(stacks_find(stacks, &caller, frame), path);
    }
    free(stacks);
}

UNIT_TEST(a_full_set_is_learnt_into_only_now_and_then)
{
    struct stacks *stacks = calloc(1, sizeof(*stacks));
    int caller;
    int learnt = 0;

    CU_ASSERT_PTR_NOT_NULL_FATAL(stacks);
    for (uint32_t path = 1; path <= STACKS_WAYS; path++)
        fill(stacks_room(stacks, &caller, frame), &caller, frame, path);
    for (int i = 0; i < 640; i++)
        learnt += stacks_room(stacks, &caller, frame) != NULL;
    CU_ASSERT_EQUAL(learnt, 10);
    free(stacks);
}
