/*
 * read_otf2.c - opens an archive, reads its names, then location by location.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/safe.h"
#include "base/strbuf.h"
#include "model/trace_note.h"
#include "read/archive_size.h"
#include "read/otf2_calls.h"
#include "read/otf2_names.h"
#include "read/tally.h"
#include "read/watch.h"

#define EVENTS_AT_ONCE (1u << 20)

/* OTF2 tells its errors to here instead of printing them; the first of those
 * that belong together says the cause. */
struct complaint {
    bool made;
    char text[200];
};

struct reading {
    const char *anchor;
    struct read_watch *watch;
    struct replay_log *log; /* or NULL */
    OTF2_Reader *reader;
    struct names names;
    struct tally tally;
    struct calls calls;
    struct complaint complaint;
    OTF2_EvtReaderCallbacks *callbacks;
    struct profile *profile;
    uint64_t *begins; /* per rank, ticks */
};

/* A sentence goes on behind it. */
static void end_at_last_letter(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && strchr(".!: \n", text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
}

static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    struct complaint *complaint = data;

    (void)file, (void)line, (void)function;
    if (!complaint->made) {
        vsnprintf(complaint->text, sizeof(complaint->text), format,
                  arguments);
        end_at_last_letter(complaint->text);
    }
    complaint->made = true;
    return code;
}

static enum status damaged(struct reading *reading, const char *what)
{
    return log_fail(STATUS_BAD_FORMAT, "%s: %s: %s; copy it again, all of it",
                    reading->anchor, what,
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

/* The library makes its buffers as large, and clears them. */
static enum status check_chunks(struct reading *reading)
{
    uint64_t events = 0, definitions = 0;

    if (OTF2_Reader_GetChunkSize(reading->reader, &events, &definitions) !=
            OTF2_SUCCESS ||
        events > OTF2_CHUNK_SIZE_MAX || definitions > OTF2_CHUNK_SIZE_MAX)
        return log_fail(STATUS_BAD_FORMAT, "%s: cannot be opened: it has "
                        "chunks of a size that there is not; copy it again, "
                        "all of it", reading->anchor);
    return STATUS_OK;
}

static enum status open_reader(struct reading *reading)
{
    enum status status;
    struct stat facts;

    if (access(reading->anchor, R_OK) != 0 ||
        stat(reading->anchor, &facts) != 0)
        return log_fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                        "%s: %s", reading->anchor, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return log_fail(STATUS_BAD_FORMAT, "%s: this is not a file",
                        reading->anchor);
    status = find_definitions(reading->anchor);
    if (status != STATUS_OK)
        return status;
    reading->reader = OTF2_Reader_Open(reading->anchor);
    if (reading->reader == NULL)
        return damaged(reading, "cannot be opened");
    if (OTF2_Reader_SetSerialCollectiveCallbacks(reading->reader) !=
        OTF2_SUCCESS)
        return damaged(reading, "cannot be opened");
    return check_chunks(reading);
}

/* Traces of others may have backslashes that are just that. */
static bool is_ours(struct reading *reading)
{
    char *creator = NULL;
    bool ours = OTF2_Reader_GetCreator(reading->reader, &creator) ==
                    OTF2_SUCCESS &&
                creator != NULL && strcmp(creator, "mpiprof") == 0;

    free(creator);
    reading->complaint.made = false;
    return ours;
}

static bool has_size_rules(struct reading *reading, const char *rules)
{
    char *text = NULL;
    bool found = OTF2_Reader_GetProperty(reading->reader, rules, &text) ==
                     OTF2_SUCCESS &&
                 strstr(text, "size") != NULL;

    free(text);
    reading->complaint.made = false;
    return found;
}

static enum status read_names(struct reading *reading)
{
    OTF2_GlobalDefReader *definitions =
        OTF2_Reader_GetGlobalDefReader(reading->reader);
    OTF2_GlobalDefReaderCallbacks *callbacks = names_callbacks();
    OTF2_ErrorCode code = OTF2_ERROR_INVALID;
    uint64_t count;

    reading->names.spelled = is_ours(reading);
    reading->names.sized = has_size_rules(reading, TRACE_NOTE_SKIP) ||
                           has_size_rules(reading, TRACE_NOTE_ONLY);
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

/* An archive may have no such file, but not an empty one. */
static bool is_emptied(const struct reading *reading,
                       const struct names_location *location)
{
    int stem = (int)strlen(reading->anchor) - (int)strlen(".otf2");
    struct strbuf path;
    struct stat facts;
    bool emptied;

    if (stem < 0)
        return false;
    strbuf_init(&path);
    strbuf_printf(&path, "%.*s/%llu.def", stem, reading->anchor,
                  (unsigned long long)location->id);
    emptied = stat(strbuf_text(&path), &facts) == 0 && facts.st_size == 0;
    strbuf_clear(&path);
    return emptied;
}

/* Mapping tables and clock offsets; a location may lack them. */
static void read_local_names(struct reading *reading)
{
    uint32_t count = reading->names.locations.count;
    bool opened;

    for (uint32_t i = 0; i < count; i++)
        location_at(reading, i)->unmapped =
            belongs(location_at(reading, i)) &&
            is_emptied(reading, location_at(reading, i));

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
        reading->watch->steps++;
        if (definitions == NULL)
            continue;
        OTF2_Reader_ReadAllLocalDefinitions(reading->reader, definitions,
                                            &read);
        OTF2_Reader_CloseDefReader(reading->reader, definitions);
    }
    if (opened)
        OTF2_Reader_CloseDefFiles(reading->reader);
}

/* Feeds the events in parts, so that the watch sees them go by.  More than
 * the file has bytes are read by a reader that runs in circles. */
static bool feed_parts(struct reading *reading, OTF2_EvtReader *events,
                       uint64_t promised, uint64_t bytes)
{
    uint64_t all = 0, read = EVENTS_AT_ONCE;
    OTF2_ErrorCode code = OTF2_SUCCESS;

    while (code == OTF2_SUCCESS && read == EVENTS_AT_ONCE && all <= bytes) {
        code = OTF2_Reader_ReadLocalEvents(reading->reader, events,
                                           EVENTS_AT_ONCE, &read);
        all += read;
        reading->watch->events += read;
        reading->watch->steps++;
    }
    return code == OTF2_SUCCESS && all >= promised && all <= bytes;
}

static enum status feed_events(struct reading *reading,
                               const struct names_location *location,
                               uint64_t bytes)
{
    OTF2_EvtReader *events =
        OTF2_Reader_GetEvtReader(reading->reader, location->id);
    bool whole;

    if (events == NULL)
        return STATUS_BAD_FORMAT;
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_Reader_RegisterEvtCallbacks(reading->reader, events,
                                     reading->callbacks, &reading->calls);
    whole = feed_parts(reading, events, location->events, bytes);
    OTF2_Reader_CloseEvtReader(reading->reader, events);
    return whole ? STATUS_OK : STATUS_BAD_FORMAT;
}

static void remark_damage(struct reading *reading,
                          const struct names_location *location)
{
    const struct complaint *complaint = &reading->complaint;

    profile_remark(reading->profile,
                   "The trace of rank %u is damaged after %llu events of "
                   "%llu, the rest of it is left out; copy %llu.evt again "
                   "(%s).", location->rank,
                   (unsigned long long)reading->calls.events,
                   (unsigned long long)location->events,
                   (unsigned long long)location->id,
                   complaint->made ? complaint->text
                                   : "it holds fewer than it should");
}

static void remark_left_out_location(struct reading *reading,
                                     const struct names_location *location,
                                     const struct left_out *why)
{
    profile_remark(reading->profile,
                   "The trace of rank %u is damaged and left out: reading "
                   "%llu.evt %s; copy it again.", location->rank,
                   (unsigned long long)location->id,
                   why->stuck ? "does not end" : "crashes");
}

static void remark_unmapped(struct reading *reading,
                            const struct names_location *location)
{
    profile_remark(reading->profile, "The trace of rank %u is left out: "
                   "%llu.def, which says what its names are, is empty; copy "
                   "it again.", location->rank,
                   (unsigned long long)location->id);
}

/* What can be read of a damaged location counts. */
static enum status read_events_of(struct reading *reading,
                                  const struct names_location *location,
                                  uint64_t bytes)
{
    struct read_watch *watch = reading->watch;
    const struct left_out *why = watch_left_out(watch, location->id);
    enum status status;

    if (location->events == 0)
        return STATUS_OK;
    if (why != NULL) {
        remark_left_out_location(reading, location, why);
        return STATUS_BAD_FORMAT;
    }
    if (location->unmapped) {
        remark_unmapped(reading, location);
        return STATUS_BAD_FORMAT;
    }
    watch->location = location->id;
    watch->in_events = true;
    status = feed_events(reading, location, bytes);
    watch->in_events = false;
    if (status != STATUS_OK)
        remark_damage(reading, location);
    return status;
}

static void read_location(struct reading *reading,
                          const struct names_location *location,
                          struct rank_data *rank)
{
    uint64_t bytes = archive_size_of_events(reading->anchor, location->id);
    enum status status;

    reading->complaint.made = false;
    calls_start(&reading->calls, location->thread == 0);
    call_log_begin(&reading->calls.log, location->rank, location->thread);
    status = read_events_of(reading, location, bytes);
    calls_end(&reading->calls);
    call_log_end(&reading->calls.log, reading->calls.begin,
                 location->thread == 0 ? reading->calls.end
                                       : reading->calls.time,
                 status != STATUS_OK || reading->calls.stopped > 0);
    rank->threads++;
    rank->trace_events += location->events;
    rank->trace_bytes += bytes;
    rank->cut = rank->cut || status != STATUS_OK;
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

static uint64_t count_events(struct reading *reading)
{
    uint64_t events = 0;

    for (uint32_t i = 0; i < reading->names.locations.count; i++)
        events += location_at(reading, i)->events;
    return events;
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
                        "read; copy all of the run's directory again",
                        reading->anchor);
    if (cut > 0)
        profile_remark(profile, "The trace of %u of %u ranks ends before the "
                       "run did; times of these ranks do not compare with "
                       "those of others.", cut, profile->rank_count);
    return STATUS_OK;
}

/* Of the ranks without events those that were to have none. */
static void mark_untraced(struct reading *reading)
{
    struct profile *profile = reading->profile;
    struct ranklist list;
    char *text = NULL;
    bool beyond;

    if (OTF2_Reader_GetProperty(reading->reader, TRACE_NOTE_RANKS, &text) ==
            OTF2_SUCCESS &&
        ranklist_parse_part(text, (int)profile->rank_count, &list, &beyond) ==
            STATUS_OK) {
        for (uint32_t i = 0; i < profile->rank_count; i++)
            profile->ranks[i].untraced = profile->ranks[i].missing &&
                                         !ranklist_has(&list, (int)i);
        ranklist_clear(&list);
    }
    free(text);
    reading->complaint.made = false;
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
            OTF2_SUCCESS &&
        strcmp(number, "0") != 0) {
        struct strbuf name;

        strbuf_init(&name);
        safe_restore(&name, text);
        profile_remark(reading->profile, "%.20s call%s left out of the trace "
                       "by %s=%.1000s: all numbers here are without.", number,
                       strcmp(number, "1") == 0 ? " was" : "s were", setting,
                       strbuf_text(&name));
        strbuf_clear(&name);
    }
    free(text);
    free(number);
    reading->complaint.made = false;
}

static void mark_cut(struct reading *reading, const char *ranks)
{
    struct profile *profile = reading->profile;
    struct ranklist list;
    bool beyond;

    if (ranklist_parse_part(ranks, (int)profile->rank_count, &list,
                            &beyond) != STATUS_OK)
        return;
    for (size_t i = 0; i < list.count; i++)
        profile->ranks[list.members[i]].cut = true;
    ranklist_clear(&list);
}

/* What is missing of a trace that was made of what ranks left behind. */
static void remark_recovered(struct reading *reading)
{
    char *text = NULL;

    if (OTF2_Reader_GetProperty(reading->reader, TRACE_NOTE_RECOVERED,
                                &text) == OTF2_SUCCESS) {
        struct strbuf sentences;

        strbuf_init(&sentences);
        safe_restore(&sentences, text);
        profile_remark(reading->profile, "%.1000s",
                       strbuf_text(&sentences));
        strbuf_clear(&sentences);
    }
    free(text);
    text = NULL;
    if (OTF2_Reader_GetProperty(reading->reader, TRACE_NOTE_CUT, &text) ==
        OTF2_SUCCESS)
        mark_cut(reading, text);
    free(text);
    reading->complaint.made = false;
}

static void mark_left_out(struct reading *reading)
{
    remark_recovered(reading);
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
    if (!call_log_init(&reading->calls.log, reading->log, ns_per_tick,
                       reading->names.first_tick))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    return STATUS_OK;
}

static uint32_t size_of(const struct names *names, uint32_t group)
{
    const struct names_group *groups = names->groups.items;

    if (group >= names->groups.count)
        return 0;
    return groups[group].type == OTF2_GROUP_TYPE_COMM_SELF
               ? 1 : groups[group].size;
}

static struct replay_comm replay_comm_of(const struct names *names,
                                         const struct names_comm *comm)
{
    uint32_t remote = comm->inter ? size_of(names, comm->remote) : 0;

    return (struct replay_comm){ comm->id,
                                 size_of(names, comm->group) + remote,
                                 remote };
}

/* The log has the communicators by the archive's ids. */
static void finish_log(struct reading *reading)
{
    const struct names *names = &reading->names;
    uint32_t count = calls_log_comm_count(names);
    struct replay_comm *comms = calloc(count + 1u, sizeof(*comms));

    if (comms == NULL)
        return;
    for (uint32_t i = 0; i < names->comms.count; i++) {
        const struct names_comm *comm = names_comm(names, i);

        if (comm != NULL)
            comms[i] = replay_comm_of(names, comm);
    }
    calls_log_comms(names, comms);
    replay_log_finish(reading->log, comms, count);
    free(comms);
}

static enum status read_events(struct reading *reading)
{
    enum status status;

    read_local_names(reading);
    if (OTF2_Reader_OpenEvtFiles(reading->reader) != OTF2_SUCCESS)
        return damaged(reading, "events cannot be read");
    reading->watch->events_total = count_events(reading);
    status = read_ranks(reading);
    OTF2_Reader_CloseEvtFiles(reading->reader);
    if (status != STATUS_OK)
        return status;
    reading->profile->start_unix_ns = reading->names.realtime;
    align_begins(reading);
    mark_left_out(reading);
    status = mark_incomplete(reading);
    mark_untraced(reading);
    if (status == STATUS_OK && reading->log != NULL)
        finish_log(reading); /* all other numbers are known without */
    return status == STATUS_OK ? describe(reading) : status;
}

static enum status read_archive(struct reading *reading)
{
    enum status status = profile_use_call_table(reading->profile);

    names_init(&reading->names, reading->profile,
               archive_size_of_names(reading->anchor), &reading->watch->steps);
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

enum status read_otf2_here(const char *anchor_file, struct read_watch *watch,
                           struct replay_log *log, struct profile **out)
{
    struct reading *reading = calloc(1, sizeof(*reading));
    OTF2_ErrorCallback before;
    enum status status;

    if (reading == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    reading->anchor = anchor_file;
    reading->watch = watch;
    reading->log = log;
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
