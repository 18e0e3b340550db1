/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * thread_stack.h - whether addresses are on the thread's original stack.
 *
 * Programs create stacks of their own: for signal handlers, for coroutines.
 * Addresses on different stacks cannot be compared to tell which frame is
 * further out.
 * Threads: the calling one.  Memory: none is kept.  An unknown stack contains
 * nothing.
 */
#ifndef MEASURE_RECORD_PATHS_THREAD_STACK_H
#define MEASURE_RECORD_PATHS_THREAD_STACK_H

#include <stdbool.h>
#include <stdint.h>

struct thread_stack {
    const void *owner; /* thread that owns the stack; NULL: not yet looked
                        * up */
    uintptr_t low, high;
};

/* Call before the first query of any thread. */
void thread_stack_setup(void);

/* Whether the address is on the calling thread's own stack.  owner: a pointer
 * that differs between threads. */
bool thread_stack_holds(struct thread_stack *stack, const void *owner,
                        uintptr_t address);
/* Whether a signal handler runs on a stack that was given for handlers. */
bool thread_stack_in_handler(void);
/* Whether the calling thread is on its own stack, with both addresses; inner
 * is the lower one. */
bool thread_stack_has(struct thread_stack *stack, const void *owner,
                      uintptr_t inner, uintptr_t outer);

#endif
