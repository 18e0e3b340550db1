#include "recover/recover_definitions.h"

#include <stdlib.h>

#include "recover/recover_chunks.h"

static bool is_traced(const struct left_making *making, uint64_t location)
{
    for (size_t i = 0; i < making->count; i++)
        if (making->locations[i].location == location)
            return true;
    return false;
}

/* Tables and clock of each of a rank's locations. */
static enum status make_tables(struct left_making *making,
                               const struct left_kept *kept,
                               uint32_t *const *map, const uint32_t *contexts)
{
    struct archive_ids ids = {
        .own = kept->rank.definitions, .map = map, .used = making->used,
        .call_count = (uint32_t)kept->rank.call_count,
        .contexts = contexts,
    };
    struct archive_tables *tables = archive_tables_create(&ids);
    enum status status = tables == NULL ? STATUS_NO_MEMORY : STATUS_OK;

    for (size_t i = 0; status == STATUS_OK && i < kept->location_count; i++)
        if (is_traced(making, kept->locations[i]))
            status = archive_write_location(
                making->archive, kept->locations[i], tables, &kept->line,
                clock_line_from_run(&kept->line, making->begin),
                clock_line_from_run(&kept->line, making->end));
    archive_tables_destroy(tables);
    return status;
}

static enum status make_empty_names(struct left_making *making, uint32_t number)
{
    OTF2_DefWriter *writer =
        OTF2_Archive_GetDefWriter(making->archive, number);

    if (writer == NULL ||
        OTF2_Archive_CloseDefWriter(making->archive, writer) != OTF2_SUCCESS)
        return STATUS_IO;
    return STATUS_OK;
}

static enum status make_names_of(struct left_making *making, uint32_t number,
                                 const uint32_t *contexts, uint32_t paths)
{
    struct definitions *run = making->profile->definitions;
    uint32_t *map[DEFINITION_KINDS] = { NULL };
    struct left_kept kept;
    enum status status = left_kept_open(making, number, &kept);

    if (status == STATUS_OK)
        status = definitions_merge(run, kept.rank.definitions, map);
    if (status == STATUS_OK &&
        definitions_count(run, DEFINITION_PATH) != paths)
        status = STATUS_BAD_FORMAT; /* it has changed since */
    if (status == STATUS_OK)
        status = make_tables(making, &kept, map, contexts);
    if (status == STATUS_OK && !is_traced(making, number))
        status = make_empty_names(making, number);
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(map[kind]);
    left_kept_close(&kept);
    return status;
}

static enum status make_local_names(struct left_making *making,
                                    const uint32_t *contexts, uint32_t paths)
{
    enum status status = STATUS_OK;

    if (OTF2_Archive_OpenDefFiles(making->archive) != OTF2_SUCCESS)
        return STATUS_IO;
    for (uint32_t i = 0; status == STATUS_OK &&
                         i < making->profile->rank_count; i++)
        status = making->states[i] <= LEFT_LOST
                     ? make_empty_names(making, i)
                     : make_names_of(making, i, contexts, paths);
    if (OTF2_Archive_CloseDefFiles(making->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    return status;
}

static void take_rank(struct archive_part *part, const struct rank_data *rank,
                      uint64_t traced)
{
    uint64_t useful = samples_useful(&rank->samples);

    part->host = rank->host;
    part->samples = rank->samples;
    part->samples.rows = NULL;
    part->samples.row_count = 0;
    part->samples_in_calls = samples_in_calls(&rank->samples);
    part->samples_left_out = useful > traced ? useful - traced : 0;
}

static enum status make_definitions(struct left_making *making,
                                    const uint32_t *contexts)
{
    struct profile *profile = making->profile;
    struct archive_facts facts = {
        .run = profile, .counters = profile->counters,
        .counter_count = (uint8_t)profile->counter_count,
        .used = making->used, .contexts = contexts, .parts = making->parts,
        .locations = making->locations, .location_count = making->count,
        .begin_ticks = making->begin, .end_ticks = making->end,
        .ticks_per_second = left_behind_ticks_per_ns(profile) * 1e9,
        .start_ticks = left_behind_start_ticks(profile),
        .start_unix_ns = profile->start_unix_ns,
    };

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(profile, i, &rank) == STATUS_OK && !rank->missing)
            take_rank(&making->parts[i], rank, making->traced[i].samples);
        making->parts[i].empty = making->states[i] == LEFT_UNTRACED;
    }
    return archive_write_definitions(making->archive, &facts);
}

enum status left_names_make(struct left_making *making)
{
    const struct definitions *run = making->profile->definitions;
    uint32_t paths = definitions_count(run, DEFINITION_PATH);
    uint32_t *contexts = archive_contexts(run, paths);
    enum status status = STATUS_NO_MEMORY;

    if (contexts != NULL)
        status = make_local_names(making, contexts, paths);
    if (status == STATUS_OK)
        status = make_definitions(making, contexts);
    free(contexts);
    return status;
}
