/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_left.h - recognises and records MPI calls that the program left
 * without returning: by longjmp or an exception out of an error handler or a
 * signal handler, at the end of their thread, or for another context.
 *
 * A call is over when its thread enters something from a frame that is not
 * inside the call.  On the thread's own stack a frame further out proves that;
 * for one further in the stack is walked.  A frame on another stack (a signal
 * handler's, a coroutine's) may belong to the call, so that it proves nothing,
 * unless the call was made on a coroutine's stack.  A call that was left for
 * another context ends where it is recognised, others where they were left
 * (hook_thread.seen).
 * Threads: the calling one.  No memory, no errors; errno is preserved.
 */
#ifndef MEASURE_RECORD_RECORD_LEFT_H
#define MEASURE_RECORD_RECORD_LEFT_H

#include "measure/record/hook.h"

/* As hook_ops.left in hook.h. */
bool record_left(struct hook_thread *hook, struct hook_caller from);
/* The thread ends: it has left its call, if it is in one. */
void record_left_at_end(struct hook_thread *hook);

/* Number of calls of that procedure that were left, of all threads. */
uint64_t record_left_count(uint32_t id);

#endif
