/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_region.h"

#include <stdlib.h>
#include <string.h>

#include "base/cancel.h"
#include "base/hash.h"
#include "base/text/strbuf.h"
#include "measure/record/charge.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/thread_life.h"
#include "model/outside_wait.h"

static struct thread *thread_behind(struct hook_thread *hook, uint64_t now)
{
    struct hook_call call = { .thread = hook, .begin = now };

    return thread_of(&call);
}

static uint64_t alias_of(const char *name)
{
    return hash_bytes(name, strlen(name), 1) | 1;
}

static struct region_cached *cache_slot(struct thread *thread,
                                        const char *name, int line)
{
    uint64_t hash = hash_bytes(name, strlen(name), thread->kept->node);

    return &thread->region_cache[(hash ^ (uint64_t)line) % REGION_CACHE];
}

static bool region_is_cached(const struct region_cached *cached,
                             const struct thread *thread, const char *name,
                             const char *file, int line)
{
    return cached->name != NULL && cached->parent == thread->kept->node &&
           cached->file == file && cached->line == line &&
           cached->generation == paths_generation_now() &&
           strcmp(cached->name, name) == 0;
}

/* The verdict of the trace's rules on a region.  With the lock held. */
unsigned record_region_rules(uint32_t node, const char *name)
{
    struct strbuf path = { 0 };
    unsigned how;

    if (recorder.rules == NULL || node == DEFINITION_NONE)
        return 0;
    definitions_region_path(recorder.definitions, node, &path);
    how = trace_region_rules(recorder.trace, strbuf_text(&path), name);
    strbuf_clear(&path);
    return how;
}

bool record_regions_full(void)
{
    return definitions_count(recorder.definitions, DEFINITION_REGION_NODE) >
           REGIONS_APART;
}

/* Each distinct name costs memory, so only this number of them is reported. */
static uint32_t region_of(const char *name, const char *file, int line,
                          uint32_t parent, bool *is_other)
{
    struct definitions *names = recorder.definitions;
    uint32_t region = definitions_find_region(names, name, file, line);

    *is_other = record_regions_full() &&
                (region == DEFINITION_NONE ||
                 definitions_find(names, DEFINITION_REGION_NODE, parent,
                                  region, NULL, 0) == DEFINITION_NONE);
    if (*is_other)
        return definitions_region(names, REGIONS_OTHERS, "", 0);
    return definitions_region(names, name, file, line);
}

uint32_t record_region_node(uint32_t region, uint32_t parent, bool is_other)
{
    struct definition above =
        definitions_get(recorder.definitions, DEFINITION_REGION_NODE, parent);

    if (region == DEFINITION_NONE)
        return DEFINITION_NONE;
    if (is_other && parent != 0 && above.refs[1] == region)
        return parent;
    return definitions_intern(recorder.definitions, DEFINITION_REGION_NODE,
                              parent, region, NULL, 0);
}

/* As readers of the trace see it, where a shared row has a name of its own. */
bool record_region_waits(const char *name, bool is_other)
{
    return !is_other && outside_wait_of_name(name) != OUTSIDE_WAIT_KINDS;
}

/* Defines the region below the one the thread is in. */
static bool define_region(struct thread *thread, struct region_cached *cached,
                          const char *name, const char *file, int line)
{
    char *copy = strdup(name);
    bool is_other;

    if (copy == NULL)
        return false;
    free(cached->name);
    cached->name = NULL;
    pthread_mutex_lock(&recorder.lock);
    cached->region = region_of(name, file == NULL ? "" : file, line,
                               thread->kept->node, &is_other);
    cached->node =
        record_region_node(cached->region, thread->kept->node, is_other);
    cached->alias = is_other ? alias_of(name) : 0;
    recorder.regions_shared += is_other;
    cached->how = record_region_rules(cached->node, name);
    cached->waits = record_region_waits(name, is_other);
    pthread_mutex_unlock(&recorder.lock);
    if (cached->node == DEFINITION_NONE) {
        free(copy);
        return false;
    }
    cached->name = copy;
    cached->file = file;
    cached->generation = paths_generation_now();
    cached->line = line;
    cached->parent = thread->kept->node;
    return true;
}

/* Counters up to here belong to the region that was current.  Inside a call of
 * MPI, which may call the program, useful time is unknown. */
static void settle_counters(struct thread *thread, uint64_t now)
{
    int before;

    if (thread->kept->now.id == 0)
        record_resources(thread, now);
    if (!thread->counting || pauses_off(&recorder.pauses))
        return;
    before = cancel_hold();
    charge_region_counters(thread);
    cancel_release(before);
}

/* The time line up to here belongs to the class that was current.  A call that
 * the region is inside of is charged when it ends. */
static void settle_class(struct thread *thread, uint64_t now)
{
    if (thread->kept->now.id != 0 || pauses_off(&recorder.pauses))
        return;
    record_settle(thread, now);
    if (now <= thread->kept->last)
        return;
    thread->useful_ticks += now - thread->kept->last;
    timebins_add(thread->bins, persist_thread_class(thread->kept),
                 thread->kept->last, now);
    thread->kept->last = now;
}

/* The counters at an Enter or Leave that follows with the same time. */
static void trace_readings(struct thread *thread, uint64_t now)
{
    if (thread->counting && thread->writer != NULL)
        trace_counters(thread->writer, now, thread->counters);
}

bool record_region_open(struct thread *thread, uint64_t now, uint32_t node,
                        uint32_t region, unsigned how, bool waits)
{
    struct regions *regions = &thread->kept->regions;

    settle_counters(thread, now);
    if (thread->kept->waits != waits)
        settle_class(thread, now);
    if (!regions_push(regions, node, region,
                      now - record_excluded_ticks(thread, now)))
        return false;
    thread->kept->node = node;
    regions->stack[regions->depth].waits = thread->kept->waits = waits;
    trace_readings(thread, now);
    trace_region_enter(thread->writer, now, region, how);
    record_exclude_flush(thread);
    return true;
}

/* False: nothing was opened. */
static bool begin_region(struct thread *thread, uint64_t now, const char *name,
                         const char *file, int line)
{
    struct regions *regions = &thread->kept->regions;
    struct region_cached *cached = cache_slot(thread, name, line);

    if (!region_is_cached(cached, thread, name, file, line) &&
        !define_region(thread, cached, name, file, line)) {
        regions->too_deep++;
        return false;
    }
    if (!record_region_open(thread, now, cached->node, cached->region,
                            cached->how, cached->waits))
        return false;
    regions->stack[regions->depth].alias = cached->alias;
    return true;
}

static void ranges_close(struct thread *thread, uint64_t now);

/* Samples, and ranges that ended elsewhere, belong to the region that was
 * current until now.  NULL: no memory. */
static struct thread *thread_settled(struct hook_thread *hook, uint64_t *now)
{
    struct thread *thread;

    record_samples_work_if_any(hook);
    *now = record_now();
    thread = thread_behind(hook, *now);
    if (thread == NULL)
        return NULL;
    if (thread->hook != NULL)
        record_sample_this(hook);
    ranges_close(thread, *now);
    return thread;
}

/* ---- what finds no room ---- */

static uint64_t key_of_range(struct hook_range range)
{
    return hash_mix(hash_mix(0, range.source), range.id);
}

static void keep_deep(struct thread *thread, uint64_t key)
{
    int at = thread->kept->regions.too_deep - 1;

    if (at >= 0 && at < DEEP_MARKS)
        thread->deep_marks[at] = key;
}

/* Whether what ends is one of those that found no room.  Those inside it have
 * no end any more. */
static bool region_was_too_deep(struct thread *thread, uint64_t key)
{
    struct regions *regions = &thread->kept->regions;
    int at = regions->too_deep - 1;

    if (at >= DEEP_MARKS) {
        regions->too_deep--;
        return true;
    }
    while (at >= 0 && thread->deep_marks[at] != key)
        at--;
    if (at < 0)
        return false;
    regions->too_deep = at;
    return true;
}

static void begin_mark(struct hook_thread *hook, const char *name,
                       const char *file, int line)
{
    uint64_t now;
    struct thread *thread = thread_settled(hook, &now);

    if (thread == NULL)
        return;
    if (!begin_region(thread, now, name, file, line))
        keep_deep(thread, alias_of(name));
}

static bool mark_is_called(const struct region_frame *frame, const char *name)
{
    if (frame->source != HOOK_MARK)
        return false;
    if (frame->alias != 0)
        return frame->alias == alias_of(name);
    return strcmp(definitions_region_name(recorder.definitions, frame->region),
                  name) == 0;
}

/* Whether the innermost open region of that name; -1: none is open. */
static int mark_depth(const struct thread *thread, const char *name)
{
    for (int depth = thread->kept->regions.depth; depth > 0; depth--)
        if (!thread->kept->regions.stack[depth].over &&
            mark_is_called(&thread->kept->regions.stack[depth], name))
            return depth;
    return -1;
}

static void pop_region(struct thread *thread, uint64_t now)
{
    const struct region_frame *top =
        &thread->kept->regions.stack[thread->kept->regions.depth];
    uint32_t region = top->region;

    if (top->waits != top[-1].waits)
        settle_class(thread, now);
    thread->kept->waits = top[-1].waits;
    regions_pop(&thread->kept->regions,
                now - record_excluded_ticks(thread, now));
    thread->kept->node = regions_node(&thread->kept->regions);
    trace_readings(thread, now);
    trace_region_leave(thread->writer, now, region);
}

/* Closes what has only waited for those inside it. */
static void pop_over(struct thread *thread, uint64_t now)
{
    struct regions *regions = &thread->kept->regions;

    while (regions->depth > 0 && regions->stack[regions->depth].over)
        pop_region(thread, now);
}

void record_region_close(struct thread *thread, uint64_t now, int depth)
{
    settle_counters(thread, now);
    while (thread->kept->regions.depth >= depth)
        pop_region(thread, now);
    thread->kept->regions.too_deep = 0; /* they were inside */
    pop_over(thread, now);
    record_exclude_flush(thread); /* all of them end at now */
}

/* An end in a function that was called since the start: the region goes on
 * until that function ends. */
static bool waits_for_functions(struct regions *regions, int depth)
{
    if (depth < 1 || depth == regions->depth)
        return false;
    for (int i = depth + 1; i <= regions->depth; i++)
        if (regions->stack[i].source != HOOK_FUNCTION)
            return false;
    regions->stack[depth].over = true;
    return true;
}

/* An end whose region is not the innermost closes those inside it as well; one
 * whose region is not open (depth -1) closes nothing.  Both are counted. */
static void end_region(struct thread *thread, uint64_t now, int depth)
{
    struct regions *regions = &thread->kept->regions;

    if (waits_for_functions(regions, depth))
        return;
    if (depth != regions->depth || depth < 1)
        regions->errors++;
    if (depth > 0)
        record_region_close(thread, now, depth);
}

static void end_mark(struct hook_thread *hook, const char *name)
{
    uint64_t now;
    struct thread *thread = thread_settled(hook, &now);
    int depth;

    if (thread == NULL)
        return;
    if (region_was_too_deep(thread, alias_of(name)))
        return;
    pthread_mutex_lock(&recorder.lock);
    depth = mark_depth(thread, name);
    pthread_mutex_unlock(&recorder.lock);
    end_region(thread, now, depth);
}

/* Opening and closing takes locks, memory, and room in the trace. */
void record_region_begin(struct hook_thread *hook, const char *name,
                         const char *file, int line)
{
    begin_mark(hook, name, file, line);
}

void record_region_end(struct hook_thread *hook, const char *name)
{
    end_mark(hook, name);
}

/* ---- ranges ---- */

#define ELSEWHERE_MOST 256

/* Ranges that ended on another thread than they began on, until that sees it.
 * Under the recorder's lock; the count is also looked at without. */
static struct {
    struct hook_range list[ELSEWHERE_MOST];
    int count;
    uint64_t crossed;
} elsewhere;

static bool range_may_cross(enum hook_source source)
{
    return source == HOOK_KOKKOS_SECTION || source == HOOK_NVTX_STARTED;
}

/* The innermost open range of that source and id; -1: there is none. */
static int range_depth(const struct thread *thread, struct hook_range range)
{
    const struct regions *regions = &thread->kept->regions;

    for (int depth = regions->depth; depth > 0; depth--)
        if (regions->stack[depth].source == range.source &&
            regions->stack[depth].id == range.id &&
            !regions->stack[depth].over)
            return depth;
    return -1;
}

static void take_ended(struct thread *thread)
{
    int kept = 0;

    for (int i = 0; i < elsewhere.count; i++) {
        int depth = range_depth(thread, elsewhere.list[i]);

        if (depth > 0)
            thread->kept->regions.stack[depth].over = true;
        else
            elsewhere.list[kept++] = elsewhere.list[i];
    }
    __atomic_store_n(&elsewhere.count, kept, __ATOMIC_RELAXED);
}

/* Those that others have ended, without an error. */
static void ranges_close(struct thread *thread, uint64_t now)
{
    int before;

    if (__builtin_expect(
            __atomic_load_n(&elsewhere.count, __ATOMIC_RELAXED) == 0, 1) ||
        thread->kept->regions.depth == 0)
        return;
    before = cancel_lock(&recorder.lock);
    take_ended(thread);
    cancel_unlock(&recorder.lock, before);
    pop_over(thread, now);
}

void record_regions_finish(struct thread *thread, uint64_t now)
{
    struct regions *regions = &thread->kept->regions;

    ranges_close(thread, now);
    for (int depth = regions->depth; depth > 0; depth--)
        trace_region_leave(thread->writer, now, regions->stack[depth].region);
    regions_finish(regions, now - record_excluded_ticks(thread, now));
    thread->kept->node = 0;
    thread->kept->waits = false;
}

uint64_t record_ranges_crossed(void)
{
    return __atomic_load_n(&elsewhere.crossed, __ATOMIC_RELAXED);
}

static void end_elsewhere(struct hook_range range)
{
    pthread_mutex_lock(&recorder.lock);
    if (elsewhere.count < ELSEWHERE_MOST)
        elsewhere.list[elsewhere.count++] = range;
    pthread_mutex_unlock(&recorder.lock);
}

/* Not the innermost one: it waits for those inside, or for its thread. */
static void cross_threads(struct thread *thread, struct hook_range range,
                          int depth)
{
    if (waits_for_functions(&thread->kept->regions, depth))
        return;
    __atomic_add_fetch(&elsewhere.crossed, 1, __ATOMIC_RELAXED);
    if (depth > 0)
        thread->kept->regions.stack[depth].over = true;
    else
        end_elsewhere(range);
}

static void begin_range(struct hook_thread *hook, struct hook_range range,
                        const char *name)
{
    uint64_t now;
    struct thread *thread = thread_settled(hook, &now);
    struct region_frame *frame;

    if (thread == NULL)
        return;
    if (!begin_region(thread, now, name, NULL, 0)) {
        keep_deep(thread, key_of_range(range));
        return;
    }
    frame = &thread->kept->regions.stack[thread->kept->regions.depth];
    frame->source = range.source;
    frame->id = range.id;
    frame->may_stay = range.source == HOOK_OPENMP; /* idle threads wait */
}

static void end_range(struct hook_thread *hook, struct hook_range range)
{
    uint64_t now;
    struct thread *thread = thread_settled(hook, &now);
    int depth;

    if (thread == NULL)
        return;
    if (region_was_too_deep(thread, key_of_range(range)))
        return;
    depth = range_depth(thread, range);
    if (range_may_cross(range.source) && depth != thread->kept->regions.depth)
        cross_threads(thread, range, depth);
    else
        end_region(thread, now, depth);
}

void record_range_begin(struct hook_thread *hook, struct hook_range range,
                        const char *name)
{
    begin_range(hook, range, name);
}

void record_range_end(struct hook_thread *hook, struct hook_range range)
{
    end_range(hook, range);
}
