/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/paths/path_walk.h"

#include <string.h>

#include "measure/callsite/walk.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/recorder.h"

/* Frames of libc and _start on the stack before main(). */
#define STARTS 3
/* Deeper stacks are not learnt: to find their slots takes too long. */
#define LEARN_MOST 128

struct path_ends path_ends(int count, int most, int starts, bool whole)
{
    struct path_ends ends = { .inner = count };

    if (count <= most + starts)
        return ends;
    ends.outer = whole ? most / 4 + starts : 0;
    ends.inner = whole ? most - most / 4 : most;
    ends.cut = true;
    return ends;
}

int path_walk(const void *caller, void **addresses, int most)
{
    int count = walk_stack(addresses, most + PATH_WALK_OURS - 1);
    int first = 0;

    while (first < count && first < PATH_WALK_OURS &&
           addresses[first] != caller)
        first++;
    if (first >= count || first == PATH_WALK_OURS) {
        addresses[0] = (void *)(uintptr_t)caller;
        return 1;
    }
    count = count - first < most ? count - first : most;
    memmove(addresses, addresses + first, (size_t)count * sizeof(*addresses));
    return count;
}

/* Moves what is kept together, around a NULL; returns the number of all. */
static int cut_middle(void **addresses, int count, struct path_ends ends)
{
    if (!ends.cut)
        return count;
    addresses[ends.inner] = NULL;
    memmove(addresses + ends.inner + 1, addresses + count - ends.outer,
            (size_t)ends.outer * sizeof(*addresses));
    return ends.inner + 1 + ends.outer;
}

/* Slots of frames that are not compared in between may be memory no more when
 * this stack is not the thread's own. */
static bool may_leave_out(struct thread *thread, const struct hook_call *call,
                          const void *outermost)
{
    return thread_stack_has(&thread->stack, call->thread, (uintptr_t)call,
                            (uintptr_t)outermost);
}

/* Fills in where the addresses that are kept lie; false: not all are there. */
static bool find_slots(struct stack_way *way, const struct hook_call *call,
                       void *const *const *slots, void *const *addresses,
                       int left_out)
{
    const char *from = (const char *)call;
    int at = 0;

    for (int i = 1; at < way->depth; i++) {
        const char *slot;

        if (addresses[i] == NULL) {
            slots += left_out;
            continue;
        }
        slot = (const char *)*slots++;
        if (slot < from || slot - from > (ptrdiff_t)UINT32_MAX)
            return false;
        way->offsets[at] = (uint32_t)(slot - from);
        way->values[at++] = addresses[i];
    }
    return true;
}

/* Remembers where the addresses lie, if all of them were found.  main()'s
 * caller is the same as long as main() is. */
static void learn_stack(struct thread *thread, const struct hook_call *call,
                        void *const *addresses, int count,
                        struct path_ends ends, uint32_t path)
{
    void *const *slots[LEARN_MOST];
    struct stack_way *way;
    int kept = ends.inner + ends.outer;
    int starts;

    if (thread->leaving || kept - STARTS - 1 > STACKS_DEEPEST ||
        count > LEARN_MOST)
        return;
    way = stacks_room(thread->stacks, call->caller, call);
    if (way == NULL)
        return;
    way->caller = NULL;
    starts = call_path_starts(&recorder, addresses, kept + ends.cut);
    if (kept - starts - 1 > STACKS_DEEPEST ||
        walk_slots(call->caller, slots, count - 1) != count - 1 ||
        (ends.cut && !may_leave_out(thread, call, slots[count - 2])))
        return;
    way->depth = kept - starts - 1;
    if (!find_slots(way, call, slots, addresses, count - kept))
        return;
    way->generation = paths_generation_now();
    way->path = path;
    way->pointer = call;
    way->caller = call->caller;
}

uint32_t path_walk_call(struct thread *thread, const struct hook_call *call)
{
    void *stack[PATH_WALK_MOST + PATH_WALK_OURS];
    int count = path_walk(call->caller, stack, PATH_WALK_MOST);
    struct path_ends ends =
        path_ends(count, recorder.callpath, STARTS, count < PATH_WALK_MOST);
    int kept = cut_middle(stack, count, ends);
    uint64_t lost = thread->paths.lost;
    uint32_t path = paths_id(&thread->paths, stack, kept);

    if (thread->paths.lost > lost)
        path = paths_id(&thread->paths, stack, 1);
    learn_stack(thread, call, stack, count, ends, path);
    return path;
}
