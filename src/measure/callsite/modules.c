/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/callsite/modules.h"
#include "base/text/affix.h"
#include "base/array_room.h"
#include "base/flavours.h"
#include "base/start_directory.h"
#include "symbols/layout_id.h"
#include "symbols/python_frame.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many objects the dynamic linker has added and removed so far. */
struct loads {
    unsigned long long added, removed;
};

struct modules {
    struct module *list;
    size_t count;
    struct loads loads;            /* when last read */
    bool gone;                     /* some of an earlier list are */
    modules_watch_function *watch; /* NULL: nobody */
    void *context;
};

struct modules *modules_create(void)
{
    return calloc(1, sizeof(struct modules));
}

static void forget_list(struct modules *modules)
{
    for (size_t i = 0; i < modules->count; i++)
        FREE_ALL(modules->list[i].path, modules->list[i].build_id);
    free(modules->list);
}

void modules_destroy(struct modules *modules)
{
    if (modules == NULL)
        return;
    forget_list(modules);
    free(modules);
}

static char *hex_of(const uint8_t *bytes, size_t size)
{
    char *text = malloc(2 * size + 1);

    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    text[2 * size] = '\0';
    return text;
}

/* The GNU build-id in one segment of notes. */
static char *build_id_in(const uint8_t *notes, size_t size)
{
    size_t at = 0;

    while (at + sizeof(ElfW(Nhdr)) <= size) {
        const ElfW(Nhdr) *note = (const void *)(notes + at);
        size_t name = at + sizeof(*note);
        size_t body = name + ((note->n_namesz + 3u) & ~(size_t)3);

        if (body + note->n_descsz > size)
            return NULL;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
            memcmp(notes + name, "GNU", 4) == 0)
            return hex_of(notes + body, note->n_descsz);
        at = body + ((note->n_descsz + 3u) & ~(size_t)3);
    }
    return NULL;
}

static char *layout_of(const struct dl_phdr_info *info, const char *path)
{
    char text[LAYOUT_ID_ROOM];
    uint64_t hash = layout_id_begin(path);

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        hash = layout_id_segment(hash, segment->p_type, segment->p_vaddr,
                                 segment->p_filesz);
        if (segment->p_type == PT_GNU_EH_FRAME)
            hash = layout_id_functions(
                hash, (const void *)(info->dlpi_addr + segment->p_vaddr),
                segment->p_filesz);
    }
    layout_id_print(hash, text);
    return strdup(text);
}

static void read_segments(const struct dl_phdr_info *info,
                          struct module *module)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t low = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_LOAD) {
            if (low < module->low)
                module->low = low;
            if (low + segment->p_memsz > module->high)
                module->high = low + segment->p_memsz;
        } else if (segment->p_type == PT_NOTE && module->build_id == NULL) {
            module->build_id =
                build_id_in((const uint8_t *)low, segment->p_memsz);
        }
    }
}

static bool file_is_python(const char *name)
{
    return python_is_interpreter(name) || starts_with(name, "_ctypes.") ||
           starts_with(name, "libffi");
}

enum module_kind modules_kind(const char *path)
{
    const char *name = last_part(path);

    if (starts_with(name, "libmpiprof"))
        return MODULE_OURS;
    if (starts_with(name, "libc.so") || starts_with(name, "libc-") ||
        starts_with(name, "ld-linux") || starts_with(name, "libpthread"))
        return MODULE_START;
    if (file_is_python(name))
        return MODULE_PYTHON;
    if (python_is_mpi4py(path))
        return MODULE_MPI4PY;
    return flavours_have_module(name) ? MODULE_MPI : MODULE_PROGRAM;
}

static char *path_of(const char *name)
{
    char path[4096];
    ssize_t length;

    if (name[0] != '\0') {
        snprintf(path, sizeof(path), "%s", name);
        if (strchr(name, '/') != NULL)
            start_directory_make_absolute(path, sizeof(path));
        return strdup(path);
    }
    /* That of the process is gone with its first thread. */
    length = readlink("/proc/thread-self/exe", path, sizeof(path) - 1);
    if (length < 0)
        length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length < 0)
        return strdup("program");
    path[length] = '\0';
    return strdup(path);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *context)
{
    struct modules *modules = context;
    struct module *module;

    (void)size;
    if (!array_more(&modules->list, modules->count, sizeof(*modules->list)))
        return 1;
    module = &modules->list[modules->count];
    memset(module, 0, sizeof(*module));
    module->low = UINT64_MAX;
    module->bias = info->dlpi_addr;
    read_segments(info, module);
    if (module->low >= module->high) {
        free(module->build_id);
        return 0;
    }
    module->path = path_of(info->dlpi_name);
    if (module->path != NULL && module->build_id == NULL)
        module->build_id = layout_of(info, module->path);
    if (module->path == NULL || module->build_id == NULL)
        return 1;
    module->kind = modules_kind(module->path);
    modules->count++;
    return 0;
}

static int read_loads(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    *(struct loads *)context =
        (struct loads){ info->dlpi_adds, info->dlpi_subs };
    return 1;
}

static bool module_is_in(const struct modules *modules,
                         const struct module *wanted)
{
    for (size_t i = 0; i < modules->count; i++)
        if (modules->list[i].bias == wanted->bias &&
            strcmp(modules->list[i].build_id, wanted->build_id) == 0 &&
            strcmp(modules->list[i].path, wanted->path) == 0)
            return true;
    return false;
}

/* But MPI's, which are on no call path, and which it unloads itself. */
static bool some_are_gone(const struct modules *before,
                          const struct modules *now)
{
    for (size_t i = 0; i < before->count; i++)
        if (before->list[i].kind != MODULE_MPI &&
            !module_is_in(now, &before->list[i]))
            return true;
    return false;
}

static void tell_watch(const struct modules *modules)
{
    for (size_t i = 0; modules->watch != NULL && i < modules->count; i++)
        modules->watch(modules->context, &modules->list[i]);
}

/* Reads the map again when objects came or went since. */
static void refresh_modules(struct modules *modules)
{
    struct loads now = { 0 };
    struct modules before;

    dl_iterate_phdr(read_loads, &now);
    if (modules->count > 0 && now.added == modules->loads.added &&
        now.removed == modules->loads.removed)
        return;
    before = *modules;
    modules->list = NULL;
    modules->count = 0;
    modules->loads = now;
    dl_iterate_phdr(add_module, modules);
    modules->gone = modules->gone || some_are_gone(&before, modules);
    forget_list(&before);
    tell_watch(modules);
}

void modules_watch(struct modules *modules, modules_watch_function *watch,
                   void *context)
{
    modules->watch = watch;
    modules->context = context;
    if (modules->count > 0)
        tell_watch(modules);
    else
        refresh_modules(modules);
}

bool modules_were_unloaded(struct modules *modules)
{
    bool gone;

    if (modules->count > 0)
        refresh_modules(modules);
    gone = modules->gone;
    modules->gone = false;
    return gone;
}

struct module *modules_find(struct modules *modules, const void *address)
{
    uint64_t at = (uint64_t)(uintptr_t)address;

    refresh_modules(modules);
    for (size_t i = 0; i < modules->count; i++)
        if (at >= modules->list[i].low && at < modules->list[i].high)
            return &modules->list[i];
    return NULL;
}
