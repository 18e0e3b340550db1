/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * retired.h - reuses the records of ended threads for new threads.
 *
 * A program that starts a thread for each piece of work would leave a record
 * and a trace location per thread.  Instead, a record becomes free when its
 * thread ends, and a thread whose first call comes later continues with it:
 * the number of records is that of concurrent threads.  Regions left open by
 * the thread are closed at its end, as errors.  The master thread's record is
 * never reused.  A thread that calls MPI after being retired, from a
 * destructor of its own data, gets a record like a new thread.
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
/* Whether this process is a child of the one that called setup. */
bool retired_in_child(void);
/* Separates threads and records: neither touches the other from here on. */
void retired_close(void);

/* Returns the record of a thread that had ended at `begin'; NULL: none. */
struct thread *retired_take(uint64_t begin);
/* Assigns the record to the calling thread, until the thread ends. */
void retired_watch(struct thread *thread, struct hook_thread *hook);

#endif
