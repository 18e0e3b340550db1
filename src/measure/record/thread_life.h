/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * thread_life.h - creates, finds and ends the data of threads.
 *
 * Threads: each creates and finds its own data; thread_finish() and
 * thread_destroy() are called by the thread that ends the run, when no other one
 * records.  Memory: taken at a thread's first call, freed by the session.  Errors:
 * without memory thread_of() returns NULL, which is logged once.
 */
#ifndef MEASURE_RECORD_THREAD_LIFE_H
#define MEASURE_RECORD_THREAD_LIFE_H

#include "measure/record/hook.h"

struct thread;

/* Returns the calling thread's data, created if new; NULL without memory, or
 * in a child of fork(): record nothing. */
struct thread *thread_of(struct hook_call *call);
struct thread *thread_create(uint64_t now);
/* Starts the measured run: earlier data does not count. */
void thread_begin(struct thread *thread, uint64_t now);
/* Ends the run: adds the last stretch of useful time.  Then the regions are
 * closed, see record_regions_finish(). */
void thread_finish(struct thread *thread, uint64_t now);
/* Its functions are destroyed by functions_teardown(). */
void thread_destroy(struct thread *thread);

/* Attaches the data to the calling thread of the program, until that or the
 * session ends, see retired.h. */
void thread_attach(struct thread *thread, struct hook_thread *hook);

#endif
