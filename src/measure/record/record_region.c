#include "measure/record/record_region.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "measure/record/charge.h"

static struct thread *thread_behind(struct hook_thread *hook, uint64_t now)
{
    struct hook_call call = { .thread = hook, .begin = now };

    return thread_of(&call);
}

static struct region_cached *cache_slot(struct thread *thread,
                                        const char *name, int line)
{
    uint64_t hash = hash_bytes(name, strlen(name), thread->node);

    return &thread->region_cache[(hash ^ (uint64_t)line) % REGION_CACHE];
}

static bool is_cached(const struct region_cached *cached,
                      const struct thread *thread, const char *name,
                      const char *file, int line)
{
    return cached->name != NULL && cached->parent == thread->node &&
           cached->file == file && cached->line == line &&
           strcmp(cached->name, name) == 0;
}

/* What the rules of the trace say to it.  With the lock held. */
static unsigned rules_for(uint32_t node, const char *name)
{
    struct strbuf path;
    unsigned how;

    if (recorder.rules == NULL)
        return 0;
    strbuf_init(&path);
    definitions_region_path(recorder.definitions, node, &path);
    how = trace_region_rules(recorder.trace, strbuf_text(&path), name);
    strbuf_clear(&path);
    return how;
}

/* Defines the region below the one the thread is in. */
static bool define(struct thread *thread, struct region_cached *cached,
                   const char *name, const char *file, int line)
{
    char *copy = strdup(name);

    if (copy == NULL)
        return false;
    free(cached->name);
    cached->name = NULL;
    pthread_mutex_lock(&recorder.lock);
    cached->region = definitions_region(recorder.definitions, name,
                                        file == NULL ? "" : file, line);
    cached->node = cached->region == DEFINITION_NONE
                       ? DEFINITION_NONE
                       : definitions_intern(recorder.definitions,
                                            DEFINITION_REGION_NODE,
                                            thread->node, cached->region,
                                            NULL, 0);
    cached->how =
        cached->node == DEFINITION_NONE ? 0 : rules_for(cached->node, name);
    pthread_mutex_unlock(&recorder.lock);
    if (cached->node == DEFINITION_NONE) {
        free(copy);
        return false;
    }
    cached->name = copy;
    cached->file = file;
    cached->line = line;
    cached->parent = thread->node;
    return true;
}

/* Counters up to here belong to the region that was current. */
static void settle_counters(struct thread *thread)
{
    if (thread->counting && !pauses_off(&recorder.pauses))
        charge_region_counters(thread);
}

/* The counters at an Enter or Leave that follows with the same time. */
static void trace_readings(struct thread *thread, uint64_t now)
{
    if (thread->counting && thread->writer != NULL)
        trace_counters(thread->writer, now, thread->counters);
}

void record_region_begin(struct hook_thread *hook, const char *name,
                         const char *file, int line)
{
    uint64_t now = record_now();
    struct thread *thread = thread_behind(hook, now);
    struct region_cached *cached;

    if (thread == NULL)
        return;
    cached = cache_slot(thread, name, line);
    if (!is_cached(cached, thread, name, file, line) &&
        !define(thread, cached, name, file, line)) {
        thread->regions.too_deep++;
        return;
    }
    settle_counters(thread);
    if (!regions_push(&thread->regions, cached->node, cached->region,
                      now - record_excluded_ticks(thread, now)))
        return;
    thread->node = cached->node;
    trace_readings(thread, now);
    trace_region_enter(thread->writer, now, cached->region, cached->how);
    charge_flush(thread);
}

/* Whether the innermost open region of that name; -1: none is open. */
static int depth_of(const struct thread *thread, const char *name)
{
    for (int depth = thread->regions.depth; depth > 0; depth--) {
        uint32_t region = thread->regions.stack[depth].region;

        if (strcmp(definitions_region_name(recorder.definitions, region),
                   name) == 0)
            return depth;
    }
    return -1;
}

static void pop(struct thread *thread, uint64_t now)
{
    uint32_t region =
        thread->regions.stack[thread->regions.depth].region;

    regions_pop(&thread->regions, now - record_excluded_ticks(thread, now));
    thread->node = regions_node(&thread->regions);
    trace_readings(thread, now);
    trace_region_leave(thread->writer, now, region);
}

/* An END whose region is not the innermost closes those inside it as well; one
 * whose region is not open closes nothing.  Both are counted. */
void record_region_end(struct hook_thread *hook, const char *name)
{
    uint64_t now = record_now();
    struct thread *thread = thread_behind(hook, now);
    int depth;

    if (thread == NULL)
        return;
    if (thread->regions.too_deep > 0) {
        thread->regions.too_deep--;
        return;
    }
    pthread_mutex_lock(&recorder.lock);
    depth = depth_of(thread, name);
    pthread_mutex_unlock(&recorder.lock);
    if (depth != thread->regions.depth || depth < 1)
        thread->regions.errors++;
    if (depth < 1)
        return;
    settle_counters(thread);
    while (thread->regions.depth >= depth)
        pop(thread, now);
    charge_flush(thread); /* all of them end at now */
}
