/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files.c - bytes read and written by MPI-IO, by file.
 *
 * Calls that wait for a transfer count as reading or writing, by the bytes
 * they completed; calls that move no data (open, seek, set_view ...) are
 * metadata.
 */
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "base/saturate.h"
#include "base/text/affix.h"

static const struct column columns[] = {
    { "file", "file", CELL_TEXT, "Name under which the program opened it." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that used it." },
    { "opens", "opens", CELL_COUNT,
      "Calls of MPI_File_open, counted on each rank." },
    { "calls", "calls", CELL_COUNT, "Calls on it, over all ranks." },
    { "bytes_read", "read", CELL_BYTES, "Bytes that were read." },
    { "bytes_written", "written", CELL_BYTES, "Bytes that were written." },
    { "read_s", "reading", CELL_NS,
      "Time in calls that read, or wait for what is read, over all ranks." },
    { "write_s", "writing", CELL_NS,
      "Time in calls that write, or wait for what is written, over all "
      "ranks." },
    { "metadata_s", "metadata", CELL_NS,
      "Time in all other calls on the file: open, close, seek, set_view ..." },
    { "read_bytes_per_s", "read per s", CELL_BYTES,
      "Bytes read / the longest time that a rank spent reading: what all "
      "ranks reached together." },
    { "write_bytes_per_s", "written per s", CELL_BYTES,
      "Bytes written / the longest time that a rank spent writing: what all "
      "ranks reached together." },
    { "time_s", NULL, CELL_NS,
      "Time in all calls on the file: reading, writing and metadata." },
};

static const struct table_form forms[] = {
    TABLE_FORM("files", "Files", SECTION_COMMUNICATION, columns),
};

enum use { READING, WRITING, METADATA, USES };

struct files {
    struct tallies all;        /* key: FILE */
    struct tallies uses[USES]; /* the same by use */
    struct tallies opens;
};

static void files_clear(void *state)
{
    struct files *files = state;

    tallies_clear(&files->all);
    tallies_clear(&files->opens);
    for (int use = 0; use < USES; use++)
        tallies_clear(&files->uses[use]);
}

static enum use use_of(const struct scope *scope, const struct row *row)
{
    const char *name = scope_call_name(scope, row->call);

    if (starts_with(name, "MPI_File_read") ||
        starts_with(name, "MPI_File_iread"))
        return READING;
    if (starts_with(name, "MPI_File_write") ||
        starts_with(name, "MPI_File_iwrite"))
        return WRITING;
    if (scope_call_class(scope, row->call) != CALL_CLASS_WAIT)
        return METADATA;
    return row->in.sum > row->out.sum ? READING : WRITING;
}

static enum status add_row(struct files *files, const struct scope *scope,
                           const struct row *row)
{
    uint32_t index = scope->rank_count - 1;
    uint32_t id = object_id(row->object);
    enum status status = tallies_add_row(&files->all, id, index, row);

    if (status == STATUS_OK)
        status =
            tallies_add_row(&files->uses[use_of(scope, row)], id, index, row);
    if (status == STATUS_OK &&
        strcmp(scope_call_name(scope, row->call), "MPI_File_open") == 0)
        status = tallies_add_row(&files->opens, id, index, row);
    return status;
}

static enum status files_add(void *state, const struct scope *scope,
                             const struct rank_data *rank)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];

        if (object_kind(row->object) == OBJECT_FILE &&
            scope_inside(scope, row->region))
            status = add_row(state, scope, row);
    }
    return status;
}

static struct rank_stats_result
time_of(const struct scope *scope, const struct tallies *tallies, uint64_t id)
{
    static const struct rank_stats none;
    const struct tally *tally = tallies_find(tallies, id);

    return scope_stats(scope, tally == NULL ? &none : &tally->time);
}

/* Empty where nothing was moved, or no time measured. */
static void add_rate(struct table *table, uint64_t bytes, uint64_t ns)
{
    table_number_if(table, bytes > 0 && ns > 0,
                    saturate_near((double)bytes / ((double)ns / 1e9)));
}

static void add_file(struct table *table, const struct scope *scope,
                     const void *state, const struct tally *tally)
{
    const struct files *files = state;
    const struct tally *opens = tallies_find(&files->opens, tally->key);
    struct rank_stats_result all = scope_stats(scope, &tally->time);
    struct rank_stats_result reading =
        time_of(scope, &files->uses[READING], tally->key);
    struct rank_stats_result writing =
        time_of(scope, &files->uses[WRITING], tally->key);

    table_name(table, scope->profile->definitions, (uint32_t)tally->key,
               source_location_file);
    TABLE_NUMBERS(table, all.ranks, opens == NULL ? 0 : opens->calls,
                  tally->calls, tally->in_bytes, tally->out_bytes, reading.sum,
                  writing.sum,
                  time_of(scope, &files->uses[METADATA], tally->key).sum);
    add_rate(table, tally->in_bytes, reading.max);
    add_rate(table, tally->out_bytes, writing.max);
    table_number(table, all.sum);
}

static enum status files_finish(void *state, const struct scope *scope,
                                struct report *report)
{
    const struct files *files = state;

    if (files->all.count == 0)
        return STATUS_OK;
    return report_add_tallies(report, &forms[0], scope, state, &files->all,
                              add_file, "time_s");
}

const struct analysis files_analysis = {
    .state_size = sizeof(struct files),
    .add = files_add,
    .finish = files_finish,
    .clear = files_clear,
    FORMS(forms),
};
