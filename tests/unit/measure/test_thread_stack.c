/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_thread_stack.c - the stack of a thread, also where finding it calls a
 * function that is measured itself.
 */
#define _GNU_SOURCE
#include "measure/record/paths/thread_stack.h"

#include <pthread.h>

#include "unit.h"

static struct thread_stack stack;
static int searches;
static char owner, stack_bytes[1 << 16];

/* The system's, as in a program whose malloc is measured. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    (void)thread;
    if (searches++ == 0)
        CU_ASSERT_FALSE(
            thread_stack_holds(&stack, &owner, (uintptr_t)stack_bytes));
    pthread_attr_init(attributes);
    return pthread_attr_setstack(attributes, stack_bytes, sizeof(stack_bytes));
}

static void *look(void *argument)
{
    CU_ASSERT(thread_stack_holds(&stack, &owner, (uintptr_t)stack_bytes));
    CU_ASSERT_FALSE(thread_stack_holds(
        &stack, &owner, (uintptr_t)stack_bytes + sizeof(stack_bytes)));
    return argument;
}

UNIT_TEST(a_search_that_is_measured_ends)
{
    pthread_t thread;

    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, look, NULL), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(searches, 1);
}
