/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/record/paths/thread_stack.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* Below the first thread's stack the system maps nothing in this number of
 * bytes. */
#define FIRST_BYTES (64u << 20)

static uintptr_t first_end; /* end of the first thread's; 0: unknown */

/* While the program runs the loader's lock may be another thread's. */
void thread_stack_setup(void)
{
    void *const *end = dlsym(RTLD_DEFAULT, "__libc_stack_end");

    first_end = end == NULL ? 0 : (uintptr_t)*end;
}

/* The system allocates here, with the thread's lock: a malloc that is measured
 * comes back to this stack, which contains nothing yet. */
static void stack_find(struct thread_stack *stack)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;

    stack->low = stack->high = 0;
    if (getpid() == gettid() && first_end != 0) {
        stack->low = first_end - FIRST_BYTES;
        stack->high = first_end;
        return;
    }
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        stack->low = (uintptr_t)low;
        stack->high = stack->low + size;
    }
    pthread_attr_destroy(&attributes);
}

/* A handler's may be an array on the thread's own. */
bool thread_stack_in_handler(void)
{
    stack_t now;

    return sigaltstack(NULL, &now) != 0 || (now.ss_flags & SS_ONSTACK);
}

bool thread_stack_holds(struct thread_stack *stack, const void *owner,
                        uintptr_t address)
{
    if (stack->owner != owner) {
        stack->owner = owner;
        stack_find(stack);
    }
    return address >= stack->low && address < stack->high;
}

bool thread_stack_has(struct thread_stack *stack, const void *owner,
                      uintptr_t inner, uintptr_t outer)
{
    return thread_stack_holds(stack, owner, inner) && outer < stack->high &&
           !thread_stack_in_handler();
}
