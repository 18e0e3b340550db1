/*
 * thread_stack.h - whether two places are on the stack that a thread was given.
 *
 * Programs make stacks themselves: for handlers of signals, for coroutines.  Of
 * two places on different ones it says nothing that one is further out.
 * Threads: the calling one.  Memory: none that stays.  A stack that is not
 * found has nothing on it.
 */
#ifndef MEASURE_RECORD_THREAD_STACK_H
#define MEASURE_RECORD_THREAD_STACK_H

#include <stdbool.h>
#include <stdint.h>

struct thread_stack {
    const void *owner; /* whose it is; NULL: not looked for yet */
    uintptr_t low, high;
};

/* Before the first thread asks. */
void thread_stack_setup(void);

/* Whether the calling thread is on its own stack, and both places are: inner is
 * the lower one.  owner: something that another thread has another of. */
bool thread_stack_has(struct thread_stack *stack, const void *owner,
                      uintptr_t inner, uintptr_t outer);

#endif
