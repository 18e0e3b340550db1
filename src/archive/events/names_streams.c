/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * names_streams.c - the streams of accelerators: whose they are, and which
 * members of a window's communicator are streams; and whose memory is read.
 */
#include <stdlib.h>

#include "archive/events/names.h"
#include "base/order.h"

ORDER(by_id, struct names_location, UP(id));

/* The rank of a group of locations, or of the process that made it. */
static uint32_t rank_of_group(const struct names *names, uint32_t group)
{
    const struct names_group_of_locations *list = names->owners.items;

    if (group >= names->owners.count)
        return UINT32_MAX;
    if (list[group].rank == UINT32_MAX && list[group].creator > 0 &&
        list[group].creator <= names->owners.count)
        group = list[group].creator - 1;
    return list[group].rank;
}

/* Behind the numbers of the rank's threads. */
static uint32_t *first_numbers(const struct names *names)
{
    const struct names_location *list = names->locations.items;
    uint32_t *numbers =
        calloc(names->profile->rank_count + 1u, sizeof(*numbers));

    for (uint32_t i = 0; numbers != NULL && i < names->locations.count; i++)
        if (list[i].rank < names->profile->rank_count &&
            numbers[list[i].rank] <= list[i].thread)
            numbers[list[i].rank] = list[i].thread + 1;
    return numbers;
}

static struct names_location *find_stream(const struct names *names,
                                          uint64_t id)
{
    const struct names_location key = { .id = id };

    return names->streams.count == 0
               ? NULL
               : bsearch(&key, names->streams.items, names->streams.count,
                         sizeof(key), by_id);
}

static void find_readers(const struct names *names)
{
    for (uint32_t i = 0; i < names->memories.count; i++) {
        const struct names_memory *memory = names_memory(names, i);
        struct names_location *reader =
            memory == NULL || !memory->has_reader
                ? NULL
                : find_stream(names, memory->reader);

        if (reader != NULL)
            reader->memory = true;
    }
}

const char *names_memory_place(const struct names *names,
                               const struct names_memory *memory)
{
    const struct names_group_of_locations *list = names->owners.items;

    return memory->group >= names->owners.count || list[memory->group].process
               ? ""
               : names_text(names, list[memory->group].name);
}

/* Its number among the threads of its rank; readings have none. */
static void stream_settle(const struct names *names,
                          struct names_location *stream, uint32_t *numbers)
{
    stream->rank = stream->metrics && !stream->memory
                       ? UINT32_MAX
                       : rank_of_group(names, stream->group);
    if (stream->rank >= names->profile->rank_count)
        stream->rank = UINT32_MAX;
    else if (!stream->metrics)
        stream->thread = numbers[stream->rank]++;
}

void names_settle_streams(struct names *names)
{
    struct names_location *list = names->streams.items;
    uint32_t *numbers;

    if (names->streams.count == 0)
        return;
    qsort(list, names->streams.count, sizeof(*list), by_id);
    numbers = first_numbers(names);
    if (numbers == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    find_readers(names);
    for (uint32_t i = 0; i < names->streams.count; i++)
        stream_settle(names, &list[i], numbers);
    free(numbers);
}

/* The location of a member; false: unknown. */
static bool member_location(const struct names *names,
                            const struct names_group *group, uint32_t member,
                            uint64_t *location)
{
    const struct names_group *all;

    if (group == NULL || member >= group->size)
        return false;
    *location = group->raw[member];
    if (group->global || group->paradigm >= NAMES_PARADIGMS ||
        names->location_lists[group->paradigm] == 0)
        return group->global;
    all = names_group(names, names->location_lists[group->paradigm] - 1);
    if (all == NULL || *location >= all->size)
        return false;
    *location = all->raw[*location];
    return true;
}

bool names_is_stream(const struct names *names, uint32_t window,
                     uint32_t remote)
{
    const struct names_window *of = names_window(names, window);
    const struct names_comm *comm =
        of == NULL ? NULL : names_comm(names, of->comm);
    uint64_t location;

    return comm != NULL &&
           member_location(names, names_group(names, comm->group), remote,
                           &location) &&
           find_stream(names, location) != NULL;
}
