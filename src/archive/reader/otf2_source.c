/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_source.c - an archive as a source: opens it, reads its names, then
 * location by location.
 */
#include "archive/reader/otf2_source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text/strbuf.h"
#include "model/notes/trace_note.h"
#include "archive/events/reading.h"
#include "archive/reader/archive_size.h"
#include "archive/reader/otf2_events.h"

#define EVENTS_AT_ONCE (1u << 20)

struct archive {
    OTF2_Reader *reader;
    OTF2_EvtReaderCallbacks *callbacks;
    struct otf2_names ids;
    bool defined; /* the reader has seen the definitions */
    bool is_open; /* the events' files */
};

/* A sentence goes on behind it. */
static void end_at_last_letter(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && strchr(".!: \n", text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
}

/* Receives OTF2's errors instead of printing them; the first of a series names
 * the cause. */
static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    struct reading *reading = data;

    (void)file, (void)line, (void)function;
    if (reading->damage[0] == '\0') {
        vsnprintf(reading->damage, sizeof(reading->damage), format, arguments);
        end_at_last_letter(reading->damage);
    }
    return code;
}

static enum status refuse_damaged(const struct reading *reading,
                                  const char *what)
{
    return log_fail(
        STATUS_BAD_FORMAT, "%s: %s: %s; copy the whole archive again",
        reading->anchor, what,
        reading->damage[0] != '\0' ? reading->damage : "not an OTF2 archive");
}

/* For run.otf2: run.def, which is easily forgotten when files are copied. */
static enum status find_definitions(const char *anchor)
{
    int stem = (int)strlen(anchor) - (int)strlen(".otf2");
    enum status status = STATUS_OK;
    struct strbuf path = { 0 };

    if (stem < 0)
        return STATUS_OK;
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
static enum status check_chunks(const struct reading *reading,
                                OTF2_Reader *reader)
{
    uint64_t events = 0, definitions = 0;

    if (OTF2_Reader_GetChunkSize(reader, &events, &definitions) !=
            OTF2_SUCCESS ||
        events > OTF2_CHUNK_SIZE_MAX || definitions > OTF2_CHUNK_SIZE_MAX)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: damaged: its chunk size is impossible; copy the "
                        "whole archive again",
                        reading->anchor);
    return STATUS_OK;
}

static enum status find_files(const char *anchor)
{
    struct stat facts;

    if (access(anchor, R_OK) != 0 || stat(anchor, &facts) != 0)
        return log_fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                        "%s: %s", anchor, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: this is not a file; give the directory of a run",
                        anchor);
    return find_definitions(anchor);
}

static enum status archive_create(struct reading *reading)
{
    struct archive *archive = calloc(1, sizeof(*archive));

    reading->archive = archive;
    if (archive != NULL)
        archive->callbacks = otf2_events_callbacks();
    if (archive == NULL || archive->callbacks == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    otf2_names_init(&archive->ids, &reading->names);
    return STATUS_OK;
}

static enum status otf2_open(struct reading *reading)
{
    enum status status = find_files(reading->anchor);
    struct archive *archive;

    if (status == STATUS_OK)
        status = archive_create(reading);
    if (status != STATUS_OK)
        return status;
    archive = reading->archive;
    OTF2_Error_RegisterCallback(on_error, reading);
    archive->reader = OTF2_Reader_Open(reading->anchor);
    if (archive->reader == NULL || OTF2_Reader_SetSerialCollectiveCallbacks(
                                       archive->reader) != OTF2_SUCCESS)
        return refuse_damaged(reading, "cannot be opened");
    return check_chunks(reading, archive->reader);
}

static void otf2_close(struct reading *reading)
{
    struct archive *archive = reading->archive;

    if (archive == NULL)
        return;
    if (archive->is_open)
        OTF2_Reader_CloseEvtFiles(archive->reader);
    OTF2_EvtReaderCallbacks_Delete(archive->callbacks);
    if (archive->reader != NULL)
        OTF2_Reader_Close(archive->reader);
    otf2_names_clear(&archive->ids);
    free(archive);
    reading->archive = NULL;
}

static char *otf2_note(struct reading *reading, const char *name)
{
    const struct archive *archive = reading->archive;
    char *text = NULL;

    if (OTF2_Reader_GetProperty(archive->reader, name, &text) !=
        OTF2_SUCCESS) {
        free(text);
        text = NULL;
    }
    reading->damage[0] = '\0'; /* that it is not there */
    return text;
}

/* ---- definitions ---- */

/* Traces of others may have backslashes that are just that. */
static bool is_ours(struct reading *reading)
{
    const struct archive *archive = reading->archive;
    char *creator = NULL;
    bool ours =
        OTF2_Reader_GetCreator(archive->reader, &creator) == OTF2_SUCCESS &&
        creator != NULL && strcmp(creator, "mpiprof") == 0;

    free(creator);
    reading->damage[0] = '\0';
    return ours;
}

static bool has_size_rules(struct reading *reading, const char *rules)
{
    char *text = otf2_note(reading, rules);
    bool found = text != NULL && strstr(text, "size") != NULL;

    free(text);
    return found;
}

/* on: NULL, if they are known. */
static OTF2_ErrorCode read_definitions(struct archive *archive,
                                       OTF2_GlobalDefReaderCallbacks *on)
{
    OTF2_GlobalDefReader *definitions =
        OTF2_Reader_GetGlobalDefReader(archive->reader);
    OTF2_ErrorCode code;
    uint64_t count;

    if (definitions == NULL)
        return OTF2_ERROR_INVALID;
    if (on != NULL)
        OTF2_Reader_RegisterGlobalDefCallbacks(archive->reader, definitions,
                                               on, &archive->ids);
    code = OTF2_Reader_ReadAllGlobalDefinitions(archive->reader, definitions,
                                                &count);
    OTF2_Reader_CloseGlobalDefReader(archive->reader, definitions);
    archive->defined = true;
    return code;
}

/* Archives of one large file, not one for each location, have it open
 * already. */
static bool is_one_file(OTF2_Reader *reader)
{
    OTF2_FileSubstrate files = OTF2_SUBSTRATE_UNDEFINED;

    return OTF2_Reader_GetFileSubstrate(reader, &files) != OTF2_SUCCESS ||
           files != OTF2_SUBSTRATE_POSIX;
}

static void measure_list(const struct reading *reading,
                         const struct names_list *list)
{
    struct names_location *items = list->items;

    for (uint32_t i = 0; i < list->count; i++)
        items[i].bytes = archive_size_of_events(reading->anchor, items[i].id);
}

static void measure_locations(struct reading *reading)
{
    struct names *names = &reading->names;

    measure_list(reading, &names->locations);
    measure_list(reading, &names->streams);
}

static enum status otf2_define(struct reading *reading)
{
    struct archive *archive = reading->archive;
    struct names *names = &reading->names;
    OTF2_GlobalDefReaderCallbacks *callbacks = otf2_names_callbacks();
    OTF2_ErrorCode code = OTF2_ERROR_INVALID;

    names_limit(names, archive_size_of_names(reading->anchor));
    archive->ids.spelled = is_ours(reading);
    names->foreign = !archive->ids.spelled;
    names->sized = has_size_rules(reading, TRACE_NOTE_SKIP) ||
                   has_size_rules(reading, TRACE_NOTE_ONLY);
    if (callbacks != NULL)
        code = read_definitions(archive, callbacks);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    if (names->status == STATUS_NO_MEMORY)
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    if (code != OTF2_SUCCESS || names->status != STATUS_OK)
        return refuse_damaged(reading, "definitions cannot be read");
    if (names->ticks_per_second == 0)
        return refuse_damaged(reading, "says nothing of its clock");
    reading->undivided = is_one_file(archive->reader);
    measure_locations(reading);
    return STATUS_OK;
}

/* Whether the local definitions are an empty file, which no valid archive
 * has. */
static bool is_emptied(const struct reading *reading,
                       const struct names_location *location)
{
    int stem = (int)strlen(reading->anchor) - (int)strlen(".otf2");
    struct strbuf path = { 0 };
    struct stat facts;
    bool emptied;

    if (stem < 0)
        return false;
    strbuf_printf(&path, "%.*s/%llu.def", stem, reading->anchor,
                  (unsigned long long)location->id);
    emptied = stat(strbuf_text(&path), &facts) == 0 && facts.st_size == 0;
    strbuf_clear(&path);
    return emptied;
}

/* Mapping tables and clock offsets; a location may lack them. */
static void read_local_names(struct reading *reading,
                             const struct names_location *location)
{
    const struct archive *archive = reading->archive;
    OTF2_DefReader *definitions =
        OTF2_Reader_GetDefReader(archive->reader, location->id);
    uint64_t read;

    reading->watch->steps++;
    if (definitions == NULL)
        return;
    OTF2_Reader_ReadAllLocalDefinitions(archive->reader, definitions, &read);
    OTF2_Reader_CloseDefReader(archive->reader, definitions);
}

static void select_locations(struct reading *reading)
{
    const struct archive *archive = reading->archive;
    struct names_location *location;
    uint32_t i = 0;

    while ((location = reading_next(reading, &i)) != NULL) {
        location->unmapped = is_emptied(reading, location);
        OTF2_Reader_SelectLocation(archive->reader, location->id);
    }
}

static enum status otf2_begin(struct reading *reading)
{
    struct archive *archive = reading->archive;
    const struct names_location *location;
    uint32_t i = 0;

    if (!archive->defined)
        read_definitions(archive, NULL);
    select_locations(reading);
    if (OTF2_Reader_OpenDefFiles(archive->reader) == OTF2_SUCCESS) {
        while ((location = reading_next(reading, &i)) != NULL)
            read_local_names(reading, location);
        OTF2_Reader_CloseDefFiles(archive->reader);
    }
    archive->is_open =
        OTF2_Reader_OpenEvtFiles(archive->reader) == OTF2_SUCCESS;
    return archive->is_open ? STATUS_OK
                            : refuse_damaged(reading, "events cannot be read");
}

/* ---- events ---- */

/* Feeds the events in parts, so that the watch sees them go by.  More than
 * the file has bytes are read by a reader that runs in circles. */
static bool feed_all(struct reading *reading, OTF2_EvtReader *reader,
                     const struct names_location *location)
{
    const struct archive *archive = reading->archive;
    uint64_t all = 0, read = EVENTS_AT_ONCE;
    OTF2_ErrorCode code = OTF2_SUCCESS;

    while (code == OTF2_SUCCESS && read == EVENTS_AT_ONCE &&
           all <= location->bytes) {
        code = OTF2_Reader_ReadLocalEvents(archive->reader, reader,
                                           EVENTS_AT_ONCE, &read);
        all += read;
        reading->watch->events += read;
        reading->watch->steps++;
    }
    return code == OTF2_SUCCESS && all >= location->events &&
           all <= location->bytes;
}

static bool feed_until(struct reading *reading, OTF2_EvtReader *reader,
                       uint64_t promised, const struct events *events,
                       bool (*enough)(const struct events *events))
{
    const struct archive *archive = reading->archive;
    uint64_t read = 1;

    for (uint64_t i = 0; i < promised && read == 1 && !enough(events); i++) {
        if (OTF2_Reader_ReadLocalEvents(archive->reader, reader, 1, &read) !=
            OTF2_SUCCESS)
            return false;
        reading->watch->steps++;
    }
    return true;
}

/* NULL: its events cannot be read. */
static OTF2_EvtReader *open_location(struct archive *archive,
                                     const struct names_location *location,
                                     const OTF2_EvtReaderCallbacks *callbacks,
                                     void *into)
{
    OTF2_EvtReader *reader =
        OTF2_Reader_GetEvtReader(archive->reader, location->id);

    if (reader == NULL)
        return NULL;
    OTF2_EvtReader_ApplyMappingTables(reader, true);
    OTF2_EvtReader_ApplyClockOffsets(reader, true);
    OTF2_Reader_RegisterEvtCallbacks(archive->reader, reader, callbacks, into);
    return reader;
}

static bool otf2_feed(struct reading *reading,
                      const struct names_location *location,
                      struct events *events,
                      bool (*enough)(const struct events *events))
{
    struct archive *archive = reading->archive;
    struct otf2_events into = { events, &archive->ids };
    OTF2_EvtReader *reader =
        open_location(archive, location, archive->callbacks, &into);
    bool whole;

    if (reader == NULL)
        return false;
    whole = enough == NULL ? feed_all(reading, reader, location)
                           : feed_until(reading, reader, location->events,
                                        events, enough);
    OTF2_Reader_CloseEvtReader(archive->reader, reader);
    return whole;
}

static bool otf2_feed_stream(struct reading *reading,
                             const struct names_location *stream,
                             struct device_events *events)
{
    struct archive *archive = reading->archive;
    OTF2_EvtReaderCallbacks *callbacks = otf2_events_device_callbacks();
    OTF2_EvtReader *reader =
        callbacks == NULL ? NULL
                          : open_location(archive, stream, callbacks, events);
    bool whole = reader != NULL && feed_all(reading, reader, stream);

    if (callbacks == NULL)
        reading->names.status = STATUS_NO_MEMORY;
    if (reader != NULL)
        OTF2_Reader_CloseEvtReader(archive->reader, reader);
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    return whole;
}

const struct trace_source otf2_source = { .suffix = ".otf2",
                                          .open = otf2_open,
                                          .define = otf2_define,
                                          .begin = otf2_begin,
                                          .feed = otf2_feed,
                                          .feed_stream = otf2_feed_stream,
                                          .close = otf2_close,
                                          .note = otf2_note };
