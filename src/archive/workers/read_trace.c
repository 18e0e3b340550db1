/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_trace.c - opens an archive, reads its names, then location by location.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/affix.h"
#include "base/log.h"
#include "base/strbuf.h"
#include "base/saturate.h"
#include "model/trace_note.h"
#include "archive/reader/archive_size.h"
#include "archive/events/reading.h"

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
        vsnprintf(complaint->text, sizeof(complaint->text), format, arguments);
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
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: cannot be opened: it has "
                        "chunks of a size that there is not; copy it again, "
                        "all of it",
                        reading->anchor);
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
    bool ours =
        OTF2_Reader_GetCreator(reading->reader, &creator) == OTF2_SUCCESS &&
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

bool read_is_emptied(const struct reading *reading,
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
static void read_local_names(struct reading *reading, uint32_t i)
{
    OTF2_DefReader *definitions = OTF2_Reader_GetDefReader(
        reading->reader, reading_location(reading, i)->id);
    uint64_t read;

    reading->watch->steps++;
    if (definitions == NULL)
        return;
    OTF2_Reader_ReadAllLocalDefinitions(reading->reader, definitions, &read);
    OTF2_Reader_CloseDefReader(reading->reader, definitions);
}

static void select_locations(struct reading *reading)
{
    for (uint32_t i = 0; reading_belongs(reading, i); i++) {
        struct names_location *location = reading_location(reading, i);

        if (!reading_is_mine(reading, i))
            continue;
        location->unmapped = read_is_emptied(reading, location);
        OTF2_Reader_SelectLocation(reading->reader, location->id);
    }
}

enum status read_begin(struct reading *reading)
{
    select_locations(reading);
    if (OTF2_Reader_OpenDefFiles(reading->reader) == OTF2_SUCCESS) {
        for (uint32_t i = 0; reading_belongs(reading, i); i++)
            if (reading_is_mine(reading, i))
                read_local_names(reading, i);
        OTF2_Reader_CloseDefFiles(reading->reader);
    }
    if (OTF2_Reader_OpenEvtFiles(reading->reader) != OTF2_SUCCESS)
        return damaged(reading, "events cannot be read");
    return STATUS_OK;
}

static enum status read_ranks(struct reading *reading)
{
    enum status status = read_begin(reading);
    uint32_t at = 0;

    while (reading_belongs(reading, at) && status == STATUS_OK)
        status = read_rank(reading, &at);
    OTF2_Reader_CloseEvtFiles(reading->reader);
    return status == STATUS_OK ? read_ranks_check(reading) : status;
}

static uint64_t count_events(struct reading *reading)
{
    uint64_t events = 0;

    for (uint32_t i = 0; i < reading->names.locations.count; i++)
        if (reading->worker_of == NULL || reading_is_mine(reading, i))
            events += reading_location(reading, i)->events;
    return events;
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
    if (!set_text(&profile->program, last_part(reading->anchor)) ||
        !set_text(&profile->command, profile->program) ||
        !set_text(&profile->mpi_library, "") ||
        !set_text(&profile->version, "") ||
        !set_text(&profile->source, "trace") ||
        !set_text(&profile->clock, clock) ||
        !set_text(&profile->trace_file, last_part(reading->anchor)))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    return STATUS_OK;
}

static uint64_t tick_of(const struct reading *reading, uint64_t ns)
{
    uint64_t ticks = saturate_near((double)ns / reading->tally.ns_per_tick);

    return ticks < UINT64_MAX - reading->origin ? reading->origin + ticks
                                                : UINT64_MAX;
}

/* Of those that are read here. */
static enum status find_origin(struct reading *reading)
{
    struct read_progress *watch = reading->watch;
    enum status status = STATUS_OK;

    if (!watch->origin_known)
        status = read_origin(reading, &watch->origin);
    watch->origin_known = status == STATUS_OK;
    return status;
}

static enum status open_window(struct reading *reading,
                               const struct read_workers *workers)
{
    const struct time_window *window = &reading->window;
    struct calls *calls = &reading->calls;
    enum status status;

    if (!window->given || workers->role == READ_ORIGIN)
        return STATUS_OK;
    read_marks_forget_samples(reading);
    reading->origin = workers->origin;
    if (workers->role == READ_ALL) {
        status = find_origin(reading);
        if (status != STATUS_OK)
            return status;
        reading->origin = reading->watch->origin;
    }
    if (reading->origin == UINT64_MAX)
        reading->origin = reading->names.first_tick;
    if (window->from_set)
        calls->from = tick_of(reading, window->from);
    calls->to = tick_of(reading, window->to);
    reading->watch->log_from = call_log_ns(&calls->log, calls->from);
    reading->watch->log_to = calls->to == UINT64_MAX
                                 ? UINT64_MAX
                                 : call_log_ns(&calls->log, calls->to);
    if (reading->watch->log_to == 0)
        reading->watch->log_to = 1; /* 0 is no window */
    return STATUS_OK;
}

static enum status prepare(struct reading *reading,
                           const struct read_workers *workers)
{
    struct profile *profile = reading->profile;
    double ns_per_tick = 1e9 / (double)reading->names.ticks_per_second;

    if (names_settle(&reading->names) != STATUS_OK)
        return log_fail(reading->names.status, "%s", reading->anchor);
    reading->callbacks = calls_callbacks();
    reading->begins = calloc(profile->rank_count + 1u, sizeof(uint64_t));
    reading->ends = calloc(profile->rank_count + 1u, sizeof(uint64_t));
    if (reading->callbacks == NULL || reading->begins == NULL ||
        reading->ends == NULL ||
        !tally_init(&reading->tally, profile->rank_count, ns_per_tick))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    calls_init(&reading->calls, &reading->names, &reading->tally);
    call_log_init(&reading->calls.log, reading->log, ns_per_tick,
                  reading->names.first_tick);
    return open_window(reading, workers);
}

static uint32_t size_of(const struct names *names, uint32_t group)
{
    const struct names_group *groups = names->groups.items;

    if (group >= names->groups.count)
        return 0;
    return groups[group].type == OTF2_GROUP_TYPE_COMM_SELF
               ? 1
               : groups[group].size;
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

/* Not more than there are ranks to read.  Archives of one large file, not one
 * for each location, have it open already. */
static uint32_t useful_workers(struct reading *reading, uint32_t wanted)
{
    OTF2_FileSubstrate files = OTF2_SUBSTRATE_UNDEFINED;
    uint32_t ranks = 0;

    if (OTF2_Reader_GetFileSubstrate(reading->reader, &files) !=
            OTF2_SUCCESS ||
        files != OTF2_SUBSTRATE_POSIX)
        return 1;
    for (uint32_t i = 0; reading_belongs(reading, i); i++)
        ranks += i == 0 || reading_location(reading, i)->rank !=
                               reading_location(reading, i - 1)->rank;
    return wanted < ranks ? wanted : ranks;
}

/* Where there are more processes than that the others have no share. */
static enum status read_role(struct reading *reading,
                             const struct read_workers *workers,
                             uint32_t useful)
{
    if (workers->role == READ_TOGETHER)
        return read_together(reading, workers->packets, useful);
    if (workers->mine >= useful)
        return STATUS_OK;
    if (workers->role == READ_ORIGIN)
        return find_origin(reading);
    if (reading->log != NULL)
        replay_log_use_part(reading->log, workers->mine + 1);
    return read_share(reading, workers->packets[workers->mine]);
}

static enum status read_as_one(struct reading *reading,
                               const struct read_workers *workers,
                               uint32_t useful)
{
    uint32_t *worker_of =
        calloc(reading->profile->rank_count + 1u, sizeof(*worker_of));
    enum status status;

    if (worker_of == NULL || !read_spread(reading, useful, worker_of, NULL)) {
        free(worker_of);
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    }
    reading->worker_of = worker_of;
    reading->mine = workers->mine;
    reading->watch->events_total = count_events(reading);
    status = read_role(reading, workers, useful);
    reading->worker_of = NULL;
    free(worker_of);
    return status;
}

static enum status read_by(struct reading *reading,
                           const struct read_workers *workers)
{
    uint32_t useful = useful_workers(reading, workers->count);

    useful = useful == 0 ? 1 : useful;
    if (workers->role != READ_ALL)
        return read_as_one(reading, workers, useful);
    reading->watch->events_total = count_events(reading);
    return useful > 1 ? read_shares(reading, useful) : read_ranks(reading);
}

static enum status read_events(struct reading *reading,
                               const struct read_workers *workers)
{
    enum status status = read_by(reading, workers);

    if (status != STATUS_OK || !read_has_result(workers))
        return status;
    reading->profile->start_unix_ns = reading->names.realtime;
    read_marks_align(reading);
    status = read_marks(reading);
    if (status == STATUS_OK && reading->log != NULL)
        finish_log(reading); /* all other numbers are known without */
    return status == STATUS_OK ? describe(reading) : status;
}

static enum status read_archive(struct reading *reading,
                                const struct read_workers *workers)
{
    enum status status = profile_use_call_table(reading->profile);

    names_init(&reading->names, reading->profile,
               archive_size_of_names(reading->anchor), &reading->watch->steps);
    if (status == STATUS_OK)
        status = open_reader(reading);
    if (status == STATUS_OK)
        status = read_names(reading);
    if (status == STATUS_OK)
        status = prepare(reading, workers);
    if (status == STATUS_OK)
        status = read_events(reading, workers);
    OTF2_EvtReaderCallbacks_Delete(reading->callbacks);
    if (reading->reader != NULL)
        OTF2_Reader_Close(reading->reader);
    calls_clear(&reading->calls);
    tally_clear(&reading->tally);
    names_clear(&reading->names);
    free(reading->begins);
    free(reading->ends);
    return status;
}

enum status read_otf2_here(const char *anchor_file,
                           struct read_progress *watch,
                           const struct read_workers *workers,
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
    reading->window = workers->window;
    status = profile_create(&reading->profile);
    if (status != STATUS_OK) {
        free(reading);
        return status;
    }
    before = OTF2_Error_RegisterCallback(on_error, &reading->complaint);
    status = read_archive(reading, workers);
    OTF2_Error_RegisterCallback(before, NULL);
    if (status == STATUS_OK)
        *out = reading->profile;
    else
        profile_destroy(reading->profile);
    free(reading);
    return status;
}
