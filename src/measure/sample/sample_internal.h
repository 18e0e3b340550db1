/*
 * sample_internal.h - what the files of this folder share.
 *
 * A struct sampling is what a struct sampler is inside.  `busy' is held by who
 * reads the ring or the store: the thread's signal handler, or one that takes
 * samples out; the handler does not wait for it.
 */
#ifndef MEASURE_SAMPLE_INTERNAL_H
#define MEASURE_SAMPLE_INTERNAL_H

#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "measure/sample/registers.h"
#include "measure/sample/sampler.h"

#define SAMPLE_STACK_BYTES 8192u /* copied, at most */
#define SAMPLE_SCRATCH_BYTES 16384u

/* One sample, as it lies in a ring or in the store. */
struct sample {
    uint64_t registers[REGISTERS]; /* as registers.h numbers them */
    const uint64_t *chain; /* return addresses along frame pointers, the first
                            * one is where the thread was */
    uint32_t chain_count;
    uint32_t stack_bytes;
    const uint8_t *stack; /* from the stack pointer on */
    uint64_t weight;
    uint64_t ns; /* CLOCK_MONOTONIC */
};

/* Records one behind the other. */
struct store {
    uint8_t *data;
    size_t used;
    uint64_t stride; /* one of so many is kept */
    uint64_t turn;
};

struct ring {
    void *pages; /* struct perf_event_mmap_page and data; NULL: none */
    size_t bytes;
};

struct sampling {
    struct sampler face; /* first: what the outside sees */
    struct ring ring;
    struct store store;
    timer_t timer;
    bool has_timer;
    bool on;        /* atomic: the handler may come */
    bool asking;    /* `seen' is no head that there is */
    char busy;      /* atomic */
    pid_t thread;
    uint64_t written; /* counts what was put into the store */
    uint64_t spent_ns; /* in the handler; atomic */
    uint64_t lost, told;
    uint64_t lost_since; /* the last time that samples were taken out */
    bool emptied;    /* nothing has been read since then */
    bool dropped;    /* they were nobody's then */
    const void *base;
    struct sampling *next; /* of those that are free */
    uint64_t scratch[SAMPLE_SCRATCH_BYTES / sizeof(uint64_t)];
};

/* ---- ring_perf.c ---- */

/* Whether the calling thread can be sampled; *kernel: also in the kernel. */
bool ring_works(uint64_t period_ns, bool *kernel, enum sample_refusal *why);
/* False: and why. */
bool ring_open(struct ring *ring, pid_t thread, uint64_t period_ns,
               bool kernel, enum sample_refusal *why);
/* others_look: another thread may be about to read the head: its page stays,
 * and says nothing any more. */
void ring_close(struct ring *ring, bool others_look);
const uint64_t *ring_head(const struct ring *ring);
/* The next one before that head into scratch, to which *out points; false: no
 * more.  What comes meanwhile is left: it may come as fast as it is read. */
bool ring_next(struct sampling *sampling, uint64_t head, struct sample *out);
/* So many fill half of it. */
uint64_t ring_half(const struct ring *ring);

/* ---- store.c: async-signal-safe but for store_open() ---- */

bool store_open(struct store *store);
void store_put(struct store *store, const struct sample *sample);
/* From *at = 0 on; false: no more. */
bool store_next(const struct store *store, size_t *at, struct sample *out);
void store_empty(struct store *store);

/* ---- readable.c: async-signal-safe but for errno ---- */

/* So many from there on can be read, of those. */
uint64_t readable_bytes(uint64_t from, uint64_t bytes);

/* ---- ticks.c: the signal ---- */

/* handler: in the thread whose time it is.  False: no signal, no timers. */
typedef void ticks_function(struct sampling *sampling, const void *context,
                            uint64_t ticks);
bool ticks_setup(ticks_function *handler);
void ticks_teardown(void);
bool ticks_open(struct sampling *sampling);
/* again: also after that. */
void ticks_arm(struct sampling *sampling, uint64_t ns, bool again);
void ticks_close(struct sampling *sampling);

/* ---- unwind_*.c ---- */

/* Return addresses, innermost first; `most' is at least 1.  *ended: as
 * sampler.h says.  One thread at a time. */
int unwind(const struct sample *sample, void **addresses, int most,
           bool *ended);
bool unwind_works(void);

#endif
