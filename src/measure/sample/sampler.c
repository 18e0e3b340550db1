/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/sample/sampler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/pages.h"
#include "measure/sample/sampler_internal.h"

/* Programs do many things every 10 ms: a period of its own meets them all. */
#define NS_OF_A_HERTZ 997300000ull
#define LONGEST_WAIT_S 1.0

static struct {
    enum sample_source source;
    bool kernel;
    bool signals;           /* there is one for our timers */
    sampler_reader *reader; /* or NULL */
    uint64_t period_ns;
    uint32_t refused; /* atomic: bits */
    struct sampling *free;
    pthread_mutex_t lock; /* of that list */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

enum sample_source sampling_source(void)
{
    return state.source;
}

bool sampling_has_kernel(void)
{
    return state.kernel;
}

uint64_t sampling_period_ns(void)
{
    return state.period_ns;
}

uint32_t sampling_refused(void)
{
    return __atomic_load_n(&state.refused, __ATOMIC_RELAXED);
}

static struct sampling *sampling_of(struct sampler *sampler)
{
    return (struct sampling *)sampler;
}

static bool sampling_lock(struct sampling *sampling)
{
    return !__atomic_test_and_set(&sampling->busy, __ATOMIC_ACQUIRE);
}

static void see_head(struct sampling *sampling, uint64_t head)
{
    __atomic_store_n(&sampling->face.seen,
                     sampling->asking ? UINT64_MAX : head, __ATOMIC_RELAXED);
}

static uint64_t head_of(const struct sampling *sampling)
{
    return __atomic_load_n(sampling->face.head, __ATOMIC_ACQUIRE);
}

/* The present state. */
static uint64_t see_all(struct sampling *sampling)
{
    uint64_t head = head_of(sampling);

    see_head(sampling, head);
    return head;
}

/* An unfinished sample may be in pieces: nobody reads it again. */
static void give_up(struct sampling *sampling)
{
    __atomic_store_n(&sampling->on, false, __ATOMIC_RELEASE);
    __atomic_store_n(&sampling->face.head, &sampling->written,
                     __ATOMIC_RELEASE);
    sampling->asking = false;
    see_head(sampling, sampling->written);
}

/* A handler that has it is soon done, but may have to wait for a core.
 * Returns false if it never will be: a handler of the program has interrupted
 * it and jumped away. */
static bool busy_take_surely(struct sampling *sampling)
{
    double waited = 0;

    while (!sampling_lock(sampling)) {
        struct timespec nap = { 0, 1000000 };

        nanosleep(&nap, NULL);
        waited += 1e-3;
        if (waited > LONGEST_WAIT_S) {
            give_up(sampling);
            return false;
        }
    }
    return true;
}

static void give_back(struct sampling *sampling)
{
    __atomic_clear(&sampling->busy, __ATOMIC_RELEASE);
}

/* Only as much as there is of the stack. */
static void cut_at_base(const struct sampling *sampling, struct sample *sample)
{
    uint64_t base = (uint64_t)(uintptr_t)sampling->base;
    uint64_t stack = sample->registers[REGISTER_STACK];

    if (stack < base && base - stack < sample->stack_bytes)
        sample->stack_bytes = (uint32_t)(base - stack);
}

/* Moves the kernel's samples to where more room is. */
static void move_samples(struct sampling *sampling)
{
    uint64_t head = head_of(sampling);
    struct sample sample;

    while (ring_next(sampling, head, &sample)) {
        cut_at_base(sampling, &sample);
        store_put(&sampling->store, &sample);
    }
}

/* The signal that comes before the ring is full.  The last holder of the ring
 * does this, since a signal that came then did nothing. */
static void await_half(struct sampling *sampling)
{
    ticks_arm(sampling, ring_half(&sampling->ring) * state.period_ns, false);
}

/* In the handler. */
static void ring_make_room(struct sampling *sampling)
{
    move_samples(sampling);
    await_half(sampling);
}

/* The stack need not be the thread's: programs make some themselves, and a frame
 * pointer may be any number. */
static bool frame_is_likely(const struct sample *sample, uint64_t frame)
{
    uint64_t low = sample->registers[REGISTER_STACK];

    return frame + 16 <= low + sample->stack_bytes ||
           readable_bytes(frame, 16) == 16;
}

/* Return addresses along frame pointers, which are on the stack. */
static uint32_t follow_frames(const struct sampling *sampling,
                              const struct sample *sample, uint64_t *chain)
{
    uint64_t low = sample->registers[REGISTER_STACK];
    uint64_t high = (uint64_t)(uintptr_t)sampling->base;
    uint64_t frame = sample->registers[REGISTER_FRAME];
    uint32_t count = 0;

    chain[count++] = sample->registers[REGISTER_PLACE];
    while (count < SAMPLER_DEEPEST && frame >= low && frame % 8 == 0 &&
           high > 16 && frame < high - 16 && frame_is_likely(sample, frame)) {
        const uint64_t *at = (const uint64_t *)(uintptr_t)frame;

        chain[count++] = at[1];
        low = frame + 16;
        frame = at[0];
    }
    return count;
}

static uint32_t stack_bytes(const struct sampling *sampling, uint64_t stack)
{
    uint64_t base = (uint64_t)(uintptr_t)sampling->base;

    if (stack >= base)
        return 0;
    return (uint32_t)readable_bytes(stack, base - stack < SAMPLE_STACK_BYTES
                                               ? base - stack
                                               : SAMPLE_STACK_BYTES);
}

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t sampler_cpu_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* In the handler: the sample is here. */
static void note_sample(struct sampling *sampling, const void *context,
                        uint64_t ticks)
{
    uint64_t chain[SAMPLER_DEEPEST], stack;
    struct sample sample = { .chain = chain,
                             .weight = ticks,
                             .ns = read_clock(CLOCK_MONOTONIC) };

    registers_of_signal(context, sample.registers);
    stack = sample.registers[REGISTER_STACK];
    sample.stack = (const uint8_t *)(uintptr_t)stack;
    sample.stack_bytes = stack_bytes(sampling, stack);
    sample.chain_count = follow_frames(sampling, &sample, chain);
    sample.frames = sampling->scratch;
    if (state.reader != NULL)
        sample.frame_count = (uint32_t)state.reader(sampling->scratch);
    store_put(&sampling->store, &sample);
    __atomic_fetch_add(&sampling->written, 1, __ATOMIC_RELEASE);
}

/* Samples of the time in which samples are taken out are ours. */
static void sample_put(struct sampling *sampling, const void *context,
                       uint64_t ticks)
{
    uint64_t begin = sampler_cpu_ns();

    if (!sampling_lock(sampling))
        return;
    if (sampling->ring.pages != NULL)
        ring_make_room(sampling);
    else
        note_sample(sampling, context, ticks);
    give_back(sampling);
    __atomic_fetch_add(&sampling->spent_ns, sampler_cpu_ns() - begin,
                       __ATOMIC_RELAXED);
}

/* The thread is not cancelled meanwhile: nothing here waits, so its type is
 * enough.  The interrupted code may be the handler that will cancel it, and a
 * call that waits for that, as cancel_hold() makes, would do so for ever. */
static void timer_tick(struct sampling *sampling, const void *context,
                       uint64_t ticks)
{
    int type = PTHREAD_CANCEL_DEFERRED;

    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    sample_put(sampling, context, ticks);
    pthread_setcanceltype(type, &type);
}

static void note_refusal(enum sample_refusal why)
{
    __atomic_fetch_or(&state.refused, 1u << why, __ATOMIC_RELAXED);
}

static bool timers_work(void)
{
    return registers_mask() != 0 && state.signals;
}

void sampling_read_frames(sampler_reader *reader)
{
    state.reader = reader;
}

bool sampling_setup(unsigned hz, bool *no_registers)
{
    enum sample_refusal refusal = REFUSED_READER;

    state.source = SAMPLE_NONE;
    state.period_ns = NS_OF_A_HERTZ / hz;
    state.refused = 0;
    state.signals = ticks_setup(timer_tick);
    if (!timers_work())
        state.reader = NULL;
    if (state.reader == NULL &&
        ring_works(state.period_ns, &state.kernel, &refusal)) {
        state.source = SAMPLE_PERF;
        return true;
    }
    note_refusal(refusal);
    *no_registers = registers_mask() == 0;
    if (!timers_work())
        return false;
    state.source = SAMPLE_TIMER;
    state.kernel = true;
    return true;
}

void sampling_teardown(void)
{
    ticks_teardown();
    state.source = SAMPLE_NONE;
    state.reader = NULL;
}

static struct sampling *make_sampling(void)
{
    struct sampling *sampling;

    pthread_mutex_lock(&state.lock);
    sampling = state.free;
    if (sampling != NULL)
        state.free = sampling->next;
    pthread_mutex_unlock(&state.lock);
    if (sampling == NULL)
        sampling = pages_reserve_wiped(sizeof(*sampling));
    return sampling;
}

void sampler_free(struct sampler *sampler)
{
    struct sampling *sampling = sampling_of(sampler);

    if (__atomic_load_n(&sampling->busy, __ATOMIC_ACQUIRE))
        return; /* it was given up */
    pthread_mutex_lock(&state.lock);
    sampling->next = state.free;
    state.free = sampling;
    pthread_mutex_unlock(&state.lock);
}

static bool begin_perf(struct sampling *sampling)
{
    enum sample_refusal why;

    if (!ring_open(&sampling->ring, sampling->thread, state.period_ns,
                   state.kernel, &why)) {
        note_refusal(why);
        return false;
    }
    sampling->face.head = ring_head(&sampling->ring);
    see_head(sampling, 0);
    __atomic_store_n(&sampling->on, true, __ATOMIC_RELEASE);
    if (ticks_open(sampling))
        await_half(sampling);
    return true;
}

static bool begin_timer(struct sampling *sampling)
{
    if (registers_mask() == 0)
        return false;
    sampling->face.head = &sampling->written;
    see_head(sampling, sampling->written);
    __atomic_store_n(&sampling->on, true, __ATOMIC_RELEASE);
    if (!ticks_open(sampling))
        return false;
    ticks_arm(sampling, state.period_ns, true);
    return true;
}

struct sampler *sampler_start(pid_t thread, const void *base)
{
    struct sampling *sampling = make_sampling();

    if (sampling == NULL)
        return NULL;
    sampling->thread = thread;
    sampling->base = base;
    sampling->lost = sampling->told = sampling->lost_since = 0;
    sampling->emptied = sampling->dropped = false;
    sampling->spent_ns = 0;
    sampling->asking = false;
    if (store_open(&sampling->store) &&
        ((state.source == SAMPLE_PERF && begin_perf(sampling)) ||
         begin_timer(sampling)))
        return &sampling->face;
    __atomic_store_n(&sampling->on, false, __ATOMIC_RELEASE);
    sampler_free(&sampling->face);
    return NULL;
}

bool sampler_is_timed(const struct sampler *sampler)
{
    return ((const struct sampling *)sampler)->ring.pages == NULL;
}

/* The ring is there until its samples are out. */
void sampler_stop(struct sampler *sampler)
{
    struct sampling *sampling = sampling_of(sampler);

    ticks_close(sampling);
    __atomic_store_n(&sampling->on, false, __ATOMIC_RELEASE);
    if (!busy_take_surely(sampling)) /* the handler has seen that */
        return;
    if (sampling->ring.pages != NULL) {
        move_samples(sampling);
        see_head(sampling, sampling->written++);
        __atomic_store_n(&sampling->face.head, &sampling->written,
                         __ATOMIC_RELEASE);
        ring_close(&sampling->ring, sampling->thread != gettid());
    }
    give_back(sampling);
}

uint64_t sampler_lost(struct sampler *sampler)
{
    struct sampling *sampling = sampling_of(sampler);
    uint64_t lost = sampling->lost - sampling->told;

    sampling->told = sampling->lost;
    return lost;
}

uint64_t sampler_spent(struct sampler *sampler)
{
    return __atomic_exchange_n(&sampling_of(sampler)->spent_ns, 0,
                               __ATOMIC_RELAXED);
}

static void give_to(sampler_sink *sink, void *context,
                    const struct sample *sample)
{
    void *addresses[SAMPLER_DEEPEST];
    struct sample_path path = { .addresses = addresses,
                                .frames = sample->frames,
                                .frame_count = (int)sample->frame_count };

    path.count = unwind(sample, addresses, SAMPLER_DEEPEST, &path.ended);
    sink(context, &path, sample->weight, sample->ns);
}

/* All is taken out: what was lost up to now counts as that does, whether it is
 * known already or not; what was lost before that nothing came behind is as it
 * was. */
static void settle_lost(struct sampling *sampling, bool dropped)
{
    if (!dropped)
        sampling->lost += sampling->lost_since;
    sampling->lost_since = 0;
    if (!sampling->emptied)
        sampling->dropped = dropped;
    sampling->emptied = true;
}

/* Those in the store came before those in the ring, of which some come
 * meanwhile. */
static void samples_take_out(struct sampling *sampling, sampler_sink *sink,
                             void *context)
{
    uint64_t head = see_all(sampling);
    struct sample sample;
    size_t at = 0;

    while (store_next(&sampling->store, &at, &sample))
        give_to(sink, context, &sample);
    store_empty(&sampling->store);
    if (sampling->ring.pages == NULL)
        return;
    while (ring_next(sampling, head, &sample)) {
        cut_at_base(sampling, &sample);
        give_to(sink, context, &sample);
    }
    await_half(sampling);
}

void sampler_keep_asking(struct sampler *sampler, bool on)
{
    struct sampling *sampling = sampling_of(sampler);

    if (sampling->asking == on)
        return;
    sampling->asking = on;
    /* Off: the next one who takes out sees where the head is. */
    if (on)
        see_head(sampling, 0);
}

void sampler_take(struct sampler *sampler, sampler_sink *sink, void *context)
{
    struct sampling *sampling = sampling_of(sampler);

    if (!busy_take_surely(sampling))
        return;
    samples_take_out(sampling, sink, context);
    settle_lost(sampling, false);
    give_back(sampling);
}

static uint64_t count_samples(struct sampler *sampler, bool dropped)
{
    struct sampling *sampling = sampling_of(sampler);
    struct sample sample;
    uint64_t sum = 0, head;
    size_t at = 0;

    if (!busy_take_surely(sampling))
        return 0;
    head = see_all(sampling);
    while (store_next(&sampling->store, &at, &sample))
        sum += sample.weight;
    store_empty(&sampling->store);
    while (sampling->ring.pages != NULL && ring_next(sampling, head, &sample))
        sum++;
    if (sampling->ring.pages != NULL)
        await_half(sampling);
    settle_lost(sampling, dropped);
    give_back(sampling);
    return sum;
}

uint64_t sampler_count(struct sampler *sampler)
{
    return count_samples(sampler, false);
}

void sampler_drop(struct sampler *sampler)
{
    count_samples(sampler, true);
}

/* For the first thread: above it lies the environment, which is no part of the
 * stack. */
static const void *end_of_first_stack(void)
{
    void *const *end;

    if (getpid() != gettid())
        return NULL;
    end = dlsym(RTLD_DEFAULT, "__libc_stack_end");
    return end != NULL ? *end : NULL;
}

const void *sampler_stack_base(void)
{
    const void *end = end_of_first_stack();
    pthread_attr_t attributes;
    size_t size = 0;
    void *low = NULL;

    if (end != NULL || pthread_getattr_np(pthread_self(), &attributes) != 0)
        return end;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0)
        end = (const char *)low + size;
    pthread_attr_destroy(&attributes);
    return end;
}
