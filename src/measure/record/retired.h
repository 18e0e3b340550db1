/*
 * retired.h - records of threads that have ended, for threads that begin.
 *
 * A program that starts a thread for each piece of work would leave a record
 * and a location of the trace per thread.  Instead a record is free when its
 * thread ends, and a thread that makes its first call after that goes on with
 * it: there are as many as ran at once.  Regions that the thread left open are
 * closed at its end, as errors.  The master thread's record stays its own.
 * A thread that calls MPI once more after it was retired, from a destructor of
 * its own data, gets a record like a new thread.
 * Threads: any; under the recorder's lock.  Memory: the records are the
 * session's.  Errors: without a key no record becomes free.
 */
#ifndef MEASURE_RECORD_RETIRED_H
#define MEASURE_RECORD_RETIRED_H

#include <stdbool.h>
#include <stdint.h>

struct hook_thread;
struct thread;

void retired_setup(void);
/* This process is a child of the one that did that. */
bool retired_in_child(void);
/* No thread's end touches its record any more, and no record its thread. */
void retired_close(void);

/* The record of a thread that had ended at `begin`; NULL: none. */
struct thread *retired_take(uint64_t begin);
/* It is the calling thread's, until that ends. */
void retired_watch(struct thread *thread, struct hook_thread *hook);

#endif
