/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/reader/otf2_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/escape.h"
#include "model/notes/sample_note.h"

void otf2_names_init(struct otf2_names *ids, struct names *names)
{
    *ids = (struct otf2_names){ .names = names,
                                .metric_class = NAMES_NONE,
                                .path_attribute = NAMES_NONE,
                                .window_attribute = NAMES_NONE,
                                .file_attribute = NAMES_NONE,
                                .error_attribute = NAMES_NONE,
                                .weight_attribute = NAMES_NONE,
                                .start_attribute = NAMES_NONE };
}

void otf2_names_clear(struct otf2_names *ids)
{
    free(ids->members.items);
    free(ids->generators.items);
}

static struct names *names_of(void *data)
{
    const struct otf2_names *ids = data;

    return ids->names;
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
    struct names *names = names_of(data);

    (void)length;
    names->ticks_per_second = resolution;
    names->first_tick = offset;
    names->realtime = realtime == OTF2_UNDEFINED_TIMESTAMP ? 0 : realtime;
    return OTF2_CALLBACK_SUCCESS;
}

/* NULL: no memory. */
static char *restore_text(const char *string)
{
    struct strbuf text = { 0 };

    strbuf_puts(&text, "");
    escape_restore(&text, string);
    if (text.failed)
        strbuf_clear(&text);
    return text.text;
}

static OTF2_CallbackCode on_string(void *data, OTF2_StringRef self,
                                   const char *string)
{
    const struct otf2_names *ids = data;

    names_put_string(ids->names, self,
                     ids->spelled ? restore_text(string) : strdup(string));
    return go_on(ids->names);
}

static OTF2_CallbackCode on_attribute(void *data, OTF2_AttributeRef self,
                                      OTF2_StringRef name,
                                      OTF2_StringRef description,
                                      OTF2_Type type)
{
    struct otf2_names *ids = data;
    const char *text = names_text(ids->names, name);

    (void)description;
    if (type == OTF2_TYPE_CALLING_CONTEXT && strcmp(text, "call path") == 0)
        ids->path_attribute = self;
    else if (type == OTF2_TYPE_RMA_WIN && strcmp(text, "window") == 0)
        ids->window_attribute = self;
    else if (type == OTF2_TYPE_IO_FILE && strcmp(text, "file") == 0)
        ids->file_attribute = self;
    else if (type == OTF2_TYPE_INT32 && strcmp(text, "MPI error") == 0)
        ids->error_attribute = self;
    else if (type == OTF2_TYPE_UINT64 && strcmp(text, SAMPLE_NOTE_WEIGHT) == 0)
        ids->weight_attribute = self;
    else if (type == OTF2_TYPE_UINT64 && strcmp(text, "persistent start") == 0)
        ids->start_attribute = self;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_node(void *data, OTF2_SystemTreeNodeRef self,
                                 OTF2_StringRef name, OTF2_StringRef class,
                                 OTF2_SystemTreeNodeRef parent)
{
    struct names *names = names_of(data);
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
    struct names *names = names_of(data);
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
    struct names *names = names_of(data);
    struct names_group_of_locations *into =
        names_element(names, &names->owners, self, sizeof(*into));

    if (into != NULL)
        *into = (struct names_group_of_locations){
            .process = type == OTF2_LOCATION_GROUP_TYPE_PROCESS,
            .name = name,
            .node = parent,
            .creator = creator + 1, /* 0 if undefined */
            .rank = UINT32_MAX
        };
    return go_on(names);
}

static OTF2_CallbackCode on_location(void *data, OTF2_LocationRef self,
                                     OTF2_StringRef name,
                                     OTF2_LocationType type, uint64_t events,
                                     OTF2_LocationGroupRef group)
{
    struct names *names = names_of(data);
    const struct names_location location = {
        .id = self,
        .events = events,
        .name = name,
        .group = group,
        .metrics = type == OTF2_LOCATION_TYPE_METRIC
    };

    if (type == OTF2_LOCATION_TYPE_CPU_THREAD) {
        names_put_location(names, &location);
    } else if (type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM ||
               location.metrics) {
        names_put_stream(names, &location);
    } else if (events > 0) {
        names->left_locations++;
        names->left_events += events;
    }
    return go_on(names);
}

/* Other producers call any function MPI whose name has these letters, or give
 * no paradigm: for them the name tells. */
static bool is_mpi(const struct otf2_names *ids, OTF2_Paradigm paradigm,
                   OTF2_StringRef name)
{
    const char *text = names_text(ids->names, name);
    size_t length;

    if (ids->spelled)
        return paradigm == OTF2_PARADIGM_MPI;
    return paradigm == OTF2_PARADIGM_MPI ? call_spelled(text, &length) != NULL
                                         : call_find_spelled(text) >= 0;
}

static uint32_t region_kind_of(const struct otf2_names *ids,
                               OTF2_Paradigm paradigm, OTF2_StringRef name)
{
    if (paradigm == OTF2_PARADIGM_MEASUREMENT_SYSTEM)
        return REGION_IGNORED;
    return is_mpi(ids, paradigm, name) ? REGION_MPI : REGION_UNSEEN;
}

static OTF2_CallbackCode
on_region(void *data, OTF2_RegionRef self, OTF2_StringRef name,
          OTF2_StringRef canonical, OTF2_StringRef description,
          OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
          OTF2_StringRef file, uint32_t begin, uint32_t end)
{
    struct names *names = names_of(data);
    const struct names_region region = {
        .kind = region_kind_of(data, paradigm, name),
        .name = name,
        .file = file,
        .line = begin,
        .artificial = role == OTF2_REGION_ROLE_ARTIFICIAL
    };

    (void)canonical, (void)description, (void)flags, (void)end;
    names_put_region(names, self, &region);
    return go_on(names);
}

static enum names_group_kind group_kind_of(OTF2_GroupType type)
{
    return type == OTF2_GROUP_TYPE_COMM_GROUP  ? NAMES_GROUP_RANKS
           : type == OTF2_GROUP_TYPE_COMM_SELF ? NAMES_GROUP_SELF
                                               : NAMES_GROUP_OTHER;
}

static OTF2_CallbackCode on_group(void *data, OTF2_GroupRef self,
                                  OTF2_StringRef name, OTF2_GroupType type,
                                  OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
                                  uint32_t size, const uint64_t *members)
{
    struct names *names = names_of(data);
    const struct names_group group = {
        .kind = group_kind_of(type),
        .size = size,
        .paradigm = paradigm,
        .global = (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0
    };

    (void)name;
    names_put_group(names, self, &group, members);
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
        names_list_locations(names, self, paradigm);
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS &&
        paradigm == OTF2_PARADIGM_MPI && names->status == STATUS_OK)
        names->world = self;
    return go_on(names);
}

static OTF2_CallbackCode on_comm(void *data, OTF2_CommRef self,
                                 OTF2_StringRef name, OTF2_GroupRef group,
                                 OTF2_CommRef parent, OTF2_CommFlag flags)
{
    struct names *names = names_of(data);
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
    struct names *names = names_of(data);
    struct names_comm *into;

    on_comm(data, self, name, group, parent, flags);
    into = names_comm(names, self);
    if (into != NULL) {
        into->inter = true;
        into->remote = remote;
    }
    return go_on(names);
}

static bool is_memory(const struct names *names, const char *name,
                      OTF2_MetricMode mode, int64_t exponent,
                      OTF2_StringRef unit)
{
    static const char *const units[] = { "bytes", "byte", "b" };
    const char *text = names_text(names, unit);
    bool bytes = false;

    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
        bytes = bytes || strcasecmp(text, units[i]) == 0;
    return bytes && exponent == 0 &&
           (strstr(name, "mem") != NULL || strstr(name, "Mem") != NULL) &&
           (mode == OTF2_METRIC_ABSOLUTE_POINT ||
            mode == OTF2_METRIC_ABSOLUTE_NEXT);
}

static OTF2_CallbackCode on_member(void *data, OTF2_MetricMemberRef self,
                                   OTF2_StringRef name,
                                   OTF2_StringRef description,
                                   OTF2_MetricType type, OTF2_MetricMode mode,
                                   OTF2_Type value, OTF2_Base base,
                                   int64_t exponent, OTF2_StringRef unit)
{
    struct otf2_names *ids = data;
    struct otf2_member *into =
        names_element(ids->names, &ids->members, self, sizeof(*into));

    (void)description, (void)base;
    if (into != NULL)
        *into = (struct otf2_member){
            .name = name,
            .counter =
                type == OTF2_METRIC_TYPE_PAPI && value == OTF2_TYPE_UINT64,
            .memory = is_memory(ids->names, names_text(ids->names, name), mode,
                                exponent, unit)
        };
    return go_on(ids->names);
}

/* False: some are no counters of PAPI. */
static bool counters_find(const struct otf2_names *ids,
                          const uint32_t *members, uint8_t count,
                          uint32_t *strings)
{
    const struct otf2_member *list = ids->members.items;

    if (count == 0 || count > PROFILE_COUNTERS)
        return false;
    for (uint8_t i = 0; i < count; i++) {
        if (members[i] >= ids->members.count || !list[members[i]].counter)
            return false;
        strings[i] = list[members[i]].name;
    }
    return true;
}

static void put_memory(const struct otf2_names *ids, OTF2_MetricRef metric,
                       const struct names_memory *memory)
{
    struct names_memory *into = names_element(
        ids->names, &ids->names->memories, metric, sizeof(*into));

    if (into == NULL)
        return;
    *into = *memory;
    into->defined = true;
}

/* Score-P has a class for each kind of memory, with one member. */
static void take_memory(const struct otf2_names *ids, OTF2_MetricRef metric,
                        uint8_t count, OTF2_MetricMemberRef member)
{
    const struct otf2_member *list = ids->members.items;

    if (count == 1 && member < ids->members.count && list[member].memory)
        put_memory(ids, metric,
                   &(struct names_memory){ .name = list[member].name,
                                           .group = NAMES_NONE });
}

static OTF2_CallbackCode on_class(void *data, OTF2_MetricRef self,
                                  uint8_t count,
                                  const OTF2_MetricMemberRef *members,
                                  OTF2_MetricOccurrence occurrence,
                                  OTF2_RecorderKind kind)
{
    struct otf2_names *ids = data;
    uint32_t strings[PROFILE_COUNTERS];

    (void)kind;
    if (occurrence == OTF2_METRIC_ASYNCHRONOUS && count > 0)
        take_memory(ids, self, count, members[0]);
    if (ids->metric_class != NAMES_NONE ||
        occurrence != OTF2_METRIC_SYNCHRONOUS_STRICT ||
        !counters_find(ids, members, count, strings))
        return OTF2_CALLBACK_SUCCESS;
    names_put_counters(ids->names, strings, count);
    ids->metric_class = self;
    return go_on(ids->names);
}

static OTF2_CallbackCode on_instance(void *data, OTF2_MetricRef self,
                                     OTF2_MetricRef class,
                                     OTF2_LocationRef recorder,
                                     OTF2_MetricScope scope, uint64_t of)
{
    const struct otf2_names *ids = data;
    const struct names_memory *memory = names_memory(ids->names, class);

    if (memory == NULL)
        unused_add(&ids->names->unused, "MetricInstance", 1);
    else
        put_memory(
            ids, self,
            &(struct names_memory){
                .name = memory->name,
                .group = scope == OTF2_SCOPE_LOCATION_GROUP && of < NAMES_NONE
                             ? (uint32_t)of
                             : NAMES_NONE,
                .has_reader = true,
                .reader = recorder });
    return go_on(ids->names);
}

static OTF2_CallbackCode on_line(void *data, OTF2_SourceCodeLocationRef self,
                                 OTF2_StringRef file, uint32_t line)
{
    struct names *names = names_of(data);
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
    struct names *names = names_of(data);
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
    struct names *names = names_of(data);
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

static OTF2_CallbackCode on_window(void *data, OTF2_RmaWinRef self,
                                   OTF2_StringRef name, OTF2_CommRef comm,
                                   OTF2_RmaWinFlag flags)
{
    struct names *names = names_of(data);
    struct names_window *into =
        names_element(names, &names->windows, self, sizeof(*into));

    (void)flags;
    if (into != NULL)
        *into = (struct names_window){ .defined = true,
                                       .name = name,
                                       .comm = comm };
    return go_on(names);
}

static OTF2_CallbackCode on_file(void *data, OTF2_IoFileRef self,
                                 OTF2_StringRef name,
                                 OTF2_SystemTreeNodeRef scope)
{
    struct names *names = names_of(data);
    struct names_file *into =
        names_element(names, &names->files, self, sizeof(*into));

    (void)scope;
    if (into != NULL)
        *into = (struct names_file){ .defined = true, .name = name };
    return go_on(names);
}

static OTF2_CallbackCode on_handle(void *data, OTF2_IoHandleRef self,
                                   OTF2_StringRef name, OTF2_IoFileRef file,
                                   OTF2_IoParadigmRef paradigm,
                                   OTF2_IoHandleFlag flags, OTF2_CommRef comm,
                                   OTF2_IoHandleRef parent)
{
    struct names *names = names_of(data);
    struct names_handle *into =
        names_element(names, &names->handles, self, sizeof(*into));

    (void)name, (void)paradigm, (void)flags, (void)parent;
    if (into != NULL)
        *into = (struct names_handle){ .defined = true,
                                       .file = file,
                                       .comm = comm };
    return go_on(names);
}

OTF2_GlobalDefReaderCallbacks *otf2_names_callbacks(void)
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
    OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(on, on_instance);
    OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(on, on_line);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(on, on_context);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
        on, on_context_property);
    OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(on, on_window);
    OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(on, on_file);
    OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(on, on_handle);
    otf2_names_sample_callbacks(on);
    otf2_names_unused_callbacks(on);
    return on;
}
