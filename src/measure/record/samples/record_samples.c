/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/record/samples/record_samples.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cancel.h"
#include "base/hash.h"
#include "live/persist.h"
#include "base/log.h"
#include "base/pages.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/paths/paths.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/sample_events.h"
#include "measure/record/samples/sample_merge.h"
#include "live/persist_file.h"
#include "live/persist_samples.h"

_Static_assert(PYTHON_FRAMES_ROOM <= SAMPLER_READER_WORDS,
               "room for a reader");

/* A thread that is sampled. */
struct sampled {
    struct hook_thread *hook; /* NULL: nobody's */
    struct sampler *sampler;
    struct sampled *next;
};

/* Samples that are being taken out. */
struct taking {
    struct thread *thread; /* NULL: nothing recorded yet */
    bool own;              /* by the thread itself */
    uint32_t region;
    uint64_t until; /* none is later */
    struct clock_pair now;
};

static struct {
    pthread_mutex_t lock;
    bool on;
    pid_t process;                /* a child of fork() is none of ours */
    struct samples facts;         /* its rows: below */
    struct persist_samples *kept; /* what recovery reads */
    struct sample_row *rows;      /* there */
    uint32_t *slots;              /* index + 1 into rows, 0: empty */
    uint32_t mask, count, room;
    struct paths paths;
    struct sampled *list;
    struct taking taking;
    uint64_t left_out; /* of the trace */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int sampling_hold(void)
{
    int before = cancel_hold();

    pthread_mutex_lock(&state.lock);
    return before;
}

static void sampling_release(int before)
{
    if (state.kept != NULL)
        state.kept->facts = state.facts;
    pthread_mutex_unlock(&state.lock);
    cancel_release(before);
}

static size_t samples_bytes(void)
{
    return sizeof(*state.kept) + state.room * sizeof(*state.rows);
}

static bool make_tables(void)
{
    uint64_t bytes = recorder.memory_bytes / RECORD_SAMPLES_SHARE;
    uint32_t slots = 1024;

    while (slots * 2 * sizeof(*state.rows) <= bytes)
        slots *= 2;
    state.mask = slots - 1;
    state.room = slots - slots / 4;
    state.count = 0;
    state.kept = persist_reserve(PERSIST_SAMPLES, 0, samples_bytes());
    if (state.kept == NULL)
        return false;
    persist_secure(state.kept, sizeof(*state.kept));
    state.kept->row_bytes = sizeof(*state.rows);
    state.kept->facts_bytes = sizeof(state.kept->facts);
    state.rows = state.kept->rows;
    state.slots = pages_reserve(slots * sizeof(*state.slots));
    return state.slots != NULL &&
           paths_init(&state.paths,
                      (uint32_t)(bytes / sizeof(struct path_slot)),
                      call_path_resolve_sample, &recorder);
}

static uint32_t slot_of(uint32_t call, uint32_t path, uint32_t region)
{
    uint64_t hash = hash_pair((uint64_t)path << 32 | region, call);

    return (uint32_t)(hash >> 32) & state.mask;
}

/* NULL: no room. */
static struct sample_row *row_of(uint32_t call, uint32_t path, uint32_t region)
{
    uint32_t at = slot_of(call, path, region);
    struct sample_row *row;

    for (; state.slots[at] != 0; at = (at + 1) & state.mask) {
        row = &state.rows[state.slots[at] - 1];
        if (row->call == call && row->path == path && row->region == region)
            return row;
    }
    if (state.count == state.room)
        return NULL;
    row = &state.rows[state.count++];
    persist_secure(row, sizeof(*row));
    state.slots[at] = state.count;
    row->call = call;
    row->path = path;
    row->region = region;
    return row;
}

static void row_add(uint32_t call, uint32_t path, uint32_t region,
                    uint64_t weight)
{
    struct sample_row *row = row_of(call, path, region);

    if (row == NULL) {
        state.facts.lost += weight;
        return;
    }
    row->count += weight;
    row->squares += weight * weight;
}

/* A function that calls itself need not fill the path with itself. */
static int without_repeats(void **addresses, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (kept == 0 || addresses[i] != addresses[kept - 1])
            addresses[kept++] = addresses[i];
    return kept;
}

/* Each sample comes before the next event of its thread, and after the last
 * one. */
static void sample_trace(uint32_t path, uint64_t weight, uint64_t ns)
{
    const struct taking *taking = &state.taking;
    struct sample_event event = { .ticks = clock_ticks_at(&recorder.rate,
                                                          &taking->now, ns),
                                  .weight = weight,
                                  .path = path };
    bool traced = false;

    if (event.ticks > taking->until)
        event.ticks = taking->until;
    if (taking->thread != NULL)
        traced = taking->own ? sample_events_write(taking->thread, &event)
                             : sample_events_keep(taking->thread, &event);
    if (!traced)
        state.left_out += weight;
}

static void sample_charge(void *context, const struct sample_path *sampled,
                          uint64_t weight, uint64_t ns)
{
    void *path[SAMPLE_MERGED_MOST];
    uint64_t lost = state.paths.lost;
    int count = sample_merge(&recorder, sampled, path);
    uint32_t id;

    (void)context;
    if (!sample_is_whole(&recorder, sampled))
        state.facts.cut += weight;
    count = without_repeats(path, count);
    id = count == 0 ? 0 : paths_id(&state.paths, path, count);
    if (state.paths.lost != lost)
        state.facts.crowded += weight;
    row_add(SAMPLE_NO_CALL, id, state.taking.region, weight);
    if (recorder.trace != NULL)
        sample_trace(id, weight, ns);
}

static uint32_t region_of(const struct hook_thread *hook)
{
    const struct thread *thread = hook->data;

    return thread == NULL ? 0 : thread->kept->node;
}

static void samples_take(struct hook_thread *hook, bool own, uint64_t until)
{
    struct thread *thread = hook->data;

    state.taking = (struct taking){
        .thread = thread, .own = own, .region = region_of(hook), .until = until
    };
    if (recorder.trace != NULL)
        state.taking.now = clock_pair_now(recorder.rate.counter);
    /* A thread must not find its samples taken before they can be written,
     * which it does itself. */
    if (!own && thread != NULL && thread->writer != NULL)
        sampler_keep_asking(hook->sampler, true);
    sampler_take(hook->sampler, sample_charge, NULL);
    state.facts.lost += sampler_lost(hook->sampler);
}

/* Losses before them are reported only now. */
static void samples_drop(struct hook_thread *hook)
{
    sampler_drop(hook->sampler);
    state.facts.lost += sampler_lost(hook->sampler);
}

static void take_work(struct hook_thread *hook, bool own, uint64_t until)
{
    if (pauses_off(&recorder.pauses))
        samples_drop(hook);
    else
        samples_take(hook, own, until);
}

/* The same by the thread itself. */
static void take_own(struct hook_thread *hook)
{
    struct thread *thread = hook->data;
    uint64_t now = record_now();

    sampler_keep_asking(hook->sampler, false);
    if (thread != NULL)
        sample_events_flush(thread, now);
    take_work(hook, true, now);
    if (thread != NULL && thread->writer != NULL)
        sample_events_end(thread);
}

static void count_call(struct hook_thread *hook, uint32_t call)
{
    uint64_t count = sampler_count(hook->sampler);

    if (count > 0)
        row_add(call + 1, 0, region_of(hook), count);
    state.facts.lost += sampler_lost(hook->sampler);
}

/* Samples of threads that do not come here themselves. */
static void take_others(void)
{
    for (struct sampled *at = state.list; at != NULL; at = at->next)
        if (at->hook != NULL && at->hook->data == NULL &&
            sampler_has(at->sampler))
            take_work(at->hook, false, UINT64_MAX);
}

/* The cost of taking samples out and, for a thread with a timer, its signals: CPU
 * time, since whoever waits for a core here would wait anyway; so waits for another
 * thread that takes its samples are not counted.  With the lock held. */
static void charge_taking(const struct hook_thread *hook, uint64_t begin)
{
    struct thread *thread = hook->data;

    if (thread != NULL)
        thread->costs.sample_ns +=
            sampler_cpu_ns() - begin + sampler_spent(hook->sampler);
}

/* Before a call of MPI, too, behind which errno is to be as it was. */
void record_samples_take_work(struct hook_thread *hook)
{
    uint64_t begin = sampler_cpu_ns();
    int saved = errno, before = sampling_hold();

    if (state.on && hook->sampler != NULL) {
        take_own(hook);
        take_others();
        charge_taking(hook, begin);
    }
    sampling_release(before);
    errno = saved;
}

void record_samples_take_call(struct hook_thread *hook, uint32_t call)
{
    uint64_t begin = sampler_cpu_ns();
    int before = sampling_hold();

    if (state.on && hook->sampler != NULL) {
        count_call(hook, call);
        charge_taking(hook, begin);
    }
    sampling_release(before);
}

/* Samples of a thread that may be in a call of MPI. */
static void take_as_it_is(struct hook_thread *hook, uint64_t until)
{
    const struct persist_call *now = hook->now;
    uint32_t call =
        now == NULL ? 0 : __atomic_load_n(&now->id, __ATOMIC_ACQUIRE);

    if (call == 0)
        take_work(hook, false, until);
    else if (pauses_off(&recorder.pauses))
        samples_drop(hook);
    else
        count_call(hook, call - 1);
}

/* By that thread, of all but that other. */
static void take_of_all(const struct hook_thread *hook,
                        const struct hook_thread *but, uint64_t until)
{
    uint64_t begin = sampler_cpu_ns();
    int before = sampling_hold();

    for (struct sampled *at = state.list; at != NULL; at = at->next)
        if (at->hook != NULL && at->hook != but)
            take_as_it_is(at->hook, until);
    if (state.on && hook->sampler != NULL)
        charge_taking(hook, begin);
    sampling_release(before);
}

void record_samples_before_switch(const struct hook_thread *hook, uint64_t now)
{
    take_of_all(hook, hook, now);
}

void record_samples_before_unload(const struct hook_thread *hook)
{
    take_of_all(hook, NULL, record_now());
}

/* With the lock held.  NULL: no memory. */
static struct sampled *take_entry(void)
{
    struct sampled *at = state.list;

    while (at != NULL && at->hook != NULL)
        at = at->next;
    if (at != NULL)
        return at;
    at = calloc(1, sizeof(*at));
    if (at != NULL) {
        at->next = state.list;
        state.list = at;
    }
    return at;
}

static bool sampling_start(struct hook_thread *hook, pid_t thread,
                           const void *base)
{
    struct sampled *at = take_entry();

    if (thread == gettid())
        python_frames_prepare();
    if (at != NULL)
        at->sampler = sampler_start(thread, base);
    if (at == NULL || at->sampler == NULL) {
        state.facts.unsampled++;
        hook->unsampled = true;
        return false;
    }
    at->hook = hook;
    state.facts.threads++;
    state.facts.timed += sampler_is_timed(at->sampler);
    state.facts.refused = sampling_refused();
    __atomic_store_n(&hook->sampler, at->sampler, __ATOMIC_RELEASE);
    return true;
}

void record_sample_thread(struct hook_thread *hook, int thread,
                          const void *base)
{
    int before;

    if (hook == NULL) {
        before = sampling_hold();
        state.facts.unsampled += state.on;
        sampling_release(before);
        return;
    }
    /* Before the lock: it may wait for the loader, whose lock a thread has
     * that runs what libraries do first, MPI calls among it. */
    if (base == NULL)
        base = sampler_stack_base();
    before = sampling_hold();
    if (state.on && hook->sampler == NULL)
        sampling_start(hook, thread, base);
    sampling_release(before);
}

void record_sample_this(struct hook_thread *hook)
{
    if (__atomic_load_n(&state.on, __ATOMIC_RELAXED) && !hook->ends &&
        !hook->unsampled && hook->sampler == NULL)
        record_sample_thread(hook, (int)gettid(), NULL);
}

/* Samples still in it count for nobody. */
static void sampled_let_go(struct sampled *at)
{
    struct hook_thread *hook = at->hook;

    samples_drop(hook);
    hook->sampler = NULL;
    at->hook = NULL;
    sampler_free(at->sampler);
}

void record_sample_no_more(struct hook_thread *hook)
{
    uint64_t begin;
    int before;

    if (getpid() != state.process)
        return;
    begin = sampler_cpu_ns();
    before = sampling_hold();
    for (struct sampled *at = state.list; at != NULL; at = at->next)
        if (at->hook == hook) {
            sampler_stop(at->sampler);
            take_own(hook);
            charge_taking(hook, begin);
            sampled_let_go(at);
        }
    sampling_release(before);
}

bool record_samples_begin(struct hook_thread *hook, unsigned hz,
                          struct remarks *remarks)
{
    bool no_registers = false, has_tables, has_source;

    memset(&state.facts, 0, sizeof(state.facts));
    state.left_out = 0;
    state.process = getpid();
    call_path_setup();
    if (python_frames_state() >= PYTHON_FRAMES_UNCHECKED) {
        sample_merge_setup();
        sampling_read_frames(python_frames_read);
    }
    has_tables = make_tables();
    has_source = has_tables && sampling_setup(hz, &no_registers);
    state.on = has_source &&
               sampling_start(hook, (pid_t)gettid(), sampler_stack_base());
    if (state.on) {
        state.facts.source = sampling_source();
        state.facts.kernel = sampling_has_kernel();
        state.facts.period_ns = sampling_period_ns();
        return true;
    }
    if (has_tables && !has_source)
        REMARK(remarks, REMARK_SAMPLES_REFUSED,
               .numbers = { recorder.world_rank, hz, sampling_refused(),
                            no_registers });
    else
        REMARK(remarks, REMARK_SAMPLES_NO_MEMORY,
               .numbers = { recorder.world_rank, hz });
    sampling_teardown();
    record_samples_free();
    return false;
}

void record_samples_end(struct hook_thread *hook, uint64_t now)
{
    if (!state.on)
        return;
    pthread_mutex_lock(&state.lock);
    for (struct sampled *at = state.list; at != NULL; at = at->next)
        if (at->hook != NULL) {
            sampler_stop(at->sampler);
            if (at->hook != hook)
                take_work(at->hook, false, now);
            sampled_let_go(at);
        }
    state.on = false;
    sampling_teardown();
    python_frames_stop();
    pthread_mutex_unlock(&state.lock);
}

uint64_t record_samples_left_out(void)
{
    uint64_t count = state.left_out;

    for (const struct thread *at = recorder.threads; at != NULL; at = at->next)
        count += at->samples.left_out;
    return count;
}

enum status record_samples_collect(struct samples *out)
{
    *out = state.facts;
    out->rows = NULL;
    if (out->source == SAMPLE_NONE)
        return STATUS_OK;
    out->rows = malloc((state.count + 1u) * sizeof(*out->rows));
    if (out->rows == NULL) {
        *out = (struct samples){ 0 };
        return log_fail(STATUS_NO_MEMORY, "samples of the profile");
    }
    memcpy(out->rows, state.rows, state.count * sizeof(*out->rows));
    out->row_count = state.count;
    qsort(out->rows, out->row_count, sizeof(*out->rows), sample_row_compare);
    return STATUS_OK;
}

void record_samples_free(void)
{
    pthread_mutex_lock(&state.lock); /* a thread that ends may be looking */
    while (state.list != NULL) {
        struct sampled *next = state.list->next;

        free(state.list);
        state.list = next;
    }
    persist_release(state.kept, samples_bytes());
    state.kept = NULL;
    pages_release(state.slots, (state.mask + 1ull) * sizeof(*state.slots));
    paths_clear(&state.paths);
    state.rows = NULL;
    state.slots = NULL;
    memset(&state.facts, 0, sizeof(state.facts));
    pthread_mutex_unlock(&state.lock);
}
