/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_functions.h"

#include <string.h>

#include "base/cancel.h"
#include "base/hash.h"
#include "base/pages.h"
#include "measure/callsite/function_symbols.h"
#include "measure/callsite/modules.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/paths/paths.h"
#include "measure/record/record_region.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/recorder.h"
#include "measure/record/thread_life.h"
#include "symbols/function_names.h"
#include "settings/function_rules.h"

/* Two of them: each function, and each place in the tree of calls. */
#define SLOTS 65536u
#define SLOTS_MOST (SLOTS / 4 * 3)
#define FUNCTIONS_MOST 16384u

#define OF_FUNCTION UINT32_MAX   /* parent of the slot of a function */
#define LEFT_OUT DEFINITION_NONE /* node of one that is not recorded */

struct slot {
    const void *address; /* NULL: free */
    uint32_t parent;     /* REGION_NODE it is called in, or OF_FUNCTION */
    uint32_t function;   /* index */
    uint32_t node, region;
    uint32_t generation; /* of loaded code (paths.h) that it is right for */
    uint8_t how;         /* trace_region_rules() */
    bool folded;         /* node is the one that counts folded calls */
    bool waits;          /* outside MPI */
};

struct function {
    uint64_t calls, ticks, next_look; /* at the calls, whether to fold */
    uint64_t offset;
    uint32_t module;  /* MODULE; DEFINITION_NONE: in no file */
    uint32_t since;   /* generation in which it got its address */
    const char *name; /* NULL: none */
    bool left_out, folded;
};

struct functions {
    struct slot *slots;
    struct function *list;
    uint32_t used_slots, used;
    struct functions_lost lost;
    uintptr_t frames[REGIONS_DEEPEST]; /* of functions: the stack at their
                                        * begin, as hook.h says */
    uintptr_t deep_frame;      /* same for the first that found no room on */
    const void *deep_function; /* the stack of regions, and which that is */
};

static struct {
    struct function_rules rules;
    double fold_ticks;
    struct function_symbols *symbols; /* NULL: no function has been called */
} setup;

void functions_setup(const char *text, struct strbuf *problems)
{
    function_rules_read(text, &setup.rules, problems);
    setup.fold_ticks = setup.rules.fold_ns * recorder.rate.ticks_per_ns;
    thread_stack_setup();
}

static void functions_destroy(struct functions *functions)
{
    if (functions == NULL)
        return;
    pages_release(functions->slots, SLOTS * sizeof(struct slot));
    pages_release(functions->list, FUNCTIONS_MOST * sizeof(struct function));
    pages_release(functions, sizeof(*functions));
}

void functions_teardown(void)
{
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        functions_destroy(at->functions);
        at->functions = NULL;
    }
    function_symbols_destroy(setup.symbols);
    setup.symbols = NULL;
    function_rules_clear(&setup.rules);
}

static struct functions *functions_create(void)
{
    struct functions *functions = pages_reserve(sizeof(*functions));

    if (functions == NULL)
        return NULL;
    functions->slots = pages_reserve(SLOTS * sizeof(struct slot));
    functions->list = pages_reserve(FUNCTIONS_MOST * sizeof(struct function));
    if (functions->slots != NULL && functions->list != NULL)
        return functions;
    functions_destroy(functions);
    return NULL;
}

uint64_t functions_bytes(const struct functions *functions)
{
    return functions == NULL ? 0
                             : functions->used_slots * sizeof(struct slot) +
                                   functions->used * sizeof(struct function);
}

struct functions_lost functions_lost(void)
{
    struct functions_lost all = { 0 };

    for (const struct thread *at = recorder.threads; at != NULL; at = at->next)
        if (at->functions != NULL) {
            all.no_room += at->functions->lost.no_room;
            all.too_deep += at->functions->lost.too_deep;
            all.abandoned += at->functions->lost.abandoned;
        }
    return all;
}

/* The slot of that place, or the free one where it would be. */
static inline struct slot *slot_find(const struct functions *functions,
                                     uint32_t parent, const void *address)
{
    uint32_t at = (uint32_t)hash_mix(parent, (uint64_t)(uintptr_t)address);
    struct slot *slot = &functions->slots[at % SLOTS];

    while (slot->address != NULL &&
           (slot->address != address || slot->parent != parent))
        slot = &functions->slots[++at % SLOTS];
    return slot;
}

/* ---- the first time ---- */

/* Rules need it at once, and it tells whether the function waits. */
static const char *name_of(const struct module *module, uint64_t offset)
{
    if (setup.symbols == NULL)
        setup.symbols = function_symbols_create();
    return setup.symbols == NULL
               ? NULL
               : function_symbols_find(setup.symbols, module->path,
                                       module->build_id, offset);
}

/* With the lock held: a function that has not been called.  module: NULL: in no
 * file. */
static void place_address(struct function *function, const void *address,
                          struct module *module)
{
    *function = (struct function){
        .offset = (uint64_t)(uintptr_t)address,
        .module = DEFINITION_NONE,
        .since = paths_generation_now(),
    };
    if (module != NULL) {
        function->offset -= module->bias;
        function->module = call_path_module(&recorder, module);
    }
}

static void name_function(struct function *function, struct module *module)
{
    function->next_look =
        setup.rules.fold_calls > 0 ? setup.rules.fold_calls : UINT64_MAX;
    if (module != NULL)
        function->name = name_of(module, function->offset);
    function->left_out = (module != NULL && (module->kind == MODULE_OURS ||
                                             module->kind == MODULE_MPI)) ||
                         function_rules_skip(&setup.rules, function->name);
}

/* With the lock held, at first and after code was unloaded: another function may be
 * at the address. */
static void locate_function(struct function *function, const void *address)
{
    struct module *module = modules_find(recorder.modules, address);
    struct function found;

    place_address(&found, address, module);
    if (found.module == function->module && found.offset == function->offset)
        return;
    *function = found;
    name_function(function, module);
}

static bool take_slot(struct functions *functions, struct slot *slot,
                      const void *address, uint32_t parent, uint32_t function)
{
    if (functions->used_slots == SLOTS_MOST)
        return false;
    functions->used_slots++;
    slot->parent = parent;
    slot->function = function;
    slot->address = address;
    return true;
}

/* The index of a function; FUNCTIONS_MOST: there is no room. */
static uint32_t function_of(struct functions *functions, const void *address)
{
    struct slot *slot = slot_find(functions, OF_FUNCTION, address);
    bool is_new;

    if (slot->address == NULL &&
        (functions->used == FUNCTIONS_MOST ||
         !take_slot(functions, slot, address, OF_FUNCTION, functions->used)))
        return FUNCTIONS_MOST;
    is_new = slot->function == functions->used;
    functions->used += is_new;
    if (is_new || slot->generation != paths_generation_now())
        locate_function(&functions->list[slot->function], address);
    slot->generation = paths_generation_now();
    return slot->function;
}

/* The region inside the caller's, or the one that latecomers share. */
static void place_function(struct slot *slot, const struct function *function,
                           enum function_line line)
{
    struct definitions *names = recorder.definitions;
    uint32_t region = DEFINITION_NONE;
    bool is_other = record_regions_full();

    if (is_other && function_region_is_known(names, function->module,
                                             function->offset, line)) {
        region =
            function_region(names, function->module, function->offset, line);
        is_other =
            definitions_find(names, DEFINITION_REGION_NODE, slot->parent,
                             region, NULL, 0) == DEFINITION_NONE;
    }
    if (is_other)
        region = definitions_region(names, REGIONS_OTHERS, "", 0);
    else if (region == DEFINITION_NONE)
        region =
            function_region(names, function->module, function->offset, line);
    recorder.regions_shared += is_other;
    slot->region = region;
    slot->node = record_region_node(region, slot->parent, is_other);
    slot->folded = line == FUNCTION_FOLDED;
    slot->waits = line == FUNCTION_TIMED && function->name != NULL &&
                  record_region_waits(function->name, is_other);
    if (slot->waits) /* known by its name in traces without names, too */
        function_region_named(names, region, function->name);
    slot->how = (uint8_t)record_region_rules(
        slot->node, function->name != NULL
                        ? function->name
                        : definitions_region_name(names, region));
}

static void fill_slot(struct slot *slot, const struct function *function)
{
    if (function->left_out)
        slot->node = LEFT_OUT;
    else
        place_function(slot, function, FUNCTION_TIMED);
}

/* The slot of that place, right for the code that is loaded now.  NULL: no
 * room. */
static struct slot *define_slot(struct functions *functions, uint32_t parent,
                                const void *address)
{
    struct slot *slot = NULL;
    int before = cancel_lock(&recorder.lock);
    uint32_t function;
    bool is_new;

    function = function_of(functions, address);
    if (function != FUNCTIONS_MOST)
        slot = slot_find(functions, parent, address);
    is_new = slot != NULL && slot->address == NULL;
    if (is_new && !take_slot(functions, slot, address, parent, function))
        slot = NULL;
    if (slot == NULL)
        functions->lost.no_room++;
    else if (is_new || slot->generation < functions->list[function].since)
        fill_slot(slot, &functions->list[function]);
    if (slot != NULL)
        slot->generation = paths_generation_now();
    cancel_unlock(&recorder.lock, before);
    return slot;
}

/* NULL: nothing is recorded. */
static struct thread *first_use(struct hook_thread *hook)
{
    struct hook_call call = { .thread = hook };
    struct thread *thread;

    if (!setup.rules.on)
        return NULL;
    call.begin = record_now();
    thread = thread_of(&call);
    if (thread != NULL && thread->functions == NULL)
        thread->functions = functions_create();
    return thread != NULL && thread->functions != NULL ? thread : NULL;
}

/* ---- what longjmp() has left ---- */

static bool frame_is_function(const struct region_frame *frame)
{
    return frame->source == HOOK_FUNCTION;
}

/* The stack of regions is lower than the thread's: functions that are open, or
 * found no room, are over.  Programs that change stacks look the same. */
static inline bool seems_left(const struct thread *thread, uintptr_t frame)
{
    const struct functions *functions = thread->functions;
    const struct regions *regions = &thread->kept->regions;

    if (__builtin_expect(regions->functions_deep > 0, 0))
        return functions->deep_frame < frame;
    return frame_is_function(&regions->stack[regions->depth]) &&
           functions->frames[regions->depth] < frame;
}

/* Ends the innermost functions, up to the outermost one deeper in the stack,
 * which thread_stack_has() has found; those on other stacks are not over. */
static int first_left(const struct thread *thread, uintptr_t frame)
{
    const struct regions *regions = &thread->kept->regions;
    int depth = regions->depth;

    while (depth > 0 && frame_is_function(&regions->stack[depth]) &&
           thread->functions->frames[depth] < frame &&
           thread->functions->frames[depth] >= thread->stack.low)
        depth--;
    return depth + 1;
}

static void leave_deep(struct thread *thread)
{
    struct regions *regions = &thread->kept->regions;

    thread->functions->lost.abandoned += (uint64_t)regions->functions_deep;
    regions->functions_deep = 0;
}

/* Another function begins at that frame. */
static void end_left(struct hook_thread *hook, struct thread *thread,
                     uintptr_t frame)
{
    struct functions *functions = thread->functions;
    struct regions *regions = &thread->kept->regions;
    uintptr_t inner = regions->functions_deep > 0
                          ? functions->deep_frame
                          : functions->frames[regions->depth];
    int depth;

    if (!thread_stack_has(&thread->stack, hook, inner, frame))
        return;
    leave_deep(thread);
    depth = first_left(thread, frame);
    if (depth > regions->depth)
        return;
    record_samples_work_if_any(hook);
    for (int i = depth; i <= regions->depth; i++)
        functions->lost.abandoned += !regions->stack[i].over;
    record_region_close(thread, record_now(), depth);
}

/* ---- each time ---- */

static bool frame_is_of(const struct region_frame *top, const void *address)
{
    return top->source == HOOK_FUNCTION &&
           top->id == (uint64_t)(uintptr_t)address;
}

static inline bool slot_is_current(const struct slot *slot)
{
    return slot->address != NULL && slot->generation == paths_generation_now();
}

static void count_visit(struct thread *thread, uint32_t node)
{
    struct region_data *data = regions_data(&thread->kept->regions, node);

    if (data != NULL)
        data->visits++;
}

static void count_folded(struct thread *thread, struct slot *slot)
{
    int before;

    if (__builtin_expect(!slot->folded, 0)) {
        before = cancel_lock(&recorder.lock);
        place_function(slot, &thread->functions->list[slot->function],
                       FUNCTION_FOLDED);
        cancel_unlock(&recorder.lock, before);
    }
    if (slot->node != LEFT_OUT)
        count_visit(thread, slot->node);
}

static void enter_function(struct thread *thread, struct slot *slot,
                           const void *address, uintptr_t at)
{
    struct regions *regions = &thread->kept->regions;
    struct region_frame *frame;

    if (!record_region_open(thread, record_now(), slot->node, slot->region,
                            slot->how, slot->waits)) {
        regions->too_deep--; /* which counts marks: its end asks for none */
        return;
    }
    frame = &regions->stack[regions->depth];
    frame->source = HOOK_FUNCTION;
    frame->id = (uint64_t)(uintptr_t)address;
    frame->may_stay = true;
    frame->function = slot->function;
    thread->functions->frames[regions->depth] = at;
}

/* All from the first that finds no room on: their ends count down. */
static bool function_is_too_deep(struct thread *thread, const void *address,
                                 uintptr_t frame)
{
    struct regions *regions = &thread->kept->regions;

    if (regions->functions_deep == 0) {
        if (regions->depth + 1 < REGIONS_DEEPEST)
            return false;
        thread->functions->deep_frame = frame;
        thread->functions->deep_function = address;
    }
    regions->functions_deep++;
    thread->functions->lost.too_deep++;
    return true;
}

void record_function_enter(struct hook_thread *hook, void *address,
                           uintptr_t frame)
{
    struct thread *thread = hook->data;
    struct functions *functions;
    struct region_frame *top;
    struct slot *slot;

    if (__builtin_expect(thread == NULL || thread->functions == NULL, 0) &&
        (thread = first_use(hook)) == NULL)
        return;
    functions = thread->functions;
    if (__builtin_expect(seems_left(thread, frame), 0))
        end_left(hook, thread, frame);
    if (__builtin_expect(function_is_too_deep(thread, address, frame), 0))
        return;
    top = &thread->kept->regions.stack[thread->kept->regions.depth];
    if (frame_is_of(top, address)) {
        top->again++;
        count_visit(thread, top->node);
        return;
    }
    slot = slot_find(functions, top->node, address);
    if (__builtin_expect(!slot_is_current(slot), 0) &&
        (slot = define_slot(functions, top->node, address)) == NULL)
        return;
    if (slot->node == LEFT_OUT)
        return;
    if (functions->list[slot->function].folded) {
        count_folded(thread, slot);
        return;
    }
    record_samples_work_if_any(hook);
    enter_function(thread, slot, address, frame);
}

/* Now and then: whether it is worth its clock. */
static void look_at_function(struct function *function)
{
    function->next_look += setup.rules.fold_calls;
    function->folded =
        (double)function->ticks < setup.fold_ticks * (double)function->calls;
}

static void leave_top(struct thread *thread, const struct region_frame *top)
{
    struct function *function = &thread->functions->list[top->function];
    uint64_t now = record_now();

    function->ticks += now - record_excluded_ticks(thread, now) - top->begin;
    record_region_close(thread, now, thread->kept->regions.depth);
    if (++function->calls > function->next_look)
        look_at_function(function);
}

/* Whether its enter opened nothing. */
static bool function_was_left_out(const struct functions *functions,
                                  uint32_t node, const void *address)
{
    const struct slot *slot = slot_find(functions, OF_FUNCTION, address);

    if (slot->address == NULL)
        return true;
    if (functions->list[slot->function].left_out ||
        functions->list[slot->function].folded)
        return true;
    return slot_find(functions, node, address)->address == NULL &&
           functions->used_slots == SLOTS_MOST;
}

static bool function_is_open(const struct region_frame *frame,
                             const void *address)
{
    return frame_is_of(frame, address) && !frame->over;
}

/* -1: it is not open. */
static int function_depth(const struct regions *regions, const void *address)
{
    int depth = regions->depth;

    while (depth > 0 && !function_is_open(&regions->stack[depth], address))
        depth--;
    return depth > 0 ? depth : -1;
}

/* Whether its caller is over already: something ends further out.  Functions
 * may end on the stack of their callers. */
static inline bool is_inside(const struct thread *thread, int depth,
                             uintptr_t frame)
{
    return frame_is_function(&thread->kept->regions.stack[depth - 1]) &&
           thread->functions->frames[depth - 1] < frame;
}

/* The one whose end is at that frame: what it has called is deeper in the
 * stack, and what has called it is not.  -1: that does not show. */
static int depth_at(struct hook_thread *hook, const void *address,
                    uintptr_t frame)
{
    struct thread *thread = hook->data;
    const struct regions *regions = &thread->kept->regions;
    struct functions *functions = thread->functions;
    int depth = regions->depth;

    if (!is_inside(thread, depth + 1, frame))
        return -1;
    while (depth > 0 && (is_inside(thread, depth, frame) ||
                         !function_is_open(&regions->stack[depth], address)))
        depth--;
    if (depth < 1 || depth == regions->depth ||
        !is_inside(thread, depth + 2, frame) ||
        !thread_stack_has(&thread->stack, hook, functions->frames[depth + 1],
                          frame))
        return -1;
    return depth;
}

/* Functions inside it were left without returning, by longjmp(), or belong to
 * a region that another function will end: that one goes on, and this one
 * until then. */
static void leave_outer(struct thread *thread, int depth)
{
    struct regions *regions = &thread->kept->regions;
    bool holds = false;

    for (int i = depth; i <= regions->depth; i++) {
        struct region_frame *frame = &regions->stack[i];

        holds = holds || frame->source != HOOK_FUNCTION;
        thread->functions->lost.abandoned +=
            i > depth && frame->source == HOOK_FUNCTION && !frame->over;
        if (frame->source == HOOK_FUNCTION)
            frame->over = true;
    }
    if (!holds)
        record_region_close(thread, record_now(), depth);
}

/* Whether not the innermost one ends, but one of the same function. */
static inline bool is_further_out(struct hook_thread *hook,
                                  const void *address, uintptr_t frame)
{
    struct thread *thread = hook->data;

    return is_inside(thread, thread->kept->regions.depth, frame) &&
           depth_at(hook, address, frame) > 0;
}

/* A function that is folded may be open since before it was. */
static void leave_other(struct hook_thread *hook, const void *address,
                        uintptr_t frame)
{
    struct thread *thread = hook->data;
    struct regions *regions = &thread->kept->regions;
    int depth = depth_at(hook, address, frame);

    if (depth < 0 && function_was_left_out(thread->functions,
                                           regions_node(regions), address))
        return;
    if (depth < 0)
        depth = function_depth(regions, address);
    if (depth > 0)
        leave_outer(thread, depth);
    else
        regions->errors++;
}

/* Whether it ends one of those that found no room.  The first of them may end
 * on the stack of its caller. */
static bool function_was_too_deep(struct hook_thread *hook,
                                  const void *address, uintptr_t frame)
{
    struct thread *thread = hook->data;
    struct functions *functions = thread->functions;
    struct regions *regions = &thread->kept->regions;
    bool first = address == functions->deep_function;

    if (regions->functions_deep > first && functions->deep_frame < frame &&
        thread_stack_has(&thread->stack, hook, functions->deep_frame, frame)) {
        regions->functions_deep -= first;
        leave_deep(thread);
        return first;
    }
    regions->functions_deep--;
    return true;
}

void record_function_leave(struct hook_thread *hook, void *address,
                           uintptr_t frame)
{
    struct thread *thread = hook->data;
    struct regions *regions;
    struct region_frame *top;

    if (thread == NULL || thread->functions == NULL)
        return;
    regions = &thread->kept->regions;
    if (regions->functions_deep > 0 &&
        function_was_too_deep(hook, address, frame))
        return;
    top = &regions->stack[regions->depth];
    if (!frame_is_of(top, address) ||
        __builtin_expect(is_further_out(hook, address, frame), 0)) {
        record_samples_work_if_any(hook);
        leave_other(hook, address, frame);
    } else if (top->again > 0) {
        top->again--;
    } else {
        record_samples_work_if_any(hook);
        leave_top(thread, top);
    }
}
