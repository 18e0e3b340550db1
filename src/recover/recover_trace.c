#include "recover/recover_trace.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/safe.h"
#include "model/trace_note.h"
#include "recover/recover_chunks.h"
#include "recover/recover_locations.h"
#include "recover/trace_recovery.h"
#include "recover/recover_definitions.h"
#include "read/read_otf2.h"

#define DEFINITION_CHUNK (4u << 20)
#define MADE "The trace was made of what the ranks left behind"

static OTF2_ErrorCode on_error(void *data, const char *file, uint64_t line,
                               const char *function, OTF2_ErrorCode code,
                               const char *format, va_list arguments)
{
    struct left_making *making = data;

    (void)file, (void)line, (void)function;
    if (making->error[0] == '\0')
        vsnprintf(making->error, sizeof(making->error), format, arguments);
    return code;
}

static OTF2_FlushType always(void *data, OTF2_FileType type,
                             OTF2_LocationRef location, void *caller,
                             bool final)
{
    (void)data, (void)type, (void)location, (void)caller, (void)final;
    return OTF2_FLUSH;
}

/* All in that state, such as "1,3"; returns how many. */
static size_t print_ranks(const struct left_making *making,
                          enum left_state state, struct strbuf *out)
{
    uint32_t ranks = making->profile->rank_count;
    int *list = calloc((size_t)ranks + 1, sizeof(*list));
    size_t count = 0;

    for (uint32_t i = 0; list != NULL && i < ranks; i++)
        if (making->states[i] == state)
            list[count++] = (int)i;
    if (count > 0)
        ranklist_print(out, list, count);
    free(list);
    return count;
}

static void tell(const struct left_making *making, enum left_state state,
                 const char *what, struct strbuf *told)
{
    struct strbuf ranks;
    size_t count;

    strbuf_init(&ranks);
    count = print_ranks(making, state, &ranks);
    if (count > 0)
        strbuf_printf(told, "  Of rank%s %s%s", count == 1 ? "" : "s",
                      strbuf_text(&ranks), what);
    if (count > 0 && state == LEFT_CUT)
        archive_note(making->archive, TRACE_NOTE_CUT, strbuf_text(&ranks));
    strbuf_clear(&ranks);
}

/* In the archive, and for the report. */
static void note(const struct left_making *making, struct strbuf *told)
{
    struct strbuf shown;

    strbuf_puts(told, MADE ", and ends where each of them did.");
    tell(making, LEFT_CUT, " it ends earlier: what comes after was lost.",
         told);
    tell(making, LEFT_OFF, " it ends earlier: nothing was recorded any more, "
         "because of the limit of the trace (MPIPROF_TRACE_MB), MPI_Pcontrol, "
         "or a region that is left out.", told);
    tell(making, LEFT_LOST, " the first events are not there: none of them can "
         "be read.", told);
    tell(making, LEFT_MISSING, " there are no events.", told);
    strbuf_init(&shown);
    safe_put(&shown, strbuf_text(told));
    archive_note(making->archive, TRACE_NOTE_RECOVERED, strbuf_text(&shown));
    strbuf_clear(&shown);
    archive_note_ranks(making->archive, making->parts,
                       making->profile->rank_count);
    if (making->rules == NULL)
        return;
    archive_note_rules(making->archive, making->rules, false,
                       TRACE_NOTE_UNKNOWN);
    archive_note_rules(making->archive, making->rules, true,
                       TRACE_NOTE_UNKNOWN);
}

static bool open_archive(struct left_making *making)
{
    static const OTF2_FlushCallbacks flush = { .otf2_pre_flush = always };

    making->archive = OTF2_Archive_Open(
        making->place.folder, "run", OTF2_FILEMODE_WRITE, making->chunk_bytes,
        DEFINITION_CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    return making->archive != NULL &&
           OTF2_Archive_SetFlushCallbacks(making->archive, &flush, NULL) ==
               OTF2_SUCCESS &&
           OTF2_Archive_SetSerialCollectiveCallbacks(making->archive) ==
               OTF2_SUCCESS &&
           OTF2_Archive_SetCreator(making->archive, "mpiprof") ==
               OTF2_SUCCESS;
}

/* Events of ranks whose own files are not seen are of no use without these, and
 * would be replaced. */
static bool refuse_unseen(const struct left_making *making,
                          const char *directory)
{
    const struct left_place *place = &making->place;

    for (size_t i = 0; i < place->location_count; i++) {
        uint64_t location = place->locations[i];
        uint32_t rank = (uint32_t)location;

        if (rank >= making->profile->rank_count ||
            left_behind_file(making->profile, rank) != NULL ||
            !left_place_has_events(place, location))
            continue;
        log_warn("%s: the trace is not recovered: run/%llu.evt is there, but "
                 "not the file of rank %u; name the FOLDER where it is "
                 "(mpiprof-report recover -o FILE %s FOLDER), or move "
                 "run/%llu.evt away", directory, (unsigned long long)location,
                 rank, directory, (unsigned long long)location);
        return true;
    }
    return false;
}

/* The size of chunks, as the first rank has it that has any. */
static bool find_size(struct left_making *making)
{
    for (uint32_t i = 0; i < making->profile->rank_count &&
                         making->chunk_bytes == 0; i++) {
        struct left_kept kept;

        left_kept_open(making, i, &kept);
        left_kept_close(&kept);
    }
    return making->chunk_bytes != 0;
}

static enum status make(struct left_making *making, struct strbuf *told)
{
    enum status status = STATUS_IO;

    if (open_archive(making))
        status = left_locations_make(making);
    if (status == STATUS_OK)
        status = left_names_make(making);
    if (status == STATUS_OK)
        note(making, told);
    if (making->archive != NULL &&
        OTF2_Archive_Close(making->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    if (status == STATUS_OK && !left_place_move(&making->place))
        status = STATUS_IO;
    if (status == STATUS_OK) {
        left_behind_set_traced(making->profile, making->traced);
        making->traced = NULL;
    }
    return status;
}

/* The problems with them were told when the run began. */
static bool read_rules(struct left_making *making)
{
    const char *skip =
        profile_setting_value(making->profile, "MPIPROF_TRACE_SKIP");
    const char *only =
        profile_setting_value(making->profile, "MPIPROF_TRACE_ONLY");
    struct strbuf problems;
    enum status status;

    strbuf_init(&problems);
    status = trace_rules_read(skip == NULL ? "" : skip,
                              only == NULL ? "" : only, &making->rules,
                              &problems);
    strbuf_clear(&problems);
    return status == STATUS_OK;
}

static bool prepare(struct left_making *making, const char *directory)
{
    const struct profile *profile = making->profile;

    making->used = calloc(profile->call_count + 1, 1);
    making->states = calloc((size_t)profile->rank_count + 1, 1);
    making->parts = calloc((size_t)profile->rank_count + 1,
                           sizeof(*making->parts));
    making->traced = calloc((size_t)profile->rank_count + 1,
                            sizeof(*making->traced));
    return making->traced != NULL && making->used != NULL &&
           making->states != NULL && making->parts != NULL &&
           read_rules(making) && left_place_open(directory, &making->place);
}

/* What that of a rank has, as that of a recovery tells it. */
static enum status take_traced(struct profile *profile, struct profile *trace)
{
    struct left_traced *list =
        calloc((size_t)profile->rank_count + 1, sizeof(*list));

    if (list == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(trace, i, &rank) == STATUS_OK)
            list[i] = (struct left_traced){ .events = rank->trace_events,
                                            .bytes = rank->trace_bytes,
                                            .calls = rank->trace_calls };
    }
    left_behind_set_traced(profile, list);
    return STATUS_OK;
}

static enum status take_existing(struct profile *profile, const char *path,
                                 struct strbuf *told)
{
    struct profile *trace = NULL;
    enum status status = read_otf2(path, NULL, NULL, NULL, &trace);

    if (status != STATUS_OK)
        return status;
    if (trace->rank_count != profile->rank_count)
        status = log_fail(STATUS_BAD_FORMAT, "%s: of another run", path);
    else
        status = take_traced(profile, trace);
    for (size_t i = 0; status == STATUS_OK && i < trace->remark_count; i++)
        if (strncmp(trace->remarks[i].text, MADE, strlen(MADE)) == 0)
            strbuf_puts(told, trace->remarks[i].text);
    profile_destroy(trace);
    return status;
}

static void fail(const struct left_making *making, const char *directory,
                 enum status status)
{
    const char *why = making->error[0] != '\0' ? making->error
                      : errno != 0 ? strerror(errno) : "it is damaged";

    log_warn("%s: the trace cannot be recovered: %s", directory,
             status == STATUS_NO_MEMORY ? "no memory" : why);
}

static enum status make_prepared(struct left_making *making,
                                 const char *directory, struct strbuf *told)
{
    enum status status = STATUS_IO;

    errno = 0;
    if (prepare(making, directory))
        status = refuse_unseen(making, directory) ? STATUS_NOT_FOUND
                                                  : make(making, told);
    else if (errno == EBUSY)
        return log_fail(STATUS_BAD_VALUE, "%s: another mpiprof-report recover "
                        "is at work there", directory);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        fail(making, directory, status);
    return status;
}

static enum status make_new(struct profile *profile, const char *directory,
                            struct strbuf *told)
{
    struct left_making making = { .profile = profile };
    OTF2_ErrorCallback before;
    enum status status;

    if (!find_size(&making))
        return STATUS_NOT_FOUND;
    before = OTF2_Error_RegisterCallback(on_error, &making);
    status = make_prepared(&making, directory, told);
    if (status != STATUS_OK)
        strbuf_truncate(told, 0);
    OTF2_Error_RegisterCallback(before, NULL);
    left_place_close(&making.place);
    trace_rules_destroy(making.rules);
    free(making.used);
    free(making.states);
    free(making.traced);
    free(making.parts);
    free(making.locations);
    return status;
}

enum status left_trace_make(struct profile *profile, const char *directory,
                            struct strbuf *told)
{
    struct strbuf path;
    enum status status;

    strbuf_init(&path);
    strbuf_printf(&path, "%s/run.otf2", directory);
    status = access(strbuf_text(&path), F_OK) == 0
                 ? take_existing(profile, strbuf_text(&path), told)
                 : make_new(profile, directory, told);
    strbuf_clear(&path);
    return status;
}
