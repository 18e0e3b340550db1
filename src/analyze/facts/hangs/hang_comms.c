/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_comms.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"
#include "model/notes/comm_note.h"

struct comm_builder {
    struct profile *profile;
    const struct hang_ends *ends;
    struct hang_waits *waits;
    struct collectives *collectives;
};

/* ---- members ---- */

static void take_members(struct comm_members *out, const uint32_t *ranks,
                         uint32_t count, uint32_t rank_count)
{
    for (uint32_t i = 0; i < count; i++)
        if (ranks[i] < rank_count)
            out->ranks[out->count++] = ranks[i];
        else
            out->others = true;
}

/* Both groups of an intercommunicator, sorted.  Nothing is known without a
 * note. */
static enum status get_members(const struct comm_builder *builder,
                               uint32_t comm, struct comm_members *out)
{
    const struct definitions *names = builder->profile->definitions;
    struct definition item;
    struct comm_note note;
    enum status status;

    *out = (struct comm_members){ 0 };
    if (comm >= definitions_count(names, DEFINITION_COMM))
        return STATUS_OK;
    item = definitions_get(names, DEFINITION_COMM, comm);
    if (item.note_size == 0)
        return STATUS_OK;
    status = comm_note_decode(item.note, item.note_size, &note);
    if (status != STATUS_OK)
        return status == STATUS_NO_MEMORY ? status : STATUS_OK;
    out->ranks = malloc(((size_t)note.size + note.remote_size + 1) *
                        sizeof(*out->ranks));
    if (out->ranks != NULL) {
        take_members(out, note.members, note.size, builder->ends->rank_count);
        take_members(out, note.remote_members, note.remote_size,
                     builder->ends->rank_count);
    }
    comm_note_clear(&note);
    if (out->count > 0)
        qsort(out->ranks, out->count, sizeof(*out->ranks), order_uint32);
    return out->ranks == NULL
               ? log_fail(STATUS_NO_MEMORY, "members of a communicator")
               : STATUS_OK;
}

/* All of them are members, as they are unless the file is damaged. */
static bool all_are_in(const struct comm_members *members,
                       const struct comm_wait *list, size_t count)
{
    if (members->count == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (bsearch(&list[i].rank, members->ranks, members->count,
                    sizeof(*members->ranks), order_uint32) == NULL)
            return false;
    return true;
}

/* For waits that nothing is known of: a group that can go on. */
static enum status add_free(struct comm_builder *builder,
                            const struct comm_wait *list, size_t count)
{
    struct hang_waits *waits = builder->waits;
    uint32_t node;
    enum status status = hang_waits_add_group(waits, WAIT_ALL, WAIT_GROUP_PART,
                                              list[0].comm, &node);

    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = hang_graph_edge(&waits->graph, list[i].rank, node);
    return status;
}

/* ---- messages from any source ---- */

/* A part of the members: one more than `smaller`, if that is not 0. */
static enum status add_part(struct hang_waits *waits, uint32_t comm,
                            uint32_t rank, uint32_t smaller, uint32_t *node)
{
    enum status status =
        hang_waits_add_group(waits, WAIT_ANY, WAIT_GROUP_PART, comm, node);

    if (status == STATUS_OK && smaller != 0)
        status = hang_graph_edge(&waits->graph, *node, smaller);
    if (status == STATUS_OK)
        status = hang_graph_edge(&waits->graph, *node, rank);
    return status;
}

/* below[i]: the members before i; above[i]: i and those behind it. */
static enum status add_parts(struct hang_waits *waits, uint32_t comm,
                             const struct comm_members *members,
                             uint32_t *below, uint32_t *above)
{
    uint32_t count = members->count;
    enum status status = STATUS_OK;

    below[0] = above[count] = 0;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status =
            add_part(waits, comm, members->ranks[i], below[i], &below[i + 1]);
    for (uint32_t i = count; i > 0 && status == STATUS_OK; i--)
        status = add_part(waits, comm, members->ranks[i - 1], above[i],
                          &above[i - 1]);
    return status;
}

/* A rank waits for all members but itself, unless it is alone. */
static enum status add_any_of(struct hang_waits *waits,
                              const struct comm_members *all,
                              const struct comm_wait *wait,
                              const uint32_t *below, const uint32_t *above)
{
    const uint32_t *found = bsearch(&wait->rank, all->ranks, all->count,
                                    sizeof(*all->ranks), order_uint32);
    uint32_t at = (uint32_t)(found - all->ranks);
    uint32_t after = above[all->count > 1 ? at + 1 : at];
    uint32_t node;
    enum status status = hang_waits_add_group(waits, WAIT_ANY, WAIT_GROUP_ANY,
                                              wait->comm, &node);

    if (status == STATUS_OK && below[at] != 0)
        status = hang_graph_edge(&waits->graph, node, below[at]);
    if (status == STATUS_OK && after != 0)
        status = hang_graph_edge(&waits->graph, node, after);
    return status == STATUS_OK
               ? hang_graph_edge(&waits->graph, wait->rank, node)
               : status;
}

/* The other group of an intercommunicator is not told from the own one: to let
 * a rank go on by more than can help it is on the safe side. */
static enum status add_any(struct comm_builder *builder,
                           const struct comm_members *members,
                           const struct comm_wait *list, size_t count)
{
    size_t room = (size_t)members->count + 1;
    struct hang_waits *waits = builder->waits;
    uint32_t *below, *above;
    enum status status = STATUS_NO_MEMORY;

    if (members->others || !all_are_in(members, list, count) ||
        !hang_waits_room(waits, 4 * room + 3 * count))
        return add_free(builder, list, count);
    below = malloc(room * sizeof(*below));
    above = malloc(room * sizeof(*above));
    if (below != NULL && above != NULL)
        status = add_parts(waits, list[0].comm, members, below, above);
    else
        log_fail(status, "members of a communicator");
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = add_any_of(waits, members, &list[i], below, above);
    free(below);
    free(above);
    return status;
}

/* Each call takes an edge for each member at most, and the counted ones four
 * together. */
static size_t most_edges(const struct comm_members *members,
                         const struct comm_wait *list, size_t count)
{
    size_t calls = 4;

    for (size_t i = 1; i < count; i++)
        calls += list[i].call != list[i - 1].call;
    return calls * members->count + count;
}

static enum status add_calls(struct comm_builder *builder,
                             const struct comm_members *members,
                             const struct comm_wait *list, size_t count)
{
    if (all_are_in(members, list, count) &&
        hang_waits_room(builder->waits, most_edges(members, list, count)))
        return collectives_add(builder->collectives, members, list, count);
    return add_free(builder, list, count);
}

/* Those that wait for a message come first. */
static enum status add_comm(struct comm_builder *builder,
                            const struct comm_wait *list, size_t count)
{
    struct comm_members members;
    enum status status = get_members(builder, list[0].comm, &members);
    size_t any = 0;

    while (any < count && list[any].any)
        any++;
    if (status == STATUS_OK && any > 0)
        status = add_any(builder, &members, list, any);
    if (status == STATUS_OK && any < count)
        status = add_calls(builder, &members, list + any, count - any);
    free(members.ranks);
    return status;
}

ORDER(by_comm, struct comm_wait, UP(comm) DOWN(any) UP(call) UP(rank));

static enum status add_comms(struct comm_builder *builder,
                             const struct comm_wait *list, size_t count)
{
    enum status status = STATUS_OK;

    for (size_t i = 0, end; i < count && status == STATUS_OK; i = end) {
        end = i + 1;
        while (end < count && list[end].comm == list[i].comm)
            end++;
        status = add_comm(builder, list + i, end - i);
    }
    return status;
}

enum status hang_comms_add(struct profile *profile,
                           const struct hang_ends *ends,
                           struct hang_waits *waits, struct comm_wait *list,
                           size_t count)
{
    struct comm_builder builder = { .profile = profile,
                                    .ends = ends,
                                    .waits = waits };
    enum status status = collectives_create(profile, ends, waits, list, count,
                                            &builder.collectives);

    qsort(list, count, sizeof(*list), by_comm);
    if (status == STATUS_OK)
        status = add_comms(&builder, list, count);
    collectives_destroy(builder.collectives);
    return status;
}
