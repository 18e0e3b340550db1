/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampler.h - samples the position of a thread while it uses CPU time.
 *
 * Two sources behind one interface.  Preferred: a software task clock of the
 * kernel (perf_event_open) per thread, with its own ring buffer filled by the
 * kernel; no signal arrives as long as the ring is emptied in time.  If the
 * system forbids this, or lacks a descriptor or memory for another thread: a
 * timer on the thread's CPU time, whose signal handler writes the same data
 * into our memory.  A sample consists of registers, return addresses along
 * frame pointers, and a copy of the stack; it is unwound when taken out.
 * With a reader, samples also have what that found.
 *
 * Memory for samples is bounded.  If nobody takes samples out, a signal of the
 * same timer moves them from the ring into that memory, and when this is full
 * every second sample is dropped and the others count twice, so that shares
 * stay correct.  The signal is an unused real-time one; SIGPROF and the
 * interval timers belong to the program.
 *
 * Units: nanoseconds of CPU time; CLOCK_MONOTONIC for the time of a sample.
 * Threads: sampler_start(), _take() and _stop() may be called by any thread
 * for any other, one at a time for the same sampler.  In a child of fork()
 * only sampler_has() is allowed, which returns false.  Memory: records of
 * samplers are never freed, but reused.
 */
#ifndef MEASURE_SAMPLE_SAMPLER_H
#define MEASURE_SAMPLE_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/samples.h"

/* Limit on return addresses per sample, innermost first; outer ones are cut
 * off. */
#define SAMPLER_DEEPEST 64
/* Limit on frames that a sampler_reader stores, and words that it may use. */
#define SAMPLER_FRAMES_MOST 65
#define SAMPLER_READER_WORDS 2048u

struct sampler {
    const uint64_t *head; /* number of samples put in; NULL: in a child */
    uint64_t seen;        /* value of head when samples were last taken out */
};

/* Reads the interrupted thread's frames in some interpreter, in a signal
 * handler; returns their number. */
typedef int sampler_reader(uint64_t *frames);

/* For the next sampling_setup(): the source is the timer, where there are
 * timers, since a reader needs its handler. */
void sampling_read_frames(sampler_reader *reader);
/* Finds the available source, and prepares it.  Returns false without one:
 * sampling_refused() says why not the kernel, *no_registers why no timer. */
bool sampling_setup(unsigned hz, bool *no_registers);
void sampling_teardown(void);
enum sample_source sampling_source(void);
bool sampling_has_kernel(void); /* kernel time is sampled, too */
uint64_t sampling_period_ns(void);
/* Reasons why some threads use a timer, so far: 1 << enum sample_refusal. */
uint32_t sampling_refused(void);

/* base: the end of the thread's stack, or NULL.  Returns NULL if the thread
 * cannot be sampled. */
struct sampler *sampler_start(pid_t thread, const void *base);
bool sampler_is_timed(const struct sampler *sampler);
/* Stops sampling; existing samples can still be taken out. */
void sampler_stop(struct sampler *sampler);
/* Releases a sampler that nobody uses any more. */
void sampler_free(struct sampler *sampler);
/* Number of samples lost for lack of room since the last query, as far as
 * known: a loss is known once the next sample behind it is read.  Losses that
 * fall to sampler_drop() do not count. */
uint64_t sampler_lost(struct sampler *sampler);
/* CPU time spent in signal handlers, ns, since the last query. */
uint64_t sampler_spent(struct sampler *sampler);
/* CPU time of the calling thread. */
uint64_t sampler_cpu_ns(void);

/* End of the calling thread's stack, or NULL. */
const void *sampler_stack_base(void);

/* Call path of a sample, innermost first.  Addresses point behind an
 * instruction, as return addresses do. */
struct sample_path {
    void *const *addresses;
    int count;
    const uint64_t *frames; /* of the reader */
    int frame_count;
    bool ended; /* the outermost address is known to have no caller */
};

/* ns: time of the sample, by CLOCK_MONOTONIC. */
typedef void sampler_sink(void *context, const struct sample_path *path,
                          uint64_t weight, uint64_t ns);
/* Takes out and unwinds all samples. */
void sampler_take(struct sampler *sampler, sampler_sink *sink, void *context);
/* On: sampler_has() stays true, even with all samples taken out. */
void sampler_keep_asking(struct sampler *sampler, bool on);
/* Takes all samples out and returns the number they represent. */
uint64_t sampler_count(struct sampler *sampler);
/* Takes all samples out uncounted, including lost ones. */
void sampler_drop(struct sampler *sampler);

/* Whether there may be samples to take out: a load and a comparison. */
static inline bool sampler_has(const struct sampler *sampler)
{
    const uint64_t *head = __atomic_load_n(&sampler->head, __ATOMIC_RELAXED);

    return __builtin_expect(head != NULL, 1) &&
           __atomic_load_n(head, __ATOMIC_ACQUIRE) !=
               __atomic_load_n(&sampler->seen, __ATOMIC_RELAXED);
}

#endif
