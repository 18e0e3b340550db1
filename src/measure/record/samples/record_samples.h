/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_samples.h - charges the samples of all threads.
 *
 * A thread's samples are taken out when it enters MPI and when its region
 * changes: until then the thread did the program's own work, and the samples
 * are unwound and charged to (call path, region).  Samples present when a call
 * returns were taken in that call, and are only counted.  Samples of threads
 * that never come here are taken out by those that do, and at the end by the
 * thread that ends the session.  Samples also go to the trace
 * (sample_events.h), if their thread has one.  The work is charged to the
 * thread that does it (event_costs.h).
 *
 * Threads: any; one at a time charges.  Memory: the table is taken at the
 * start; samples without room are charged to no path, and counted.  Errors:
 * none towards the program.  A thread that cannot be sampled is counted.
 */
#ifndef MEASURE_RECORD_SAMPLES_RECORD_SAMPLES_H
#define MEASURE_RECORD_SAMPLES_RECORD_SAMPLES_H

#include "measure/record/hook.h"
#include "measure/sample/sampler.h"
#include "model/profile.h"

/* Divisor of MPIPROF_MEMORY for rows, and the same again for paths. */
#define RECORD_SAMPLES_SHARE 16

/* Samples the calling thread from here on, hz times per second; others by
 * record_sample_thread().  False: impossible; `remarks' gets one with the
 * reason. */
bool record_samples_begin(struct hook_thread *hook, unsigned hz,
                          struct remarks *remarks);
/* Stops sampling; drops samples of the calling thread, in MPI_Finalize since
 * `now'. */
void record_samples_end(struct hook_thread *hook, uint64_t now);
void record_samples_free(void);
/* Returns the samples, with this rank's ids. */
enum status record_samples_collect(struct samples *out);
/* Number of these samples not in the trace; known once the trace is
 * complete. */
uint64_t record_samples_left_out(void);

/* Hooks for ops thread_begins and thread_ends. */
void record_sample_thread(struct hook_thread *hook, int thread,
                          const void *base);
void record_sample_no_more(struct hook_thread *hook);
/* Starts sampling the calling thread unless already sampled.  Call in an MPI
 * call or at a mark, where the thread's end will be seen.  Not in functions of
 * the program: the system may call an instrumented free() too late in the
 * thread's life. */
void record_sample_this(struct hook_thread *hook);

/* Call with samples to take out; they belong to work, or to that MPI call. */
void record_samples_take_work(struct hook_thread *hook);
void record_samples_take_call(struct hook_thread *hook, uint32_t call);

/* Call before MPI_Pcontrol switches recording off or on: charges the other
 * threads' samples so far to the time before. */
void record_samples_before_switch(const struct hook_thread *hook,
                                  uint64_t now);

/* Call before the program unloads code, whose addresses are then nobody's: charges
 * the samples of all threads. */
void record_samples_before_unload(const struct hook_thread *hook);

static inline bool record_samples_wait(const struct hook_thread *hook)
{
    const struct sampler *sampler = hook->sampler;

    return __builtin_expect(sampler != NULL, 0) && sampler_has(sampler);
}

static inline void record_samples_work_if_any(struct hook_thread *hook)
{
    if (__builtin_expect(record_samples_wait(hook), 0))
        record_samples_take_work(hook);
}

/* True: there were samples. */
static inline bool record_samples_call_if_any(struct hook_thread *hook,
                                              uint32_t call)
{
    if (__builtin_expect(!record_samples_wait(hook), 1))
        return false;
    record_samples_take_call(hook, call);
    return true;
}

#endif
