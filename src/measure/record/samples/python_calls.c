/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/samples/python_calls.h"

#include <string.h>

#include "base/cancel.h"
#include "base/pages.h"
#include "measure/callsite/python.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/paths/path_walk.h"
#include "measure/record/recorder.h"
#include "symbols/python_frame.h"

/* Callers of which it is known whether they are Python's machinery. */
#define CALLERS 64

/* Return addresses above the interpreter. */
#define NATIVE_MOST 32

struct caller {
    const void *address;
    bool machinery;
};

struct python_calls {
    struct paths paths; /* of what is in `words' */
    uint32_t path;      /* of the call at hand, or STACKS_MISS */
    bool later;         /* it is read when the call is over */
    struct python_unnamed unnamed;
    struct caller callers[CALLERS];
    /* The stack of the call at hand: how many return addresses there are,
     * these, and a word for each Python frame. */
    void *words[PATHS_DEEPEST];
    struct python_place places[PYTHON_FRAMES_WALKED];
    uint64_t frames[PYTHON_FRAMES_ROOM]; /* instead, if unlocked */
    int native, count;
    bool unlocked; /* it was read without Python's lock */
};

static uint32_t resolve_path(void *context, void *const *words, int count);

struct python_calls *python_calls_create(uint64_t bytes)
{
    struct python_calls *calls = pages_reserve(sizeof(*calls));

    if (calls == NULL)
        return NULL;
    if (!paths_init(&calls->paths,
                    (uint32_t)(bytes / sizeof(struct path_slot)), resolve_path,
                    calls)) {
        pages_release(calls, sizeof(*calls));
        return NULL;
    }
    calls->path = STACKS_MISS;
    return calls;
}

void python_calls_destroy(struct python_calls *calls)
{
    if (calls == NULL)
        return;
    paths_clear(&calls->paths);
    pages_release(calls, sizeof(*calls));
}

struct python_unnamed python_calls_unnamed(void)
{
    struct python_unnamed all = { 0 };

    for (const struct thread *at = recorder.threads; at != NULL; at = at->next)
        if (at->python != NULL) {
            all.unlocked += at->python->unnamed.unlocked;
            all.several += at->python->unnamed.several;
            all.deep += at->python->unnamed.deep;
        }
    return all;
}

uint64_t python_calls_lost(const struct python_calls *calls)
{
    return calls->paths.lost;
}

uint64_t python_calls_bytes(const struct python_calls *calls)
{
    return sizeof(*calls) +
           (calls->paths.mask + 1ull) * sizeof(struct path_slot);
}

static bool caller_is_machinery(struct python_calls *calls,
                                const void *address)
{
    struct caller *known = &calls->callers[(uintptr_t)address / 4 % CALLERS];

    if (known->address != address) {
        known->machinery = call_path_is_python(&recorder, address);
        known->address = address;
    }
    return known->machinery;
}

static bool frame_is_cut(const struct python_calls *calls, int i)
{
    return calls->unlocked ? calls->frames[i] == PYTHON_FRAME_CUT
                           : calls->places[i].code == NULL;
}

static void name_frame(const struct python_calls *calls, int i,
                       struct python_names *out)
{
    if (calls->unlocked)
        python_frame_names(calls->frames[i], out);
    else
        python_name(&calls->places[i], out);
}

/* The names of the frames; those left out have none, unless nothing would be
 * left of the path.  Without our lock: while the interpreter makes objects
 * another thread may get its lock. */
static void name_frames(const struct python_calls *calls, int native,
                        struct python_names *names)
{
    bool any = native > 0;

    for (int i = 0; i < calls->count; i++) {
        names[i] = (struct python_names){ 0 };
        if (!frame_is_cut(calls, i))
            name_frame(calls, i, &names[i]);
        any = any ||
              (names[i].file != NULL && python_file_is_shown(names[i].file));
    }
    for (int i = 0; any && i < calls->count; i++)
        if (names[i].file != NULL && !python_file_is_shown(names[i].file))
            python_names_clear(&names[i]);
}

static uint32_t add_frame(uint32_t path, const struct python_names *names)
{
    struct python_frame frame = { names->function, names->file,
                                  names->first_line, names->line };

    return call_path_with(&recorder, path,
                          python_frame_define(recorder.definitions, &frame));
}

/* Return addresses above the interpreter, which are less than all when it was
 * reached. */
static int above_python(void *const *addresses, int count)
{
    for (int i = 0; i < count; i++)
        if (call_path_is_python(&recorder, addresses[i]))
            return i;
    return count;
}

static uint32_t resolve_path(void *context, void *const *words, int count)
{
    const struct python_calls *calls = context;
    struct python_names names[PATHS_DEEPEST];
    int native = above_python(words + 1, calls->native);
    uint32_t path = 0;
    int before;

    (void)count;
    name_frames(calls, native, names);
    before = cancel_lock(&recorder.lock);
    for (int i = calls->count; i-- > 0;)
        if (frame_is_cut(calls, i))
            path = call_path_cut(&recorder, path);
        else if (names[i].file != NULL)
            path = add_frame(path, &names[i]);
    for (int i = native; i-- > 0;)
        path = call_path_add(&recorder, path, words[1 + i]);
    cancel_unlock(&recorder.lock, before);
    for (int i = 0; i < calls->count; i++)
        python_names_clear(&names[i]);
    return path;
}

/* Code objects lie 16 bytes apart at least: up to a million instructions of
 * each are distinct. */
static void *word_of(const struct python_place *place)
{
    return (void *)((uintptr_t)place->code * 65537u + (uintptr_t)place->at);
}

/* The frames of a path: a place without code stands for those in the middle of
 * a deep stack. */
static int read_frames(struct python_calls *calls)
{
    struct python_place *places = calls->places;
    int count = python_stack(places, PYTHON_FRAMES_WALKED);
    struct path_ends ends =
        path_ends(count, recorder.callpath, 0, count < PYTHON_FRAMES_WALKED);
    struct python_place *left = places + count - ends.outer;

    calls->unnamed.deep += count == PYTHON_FRAMES_WALKED;
    if (!ends.cut)
        return count;
    python_release(places + ends.inner, (int)(left - places) - ends.inner);
    places[ends.inner] = (struct python_place){ 0 };
    memmove(places + ends.inner + 1, left,
            (size_t)ends.outer * sizeof(*places));
    return ends.inner + 1 + ends.outer;
}

static void read_native(struct python_calls *calls, const void *caller)
{
    calls->native = 0;
    if (!caller_is_machinery(calls, caller))
        calls->native = path_walk(
            caller, calls->words + 1,
            recorder.callpath < NATIVE_MOST ? recorder.callpath : NATIVE_MOST);
    calls->words[0] = (void *)(intptr_t)calls->native;
}

/* The frames of a path, as read_frames() chooses them.  Returns their number. */
static int keep_ends(uint64_t *frames, int count)
{
    bool whole = frames[count - 1] != PYTHON_FRAME_CUT, cut = false;
    struct path_ends ends;

    for (int i = 0; i < count; i++) {
        frames[i] &= ~PYTHON_FRAME_ENTRY;
        cut = cut || frames[i] == PYTHON_FRAME_CUT;
    }
    ends = path_ends(cut ? PYTHON_FRAMES_WALKED : count, recorder.callpath, 0,
                     whole);
    if (!ends.cut)
        return count;
    if (ends.inner >= count) /* the walk has kept fewer */
        ends.inner = count - 1;
    frames[ends.inner] = PYTHON_FRAME_CUT;
    memmove(frames + ends.inner + 1, frames + count - ends.outer,
            (size_t)ends.outer * sizeof(*frames));
    return ends.inner + 1 + ends.outer;
}

/* Where Python's lock is another thread's: of a call that may never return. */
static uint32_t read_unlocked(struct python_calls *calls, const void *caller)
{
    calls->count = python_frames_here(calls->frames);
    if (calls->count == 0)
        return STACKS_MISS;
    calls->unlocked = true;
    calls->unnamed.deep += calls->frames[calls->count - 1] == PYTHON_FRAME_CUT;
    read_native(calls, caller);
    calls->count = keep_ends(calls->frames, calls->count);
    for (int i = 0; i < calls->count; i++)
        calls->words[1 + calls->native + i] =
            (void *)(uintptr_t)calls->frames[i];
    return paths_id(&calls->paths, calls->words,
                    1 + calls->native + calls->count);
}

/* Needs Python's lock.  A new path keeps its references. */
static uint32_t read_path(struct python_calls *calls, const void *caller)
{
    uint32_t known = calls->paths.used, path;

    if (python_frames_state() == PYTHON_FRAMES_UNCHECKED)
        python_frames_check();
    calls->unlocked = false;
    read_native(calls, caller);
    calls->count = read_frames(calls);
    if (calls->count == 0)
        return STACKS_MISS;
    for (int i = 0; i < calls->count; i++)
        calls->words[1 + calls->native + i] = word_of(&calls->places[i]);
    path = paths_id(&calls->paths, calls->words,
                    1 + calls->native + calls->count);
    if (calls->paths.used == known)
        python_release(calls->places, calls->count);
    return path;
}

static uint32_t read_in(enum python_lock_state state,
                        struct python_calls *calls, const void *caller)
{
    uint32_t path;
    int lock;

    if (state == PYTHON_LOCKED)
        return read_path(calls, caller);
    lock = python_lock();
    path = read_path(calls, caller);
    python_unlock(lock);
    return path;
}

/* Its cost is a part of a call's cost, in the same samples. */
static void sample_cost(struct thread *thread, uint64_t begin)
{
    thread->cost_before += record_now() - begin;
}

static void read_or_wait(struct python_calls *calls, const void *caller)
{
    calls->path = read_unlocked(calls, caller);
    calls->later =
        calls->path == STACKS_MISS && caller_is_machinery(calls, caller);
    calls->unnamed.unlocked += calls->path == STACKS_MISS && !calls->later;
}

void python_calls_before(struct thread *thread, const struct hook_call *call)
{
    struct python_calls *calls = thread->python;
    bool sampled = thread->calls % CALLS_PER_COST_SAMPLE == 1;
    uint64_t begin = sampled ? record_now() : 0;
    enum python_lock_state state;

    calls->path = STACKS_MISS;
    calls->later = false;
    thread->kept->path = 0;
    if (recorder.callpath == 0 || pauses_off(&recorder.pauses))
        return;
    state = python_lock_state();
    if (state == PYTHON_LOCKED || state == PYTHON_FREE)
        calls->path = read_in(state, calls, call->caller);
    else if (state == PYTHON_UNLOCKED)
        read_or_wait(calls, call->caller);
    calls->unnamed.several += state == PYTHON_SEVERAL;
    if (calls->path != STACKS_MISS)
        thread->kept->path = calls->path;
    if (sampled)
        sample_cost(thread, begin);
}

static bool has_frames(enum python_lock_state state)
{
    return state != PYTHON_ELSEWHERE && state != PYTHON_SEVERAL;
}

uint32_t python_calls_path(struct python_calls *calls, const void *caller)
{
    enum python_lock_state state;

    if (!calls->later)
        return calls->path;
    calls->later = false;
    state = python_lock_state();
    calls->unnamed.several += state == PYTHON_SEVERAL;
    if (has_frames(state))
        calls->path = read_in(state, calls, caller);
    return calls->path;
}

uint32_t python_calls_here(struct thread *thread, const void *caller)
{
    enum python_lock_state state = python_lock_state();
    uint32_t path = STACKS_MISS;

    if (recorder.callpath == 0 || !has_frames(state))
        return 0;
    if (state != PYTHON_UNLOCKED ||
        caller_is_machinery(thread->python, caller))
        path = read_in(state, thread->python, caller);
    return path == STACKS_MISS ? 0 : path;
}
