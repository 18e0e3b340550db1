/*
 * record_samples.h - charges what was sampled of all threads.
 *
 * A thread's samples are taken out when it enters MPI and when its region
 * changes: until then it did the program's own work, and they are unwound and
 * charged to (call path, region).  Those that are there when a call returns
 * were taken in that call, and only counted.  Threads that never come here are
 * looked after by those that do, and at the end by who ends the session.
 * They go to the trace as well (sample_events.h), if their thread has one.
 * What all that takes is charged to the thread that does it (event_costs.h).
 *
 * Threads: any; one at a time charges.  Memory: the table is taken at the
 * begin; what finds no room is charged to no path, and counted.
 * Errors: none towards the program.  A thread that cannot be sampled is
 * counted.
 */
#ifndef MEASURE_RECORD_RECORD_SAMPLES_H
#define MEASURE_RECORD_RECORD_SAMPLES_H

#include "base/strbuf.h"
#include "measure/record/hook.h"
#include "measure/sample/sampler.h"
#include "model/profile.h"

/* One so many-th of MPIPROF_MEMORY is for rows, and as much for paths. */
#define RECORD_SAMPLES_SHARE 16

/* Samples the calling thread from here on, so often in a second; others by
 * record_sample_thread().  False: it cannot be done; why: a line in
 * `remarks'. */
bool record_samples_begin(struct hook_thread *hook, unsigned hz,
                          struct strbuf *remarks);
/* No sample is taken any more; the calling thread's own, in MPI_Finalize since
 * `now', are left out. */
void record_samples_end(struct hook_thread *hook, uint64_t now);
void record_samples_free(void);
/* What there is, with this rank's ids. */
enum status record_samples_collect(struct samples *out);
/* Of them, not in the trace: known when that is complete. */
uint64_t record_samples_left_out(void);

/* The ops thread_begins and thread_ends. */
void record_sample_thread(struct hook_thread *hook, int thread,
                          const void *base);
void record_sample_no_more(struct hook_thread *hook);
/* The calling thread is in a call of MPI or at a mark, and its end will be seen:
 * it is sampled from here on if it was not.  Not in functions of the program:
 * its free() may be one, which the system calls when it is too late. */
void record_sample_this(struct hook_thread *hook);

/* With something to take out; what was sampled is work, or in that MPI
 * call. */
void record_samples_work(struct hook_thread *hook);
void record_samples_call(struct hook_thread *hook, uint32_t call);

/* MPI_Pcontrol is about to switch recording off or on: what was sampled of the
 * other threads until now is of before. */
void record_samples_before_switch(const struct hook_thread *hook,
                                  uint64_t now);

static inline bool record_samples_wait(const struct hook_thread *hook)
{
    const struct sampler *sampler = hook->sampler;

    return __builtin_expect(sampler != NULL, 0) && sampler_has(sampler);
}

static inline void record_sampled_work(struct hook_thread *hook)
{
    if (__builtin_expect(record_samples_wait(hook), 0))
        record_samples_work(hook);
}

/* True: there were some. */
static inline bool record_sampled_call(struct hook_thread *hook,
                                       uint32_t call)
{
    if (__builtin_expect(!record_samples_wait(hook), 1))
        return false;
    record_samples_call(hook, call);
    return true;
}

#endif
