/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/record/paths/call_path.h"

#include <dlfcn.h>
#include <string.h>

#include "base/cancel.h"
#include "measure/callsite/modules.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/recorder.h"
#include "symbols/cut_frame.h"
#include "symbols/python_frame.h"

/* main's caller is a function of libc that has no name, next to this one. */
#define CALLS_MAIN "__libc_start_main"
#define BESIDE_BYTES 1024

static uintptr_t calls_main; /* 0: unknown */

void call_path_setup(void)
{
    calls_main = (uintptr_t)dlsym(RTLD_DEFAULT, CALLS_MAIN);
}

static bool is_beside_start(const void *address)
{
    uintptr_t at = (uintptr_t)address;

    return calls_main != 0 && at + BESIDE_BYTES > calls_main &&
           at < calls_main + BESIDE_BYTES;
}

/* A return address may be the first byte behind its function. */
static struct module *module_of(struct recorder *recorder, const void *address)
{
    return modules_find(recorder->modules, (const char *)address - 1);
}

enum module_kind call_path_kind(struct recorder *recorder, void *address)
{
    const struct module *module = module_of(recorder, address);

    return module == NULL ? MODULE_PROGRAM : module->kind;
}

/* How many frames are left when the start code of a process (_start of the
 * program under two frames of libc) or of a thread is cut off. */
static int without_start(struct recorder *recorder, void *const *addresses,
                         int count)
{
    if (count > 3 &&
        call_path_kind(recorder, addresses[count - 2]) == MODULE_START &&
        call_path_kind(recorder, addresses[count - 3]) == MODULE_START)
        count--;
    while (count > 1 &&
           call_path_kind(recorder, addresses[count - 1]) == MODULE_START)
        count--;
    return count;
}

int call_path_starts(struct recorder *recorder, void *const *addresses,
                     int count)
{
    int before = cancel_lock(&recorder->lock);
    int left = without_start(recorder, addresses, count);

    cancel_unlock(&recorder->lock, before);
    return count - left;
}

uint32_t call_path_module(struct recorder *recorder, struct module *module)
{
    const char *key = module->build_id;

    if (!module->defined) {
        module->definition = definitions_intern(
            recorder->definitions, DEFINITION_MODULE, 0, 0, key, strlen(key));
        if (module->definition != DEFINITION_NONE)
            definitions_note(recorder->definitions, DEFINITION_MODULE,
                             module->definition, module->path,
                             strlen(module->path), 0);
        module->defined = true;
    }
    return module->definition;
}

static bool module_is_python(const struct module *module)
{
    return module->kind == MODULE_PYTHON || module->kind == MODULE_MPI4PY;
}

static bool module_is_left_out(const struct recorder *recorder,
                               const struct module *module)
{
    return module == NULL || module->kind == MODULE_OURS ||
           module->kind == MODULE_MPI ||
           (module_is_python(module) && recorder->python);
}

uint32_t call_path_with(struct recorder *recorder, uint32_t path,
                        uint32_t frame)
{
    uint32_t id;

    if (frame == DEFINITION_NONE)
        return path;
    id = definitions_intern(recorder->definitions, DEFINITION_PATH, path,
                            frame, NULL, 0);
    return id == DEFINITION_NONE ? path : id;
}

/* The path with a frame of that module in it. */
static uint32_t add_frame(struct recorder *recorder, uint32_t path,
                          struct module *module, const void *address)
{
    uint64_t offset = (uint64_t)(uintptr_t)address - module->bias;
    uint32_t frame;

    frame = definitions_intern_number(recorder->definitions, DEFINITION_FRAME,
                                      call_path_module(recorder, module), 0,
                                      offset);
    return call_path_with(recorder, path, frame);
}

uint32_t call_path_cut(struct recorder *recorder, uint32_t path)
{
    return call_path_with(recorder, path,
                          cut_frame_define(recorder->definitions));
}

uint32_t call_path_add(struct recorder *recorder, uint32_t path, void *address)
{
    struct module *module;

    if (address == NULL)
        return call_path_cut(recorder, path);
    module = module_of(recorder, address);
    return module_is_left_out(recorder, module)
               ? path
               : add_frame(recorder, path, module, address);
}

static uint32_t find_site(uint32_t path)
{
    struct definition whole =
        definitions_get(recorder.definitions, DEFINITION_PATH, path);
    uint32_t cut;

    if (path != 0 && whole.refs[0] == 0)
        return path;
    cut = call_path_cut(&recorder, 0);
    return path == 0 ? cut : call_path_with(&recorder, cut, whole.refs[1]);
}

uint32_t call_path_site(void *context, uint32_t path)
{
    struct path_sites *sites = context;
    uint32_t at = path % PATH_SITES;
    int before;

    if (sites->known[at].site == 0 || sites->known[at].path != path) {
        before = cancel_lock(&recorder.lock);
        sites->known[at].site = find_site(path);
        sites->known[at].path = path;
        cancel_unlock(&recorder.lock, before);
    }
    return sites->known[at].site;
}

uint32_t call_path_resolve(void *context, void *const *addresses, int count)
{
    struct recorder *recorder = context;
    uint32_t path = 0;
    int before = cancel_lock(&recorder->lock);

    for (int i = without_start(recorder, addresses, count); i-- > 0;)
        path = call_path_add(recorder, path, addresses[i]);
    cancel_unlock(&recorder->lock, before);
    return path;
}

/* An interpreter takes time of its own. */
static uint32_t add_native(struct recorder *recorder, uint32_t path,
                           void *address)
{
    struct module *module = module_of(recorder, address);

    if (module == NULL || module->kind == MODULE_OURS ||
        module->kind == MODULE_MPI)
        return path;
    return add_frame(recorder, path, module, address);
}

static uint32_t add_python(struct recorder *recorder, uint32_t path,
                           uint64_t word, bool all)
{
    struct python_names names;
    struct python_frame frame;

    if (word == PYTHON_FRAME_CUT)
        return call_path_cut(recorder, path);
    if (!python_frame_names(word, &names))
        return path;
    frame = (struct python_frame){ names.function, names.file,
                                   names.first_line, names.line };
    if (all || python_file_is_shown(names.file))
        path =
            call_path_with(recorder, path,
                           python_frame_define(recorder->definitions, &frame));
    python_names_clear(&names);
    return path;
}

/* all: also frames of Python that are not shown otherwise. */
static uint32_t add_sampled(struct recorder *recorder, void *const *addresses,
                            int first, int count, bool all)
{
    uint32_t path = 0;

    for (int i = count; i-- > first;)
        path = python_word_is_frame(addresses[i])
                   ? add_python(recorder, path,
                                (uint64_t)(uintptr_t)addresses[i], all)
                   : add_native(recorder, path, addresses[i]);
    return path;
}

/* The first frame outside our own work, which is charged to its caller, as it
 * is part of the time between calls.  The function that starts a thread is
 * ours, too. */
static int behind_ours(struct recorder *recorder, void *const *addresses,
                       int count)
{
    int first = count - 1;

    while (first > 0 &&
           call_path_kind(recorder, addresses[first - 1]) != MODULE_OURS)
        first--;
    return first < 0 ? 0 : first;
}

uint32_t call_path_resolve_sample(void *context, void *const *addresses,
                                  int count)
{
    struct recorder *recorder = context;
    uint32_t path;
    int first;
    int before = cancel_lock(&recorder->lock);

    count = without_start(recorder, addresses, count);
    if (count > 1 &&
        call_path_kind(recorder, addresses[count - 1]) == MODULE_OURS)
        count--;
    first = behind_ours(recorder, addresses, count);
    path = add_sampled(recorder, addresses, first, count, false);
    if (path == 0)
        path = add_sampled(recorder, addresses, first, count, true);
    cancel_unlock(&recorder->lock, before);
    return path;
}

/* For at least two. */
static bool ends_whole(struct recorder *recorder, void *const *addresses,
                       int count, bool ended)
{
    switch (call_path_kind(recorder, addresses[count - 1])) {
    case MODULE_OURS: /* begins a thread */ return true;
    case MODULE_START:
        return ended || is_beside_start(addresses[count - 1]) ||
               call_path_kind(recorder, addresses[count - 2]) == MODULE_OURS;
    default: return without_start(recorder, addresses, count) < count;
    }
}

bool call_path_is_whole(struct recorder *recorder, void *const *addresses,
                        int count, bool ended)
{
    bool yes;
    int before;

    if (count < 2)
        return false;
    before = cancel_lock(&recorder->lock);
    yes = ends_whole(recorder, addresses, count, ended);
    cancel_unlock(&recorder->lock, before);
    return yes;
}

bool call_path_is_python(struct recorder *recorder, const void *address)
{
    const struct module *module;
    bool is;
    int before = cancel_lock(&recorder->lock);

    module = module_of(recorder, address);
    is = module != NULL && module_is_python(module);
    cancel_unlock(&recorder->lock, before);
    return is;
}
