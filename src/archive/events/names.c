/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define IDS_MOST (1u << 24)
#define IDS_SPARSE 65536u /* more than a trace of few bytes can have */
#define FIRST_ROOM 64

void names_init(struct names *names, struct profile *profile,
                volatile uint64_t *steps)
{
    memset(names, 0, sizeof(*names));
    names->profile = profile;
    names->steps = steps;
    names->ids_most = IDS_MOST;
    names->world = names->only_comm = NAMES_NONE;
}

void names_limit(struct names *names, uint64_t bytes)
{
    if (bytes < IDS_MOST - IDS_SPARSE)
        names->ids_most = (uint32_t)bytes + IDS_SPARSE;
}

void names_clear(struct names *names)
{
    char **strings = names->strings.items;
    struct names_group *groups = names->groups.items;

    for (uint32_t i = 0; i < names->strings.count; i++)
        free(strings[i]);
    for (uint32_t i = 0; i < names->groups.count; i++)
        FREE_ALL(groups[i].members, groups[i].raw);
    FREE_ALL(names->strings.items, names->regions.items, names->groups.items,
             names->comms.items, names->contexts.items, names->lines.items,
             names->nodes.items, names->owners.items, names->windows.items,
             names->files.items, names->handles.items, names->locations.items,
             names->streams.items);
    map_clear(&names->added_calls);
    free(names->memories.items);
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

void names_put_string(struct names *names, uint32_t id, char *text)
{
    char **into = names_element(names, &names->strings, id, sizeof(*into));

    if (text == NULL)
        names->status = STATUS_NO_MEMORY;
    if (into == NULL) {
        free(text);
        return;
    }
    free(*into);
    *into = text;
}

struct wanted_call {
    const struct profile_call *calls;
    const char *name; /* of that length */
    size_t length;
    uint8_t class;
};

static bool is_wanted_call(const void *item, const void *wanted)
{
    const struct wanted_call *call = wanted;
    const struct profile_call *there = &call->calls[*(const uint32_t *)item];

    return there->class == call->class && there->name != NULL &&
           strncmp(there->name, call->name, call->length) == 0 &&
           there->name[call->length] == '\0';
}

/* A row of profile->calls for a procedure that calls.tsv does not have. */
static uint32_t profile_call_add(struct names *names, const char *name,
                                 size_t length, uint8_t class)
{
    struct profile *profile = names->profile;
    struct wanted_call wanted = { profile->calls, name, length, class };
    uint64_t hash = hash_bytes(name, length, class);
    uint32_t *place = map_find_same(&names->added_calls, sizeof(*place), hash,
                                    is_wanted_call, &wanted);
    struct profile_call *calls;

    if (place != NULL)
        return *place;
    place = map_append(&names->added_calls, sizeof(*place), hash);
    calls =
        realloc(profile->calls, (profile->call_count + 1) * sizeof(*calls));
    if (calls != NULL)
        profile->calls = calls;
    if (calls == NULL || place == NULL) {
        names->status = STATUS_NO_MEMORY;
        return 0;
    }
    *place = (uint32_t)profile->call_count;
    calls[profile->call_count] =
        (struct profile_call){ .name = strndup(name, length),
                               .class = class,
                               .role = CALL_ROLE_FUNCTION,
                               .coll = CALL_COLL_NONE };
    if (calls[profile->call_count].name == NULL)
        names->status = STATUS_NO_MEMORY;
    return (uint32_t)profile->call_count++;
}

static uint32_t add_procedure(struct names *names, const char *name)
{
    size_t length;
    const char *spelled = call_spelled(name, &length);

    if (spelled == NULL)
        spelled = name, length = strlen(name);
    return profile_call_add(names, spelled, length, CALL_CLASS_OTHER);
}

uint32_t names_device_call(struct names *names, const char *name,
                           uint8_t class)
{
    return profile_call_add(names, name, strlen(name), class);
}

static void mpi_region_resolve(struct names *names,
                               struct names_region *region)
{
    const char *name = names_text(names, region->name);
    int call = call_find_spelled(name);

    region->id = call >= 0 ? (uint32_t)call : add_procedure(names, name);
    if (call >= 0)
        name = call_table[call].name;
    if (strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0)
        region->kind = REGION_INIT;
    else if (strcmp(name, "MPI_Session_init") == 0)
        region->kind = REGION_SESSION_BEGIN;
    else if (strcmp(name, "MPI_Session_finalize") == 0)
        region->kind = REGION_SESSION_END;
    else if (strcmp(name, "MPI_Finalize") == 0)
        region->kind = REGION_FINALIZE;
    region->role = call_poll_of(names->profile->calls[region->id].name);
    names->has_init = names->has_init || region->kind == REGION_INIT;
}

void names_put_region(struct names *names, uint32_t id,
                      const struct names_region *region)
{
    struct names_region *into =
        names_element(names, &names->regions, id, sizeof(*into));

    if (into == NULL)
        return;
    *into = *region;
    if (region->kind == REGION_MPI)
        mpi_region_resolve(names, into);
}

void names_put_group(struct names *names, uint32_t id,
                     const struct names_group *group, const uint64_t *members)
{
    struct names_group *into =
        names_element(names, &names->groups, id, sizeof(*into));

    if (into == NULL)
        return;
    free(into->raw);
    *into = *group;
    into->raw = malloc((size_t)group->size * sizeof(*into->raw) + 1);
    if (into->raw == NULL)
        names->status = STATUS_NO_MEMORY;
    else if (group->size > 0)
        memcpy(into->raw, members, (size_t)group->size * sizeof(*into->raw));
}

static void put_location(struct names *names, struct names_list *list,
                         const struct names_location *location)
{
    struct names_location *into =
        names_element(names, list, list->count, sizeof(*into));

    if (into == NULL)
        return;
    *into = *location;
    into->rank = UINT32_MAX;
}

void names_put_location(struct names *names,
                        const struct names_location *location)
{
    put_location(names, &names->locations, location);
}

void names_put_stream(struct names *names, const struct names_location *stream)
{
    put_location(names, &names->streams, stream);
}

void names_list_locations(struct names *names, uint32_t group,
                          uint32_t paradigm)
{
    if (paradigm < NAMES_PARADIGMS && group < NAMES_NONE)
        names->location_lists[paradigm] = group + 1;
}

void names_put_counters(struct names *names, const uint32_t *strings,
                        uint8_t count)
{
    struct profile *profile = names->profile;

    assert(count > 0 && count <= PROFILE_COUNTERS && !profile->counters);
    profile->counters = calloc(count, sizeof(*profile->counters));
    for (uint8_t i = 0; i < count && profile->counters != NULL; i++) {
        profile->counters[i] = strdup(names_text(names, strings[i]));
        if (profile->counters[i] == NULL)
            break;
        profile->counter_count++;
    }
    if (profile->counter_count < count)
        names->status = STATUS_NO_MEMORY;
    names->counter_count = count;
}
