/*
 * trace_objects.c - global definitions of what calls work on besides
 * communicators: windows and the groups they are synchronised with.
 */
#include "measure/trace/trace_internal.h"
#include "measure/trace/trace_names.h"

#include <stdlib.h>

static uint32_t get32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
           (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void write_group(struct trace_names *names,
                        const struct definition *group)
{
    uint32_t count = group->key_size / 4;
    uint32_t *members = malloc(((size_t)count + 1) * sizeof(*members));

    if (members == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        members[i] = get32(group->key + 4 * (size_t)i);
    names_group(names, members, count);
    free(members);
}

void names_groups(struct trace_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_GROUP);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++) {
        struct definition group = definitions_get(run, DEFINITION_GROUP, i);

        write_group(names, &group);
    }
}

void names_windows(struct trace_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_WINDOW);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++) {
        struct definition window = definitions_get(run, DEFINITION_WINDOW, i);
        const char *name = definitions_window_name(run, i);

        names_expect(names, OTF2_GlobalDefWriter_WriteRmaWin(
                                names->writer, trace_object(i),
                                names_string(names, name),
                                trace_comm(window.refs[0]),
                                OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
    }
}
