/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_definitions.h"

#include <stdlib.h>

#include "recover/recover_chunks.h"

static bool is_traced(const struct trace_recovery *recovery, uint64_t location)
{
    for (size_t i = 0; i < recovery->count; i++)
        if (recovery->locations[i].location == location)
            return true;
    return false;
}

/* Tables and clock of each of a rank's locations. */
static enum status make_tables(struct trace_recovery *recovery,
                               const struct recover_chunks *kept,
                               uint32_t *const *map, const uint32_t *contexts)
{
    struct archive_ids ids = {
        .own = kept->rank.definitions,
        .map = map,
        .used = recovery->used,
        .call_count = (uint32_t)kept->rank.call_count,
        .contexts = contexts,
    };
    struct archive_tables *tables = archive_tables_create(&ids);
    enum status status = tables == NULL ? STATUS_NO_MEMORY : STATUS_OK;

    for (size_t i = 0; status == STATUS_OK && i < kept->location_count; i++)
        if (is_traced(recovery, kept->locations[i]))
            status = archive_write_location(
                recovery->archive, kept->locations[i], tables, &kept->line,
                clock_line_from_run(&kept->line, recovery->begin),
                clock_line_from_run(&kept->line, recovery->end));
    archive_tables_destroy(tables);
    return status;
}

static enum status make_empty_names(struct trace_recovery *recovery,
                                    uint32_t number)
{
    OTF2_DefWriter *writer =
        OTF2_Archive_GetDefWriter(recovery->archive, number);

    if (writer == NULL ||
        OTF2_Archive_CloseDefWriter(recovery->archive, writer) != OTF2_SUCCESS)
        return STATUS_IO;
    return STATUS_OK;
}

static enum status make_names_of(struct trace_recovery *recovery,
                                 uint32_t number, const uint32_t *contexts,
                                 uint32_t paths)
{
    struct definitions *run = recovery->profile->definitions;
    uint32_t *map[DEFINITION_KINDS] = { NULL };
    struct recover_chunks kept;
    enum status status = recover_chunks_open(recovery, number, &kept);

    if (status == STATUS_OK)
        status = definitions_merge(run, kept.rank.definitions, map);
    if (status == STATUS_OK &&
        definitions_count(run, DEFINITION_PATH) != paths)
        status = STATUS_BAD_FORMAT; /* it has changed since */
    if (status == STATUS_OK)
        status = make_tables(recovery, &kept, map, contexts);
    if (status == STATUS_OK && !is_traced(recovery, number))
        status = make_empty_names(recovery, number);
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(map[kind]);
    recover_chunks_close(&kept);
    return status;
}

static enum status make_local_names(struct trace_recovery *recovery,
                                    const uint32_t *contexts, uint32_t paths)
{
    enum status status = STATUS_OK;

    if (OTF2_Archive_OpenDefFiles(recovery->archive) != OTF2_SUCCESS)
        return STATUS_IO;
    for (uint32_t i = 0;
         status == STATUS_OK && i < recovery->profile->rank_count; i++)
        status = recovery->states[i] <= RECOVER_LOST
                     ? make_empty_names(recovery, i)
                     : make_names_of(recovery, i, contexts, paths);
    if (OTF2_Archive_CloseDefFiles(recovery->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    return status;
}

static void take_rank(struct archive_part *part, const struct rank_data *rank,
                      uint64_t traced)
{
    uint64_t useful = samples_useful(&rank->samples);

    part->host = rank->host;
    part->lead = rank->lead;
    part->samples = rank->samples;
    part->samples.rows = NULL;
    part->samples.row_count = 0;
    part->samples_in_calls = samples_in_calls(&rank->samples);
    part->samples_left_out = useful > traced ? useful - traced : 0;
}

static enum status make_definitions(struct trace_recovery *recovery,
                                    const uint32_t *contexts)
{
    struct profile *profile = recovery->profile;
    struct archive_facts facts = {
        .run = profile,
        .counters = profile->counters,
        .counter_count = (uint8_t)profile->counter_count,
        .used = recovery->used,
        .contexts = contexts,
        .parts = recovery->parts,
        .locations = recovery->locations,
        .location_count = recovery->count,
        .begin_ticks = recovery->begin,
        .end_ticks = recovery->end,
        .ticks_per_second = recover_run_ticks_per_ns(profile) * 1e9,
        .start_ticks = recover_run_start_ticks(profile),
        .start_unix_ns = profile->start_unix_ns,
    };

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(profile, i, &rank) == STATUS_OK && !rank->missing)
            take_rank(&recovery->parts[i], rank, recovery->traced[i].samples);
        recovery->parts[i].empty = recovery->states[i] == RECOVER_UNTRACED;
    }
    return archive_write_definitions(recovery->archive, &facts);
}

enum status recover_definitions_make(struct trace_recovery *recovery)
{
    const struct definitions *run = recovery->profile->definitions;
    uint32_t paths = definitions_count(run, DEFINITION_PATH);
    uint32_t *contexts = archive_contexts(run, paths);
    enum status status = STATUS_NO_MEMORY;

    if (contexts != NULL)
        status = make_local_names(recovery, contexts, paths);
    if (status == STATUS_OK)
        status = make_definitions(recovery, contexts);
    free(contexts);
    return status;
}
