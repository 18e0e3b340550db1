/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampler_internal.h - private to the files of this folder.
 *
 * A struct sampling is the inside of a struct sampler. `busy' is held by the
 * reader of the ring or the store: the thread's signal handler, or a thread
 * that takes samples out; the handler never waits for it.
 * Memory: a struct sampling is reused, never freed (sampler.h).  Errors: a
 * source that does not work returns false; lost samples are counted.
 */
#ifndef MEASURE_SAMPLE_SAMPLER_INTERNAL_H
#define MEASURE_SAMPLE_SAMPLER_INTERNAL_H

#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "measure/sample/registers.h"
#include "measure/sample/sampler.h"

#define SAMPLE_STACK_BYTES 8192u /* bytes of stack copied, at most */

/* One sample, in the format of a ring or the store. */
struct sample {
    uint64_t registers[REGISTERS]; /* numbered as in registers.h */
    const uint64_t *chain; /* return addresses along frame pointers, starting
                            * at the sampled instruction */
    uint32_t chain_count;
    uint32_t stack_bytes;
    const uint8_t *stack;   /* starting at the stack pointer */
    const uint64_t *frames; /* of the reader */
    uint32_t frame_count;
    uint64_t weight;
    uint64_t ns; /* CLOCK_MONOTONIC */
};

/* Consecutive records. */
struct store {
    uint8_t *data;
    size_t used;
    uint64_t stride; /* one sample in `stride' is kept */
    uint64_t turn;
};

struct ring {
    void *pages; /* struct perf_event_mmap_page and data; NULL: none */
    size_t bytes;
};

struct sampling {
    struct sampler face; /* first: the public part */
    struct ring ring;
    struct store store;
    timer_t timer;
    bool has_timer;
    bool on;     /* atomic: the handler may run */
    bool asking; /* `seen' is not a valid head */
    char busy;   /* atomic */
    pid_t thread;
    uint64_t written;  /* number of samples put into the store */
    uint64_t spent_ns; /* in the handler; atomic */
    uint64_t lost, told;
    uint64_t lost_since; /* lost since samples were last taken out */
    bool emptied;        /* nothing read since then */
    bool dropped;        /* samples were dropped at that time */
    const void *base;
    struct sampling *next; /* in the free list */
    uint64_t scratch[SAMPLER_READER_WORDS];
};

/* ---- ring_perf.c ---- */

/* Whether the calling thread can be sampled; *kernel: including kernel
 * time. */
bool ring_works(uint64_t period_ns, bool *kernel, enum sample_refusal *why);
/* Returns false with a reason. */
bool ring_open(struct ring *ring, pid_t thread, uint64_t period_ns,
               bool kernel, enum sample_refusal *why);
/* others_look: another thread may be about to read the head: its page stays,
 * frozen. */
void ring_close(struct ring *ring, bool others_look);
const uint64_t *ring_head(const struct ring *ring);
/* Reads the next sample before `head' into scratch, to which *out points;
 * false: no more.  Later samples are ignored: they may arrive as fast as they
 * are read. */
bool ring_next(struct sampling *sampling, uint64_t head, struct sample *out);
/* Number of samples that fill half of the ring. */
uint64_t ring_half(const struct ring *ring);

/* ---- store.c: async-signal-safe but for store_open() ---- */

bool store_open(struct store *store);
void store_put(struct store *store, const struct sample *sample);
/* Start with *at = 0; false: no more. */
bool store_next(const struct store *store, size_t *at, struct sample *out);
void store_empty(struct store *store);

/* ---- readable.c: async-signal-safe but for errno ---- */

/* Number of readable bytes from `from' on, at most `bytes'. */
uint64_t readable_bytes(uint64_t from, uint64_t bytes);

/* ---- ticks.c: the signal ---- */

/* handler: runs in the thread whose time expired.  False: no signal, or no
 * timers. */
typedef void ticks_function(struct sampling *sampling, const void *context,
                            uint64_t ticks);
bool ticks_setup(ticks_function *handler);
void ticks_teardown(void);
bool ticks_open(struct sampling *sampling);
/* again: repeats the timer. */
void ticks_arm(struct sampling *sampling, uint64_t ns, bool again);
void ticks_close(struct sampling *sampling);

/* ---- unwind_*.c ---- */

/* Stores return addresses, innermost first; `most' is at least 1. *ended: see
 * sampler.h.  One thread at a time. */
int unwind(const struct sample *sample, void **addresses, int most,
           bool *ended);
bool unwind_works(void);

#endif
