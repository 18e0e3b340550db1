/*
 * read_otf2.c - opens an archive, reads its names, then location by location.
 */
#include "read/read_otf2.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "model/trace_note.h"
#include "read/otf2_calls.h"
#include "read/otf2_names.h"
#include "read/tally.h"

/* OTF2 tells its errors to here instead of printing them; the first of those
 * that belong together says the cause. */
struct complaint {
    bool made;
    char text[200];
};

struct reading {
    const char *anchor;
    OTF2_Reader *reader;
    struct names names;
    struct tally tally;
    struct calls calls;
    struct complaint complaint;
    OTF2_EvtReaderCallbacks *callbacks;
    struct profile *profile;
    uint64_t *begins; /* per rank, ticks */
};

static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    struct complaint *complaint = data;

    (void)file, (void)line, (void)function;
    if (!complaint->made)
        vsnprintf(complaint->text, sizeof(complaint->text), format,
                  arguments);
    complaint->made = true;
    return code;
}

static enum status damaged(struct reading *reading, const char *what)
{
    return log_fail(STATUS_BAD_FORMAT, "%s: %s: %s", reading->anchor, what,
                    reading->complaint.made ? reading->complaint.text
                                            : "not an OTF2 archive");
}

/* Of run.otf2 run.def, which is easily left behind when files are copied. */
static enum status find_definitions(const char *anchor)
{
    int stem = (int)strlen(anchor) - (int)strlen(".otf2");
    enum status status = STATUS_OK;
    struct strbuf path;

    if (stem < 0)
        return STATUS_OK;
    strbuf_init(&path);
    strbuf_printf(&path, "%.*s.def", stem, anchor);
    if (access(strbuf_text(&path), R_OK) != 0)
        status = log_fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                          "%s: %s; a trace is run.otf2, run.def and the "
                          "directory run, copied together",
                          strbuf_text(&path), strerror(errno));
    strbuf_clear(&path);
    return status;
}

static enum status open_reader(struct reading *reading)
{
    enum status status;

    if (access(reading->anchor, R_OK) != 0)
        return log_fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                        "%s: %s", reading->anchor, strerror(errno));
    status = find_definitions(reading->anchor);
    if (status != STATUS_OK)
        return status;
    reading->reader = OTF2_Reader_Open(reading->anchor);
    if (reading->reader == NULL)
        return damaged(reading, "cannot be opened");
    if (OTF2_Reader_SetSerialCollectiveCallbacks(reading->reader) !=
        OTF2_SUCCESS)
        return damaged(reading, "cannot be opened");
    return STATUS_OK;
}

static enum status read_names(struct reading *reading)
{
    OTF2_GlobalDefReader *definitions =
        OTF2_Reader_GetGlobalDefReader(reading->reader);
    OTF2_GlobalDefReaderCallbacks *callbacks = names_callbacks();
    OTF2_ErrorCode code = OTF2_ERROR_INVALID;
    uint64_t count;

    if (definitions != NULL && callbacks != NULL) {
        OTF2_Reader_RegisterGlobalDefCallbacks(reading->reader, definitions,
                                               callbacks, &reading->names);
        code = OTF2_Reader_ReadAllGlobalDefinitions(reading->reader,
                                                    definitions, &count);
    }
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    if (definitions != NULL)
        OTF2_Reader_CloseGlobalDefReader(reading->reader, definitions);
    if (reading->names.status == STATUS_NO_MEMORY)
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    if (code != OTF2_SUCCESS || reading->names.status != STATUS_OK)
        return damaged(reading, "definitions cannot be read");
    if (reading->names.ticks_per_second == 0)
        return damaged(reading, "says nothing of its clock");
    return STATUS_OK;
}

static struct names_location *location_at(struct reading *reading, uint32_t i)
{
    struct names_location *list = reading->names.locations.items;

    return &list[i];
}

/* Only locations of MPI processes count. */
static bool belongs(const struct names_location *location)
{
    return location->rank != UINT32_MAX;
}

/* Mapping tables and clock offsets; a location may lack them. */
static void read_local_names(struct reading *reading)
{
    uint32_t count = reading->names.locations.count;
    bool opened;

    for (uint32_t i = 0; i < count; i++)
        if (belongs(location_at(reading, i)))
            OTF2_Reader_SelectLocation(reading->reader,
                                       location_at(reading, i)->id);
    opened = OTF2_Reader_OpenDefFiles(reading->reader) == OTF2_SUCCESS;
    for (uint32_t i = 0; opened && i < count; i++) {
        OTF2_DefReader *definitions;
        uint64_t read;

        if (!belongs(location_at(reading, i)))
            continue;
        definitions = OTF2_Reader_GetDefReader(reading->reader,
                                               location_at(reading, i)->id);
        if (definitions == NULL)
            continue;
        OTF2_Reader_ReadAllLocalDefinitions(reading->reader, definitions,
                                            &read);
        OTF2_Reader_CloseDefReader(reading->reader, definitions);
    }
    if (opened)
        OTF2_Reader_CloseDefFiles(reading->reader);
}

static uint64_t event_file_bytes(const struct reading *reading,
                                 uint64_t location)
{
    size_t length = strlen(reading->anchor);
    struct strbuf path;
    struct stat info;
    uint64_t bytes = 0;

    if (length < 5)
        return 0;
    strbuf_init(&path);
    strbuf_add(&path, reading->anchor, length - strlen(".otf2"));
    strbuf_printf(&path, "/%llu.evt", (unsigned long long)location);
    if (!path.failed && stat(path.text, &info) == 0)
        bytes = (uint64_t)info.st_size;
    strbuf_clear(&path);
    return bytes;
}

static enum status feed_events(struct reading *reading,
                               const struct names_location *location)
{
    OTF2_EvtReader *events =
        OTF2_Reader_GetEvtReader(reading->reader, location->id);
    uint64_t read = 0;
    OTF2_ErrorCode code;

    if (events == NULL)
        return STATUS_BAD_FORMAT;
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_Reader_RegisterEvtCallbacks(reading->reader, events,
                                     reading->callbacks, &reading->calls);
    code = OTF2_Reader_ReadAllLocalEvents(reading->reader, events, &read);
    OTF2_Reader_CloseEvtReader(reading->reader, events);
    return code == OTF2_SUCCESS ? STATUS_OK : STATUS_BAD_FORMAT;
}

/* What can be read of a damaged location counts. */
static void read_location(struct reading *reading,
                          const struct names_location *location,
                          struct rank_data *rank)
{
    enum status status = STATUS_OK;

    reading->complaint.made = false;
    calls_start(&reading->calls, location->thread == 0);
    if (location->events > 0)
        status = feed_events(reading, location);
    calls_end(&reading->calls);
    rank->threads++;
    rank->trace_events += location->events;
    rank->trace_bytes += event_file_bytes(reading, location->id);
    rank->cut = rank->cut || status != STATUS_OK;
    if (status != STATUS_OK)
        profile_remark(reading->profile,
                       "The trace of rank %u is damaged after %llu events of "
                       "%llu: %s.", rank->rank,
                       (unsigned long long)reading->calls.events,
                       (unsigned long long)location->events,
                       reading->complaint.text);
}

static uint64_t row_time(const struct reading *reading,
                         const struct rank_data *rank, const char *prefix)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < rank->row_count; i++)
        if (strncmp(reading->profile->calls[rank->rows[i].call].name, prefix,
                    strlen(prefix)) == 0)
            ns += rank->rows[i].time.sum;
    return ns;
}

static enum status finish_rank(struct reading *reading, uint32_t number)
{
    struct rank_data *rank = &reading->profile->ranks[number];
    struct calls *calls = &reading->calls;
    uint64_t length = calls->end > calls->begin ? calls->end - calls->begin
                                                : 0;
    enum status status = tally_finish(&reading->tally, length, rank);

    for (size_t i = 0; i < rank->row_count; i++)
        rank->trace_calls += rank->rows[i].count;
    reading->begins[number] = calls->begin;
    rank->length = tally_ns(&reading->tally, length);
    rank->paused = tally_ns(&reading->tally, calls->paused);
    rank->region_errors = calls->region_errors;
    rank->init = row_time(reading, rank, "MPI_Init");
    rank->finalize = row_time(reading, rank, "MPI_Finalize");
    if (calls->stopped > calls->begin)
        rank->trace_stop =
            tally_ns(&reading->tally, calls->stopped - calls->begin);
    return status;
}

/* Locations are sorted by rank, the master first. */
static enum status read_ranks(struct reading *reading)
{
    uint32_t count = reading->names.locations.count, i = 0;
    enum status status = STATUS_OK;

    while (i < count && belongs(location_at(reading, i)) &&
           status == STATUS_OK) {
        uint32_t rank = location_at(reading, i)->rank;

        calls_new_rank(&reading->calls, rank);
        for (; i < count && location_at(reading, i)->rank == rank; i++)
            read_location(reading, location_at(reading, i),
                          &reading->profile->ranks[rank]);
        status = finish_rank(reading, rank);
    }
    if (reading->names.status != STATUS_OK)
        return log_fail(reading->names.status, "%s", reading->anchor);
    return status;
}

/* Times of ranks count from the first end of MPI_Init. */
static void align_begins(struct reading *reading)
{
    struct profile *profile = reading->profile;
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (profile->ranks[i].length > 0 && reading->begins[i] < first)
            first = reading->begins[i];
    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (profile->ranks[i].length > 0)
            profile->ranks[i].begin =
                tally_ns(&reading->tally, reading->begins[i] - first);
    if (first != UINT64_MAX && reading->names.realtime != 0 &&
        first > reading->names.first_tick)
        profile->start_unix_ns += tally_ns(&reading->tally,
                                           first - reading->names.first_tick);
}

/* Ranks of which nothing was read, and those whose trace ends early. */
static enum status mark_incomplete(struct reading *reading)
{
    struct profile *profile = reading->profile;
    uint32_t missing = 0, cut = 0;

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];

        rank->missing = rank->length == 0 && rank->row_count == 0;
        rank->cut = !rank->missing && (rank->cut || rank->trace_stop > 0);
        missing += rank->missing;
        cut += rank->trace_stop > 0;
    }
    if (missing == profile->rank_count)
        return log_fail(STATUS_BAD_FORMAT, "%s: holds no events that can be "
                        "read; is all of the run's directory there?",
                        reading->anchor);
    if (cut > 0)
        profile_remark(profile, "The trace of %u of %u ranks ends before the "
                       "run did; times of these ranks do not compare with "
                       "those of others.", cut, profile->rank_count);
    return STATUS_OK;
}

/* What calls the rules of the run have left out, and which rules those were:
 * two properties of the archive. */
static void remark_left_out(struct reading *reading, const char *rules,
                            const char *calls, const char *setting)
{
    char *text = NULL, *number = NULL;

    if (OTF2_Reader_GetProperty(reading->reader, rules, &text) ==
            OTF2_SUCCESS &&
        OTF2_Reader_GetProperty(reading->reader, calls, &number) ==
            OTF2_SUCCESS)
        profile_remark(reading->profile, "%.20s call%s left out of the trace "
                       "by %s=%.1000s: all numbers here are without.", number,
                       strcmp(number, "1") == 0 ? " was" : "s were", setting,
                       text);
    free(text);
    free(number);
    reading->complaint.made = false;
}

static void mark_left_out(struct reading *reading)
{
    remark_left_out(reading, TRACE_NOTE_SKIP, TRACE_NOTE_SKIP_CALLS,
                    "MPIPROF_TRACE_SKIP");
    remark_left_out(reading, TRACE_NOTE_ONLY, TRACE_NOTE_ONLY_CALLS,
                    "MPIPROF_TRACE_ONLY");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static bool set_text(char **field, const char *text)
{
    if (*field == NULL)
        *field = strdup(text);
    return *field != NULL;
}

static enum status describe(struct reading *reading)
{
    struct profile *profile = reading->profile;
    char clock[64];

    snprintf(clock, sizeof(clock), "%.6g MHz, of the trace",
             (double)reading->names.ticks_per_second / 1e6);
    if (!set_text(&profile->program, base_name(reading->anchor)) ||
        !set_text(&profile->command, profile->program) ||
        !set_text(&profile->mpi_library, "") ||
        !set_text(&profile->version, "") ||
        !set_text(&profile->source, "trace") ||
        !set_text(&profile->clock, clock) ||
        !set_text(&profile->trace_file, base_name(reading->anchor)))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    return STATUS_OK;
}

static enum status prepare(struct reading *reading)
{
    struct profile *profile = reading->profile;
    double ns_per_tick = 1e9 / (double)reading->names.ticks_per_second;

    if (names_settle(&reading->names) != STATUS_OK)
        return log_fail(reading->names.status, "%s", reading->anchor);
    reading->callbacks = calls_callbacks();
    reading->begins = calloc(profile->rank_count + 1u, sizeof(uint64_t));
    if (reading->callbacks == NULL || reading->begins == NULL ||
        !tally_init(&reading->tally, profile->rank_count, ns_per_tick) ||
        !calls_init(&reading->calls, &reading->names, &reading->tally))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    return STATUS_OK;
}

static enum status read_events(struct reading *reading)
{
    enum status status;

    read_local_names(reading);
    if (OTF2_Reader_OpenEvtFiles(reading->reader) != OTF2_SUCCESS)
        return damaged(reading, "events cannot be read");
    status = read_ranks(reading);
    OTF2_Reader_CloseEvtFiles(reading->reader);
    if (status != STATUS_OK)
        return status;
    reading->profile->start_unix_ns = reading->names.realtime;
    align_begins(reading);
    mark_left_out(reading);
    status = mark_incomplete(reading);
    return status == STATUS_OK ? describe(reading) : status;
}

static enum status read_archive(struct reading *reading)
{
    enum status status = profile_use_call_table(reading->profile);

    names_init(&reading->names, reading->profile);
    if (status == STATUS_OK)
        status = open_reader(reading);
    if (status == STATUS_OK)
        status = read_names(reading);
    if (status == STATUS_OK)
        status = prepare(reading);
    if (status == STATUS_OK)
        status = read_events(reading);
    OTF2_EvtReaderCallbacks_Delete(reading->callbacks);
    if (reading->reader != NULL)
        OTF2_Reader_Close(reading->reader);
    calls_clear(&reading->calls);
    tally_clear(&reading->tally);
    names_clear(&reading->names);
    free(reading->begins);
    return status;
}

enum status read_otf2(const char *anchor_file, struct profile **out)
{
    struct reading *reading = calloc(1, sizeof(*reading));
    OTF2_ErrorCallback before;
    enum status status;

    if (reading == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    reading->anchor = anchor_file;
    status = profile_create(&reading->profile);
    if (status != STATUS_OK) {
        free(reading);
        return status;
    }
    before = OTF2_Error_RegisterCallback(on_error, &reading->complaint);
    status = read_archive(reading);
    OTF2_Error_RegisterCallback(before, NULL);
    if (status == STATUS_OK)
        *out = reading->profile;
    else
        profile_destroy(reading->profile);
    free(reading);
    return status;
}
