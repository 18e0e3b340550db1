/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_definitions.c - the global definitions of a run.
 *
 * Order: clock, strings on demand, paradigm, system tree, locations,
 * attributes, regions, metrics, groups, communicators, windows, files, grids,
 * call paths, samples.
 */
#include "archive/definitions/archive.h"
#include "archive/definitions/archive_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/call.h"
#include "model/notes/comm_note.h"
#include "model/notes/host_note.h"

#define MACHINE_NODE 0

/* The time of day at begin_ticks: OTF2 wants the one at its global offset. */
static uint64_t unix_ns_at_begin(const struct archive_facts *facts)
{
    double ticks = (double)(int64_t)(facts->begin_ticks - facts->start_ticks);
    double ns = ticks / facts->ticks_per_second * 1e9;

    return facts->start_unix_ns +
           (uint64_t)(int64_t)(ns < 0 ? ns - 0.5 : ns + 0.5);
}

static void write_clock(struct gdef_names *names,
                        const struct archive_facts *facts)
{
    uint64_t per_second = (uint64_t)(facts->ticks_per_second + 0.5);

    gdef_expect(names, OTF2_GlobalDefWriter_WriteClockProperties(
                           names->writer, per_second, facts->begin_ticks,
                           facts->end_ticks - facts->begin_ticks,
                           unix_ns_at_begin(facts)));
}

static void write_template(struct gdef_names *names,
                           OTF2_ParadigmProperty property, const char *text)
{
    OTF2_AttributeValue value = { .stringRef = gdef_string(names, text) };

    gdef_expect(names, OTF2_GlobalDefWriter_WriteParadigmProperty(
                           names->writer, OTF2_PARADIGM_MPI, property,
                           OTF2_TYPE_STRING, value));
}

static void write_paradigm(struct gdef_names *names)
{
    gdef_expect(names,
                OTF2_GlobalDefWriter_WriteParadigm(
                    names->writer, OTF2_PARADIGM_MPI,
                    gdef_string(names, "MPI"), OTF2_PARADIGM_CLASS_PROCESS));
    write_template(names, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE,
                   "Comm ${id}");
    write_template(names, OTF2_PARADIGM_PROPERTY_RMA_WIN_NAME_TEMPLATE,
                   "Win ${id}");
}

static void write_node(struct gdef_names *names, uint32_t id, const char *name,
                       const char *class, OTF2_SystemTreeDomain domain)
{
    uint32_t parent =
        id == MACHINE_NODE ? OTF2_UNDEFINED_SYSTEM_TREE_NODE : MACHINE_NODE;

    gdef_expect(names, OTF2_GlobalDefWriter_WriteSystemTreeNode(
                           names->writer, id, gdef_string(names, name),
                           gdef_string(names, class), parent));
    gdef_expect(names, OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
                           names->writer, id, domain));
}

static void write_property(struct gdef_names *names, uint32_t node,
                           const char *name, OTF2_Type type,
                           OTF2_AttributeValue value)
{
    gdef_expect(names, OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                           names->writer, node, gdef_string(names, name), type,
                           value));
}

/* The clock's are mpiprof's own: OTF2 has the offsets per location only. */
static void write_host_note(struct gdef_names *names, uint32_t node,
                            const struct host_note *note)
{
    OTF2_AttributeValue value = { .stringRef = gdef_string(names, note->cpu) };

    write_property(names, node, "cpu model", OTF2_TYPE_STRING, value);
    if (note->memory_bytes != 0) {
        value.uint64 = note->memory_bytes;
        write_property(names, node, "memory [bytes]", OTF2_TYPE_UINT64, value);
    }
    if (!note->compared)
        return;
    value.int64 = note->ahead_ns;
    write_property(names, node, "clock ahead [ns]", OTF2_TYPE_INT64, value);
    value.uint64 = note->error_ns;
    write_property(names, node, "clock error [ns]", OTF2_TYPE_UINT64, value);
    value.int64 = note->drift;
    write_property(names, node, "clock drift [ns/s]", OTF2_TYPE_INT64, value);
}

static void write_host(struct gdef_names *names, const struct definitions *run,
                       uint32_t host)
{
    struct definition item = definitions_get(run, DEFINITION_HOST, host);
    char *name = strndup((const char *)item.key, item.key_size);
    struct host_note note;

    write_node(names, 1 + host, name == NULL ? "?" : name, "node",
               OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
    free(name);
    if (item.note == NULL ||
        host_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return;
    write_host_note(names, 1 + host, &note);
    host_note_clear(&note);
}

static void write_group_of_rank(struct gdef_names *names, uint32_t rank,
                                uint32_t host)
{
    char name[32];

    snprintf(name, sizeof(name), "MPI Rank %u", rank);
    gdef_expect(names, OTF2_GlobalDefWriter_WriteLocationGroup(
                           names->writer, rank, gdef_string(names, name),
                           OTF2_LOCATION_GROUP_TYPE_PROCESS, 1 + host,
                           OTF2_UNDEFINED_LOCATION_GROUP));
}

static void write_lead(struct gdef_names *names, uint32_t rank, uint32_t lead)
{
    OTF2_AttributeValue value = { .locationRef =
                                      archive_location_id(lead, rank) };

    if (lead != 0)
        gdef_expect(names, OTF2_GlobalDefWriter_WriteLocationGroupProperty(
                               names->writer, rank,
                               gdef_string(names, PROFILE_LEAD_NOTE),
                               OTF2_TYPE_LOCATION, value));
}

static void write_location(struct gdef_names *names,
                           const struct archive_location *location)
{
    uint32_t rank = (uint32_t)location->location;
    uint32_t thread = (uint32_t)(location->location >> 32);
    char name[32] = "Master thread";

    if (thread > 0)
        snprintf(name, sizeof(name), "Thread %u", thread);
    gdef_expect(
        names, OTF2_GlobalDefWriter_WriteLocation(
                   names->writer, location->location, gdef_string(names, name),
                   OTF2_LOCATION_TYPE_CPU_THREAD, location->events, rank));
}

/* A rank that recorded nothing still is a member of communicators. */
static void write_rank_locations(struct gdef_names *names,
                                 const struct archive_facts *facts,
                                 uint32_t rank, size_t *next)
{
    struct archive_location empty = { rank, 0 };
    size_t i = *next;

    if (i == facts->location_count || facts->locations[i].location != rank)
        write_location(names, &empty);
    for (; i < facts->location_count &&
           (uint32_t)facts->locations[i].location == rank;
         i++)
        write_location(names, &facts->locations[i]);
    *next = i;
}

static void write_system(struct gdef_names *names,
                         const struct archive_facts *facts, uint32_t ranks)
{
    const struct definitions *run = facts->run->definitions;
    uint32_t hosts = definitions_count(run, DEFINITION_HOST);
    const struct archive_part *parts = facts->parts;
    size_t next = 0;

    write_node(names, MACHINE_NODE, "machine", "machine",
               OTF2_SYSTEM_TREE_DOMAIN_MACHINE);
    for (uint32_t i = 0; i < hosts; i++)
        write_host(names, run, i);
    for (uint32_t i = 0; i < ranks; i++)
        write_group_of_rank(names, i, parts[i].host);
    for (uint32_t i = 0; i < ranks; i++)
        write_rank_locations(names, facts, i, &next);
    for (uint32_t i = 0; i < ranks; i++)
        write_lead(names, i, parts[i].lead);
}

static OTF2_RegionRole role_of(uint8_t role)
{
    static const uint8_t roles[] = {
        [CALL_ROLE_FUNCTION] = OTF2_REGION_ROLE_FUNCTION,
        [CALL_ROLE_P2P] = OTF2_REGION_ROLE_POINT2POINT,
        [CALL_ROLE_BARRIER] = OTF2_REGION_ROLE_BARRIER,
        [CALL_ROLE_ONE2ALL] = OTF2_REGION_ROLE_COLL_ONE2ALL,
        [CALL_ROLE_ALL2ONE] = OTF2_REGION_ROLE_COLL_ALL2ONE,
        [CALL_ROLE_ALL2ALL] = OTF2_REGION_ROLE_COLL_ALL2ALL,
        [CALL_ROLE_COLL_OTHER] = OTF2_REGION_ROLE_COLL_OTHER,
        [CALL_ROLE_RMA] = OTF2_REGION_ROLE_RMA,
        [CALL_ROLE_ATOMIC] = OTF2_REGION_ROLE_ATOMIC,
        [CALL_ROLE_ALLOCATE] = OTF2_REGION_ROLE_ALLOCATE,
        [CALL_ROLE_DEALLOCATE] = OTF2_REGION_ROLE_DEALLOCATE,
        [CALL_ROLE_FILE_IO] = OTF2_REGION_ROLE_FILE_IO,
        [CALL_ROLE_FILE_IO_METADATA] = OTF2_REGION_ROLE_FILE_IO_METADATA,
    };

    return roles[role];
}

static void write_region(struct gdef_names *names, uint32_t id,
                         const char *name, OTF2_RegionRole role,
                         OTF2_Paradigm paradigm, const char *file, int line)
{
    uint32_t text = gdef_string(names, name);

    gdef_expect(names,
                OTF2_GlobalDefWriter_WriteRegion(
                    names->writer, id, text, text, ARCHIVE_STRING_EMPTY, role,
                    paradigm, OTF2_REGION_FLAG_NONE, gdef_string(names, file),
                    (uint32_t)line, (uint32_t)line));
}

/* The key of a REGION, or the note of a function: name \0 file \0 line. */
static void write_user_region(struct gdef_names *names, uint32_t id,
                              const struct definition *region)
{
    bool noted = region->note_size > 0;
    size_t size = noted ? region->note_size : region->key_size;
    char *copy = calloc(size + 3, 1), *file, *line;

    if (copy == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    memcpy(copy, noted ? region->note : region->key, size);
    file = copy + strlen(copy) + 1;
    line = file + strlen(file) + 1;
    if (line > copy + size)
        line = copy + size;
    if (line[0] == '-') /* a function that has no name */
        file = line = copy + size;
    write_region(names, id, copy,
                 noted ? OTF2_REGION_ROLE_FUNCTION : OTF2_REGION_ROLE_CODE,
                 noted ? OTF2_PARADIGM_COMPILER : OTF2_PARADIGM_USER, file,
                 atoi(line));
    free(copy);
}

static void write_regions(struct gdef_names *names,
                          const struct archive_facts *facts,
                          const char *program)
{
    const struct definitions *run = facts->run->definitions;
    const struct profile_call *list = facts->run->calls;
    uint32_t calls = (uint32_t)facts->run->call_count;
    uint32_t count = definitions_count(run, DEFINITION_REGION);
    uint32_t used_count = archive_count_used(facts->used, calls);
    uint32_t next = 1;

    write_region(names, ARCHIVE_REGION_ROOT, program,
                 OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM,
                 "", 0);
    for (uint32_t i = 0; i < calls; i++)
        if (facts->used[i])
            write_region(names, next++, list[i].name, role_of(list[i].role),
                         OTF2_PARADIGM_MPI, "MPI", 0);
    for (uint32_t i = 1; i < count; i++) {
        struct definition region = definitions_get(run, DEFINITION_REGION, i);

        write_user_region(names, archive_user_region(used_count, i), &region);
    }
    names->first_function = archive_user_region(used_count, count);
    if (count == 0)
        names->first_function = used_count + 1;
}

static void write_metrics(struct gdef_names *names,
                          const struct archive_facts *facts)
{
    uint32_t members[PROFILE_COUNTERS], unit = gdef_string(names, "#");

    for (uint8_t i = 0; i < facts->counter_count; i++) {
        members[i] = i;
        gdef_expect(names, OTF2_GlobalDefWriter_WriteMetricMember(
                               names->writer, i,
                               gdef_string(names, facts->counters[i]),
                               ARCHIVE_STRING_EMPTY, OTF2_METRIC_TYPE_PAPI,
                               OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64,
                               OTF2_BASE_DECIMAL, 0, unit));
    }
    if (facts->counter_count > 0)
        gdef_expect(names, OTF2_GlobalDefWriter_WriteMetricClass(
                               names->writer, ARCHIVE_METRIC_CLASS,
                               facts->counter_count, members,
                               OTF2_METRIC_SYNCHRONOUS_STRICT,
                               OTF2_RECORDER_KIND_CPU));
}

static void write_comm_locations(struct gdef_names *names, uint32_t ranks)
{
    uint64_t *members = calloc((size_t)ranks + 1, sizeof(*members));

    if (members == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < ranks; i++)
        members[i] = archive_location_id(0, i);
    gdef_expect(names, OTF2_GlobalDefWriter_WriteGroup(
                           names->writer, 0, ARCHIVE_STRING_EMPTY,
                           OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                           OTF2_GROUP_FLAG_NONE, ranks, members));
    free(members);
}

/* Whatever the program calls it. */
static bool is_self(const struct definition *item)
{
    static const uint8_t key[8] = { COMM_IDENTITY_SELF };

    return item->key_size == sizeof(key) &&
           memcmp(item->key, key, sizeof(key)) == 0;
}

static void write_comm(struct gdef_names *names, uint32_t id, uint32_t parent,
                       const struct comm_note *note, bool is_self,
                       uint32_t self)
{
    uint32_t name = gdef_string(names, note->name);
    uint32_t group = self, remote;

    if (!is_self)
        group = gdef_group(names, note->members, note->size);
    if (note->remote_size == 0) {
        gdef_expect(names, OTF2_GlobalDefWriter_WriteComm(
                               names->writer, id, name, group, parent,
                               OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS));
        return;
    }
    remote = gdef_group(names, note->remote_members, note->remote_size);
    gdef_expect(names, OTF2_GlobalDefWriter_WriteInterComm(
                           names->writer, id, name, group, remote, parent,
                           OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS));
}

static void write_groups_of(struct gdef_names *names,
                            const struct comm_note *note)
{
    gdef_group(names, note->members, note->size);
    if (note->remote_size > 0)
        gdef_group(names, note->remote_members, note->remote_size);
}

/* As OTF2 has it: readers look a parent up among the communicators of one
 * group, so one made from an intercommunicator has none; that of an
 * intercommunicator holds both of its groups. */
static uint32_t parent_of(const struct definitions *run,
                          const struct comm_note *of, uint32_t made_from)
{
    struct definition item = definitions_get(run, DEFINITION_COMM, made_from);
    struct comm_note note;
    bool inter;

    if (of->remote_size > 0 || item.note == NULL ||
        comm_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return OTF2_UNDEFINED_COMM;
    inter = note.remote_size > 0;
    comm_note_clear(&note);
    return inter ? OTF2_UNDEFINED_COMM : archive_comm(made_from);
}

/* Ranks of another run are not here: returns how many are left. */
static uint32_t drop_outsiders(uint32_t *members, uint32_t count)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < count; i++)
        if (members[i] != UINT32_MAX)
            members[left++] = members[i];
    return left;
}

static bool decode_note(const struct definition *item, struct comm_note *note)
{
    if (item->note == NULL ||
        comm_note_decode(item->note, item->note_size, note) != STATUS_OK)
        return false;
    note->size = drop_outsiders(note->members, note->size);
    note->remote_size =
        drop_outsiders(note->remote_members, note->remote_size);
    return true;
}

/* First the groups of all (self is 0), then all communicators. */
static void write_comm_notes(struct gdef_names *names,
                             const struct definitions *run, uint32_t self)
{
    uint32_t count = definitions_count(run, DEFINITION_COMM);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++) {
        struct definition item = definitions_get(run, DEFINITION_COMM, i);
        char unnamed[] = "";
        struct comm_note note = { .name = unnamed };
        bool known = decode_note(&item, &note);

        if (self != 0)
            write_comm(names, archive_comm(i),
                       parent_of(run, &note, item.refs[0]), &note,
                       is_self(&item), self);
        else if (!is_self(&item))
            write_groups_of(names, &note);
        if (known)
            comm_note_clear(&note);
    }
}

static void write_comms(struct gdef_names *names,
                        const struct definitions *run, uint32_t ranks)
{
    uint32_t self;

    write_comm_locations(names, ranks);
    gdef_groups(names, run);
    write_comm_notes(names, run, 0);
    self = names->groups++;
    gdef_expect(names, OTF2_GlobalDefWriter_WriteGroup(
                           names->writer, self, ARCHIVE_STRING_EMPTY,
                           OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI,
                           OTF2_GROUP_FLAG_NONE, 0, NULL));
    write_comm_notes(names, run, self);
}

static void write_attribute(struct gdef_names *names, uint32_t id,
                            const char *name, const char *description,
                            OTF2_Type type)
{
    gdef_expect(names, OTF2_GlobalDefWriter_WriteAttribute(
                           names->writer, id, gdef_string(names, name),
                           gdef_string(names, description), type));
}

static void write_attributes(struct gdef_names *names)
{
    write_attribute(names, ARCHIVE_ATTRIBUTE_PATH, "call path",
                    "functions that led to a call", OTF2_TYPE_CALLING_CONTEXT);
    write_attribute(names, ARCHIVE_ATTRIBUTE_WINDOW, "window",
                    "one-sided window that a call works on",
                    OTF2_TYPE_RMA_WIN);
    write_attribute(names, ARCHIVE_ATTRIBUTE_FILE, "file",
                    "file that a call works on", OTF2_TYPE_IO_FILE);
    write_attribute(names, ARCHIVE_ATTRIBUTE_ERROR, "MPI error",
                    "code that a call has failed with", OTF2_TYPE_INT32);
    write_attribute(names, ARCHIVE_ATTRIBUTE_START, "persistent start",
                    "number of a persistent collective on its communicator, "
                    "and in the lower half of its start",
                    OTF2_TYPE_UINT64);
}

static const char *program_of(const struct profile *run)
{
    return run->program == NULL || run->program[0] == '\0' ? "program"
                                                           : run->program;
}

uint32_t archive_count_used(const uint8_t *used, uint32_t calls)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < calls; i++)
        count += used[i] != 0;
    return count;
}

enum status archive_write_definitions(OTF2_Archive *archive,
                                      const struct archive_facts *facts)
{
    const struct profile *run = facts->run;
    uint32_t ranks = run->rank_count;
    struct gdef_names names;
    enum status status;

    gdef_init(&names, OTF2_Archive_GetGlobalDefWriter(archive));
    if (names.status == STATUS_OK) {
        gdef_string(&names, "");
        gdef_string(&names, program_of(run)); /* ARCHIVE_STRING_PROGRAM */
        write_clock(&names, facts);
        write_paradigm(&names);
        write_system(&names, facts, ranks);
        write_attributes(&names);
        write_regions(&names, facts, program_of(run));
        write_metrics(&names, facts);
        write_comms(&names, run->definitions, ranks);
        gdef_windows(&names, run->definitions);
        gdef_files(&names, run->definitions);
        gdef_grids(&names, run->definitions);
        gdef_paths(&names, run->definitions, facts->contexts);
        gdef_samples(&names, facts);
        gdef_expect(&names,
                    OTF2_Archive_CloseGlobalDefWriter(archive, names.writer));
    }
    status = names.status;
    gdef_clear(&names);
    return status;
}
