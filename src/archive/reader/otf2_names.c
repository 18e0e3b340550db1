/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_names.c - reads the global definitions, in the order of the file.
 */
#include "archive/events/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/escape.h"
#include "model/sample_note.h"

#define IDS_MOST (1u << 24)
#define IDS_SPARSE 65536u /* more than an archive of few bytes can have */
#define FIRST_ROOM 64

void names_init(struct names *names, struct profile *profile, uint64_t bytes,
                volatile uint64_t *steps)
{
    memset(names, 0, sizeof(*names));
    names->profile = profile;
    names->steps = steps;
    names->ids_most = bytes < IDS_MOST - IDS_SPARSE
                          ? (uint32_t)bytes + IDS_SPARSE
                          : IDS_MOST;
    names->metric_class = UINT32_MAX;
    names->path_attribute = UINT32_MAX;
    names->window_attribute = names->file_attribute = UINT32_MAX;
    names->error_attribute = names->weight_attribute = UINT32_MAX;
    names->mpi_locations = UINT32_MAX;
}

void names_clear(struct names *names)
{
    char **strings = names->strings.items;
    struct names_group *groups = names->groups.items;

    for (uint32_t i = 0; i < names->strings.count; i++)
        free(strings[i]);
    for (uint32_t i = 0; i < names->groups.count; i++) {
        free(groups[i].members);
        free(groups[i].raw);
    }
    free(names->strings.items);
    free(names->regions.items);
    free(names->groups.items);
    free(names->comms.items);
    free(names->contexts.items);
    free(names->lines.items);
    free(names->nodes.items);
    free(names->owners.items);
    free(names->members.items);
    free(names->generators.items);
    free(names->windows.items);
    free(names->files.items);
    free(names->handles.items);
    free(names->locations.items);
}

void *names_element(struct names *names, struct names_list *list, uint32_t id,
                    size_t size)
{
    uint32_t room = list->room < FIRST_ROOM ? FIRST_ROOM : list->room;
    void *items;

    ++*names->steps;
    if (id >= names->ids_most) {
        names->status = STATUS_BAD_FORMAT;
        return NULL;
    }
    while (room <= id)
        room *= 2;
    if (room != list->room) {
        items = calloc(room, size);
        if (items == NULL) {
            names->status = STATUS_NO_MEMORY;
            return NULL;
        }
        if (list->items != NULL)
            memcpy(items, list->items, list->count * size);
        free(list->items);
        list->items = items;
        list->room = room;
    }
    if (id >= list->count)
        list->count = id + 1;
    return (char *)list->items + id * size;
}

const char *names_text(const struct names *names, uint32_t string)
{
    char *const *strings = names->strings.items;

    if (string >= names->strings.count || strings[string] == NULL)
        return "";
    return strings[string];
}

static OTF2_CallbackCode go_on(const struct names *names)
{
    return names->status == STATUS_OK ? OTF2_CALLBACK_SUCCESS
                                      : OTF2_CALLBACK_INTERRUPT;
}

static OTF2_CallbackCode on_clock(void *data, uint64_t resolution,
                                  uint64_t offset, uint64_t length,
                                  uint64_t realtime)
{
    struct names *names = data;

    (void)length;
    names->ticks_per_second = resolution;
    names->first_tick = offset;
    names->realtime = realtime == OTF2_UNDEFINED_TIMESTAMP ? 0 : realtime;
    return OTF2_CALLBACK_SUCCESS;
}

/* NULL: no memory. */
static char *restored(const char *string)
{
    struct strbuf text;

    strbuf_init(&text);
    strbuf_puts(&text, "");
    escape_restore(&text, string);
    if (text.failed)
        strbuf_clear(&text);
    return text.text;
}

static OTF2_CallbackCode on_string(void *data, OTF2_StringRef self,
                                   const char *string)
{
    struct names *names = data;
    char **into = names_element(names, &names->strings, self, sizeof(*into));

    if (into != NULL) {
        free(*into);
        *into = names->spelled ? restored(string) : strdup(string);
        if (*into == NULL)
            names->status = STATUS_NO_MEMORY;
    }
    return go_on(names);
}

static OTF2_CallbackCode on_attribute(void *data, OTF2_AttributeRef self,
                                      OTF2_StringRef name,
                                      OTF2_StringRef description,
                                      OTF2_Type type)
{
    struct names *names = data;
    const char *text = names_text(names, name);

    (void)description;
    if (type == OTF2_TYPE_CALLING_CONTEXT && strcmp(text, "call path") == 0)
        names->path_attribute = self;
    else if (type == OTF2_TYPE_RMA_WIN && strcmp(text, "window") == 0)
        names->window_attribute = self;
    else if (type == OTF2_TYPE_IO_FILE && strcmp(text, "file") == 0)
        names->file_attribute = self;
    else if (type == OTF2_TYPE_INT32 && strcmp(text, "MPI error") == 0)
        names->error_attribute = self;
    else if (type == OTF2_TYPE_UINT64 && strcmp(text, SAMPLE_NOTE_WEIGHT) == 0)
        names->weight_attribute = self;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_node(void *data, OTF2_SystemTreeNodeRef self,
                                 OTF2_StringRef name, OTF2_StringRef class,
                                 OTF2_SystemTreeNodeRef parent)
{
    struct names *names = data;
    struct names_node *into =
        names_element(names, &names->nodes, self, sizeof(*into));

    if (into != NULL)
        *into = (struct names_node){ name, class, parent, UINT32_MAX, { 0 } };
    return go_on(names);
}

static OTF2_CallbackCode on_node_property(void *data,
                                          OTF2_SystemTreeNodeRef node,
                                          OTF2_StringRef name, OTF2_Type type,
                                          OTF2_AttributeValue value)
{
    struct names *names = data;
    struct names_node *list = names->nodes.items;
    const char *text = names_text(names, name);

    if (node >= names->nodes.count)
        return OTF2_CALLBACK_SUCCESS;
    list += node;
    if (type == OTF2_TYPE_STRING && strcmp(text, "cpu model") == 0)
        list->cpu = value.stringRef;
    else if (type == OTF2_TYPE_UINT64 && strcmp(text, "memory [bytes]") == 0)
        list->clock.memory_bytes = value.uint64;
    else if (type == OTF2_TYPE_INT64 && strcmp(text, "clock ahead [ns]") == 0)
        list->clock.ahead_ns = value.int64;
    else if (type == OTF2_TYPE_UINT64 && strcmp(text, "clock error [ns]") == 0)
        list->clock.error_ns = value.uint64;
    else if (type == OTF2_TYPE_INT64 &&
             strcmp(text, "clock drift [ns/s]") == 0)
        list->clock.drift = value.int64;
    list->clock.compared |= strncmp(text, "clock ", 6) == 0;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_owner(void *data, OTF2_LocationGroupRef self,
                                  OTF2_StringRef name,
                                  OTF2_LocationGroupType type,
                                  OTF2_SystemTreeNodeRef parent,
                                  OTF2_LocationGroupRef creator)
{
    struct names *names = data;
    struct names_group_of_locations *into =
        names_element(names, &names->owners, self, sizeof(*into));

    (void)name, (void)creator;
    if (into != NULL)
        *into = (struct names_group_of_locations){
            .process = type == OTF2_LOCATION_GROUP_TYPE_PROCESS,
            .node = parent,
            .rank = UINT32_MAX
        };
    return go_on(names);
}

static OTF2_CallbackCode on_location(void *data, OTF2_LocationRef self,
                                     OTF2_StringRef name,
                                     OTF2_LocationType type, uint64_t events,
                                     OTF2_LocationGroupRef group)
{
    struct names *names = data;
    struct names_location *into;

    (void)name;
    if (type != OTF2_LOCATION_TYPE_CPU_THREAD)
        return OTF2_CALLBACK_SUCCESS;
    into = names_element(names, &names->locations, names->locations.count,
                         sizeof(*into));
    if (into != NULL)
        *into = (struct names_location){
            .id = self, .events = events, .group = group, .rank = UINT32_MAX
        };
    return go_on(names);
}

/* A row of profile->calls for a procedure that calls.tsv does not have. */
static uint32_t add_call(struct names *names, const char *name)
{
    struct profile *profile = names->profile;
    struct profile_call *calls =
        realloc(profile->calls, (profile->call_count + 1) * sizeof(*calls));

    if (calls == NULL) {
        names->status = STATUS_NO_MEMORY;
        return 0;
    }
    profile->calls = calls;
    calls[profile->call_count] =
        (struct profile_call){ .name = strdup(name),
                               .class = CALL_CLASS_OTHER,
                               .role = CALL_ROLE_FUNCTION,
                               .coll = CALL_COLL_NONE };
    if (calls[profile->call_count].name == NULL)
        names->status = STATUS_NO_MEMORY;
    return (uint32_t)profile->call_count++;
}

static void take_mpi_region(struct names *names, struct names_region *region,
                            const char *name)
{
    int call = call_find(name);

    region->kind = REGION_MPI;
    region->id = call >= 0 ? (uint32_t)call : add_call(names, name);
    if (strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0)
        region->kind = REGION_INIT;
    else if (strcmp(name, "MPI_Session_init") == 0)
        region->kind = REGION_SESSION_BEGIN;
    else if (strcmp(name, "MPI_Session_finalize") == 0)
        region->kind = REGION_SESSION_END;
    else if (strcmp(name, "MPI_Finalize") == 0)
        region->kind = REGION_FINALIZE;
    names->has_init = names->has_init || region->kind == REGION_INIT;
}

static OTF2_CallbackCode
on_region(void *data, OTF2_RegionRef self, OTF2_StringRef name,
          OTF2_StringRef canonical, OTF2_StringRef description,
          OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
          OTF2_StringRef file, uint32_t begin, uint32_t end)
{
    struct names *names = data;
    struct names_region *into =
        names_element(names, &names->regions, self, sizeof(*into));

    (void)canonical, (void)description, (void)role, (void)flags, (void)end;
    if (into == NULL)
        return go_on(names);
    *into = (struct names_region){ REGION_UNSEEN, 0, name, file, begin };
    if (paradigm == OTF2_PARADIGM_MPI)
        take_mpi_region(names, into, names_text(names, name));
    else if (paradigm == OTF2_PARADIGM_MEASUREMENT_SYSTEM)
        into->kind = REGION_IGNORED;
    return go_on(names);
}

static OTF2_CallbackCode on_group(void *data, OTF2_GroupRef self,
                                  OTF2_StringRef name, OTF2_GroupType type,
                                  OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
                                  uint32_t size, const uint64_t *members)
{
    struct names *names = data;
    struct names_group *into =
        names_element(names, &names->groups, self, sizeof(*into));

    (void)name;
    if (into == NULL)
        return go_on(names);
    free(into->raw);
    into->raw = malloc((size_t)size * sizeof(*into->raw) + 1);
    if (into->raw == NULL) {
        names->status = STATUS_NO_MEMORY;
        return go_on(names);
    }
    if (size > 0)
        memcpy(into->raw, members, (size_t)size * sizeof(*into->raw));
    into->type = type;
    into->size = size;
    into->global = (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0;
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS &&
        paradigm == OTF2_PARADIGM_MPI)
        names->mpi_locations = self;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm(void *data, OTF2_CommRef self,
                                 OTF2_StringRef name, OTF2_GroupRef group,
                                 OTF2_CommRef parent, OTF2_CommFlag flags)
{
    struct names *names = data;
    struct names_comm *into =
        names_element(names, &names->comms, self, sizeof(*into));

    (void)flags;
    if (into != NULL)
        *into = (struct names_comm){ .defined = true,
                                     .name = name,
                                     .group = group,
                                     .remote = UINT32_MAX,
                                     .parent = parent };
    return go_on(names);
}

static OTF2_CallbackCode
on_inter_comm(void *data, OTF2_CommRef self, OTF2_StringRef name,
              OTF2_GroupRef group, OTF2_GroupRef remote, OTF2_CommRef parent,
              OTF2_CommFlag flags)
{
    struct names *names = data;
    struct names_comm *into;

    on_comm(data, self, name, group, parent, flags);
    into = names_comm(names, self);
    if (into != NULL) {
        into->inter = true;
        into->remote = remote;
    }
    return go_on(names);
}

static OTF2_CallbackCode on_member(void *data, OTF2_MetricMemberRef self,
                                   OTF2_StringRef name,
                                   OTF2_StringRef description,
                                   OTF2_MetricType type, OTF2_MetricMode mode,
                                   OTF2_Type value, OTF2_Base base,
                                   int64_t exponent, OTF2_StringRef unit)
{
    struct names *names = data;
    uint32_t *into =
        names_element(names, &names->members, self, sizeof(*into));

    (void)description, (void)mode, (void)base, (void)exponent, (void)unit;
    if (into != NULL)
        *into = type == OTF2_METRIC_TYPE_PAPI && value == OTF2_TYPE_UINT64
                    ? name
                    : UINT32_MAX;
    return go_on(names);
}

static bool all_papi(const struct names *names, const uint32_t *members,
                     uint8_t count)
{
    const uint32_t *list = names->members.items;

    for (uint8_t i = 0; i < count; i++)
        if (members[i] >= names->members.count ||
            list[members[i]] == UINT32_MAX)
            return false;
    return count > 0 && count <= PROFILE_COUNTERS;
}

static OTF2_CallbackCode on_class(void *data, OTF2_MetricRef self,
                                  uint8_t count,
                                  const OTF2_MetricMemberRef *members,
                                  OTF2_MetricOccurrence occurrence,
                                  OTF2_RecorderKind kind)
{
    struct names *names = data;
    const uint32_t *list = names->members.items;
    struct profile *profile = names->profile;

    (void)kind;
    if (names->metric_class != UINT32_MAX ||
        occurrence != OTF2_METRIC_SYNCHRONOUS_STRICT ||
        !all_papi(names, members, count))
        return OTF2_CALLBACK_SUCCESS;
    profile->counters = calloc(count, sizeof(*profile->counters));
    for (uint8_t i = 0; i < count && profile->counters != NULL; i++) {
        profile->counters[i] = strdup(names_text(names, list[members[i]]));
        if (profile->counters[i] == NULL)
            break;
        profile->counter_count++;
    }
    if (profile->counter_count < count)
        names->status = STATUS_NO_MEMORY;
    names->metric_class = self;
    names->counter_count = count;
    return go_on(names);
}

static OTF2_CallbackCode on_line(void *data, OTF2_SourceCodeLocationRef self,
                                 OTF2_StringRef file, uint32_t line)
{
    struct names *names = data;
    struct names_line *into =
        names_element(names, &names->lines, self, sizeof(*into));

    if (into != NULL)
        *into = (struct names_line){ file, line };
    return go_on(names);
}

static OTF2_CallbackCode on_context(void *data, OTF2_CallingContextRef self,
                                    OTF2_RegionRef region,
                                    OTF2_SourceCodeLocationRef line,
                                    OTF2_CallingContextRef parent)
{
    struct names *names = data;
    struct names_context *into =
        names_element(names, &names->contexts, self, sizeof(*into));

    if (into != NULL)
        *into = (struct names_context){ .defined = true,
                                        .region = region,
                                        .line = line,
                                        .parent = parent,
                                        .module = UINT32_MAX,
                                        .file = UINT32_MAX };
    return go_on(names);
}

static OTF2_CallbackCode on_context_property(void *data,
                                             OTF2_CallingContextRef self,
                                             OTF2_StringRef name,
                                             OTF2_Type type,
                                             OTF2_AttributeValue value)
{
    struct names *names = data;
    struct names_context *context = names_context(names, self);
    const char *text = names_text(names, name);

    if (context == NULL)
        return OTF2_CALLBACK_SUCCESS;
    if (type == OTF2_TYPE_UINT64 && strcmp(text, "offset") == 0) {
        context->offset = value.uint64;
        context->has_offset = true;
        names->folded = true;
    } else if (type == OTF2_TYPE_STRING && strcmp(text, "module") == 0) {
        context->module = value.stringRef;
    } else if (type == OTF2_TYPE_STRING && strcmp(text, "module file") == 0) {
        context->file = value.stringRef;
    }
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_GlobalDefReaderCallbacks *names_callbacks(void)
{
    OTF2_GlobalDefReaderCallbacks *on = OTF2_GlobalDefReaderCallbacks_New();

    if (on == NULL)
        return NULL;
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(on, on_clock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(on, on_string);
    OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(on, on_attribute);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(on, on_node);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
        on, on_node_property);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(on, on_owner);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(on, on_location);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(on, on_region);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(on, on_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(on, on_comm);
    OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(on, on_inter_comm);
    OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(on, on_member);
    OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(on, on_class);
    OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(on, on_line);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(on, on_context);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
        on, on_context_property);
    names_object_callbacks(on);
    names_sample_callbacks(on);
    return on;
}
