#include "measure/record/call_path.h"

#include <string.h>

#include "measure/callsite/modules.h"
#include "measure/record/recorder.h"

/* A return address may be the first byte behind its function. */
static struct module *module_of(struct recorder *recorder, void *address)
{
    return modules_find(recorder->modules, (const char *)address - 1);
}

static enum module_kind kind_at(struct recorder *recorder, void *address)
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
        kind_at(recorder, addresses[count - 2]) == MODULE_START &&
        kind_at(recorder, addresses[count - 3]) == MODULE_START)
        count--;
    while (count > 1 &&
           kind_at(recorder, addresses[count - 1]) == MODULE_START)
        count--;
    return count;
}

static uint32_t module_id(struct recorder *recorder, struct module *module)
{
    const char *key = module->build_id[0] != '\0' ? module->build_id
                                                  : module->path;

    if (!module->defined) {
        module->definition =
            definitions_intern(recorder->definitions, DEFINITION_MODULE, 0, 0,
                               key, strlen(key));
        if (module->definition != DEFINITION_NONE)
            definitions_note(recorder->definitions, DEFINITION_MODULE,
                             module->definition, module->path,
                             strlen(module->path), 0);
        module->defined = true;
    }
    return module->definition;
}

/* The path one frame deeper; unchanged where the frame is not the program's. */
static uint32_t add_frame(struct recorder *recorder, uint32_t path,
                          void *address)
{
    struct module *module = module_of(recorder, address);
    uint64_t offset;
    uint32_t frame, id;
    uint8_t key[8];

    if (module == NULL || module->kind == MODULE_OURS ||
        module->kind == MODULE_MPI)
        return path;
    offset = (uint64_t)(uintptr_t)address - module->bias;
    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(offset >> (8 * i));
    frame = definitions_intern(recorder->definitions, DEFINITION_FRAME,
                               module_id(recorder, module), 0, key,
                               sizeof(key));
    if (frame == DEFINITION_NONE)
        return path;
    id = definitions_intern(recorder->definitions, DEFINITION_PATH, path,
                            frame, NULL, 0);
    return id == DEFINITION_NONE ? path : id;
}

uint32_t call_path_resolve(void *context, void *const *addresses, int count)
{
    struct recorder *recorder = context;
    uint32_t path = 0;

    pthread_mutex_lock(&recorder->lock);
    for (int i = without_start(recorder, addresses, count); i-- > 0;)
        path = add_frame(recorder, path, addresses[i]);
    pthread_mutex_unlock(&recorder->lock);
    return path;
}
