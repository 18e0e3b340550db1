/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * names_settle.c - resolves definitions once all are known: ranks, and the
 * profile's equivalents of hosts, communicators and call paths.
 */
#include "archive/events/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text/strbuf.h"
#include "model/notes/comm_note.h"
#include "model/outside_wait.h"

#define SELF_KEY UINT64_MAX /* one COMM for the COMM_SELF of all ranks */

ORDER(by_id, struct names_location, UP(id));

static struct names_location *find_location(const struct names *names,
                                            uint64_t id)
{
    struct names_location key = { .id = id };

    if (names->locations.count == 0)
        return NULL;
    return bsearch(&key, names->locations.items, names->locations.count,
                   sizeof(key), by_id);
}

static struct names_group_of_locations *
owner_of(const struct names *names, const struct names_location *location)
{
    struct names_group_of_locations *list = names->owners.items;

    return location->group < names->owners.count ? &list[location->group]
                                                 : NULL;
}

/* By the group of all MPI processes, else in the order of definition. */
static uint32_t rank_owners(struct names *names)
{
    struct names_group_of_locations *owners = names->owners.items, *owner;
    const struct names_group *groups = names->groups.items, *all;
    uint32_t ranks = 0;

    for (uint32_t i = 0; i < names->owners.count; i++)
        owners[i].rank = UINT32_MAX; /* also of ids that are not defined */
    if (names->world == NAMES_NONE) {
        for (uint32_t i = 0; i < names->owners.count; i++)
            if (owners[i].process)
                owners[i].rank = ranks++;
        return ranks;
    }
    all = &groups[names->world];
    for (uint32_t i = 0; i < all->size; i++) {
        const struct names_location *location =
            find_location(names, all->raw[i]);

        owner = location == NULL ? NULL : owner_of(names, location);
        if (owner != NULL && owner->rank == UINT32_MAX)
            owner->rank = i;
    }
    return all->size;
}

/* The member of the group of MPI processes is the master. */
static bool is_master(const struct names *names,
                      const struct names_location *location)
{
    const struct names_group *groups = names->groups.items;
    const struct names_group *all = &groups[names->world];

    return location->rank < all->size &&
           all->raw[location->rank] == location->id;
}

/* One that is not there, or another rank's, leads nobody. */
static void check_leads(const struct names *names)
{
    struct names_group_of_locations *owners = names->owners.items;

    for (uint32_t i = 0; i < names->owners.count; i++) {
        const struct names_location *lead =
            find_location(names, owners[i].lead);

        if (lead == NULL || lead->group != i)
            owners[i].lead = 0;
    }
}

static bool location_leads(const struct names *names,
                           const struct names_location *location)
{
    const struct names_group_of_locations *owner = owner_of(names, location);

    return owner == NULL || owner->lead == 0 ? location->thread == 0
                                             : location->id == owner->lead;
}

ORDER(by_rank, struct names_location, UP(rank) UP(thread) UP(id));

static void rank_locations(struct names *names)
{
    struct names_location *list = names->locations.items;
    uint32_t count = names->locations.count, thread = 0;

    check_leads(names);
    for (uint32_t i = 0; i < count; i++) {
        const struct names_group_of_locations *owner =
            owner_of(names, &list[i]);

        list[i].rank = owner == NULL ? UINT32_MAX : owner->rank;
        list[i].thread =
            names->world != NAMES_NONE && !is_master(names, &list[i]);
    }
    qsort(list, count, sizeof(*list), by_rank);
    for (uint32_t i = 0; i < count; i++) {
        thread = i > 0 && list[i].rank == list[i - 1].rank ? thread + 1 : 0;
        if (names->world == NAMES_NONE || list[i].thread != 0)
            list[i].thread = thread;
        list[i].leads = location_leads(names, &list[i]);
    }
}

static uint32_t world_rank_of(const struct names *names, uint64_t member,
                              bool global)
{
    const struct names_location *location;

    if (!global)
        return member > UINT32_MAX ? UINT32_MAX : (uint32_t)member;
    location = find_location(names, member);
    return location == NULL || owner_of(names, location) == NULL
               ? UINT32_MAX
               : owner_of(names, location)->rank;
}

/* Members are ranks of the run or of none, and no more than there are: else
 * the group is damaged and nothing is known of who is in it. */
static void resolve_group(const struct names *names, struct names_group *group,
                          uint32_t ranks)
{
    uint32_t inside = 0, other = 0;

    for (uint32_t k = 0; k < group->size; k++) {
        uint32_t rank = world_rank_of(names, group->raw[k], group->global);

        group->members[k] = rank < ranks ? rank : UINT32_MAX;
        inside += rank < ranks;
        other += rank >= ranks && rank != UINT32_MAX;
    }
    group->sound = inside <= ranks && other == 0 &&
                   group->size - inside <= COMM_NOTE_OUTSIDE_MOST;
}

/* Needs the locations still sorted by id. */
static void resolve_groups(struct names *names, uint32_t ranks)
{
    struct names_group *groups = names->groups.items;

    for (uint32_t i = 0; i < names->groups.count; i++) {
        struct names_group *group = &groups[i];

        group->members =
            malloc((size_t)group->size * sizeof(*group->members) + 1);
        if (group->members == NULL) {
            names->status = STATUS_NO_MEMORY;
            return;
        }
        resolve_group(names, group, ranks);
    }
}

static bool is_self(const struct names *names, const struct names_comm *comm)
{
    const struct names_group *group = names_group(names, comm->group);

    return !comm->inter && group != NULL && group->kind == NAMES_GROUP_SELF;
}

static void fill_note(const struct names *names, const struct names_comm *comm,
                      struct comm_note *note)
{
    static uint32_t self_members[1] = { 0 };
    const struct names_group *group = names_group(names, comm->group);
    const struct names_group *remote = names_group(names, comm->remote);

    note->name = (char *)names_text(names, comm->name);
    if (is_self(names, comm)) {
        note->size = 1;
        note->members = self_members;
        return;
    }
    if (group != NULL && group->sound) {
        note->size = group->size;
        note->members = group->members;
    }
    if (comm->inter && remote != NULL && remote->sound) {
        note->remote_size = remote->size;
        note->remote_members = remote->members;
    }
}

/* The run's id of the communicator it was made from; 0: none, or one that
 * was not settled before. */
static uint32_t parent_id(const struct names *names,
                          const struct names_comm *comm)
{
    const struct names_comm *comms = names->comms.items;

    if (comm->parent >= names->comms.count || &comms[comm->parent] >= comm)
        return 0;
    return comms[comm->parent].id;
}

static void settle_comm(struct names *names, struct names_comm *comm,
                        uint64_t key)
{
    struct definitions *table = names->profile->definitions;
    struct comm_note note = { 0 };
    struct bytes_writer bytes = { 0 };

    ++*names->steps;
    comm->id = definitions_intern_number(table, DEFINITION_COMM,
                                         parent_id(names, comm), 0, key);
    fill_note(names, comm, &note);
    comm_note_encode(&note, &bytes);
    if (comm->id == DEFINITION_NONE || bytes.failed)
        names->status = STATUS_NO_MEMORY;
    else
        definitions_note(table, DEFINITION_COMM, comm->id, bytes.data,
                         bytes.size, 0);
    bytes_writer_clear(&bytes);
}

static void settle_comms(struct names *names)
{
    struct names_comm *comms = names->comms.items;

    for (uint32_t i = 0; i < names->comms.count; i++)
        if (comms[i].defined && names->status == STATUS_OK)
            settle_comm(names, &comms[i],
                        is_self(names, &comms[i]) ? SELF_KEY : i);
}

static void find_only_comm(struct names *names)
{
    const struct names_comm *comms = names->comms.items;
    uint32_t found = 0;

    for (uint32_t i = 0; i < names->comms.count; i++)
        if (comms[i].defined && !is_self(names, &comms[i]) && found++ == 0)
            names->only_comm = i;
    if (found != 1)
        names->only_comm = NAMES_NONE;
}

static bool has_member(const struct names_group *group, uint32_t rank)
{
    for (uint32_t i = 0; i < group->size; i++)
        if (group->members[i] == rank)
            return true;
    return false;
}

const struct names_group *names_peers(struct names *names, uint32_t id,
                                      uint32_t rank)
{
    struct names_comm *comm = names_comm(names, id);
    const struct names_group *local, *remote;

    if (comm == NULL)
        return NULL;
    local = names_group(names, comm->group);
    if (!comm->inter || local == NULL)
        return local;
    if (comm->looked_up_by == rank + 1)
        return comm->seen;
    remote = names_group(names, comm->remote);
    comm->looked_up_by = rank + 1;
    comm->seen = has_member(local, rank) ? remote : local;
    return comm->seen;
}

static void add_triple(const struct names *names,
                       const struct names_context *context,
                       struct strbuf *note)
{
    const struct names_region *region = names_region(names, context->region);
    const struct names_line *lines = names->lines.items;
    bool known = context->line < names->lines.count;

    strbuf_puts(note, region == NULL ? "" : names_text(names, region->name));
    strbuf_putc(note, '\0');
    if (known)
        strbuf_puts(note, names_text(names, lines[context->line].file));
    else if (region != NULL)
        strbuf_puts(note, names_text(names, region->file));
    strbuf_putc(note, '\0');
    strbuf_printf(note, "%u", known ? lines[context->line].line : 0u);
    strbuf_putc(note, '\0');
}

/* Parents come before their children; anything else is cut off. */
static const struct names_context *parent_of(const struct names *names,
                                             const struct names_context *of)
{
    const struct names_context *parent = names_context(names, of->parent);

    return parent < of ? parent : NULL;
}

static uint32_t frame_of(struct names *names,
                         const struct names_context *context,
                         const struct strbuf *note)
{
    struct definitions *table = names->profile->definitions;
    const char *module = names_text(names, context->module);
    const char *file = names_text(names, context->file);
    uint64_t offset = context->has_offset
                          ? context->offset
                          : (uint64_t)context->region << 32 | context->line;
    uint32_t module_id, frame;

    module_id = definitions_intern(table, DEFINITION_MODULE, 0, 0, module,
                                   strlen(module));
    if (module_id == DEFINITION_NONE)
        return DEFINITION_NONE;
    if (file[0] != '\0')
        definitions_note(table, DEFINITION_MODULE, module_id, file,
                         strlen(file), 0);
    frame = definitions_intern_number(table, DEFINITION_FRAME, module_id, 0,
                                      offset);
    if (frame != DEFINITION_NONE && note->length > 0)
        definitions_note(table, DEFINITION_FRAME, frame, note->text,
                         note->length, 0);
    return frame;
}

/* A function named "module+0x123" is one that was not looked up yet, and may
 * still be. */
static bool is_resolved(const struct names *names,
                        const struct names_context *context)
{
    const struct names_region *region = names_region(names, context->region);
    const char *plus =
        region == NULL ? NULL : strstr(names_text(names, region->name), "+0x");

    return !context->has_offset || plus == NULL ||
           strtoull(plus + 1, NULL, 16) != context->offset;
}

/* One frame: the context and, in our archives, those inlined into it. */
static void settle_context(struct names *names, struct names_context *context)
{
    const struct names_context *parent = parent_of(names, context);
    struct strbuf note = { 0 };
    uint32_t frame;

    ++*names->steps;
    if (is_resolved(names, context))
        add_triple(names, context, &note);
    for (; names->folded && parent != NULL && !parent->has_offset;
         parent = parent_of(names, parent))
        add_triple(names, parent, &note);
    frame = note.failed ? DEFINITION_NONE : frame_of(names, context, &note);
    if (frame != DEFINITION_NONE)
        context->path = definitions_intern(
            names->profile->definitions, DEFINITION_PATH,
            parent == NULL ? 0 : parent->path, frame, NULL, 0);
    if (frame == DEFINITION_NONE || context->path == DEFINITION_NONE)
        names->status = STATUS_NO_MEMORY;
    strbuf_clear(&note);
}

static void settle_contexts(struct names *names)
{
    struct names_context *contexts = names->contexts.items;

    for (uint32_t i = 0; i < names->contexts.count; i++)
        if (contexts[i].defined && names->status == STATUS_OK &&
            (contexts[i].has_offset || !names->folded))
            settle_context(names, &contexts[i]);
}

/* The nearest node above of class "node", else the one it is in. */
static const struct names_node *host_node(const struct names *names,
                                          uint32_t id)
{
    const struct names_node *nodes = names->nodes.items;

    for (uint32_t at = id, steps = 0;
         at < names->nodes.count && steps < names->nodes.count;
         at = nodes[at].parent, steps++)
        if (strcmp(names_text(names, nodes[at].class), "node") == 0)
            return &nodes[at];
    return id < names->nodes.count ? &nodes[id] : NULL;
}

static void note_host(struct definitions *table, uint32_t host,
                      const struct names_node *node, const char *cpu)
{
    struct host_note note = node->clock;
    struct bytes_writer out = { 0 };

    note.cpu = (char *)cpu;
    host_note_encode(&note, &out);
    if (!out.failed && out.size > 0)
        definitions_note(table, DEFINITION_HOST, host, out.data, out.size, 0);
    bytes_writer_clear(&out);
}

/* In which call those in MPI were is not in the trace, nor do reports of one
 * say: it is any. */
static void settle_samples(struct names *names,
                           const struct names_group_of_locations *owner,
                           struct samples *out)
{
    names->samples_left_out += owner->samples_left_out;
    *out = owner->samples;
    if (out->source == SAMPLE_NONE || owner->samples_in_calls == 0)
        return;
    out->rows = malloc(sizeof(*out->rows));
    if (out->rows == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    out->row_count = 1;
    *out->rows = (struct sample_row){ .call = SAMPLE_NO_CALL + 1,
                                      .count = owner->samples_in_calls,
                                      .squares = owner->samples_in_calls };
}

static void settle_host(struct names *names,
                        const struct names_group_of_locations *owner)
{
    struct definitions *table = names->profile->definitions;
    const struct names_node *node = host_node(names, owner->node);
    const char *name = node == NULL ? "" : names_text(names, node->name);
    const char *cpu = node == NULL ? "" : names_text(names, node->cpu);
    uint32_t host =
        definitions_intern(table, DEFINITION_HOST, 0, 0, name, strlen(name));

    if (host == DEFINITION_NONE) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    if (node != NULL)
        note_host(table, host, node, cpu);
    if (owner->rank >= names->profile->rank_count)
        return;
    names->profile->ranks[owner->rank].host = host;
    settle_samples(names, owner, &names->profile->ranks[owner->rank].samples);
}

static void settle_ranks(struct names *names, uint32_t ranks)
{
    const struct names_group_of_locations *owners = names->owners.items;
    struct profile *profile = names->profile;

    profile->ranks = calloc((size_t)ranks + 1, sizeof(*profile->ranks));
    if (profile->ranks == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    profile->rank_count = ranks;
    for (uint32_t i = 0; i < ranks; i++)
        profile->ranks[i].rank = i;
    for (uint32_t i = 0; i < names->owners.count; i++)
        if (owners[i].rank != UINT32_MAX && names->status == STATUS_OK)
            settle_host(names, &owners[i]);
}

enum status names_settle(struct names *names)
{
    uint32_t ranks;

    if (names->locations.count > 0)
        qsort(names->locations.items, names->locations.count,
              sizeof(struct names_location), by_id);
    ranks = rank_owners(names);
    resolve_groups(names, ranks);
    if (names->locations.count > 0)
        rank_locations(names);
    if (names->status == STATUS_OK)
        settle_ranks(names, ranks);
    if (names->status == STATUS_OK)
        names_settle_streams(names);
    settle_comms(names);
    find_only_comm(names);
    names_settle_objects(names);
    settle_contexts(names);
    return names->status;
}

void names_see_region(struct names *names, uint32_t id)
{
    struct names_region *region = names_region(names, id);
    uint32_t line = region->line == NAMES_NONE ? 0 : region->line;
    uint32_t made = definitions_region(
        names->profile->definitions, names_text(names, region->name),
        names_text(names, region->file), (int)line);

    if (made == DEFINITION_NONE) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    region->kind = REGION_OF_USER;
    region->id = made;
    region->waits = outside_wait_of_name(names_text(names, region->name)) !=
                    OUTSIDE_WAIT_KINDS;
}
