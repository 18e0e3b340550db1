/*
 * sampler.h - where a thread is, again and again while it uses the processor.
 *
 * Two sources behind one interface.  Preferred: a software task clock of the
 * kernel (perf_event_open) for each thread, with a ring of its own that the
 * kernel fills; no signal comes as long as that is emptied in time.  Where the
 * system forbids it, or has no descriptor or memory for one thread more: a
 * timer on the thread's processor time, whose signal handler writes the same
 * into memory of ours.  A sample is registers, return addresses along frame
 * pointers, and a copy of the stack; it is unwound when it is taken out.
 *
 * Memory for samples is bounded.  When nobody takes them out, a signal of the
 * same timer moves them from the ring into that memory, and when this is full
 * every second one goes and the others count twice, so that shares remain.
 * The signal is a real-time one that nobody uses; SIGPROF and the interval
 * timers are the program's.
 *
 * Units: nanoseconds of processor time; of CLOCK_MONOTONIC when a sample was
 * taken.  Threads: sampler_start(), _take() and _stop() may be called by any
 * thread for any other, one at a time for the same sampler.  Not in a child of
 * fork(), which may only ask whether there is something, and is told no.
 * Memory: records of samplers are never given back, but used again.
 */
#ifndef MEASURE_SAMPLE_SAMPLER_H
#define MEASURE_SAMPLE_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/samples.h"

/* Return addresses of a sample, innermost first; more are cut off. */
#define SAMPLER_DEEPEST 64

struct sampler {
    const uint64_t *head; /* counts what was put in; NULL: in a child */
    uint64_t seen;        /* of it, by those who take out */
};

/* Looks which source there is, and gets ready.  False: none, and why. */
bool sampling_setup(unsigned hz, char *why, size_t size);
void sampling_teardown(void);
enum sample_source sampling_source(void);
bool sampling_has_kernel(void); /* time in the kernel counts, too */
uint64_t sampling_period_ns(void);
/* Why some have a timer, so far: 1 << enum sample_refusal. */
uint32_t sampling_refused(void);

/* base: the end of the thread's stack, or NULL; NULL: it cannot be sampled. */
struct sampler *sampler_start(pid_t thread, const void *base);
bool sampler_is_timed(const struct sampler *sampler);
/* No sample comes any more; what there is can still be taken out. */
void sampler_stop(struct sampler *sampler);
/* Nobody uses it any more. */
void sampler_free(struct sampler *sampler);
/* Samples that found no room, and since the last time it was asked: of those
 * that were taken out or counted, not dropped, and as far as it is known, which
 * is with the first one that is read behind them. */
uint64_t sampler_lost(struct sampler *sampler);
/* What handlers of its signal took, ns, since the last time it was asked. */
uint64_t sampler_spent(struct sampler *sampler);

/* The end of the calling thread's stack, or NULL. */
const void *sampler_stack_base(void);

/* Where a thread was, innermost first.  Addresses are of the byte behind an
 * instruction, as return addresses are. */
struct sample_path {
    void *const *addresses;
    int count;
    bool ended; /* the outermost one is known to have no caller */
};

/* ns: when it was taken, by CLOCK_MONOTONIC. */
typedef void sampler_sink(void *context, const struct sample_path *path,
                          uint64_t weight, uint64_t ns);
/* Takes all out and unwinds them. */
void sampler_take(struct sampler *sampler, sampler_sink *sink, void *context);
/* On: sampler_has() says yes, also when everything is taken out. */
void sampler_keep_asking(struct sampler *sampler, bool on);
/* Takes all out: how many samples they stand for. */
uint64_t sampler_count(struct sampler *sampler);
/* Takes all out, and nobody counts them, nor those that were lost. */
void sampler_drop(struct sampler *sampler);

/* Whether there may be something to take out: a load and a comparison. */
static inline bool sampler_has(const struct sampler *sampler)
{
    const uint64_t *head = __atomic_load_n(&sampler->head, __ATOMIC_RELAXED);

    return __builtin_expect(head != NULL, 1) &&
           __atomic_load_n(head, __ATOMIC_ACQUIRE) !=
               __atomic_load_n(&sampler->seen, __ATOMIC_RELAXED);
}

#endif
