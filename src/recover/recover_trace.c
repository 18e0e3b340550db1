/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_trace.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "model/notes/trace_note.h"
#include "recover/recover_chunks.h"
#include "recover/trace_recovery.h"
#include "archive/workers/read_trace.h"
#include "base/status.h"

/* ---- definitions ---- */

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
    definitions_map_clear(map);
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

/* STATUS_BAD_FORMAT: a rank's file has changed since the profile was read. */
static enum status recover_definitions_make(struct trace_recovery *recovery)
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

/* ---- the archive ---- */

#define DEFINITION_CHUNK (4u << 20)

static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    struct trace_recovery *recovery = data;

    (void)file, (void)line, (void)function;
    if (recovery->error[0] == '\0')
        vsnprintf(recovery->error, sizeof(recovery->error), format, arguments);
    return code;
}

static OTF2_FlushType always_flush(void *data, OTF2_FileType type,
                                   OTF2_LocationRef location, void *caller,
                                   bool final)
{
    (void)data, (void)type, (void)location, (void)caller, (void) final;
    return OTF2_FLUSH;
}

/* All in that state, such as "1,3"; returns how many. */
static size_t print_ranks(const struct trace_recovery *recovery,
                          enum recover_state state, struct strbuf *out)
{
    uint32_t ranks = recovery->profile->rank_count;
    struct ranklist_text list = { .out = out };

    for (uint32_t i = 0; i < ranks; i++)
        if (recovery->states[i] == state)
            ranklist_text_add(&list, i);
    return ranklist_text_end(&list);
}

/* Which ranks lack what, in the archive and for the report. */
static void note_ranks(struct trace_recovery *recovery)
{
    static const char *const notes[] = TRACE_NOTES_RECOVERED;
    static const uint8_t states[] = { RECOVER_CUT, RECOVER_OFF, RECOVER_LOST,
                                      RECOVER_MISSING };

    for (uint32_t i = 0; i < sizeof(states); i++) {
        struct strbuf list = { 0 };
        size_t count = print_ranks(recovery, states[i], &list);

        if (count > 0) {
            archive_note(recovery->archive, notes[i], strbuf_text(&list));
            REMARK(&recovery->remarks, REMARK_RECOVERED_CUT + i,
                   .numbers = { count }, .texts = { strbuf_text(&list) });
        }
        strbuf_clear(&list);
    }
}

static void note_recovery(struct trace_recovery *recovery)
{
    REMARK(&recovery->remarks, REMARK_RECOVERED);
    archive_note(recovery->archive, TRACE_NOTE_RECOVERED, TRACE_NOTE_YES);
    note_ranks(recovery);
    archive_note_ranks(recovery->archive, recovery->parts,
                       recovery->profile->rank_count);
    if (recovery->rules == NULL)
        return;
    archive_note_rules(recovery->archive, recovery->rules, false,
                       TRACE_NOTE_UNKNOWN);
    archive_note_rules(recovery->archive, recovery->rules, true,
                       TRACE_NOTE_UNKNOWN);
}

static bool open_archive(struct trace_recovery *recovery)
{
    static const OTF2_FlushCallbacks flush = { .otf2_pre_flush =
                                                   always_flush };

    recovery->archive =
        OTF2_Archive_Open(recovery->staging.folder, "run", OTF2_FILEMODE_WRITE,
                          recovery->chunk_bytes, DEFINITION_CHUNK,
                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    return recovery->archive != NULL &&
           OTF2_Archive_SetFlushCallbacks(recovery->archive, &flush, NULL) ==
               OTF2_SUCCESS &&
           OTF2_Archive_SetSerialCollectiveCallbacks(recovery->archive) ==
               OTF2_SUCCESS &&
           OTF2_Archive_SetCreator(recovery->archive, "mpiprof") ==
               OTF2_SUCCESS;
}

/* Events of ranks whose own files are not seen are of no use without these, and
 * would be replaced. */
static bool refuse_unseen(const struct trace_recovery *recovery,
                          const char *directory)
{
    const struct recover_staging *staging = &recovery->staging;

    for (size_t i = 0; i < staging->location_count; i++) {
        uint64_t location = staging->locations[i];
        uint32_t rank = (uint32_t)location;

        if (rank >= recovery->profile->rank_count ||
            recover_run_file(recovery->profile, rank) != NULL ||
            !recover_staging_has_events(staging, location))
            continue;
        log_warn("%s: the trace is not recovered: run/%llu.evt is there, but "
                 "not the file of rank %u; name the FOLDER where it is "
                 "(mpiprof-report recover -o FILE %s FOLDER), or move "
                 "run/%llu.evt away",
                 directory, (unsigned long long)location, rank, directory,
                 (unsigned long long)location);
        return true;
    }
    return false;
}

/* The size of chunks, as the first rank has it that has any. */
static bool find_size(struct trace_recovery *recovery)
{
    for (uint32_t i = 0;
         i < recovery->profile->rank_count && recovery->chunk_bytes == 0;
         i++) {
        struct recover_chunks kept;

        recover_chunks_open(recovery, i, &kept);
        recover_chunks_close(&kept);
    }
    return recovery->chunk_bytes != 0;
}

static enum status make_trace(struct trace_recovery *recovery)
{
    enum status status = STATUS_IO;

    if (open_archive(recovery))
        status = recover_locations_make(recovery);
    if (status == STATUS_OK)
        status = recover_definitions_make(recovery);
    if (status == STATUS_OK)
        note_recovery(recovery);
    if (recovery->archive != NULL &&
        OTF2_Archive_Close(recovery->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    if (status == STATUS_OK && !recover_staging_move(&recovery->staging))
        status = STATUS_IO;
    if (status == STATUS_OK) {
        recover_run_set_traced(recovery->profile, recovery->traced);
        recovery->traced = NULL;
    }
    return status;
}

/* The problems with them were told when the run began. */
static bool read_rules(struct trace_recovery *recovery)
{
    const char *skip =
        profile_setting_value(recovery->profile, "MPIPROF_TRACE_SKIP");
    const char *only =
        profile_setting_value(recovery->profile, "MPIPROF_TRACE_ONLY");
    struct strbuf problems = { 0 };
    enum status status;

    status =
        trace_rules_read(skip == NULL ? "" : skip, only == NULL ? "" : only,
                         &recovery->rules, &problems);
    strbuf_clear(&problems);
    return status == STATUS_OK;
}

static bool prepare_recovery(struct trace_recovery *recovery,
                             const char *directory)
{
    const struct profile *profile = recovery->profile;

    recovery->used = calloc(profile->call_count + 1, 1);
    recovery->states = calloc((size_t)profile->rank_count + 1, 1);
    recovery->parts =
        calloc((size_t)profile->rank_count + 1, sizeof(*recovery->parts));
    recovery->traced =
        calloc((size_t)profile->rank_count + 1, sizeof(*recovery->traced));
    return recovery->traced != NULL && recovery->used != NULL &&
           recovery->states != NULL && recovery->parts != NULL &&
           read_rules(recovery) &&
           recover_staging_open(directory, &recovery->staging);
}

/* Moves the trace facts of each rank into the recovery's list. */
static enum status take_traced(struct profile *profile, struct profile *trace)
{
    struct recover_traced *list =
        calloc((size_t)profile->rank_count + 1, sizeof(*list));

    if (list == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(trace, i, &rank) == STATUS_OK)
            list[i] = (struct recover_traced){ .events = rank->trace_events,
                                               .bytes = rank->trace_bytes,
                                               .calls = rank->trace_calls };
    }
    recover_run_set_traced(profile, list);
    return STATUS_OK;
}

static enum status take_existing(struct profile *profile, const char *path)
{
    struct profile *trace = NULL;
    enum status status = read_trace(path, NULL, NULL, NULL, &trace);

    if (status != STATUS_OK)
        return status;
    if (trace->rank_count != profile->rank_count)
        status = log_fail(STATUS_BAD_FORMAT, "%s: of another run", path);
    else
        status = take_traced(profile, trace);
    if (status == STATUS_OK)
        status = remarks_take(&profile->remarks, &trace->remarks, REMARK_TEXT,
                              REMARK_TEXT); /* of an older version */
    if (status == STATUS_OK)
        status = remarks_take(&profile->remarks, &trace->remarks,
                              REMARK_RECOVERED, REMARK_RECOVERED_MISSING);
    profile_destroy(trace);
    return status;
}

static void tell_failure(const struct trace_recovery *recovery,
                         const char *directory, enum status status)
{
    const char *why = recovery->error[0] != '\0' ? recovery->error
                      : errno != 0               ? strerror(errno)
                                                 : "it is damaged";

    log_warn("%s: the trace cannot be recovered: %s", directory,
             status == STATUS_NO_MEMORY ? "no memory" : why);
}

static enum status make_prepared(struct trace_recovery *recovery,
                                 const char *directory)
{
    enum status status = STATUS_IO;

    errno = 0;
    if (prepare_recovery(recovery, directory))
        status = refuse_unseen(recovery, directory) ? STATUS_NOT_FOUND
                                                    : make_trace(recovery);
    else if (errno == EBUSY)
        return log_fail(STATUS_BAD_VALUE,
                        "%s: another mpiprof-report recover "
                        "is at work there",
                        directory);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        tell_failure(recovery, directory, status);
    return status;
}

static enum status make_new(struct profile *profile, const char *directory)
{
    struct trace_recovery recovery = { .profile = profile };
    OTF2_ErrorCallback before;
    enum status status;

    if (!find_size(&recovery))
        return STATUS_NOT_FOUND;
    before = OTF2_Error_RegisterCallback(on_error, &recovery);
    status = make_prepared(&recovery, directory);
    if (status == STATUS_OK)
        status = remarks_take(&profile->remarks, &recovery.remarks, 0,
                              REMARK_CODES);
    remarks_clear(&recovery.remarks);
    OTF2_Error_RegisterCallback(before, NULL);
    recover_staging_close(&recovery.staging);
    trace_rules_destroy(recovery.rules);
    FREE_ALL(recovery.used, recovery.states, recovery.traced, recovery.parts,
             recovery.locations);
    return status;
}

enum status recover_trace_make(struct profile *profile, const char *directory)
{
    struct strbuf path = { 0 };
    enum status status;

    strbuf_printf(&path, "%s/run.otf2", directory);
    status = access(strbuf_text(&path), F_OK) == 0
                 ? take_existing(profile, strbuf_text(&path))
                 : make_new(profile, directory);
    strbuf_clear(&path);
    return status;
}
