/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/strbuf.h"
#include "model/notes/host_note.h"
#include "recover/recover_files.h"
#include "recover/recover_rank.h"

#define SAME_MOMENT_NS 1e7 /* snapshots that are not told apart */

/* All files of a run, and its clock. */
struct run_recovery {
    struct recover_files files;
    struct definitions *run;
    double ticks_per_ns; /* of the run's clock */
    uint64_t begin;      /* of the run, in ticks of that clock */
    struct rank_data current;
    struct profile *profile;
    struct recover_traced *traced; /* of each rank; NULL: there is no trace */
    bool running;                  /* some rank does */
    uint32_t not_asked;            /* ranks that cannot be asked */
};

const char *recover_run_file(const struct profile *profile, uint32_t rank)
{
    const struct run_recovery *recovery = profile->load_context;

    return recover_files_of(&recovery->files, rank);
}

enum status recover_run_rank(const struct profile *profile, uint32_t rank,
                             struct recover_rank *out)
{
    const struct run_recovery *recovery = profile->load_context;

    *out = (struct recover_rank){ 0 };
    if (recover_run_file(profile, rank) == NULL)
        return STATUS_NOT_FOUND;
    return recover_files_open(&recovery->files, rank, out);
}

double recover_run_ticks_per_ns(const struct profile *profile)
{
    const struct run_recovery *recovery = profile->load_context;

    return recovery->ticks_per_ns;
}

uint64_t recover_run_start_ticks(const struct profile *profile)
{
    const struct run_recovery *recovery = profile->load_context;

    return recovery->begin;
}

void recover_run_set_traced(struct profile *profile,
                            struct recover_traced *list)
{
    struct run_recovery *recovery = profile->load_context;

    free(recovery->traced);
    recovery->traced = list;
}

uint32_t recover_run_not_asked(const struct profile *profile)
{
    const struct run_recovery *recovery = profile->load_context;

    return recovery->not_asked;
}

bool recover_run_is_running(const struct profile *profile)
{
    const struct run_recovery *recovery = profile->load_context;

    return recovery->running;
}

typedef void look_function(struct recover_files *files, const char *folder);

static bool look_finds(look_function *look, const char *folder)
{
    struct recover_files files = { 0 };
    bool some;

    look(&files, folder);
    some = files.found > 0;
    recover_files_clear(&files);
    return some;
}

static void look_in(struct recover_files *files, const char *folder)
{
    recover_files_folder(files, folder);
    recover_files_look(files, folder);
}

bool recover_run_has_files_here(const char *directory)
{
    return look_finds(recover_files_look, directory);
}

bool recover_run_has_files_in(const char *folder)
{
    return look_finds(look_in, folder);
}

bool recover_run_has_files(const char *directory)
{
    struct strbuf folder = { 0 };
    bool there;

    there = recover_run_has_files_here(directory) ||
            recover_files_elsewhere(directory, &folder);
    strbuf_clear(&folder);
    return there;
}

/* Own ticks in nanoseconds after the run's start.  Without a comparison at the
 * end clocks are taken to go as each says of itself. */
static uint64_t run_ns(const struct run_recovery *recovery,
                       const struct recover_rank *rank, uint64_t ticks)
{
    const struct persist_head *head = &rank->head;
    double since =
        (double)(int64_t)(ticks - head->mark_ticks) / rank->ticks_per_ns;
    double mark =
        (double)(int64_t)(head->mark_ticks + (uint64_t)head->mark_ahead -
                          recovery->begin) /
        recovery->ticks_per_ns;

    return recover_rank_whole(since + mark);
}

static uint32_t host_of(struct recover_rank *rank)
{
    const char *name = recover_rank_fact(rank, "host");
    const char *cpu = recover_rank_fact(rank, "cpu");
    struct host_note note = { .cpu = (char *)(cpu == NULL ? "" : cpu) };
    struct bytes_writer out = { 0 };
    uint32_t host;

    if (name == NULL)
        name = "unknown";
    host = definitions_intern(rank->definitions, DEFINITION_HOST, 0, 0, name,
                              strlen(name));
    if (host == DEFINITION_NONE)
        return 0;
    host_note_encode(&note, &out);
    if (!out.failed)
        definitions_note(rank->definitions, DEFINITION_HOST, host, out.data,
                         out.size, 0);
    bytes_writer_clear(&out);
    return host;
}

static void map_ending(const struct run_recovery *recovery,
                       const struct recover_rank *rank, uint32_t *const *map,
                       struct rank_ending *ending)
{
    if (ending->how == ENDING_FINALIZED) {
        ending_clear(ending);
        *ending = (struct rank_ending){ 0 };
        return;
    }
    ending->at = run_ns(recovery, rank, ending->at);
    ending->since = run_ns(recovery, rank, ending->since);
    ending->path = map[DEFINITION_PATH][ending->path];
    ending->comm = map[DEFINITION_COMM][ending->comm];
    ending->region = map[DEFINITION_REGION_NODE][ending->region];
    for (size_t i = 0; i < ending->wait_count; i++)
        ending->waits[i].comm = map[DEFINITION_COMM][ending->waits[i].comm];
}

/* Its numbers, with the ids of the run; also takes its names into the run. */
static enum status take_rank(struct run_recovery *recovery,
                             struct recover_rank *rank, struct rank_data *out)
{
    uint32_t *map[DEFINITION_KINDS] = { NULL };
    enum status status = recover_rank_collect(rank, out);

    out->host = host_of(rank);
    out->program = definitions_program(rank->definitions,
                                       recover_rank_fact(rank, "program"),
                                       recover_rank_fact(rank, "command"));
    if (rank->not_asked && recovery->running &&
        out->ending.how == ENDING_UNKNOWN)
        out->ending.how = ENDING_RUNNING; /* as those that can be asked */
    if (status == STATUS_OK)
        status = definitions_merge(recovery->run, rank->definitions, map);
    if (status == STATUS_OK) {
        rank_collect_map(out, map);
        map_ending(recovery, rank, map, &out->ending);
        out->begin = run_ns(recovery, rank, rank->head.begin);
    }
    definitions_map_clear(map);
    return status;
}

/* Files of another run in the same folder are not mixed in. */
static bool rank_belongs(const struct run_recovery *recovery,
                         const struct recover_rank *rank, uint32_t number)
{
    return rank->head.rank == number &&
           (recovery->profile->rank_count == 0 ||
            (rank->head.ranks == recovery->profile->rank_count &&
             rank->call_count == recovery->profile->call_count));
}

static enum status rank_load(struct profile *profile, uint32_t number,
                             const struct rank_data **out)
{
    struct run_recovery *recovery = profile->load_context;
    const char *path = recover_files_of(&recovery->files, number);
    struct recover_rank rank;
    enum status status = STATUS_OK;

    rank_data_clear(&recovery->current);
    recovery->current = (struct rank_data){ .rank = number };
    *out = &recovery->current;
    if (path == NULL) {
        recovery->current.missing = true;
        return STATUS_OK;
    }
    status = recover_files_open(&recovery->files, number, &rank);
    if (status == STATUS_OK && !rank_belongs(recovery, &rank, number))
        status = STATUS_BAD_FORMAT; /* another file since */
    if (status == STATUS_OK)
        status = take_rank(recovery, &rank, &recovery->current);
    recover_rank_close(&rank);
    recovery->current.missing = status != STATUS_OK;
    recovery->current.rank = number;
    if (recovery->traced != NULL) {
        recovery->current.trace_events = recovery->traced[number].events;
        recovery->current.trace_bytes = recovery->traced[number].bytes;
        recovery->current.trace_calls = recovery->traced[number].calls;
    }
    return STATUS_OK;
}

static void rank_unload(void *context)
{
    struct run_recovery *recovery = context;

    rank_data_clear(&recovery->current);
    recover_files_clear(&recovery->files);
    free(recovery->traced);
    free(recovery);
}

/* Facts on the run from the first rank that can be read. */
static void take_settings(struct profile *profile,
                          const struct recover_rank *rank)
{
    for (size_t i = 0; i < rank->fact_count; i++) {
        const struct recover_fact *fact = &rank->facts[i];
        const char *name = fact->name == NULL ? NULL : strchr(fact->name, ' ');

        if (name != NULL && fact->value != NULL)
            profile_setting(profile, name + 1, fact->value,
                            strncmp(fact->name, "default ", 8) == 0);
    }
}

static void take_counters(struct profile *profile,
                          const struct recover_rank *rank)
{
    profile->counters = calloc(PROFILE_COUNTERS, sizeof(*profile->counters));
    for (size_t i = 0; i < rank->fact_count && profile->counters != NULL &&
                       profile->counter_count < rank->head.counter_count;
         i++)
        if (rank->facts[i].name != NULL &&
            strcmp(rank->facts[i].name, "counter") == 0)
            profile_set_text(&profile->counters[profile->counter_count++],
                             rank->facts[i].value);
}

static enum status take_calls(struct profile *profile,
                              const struct recover_rank *rank)
{
    profile->calls = calloc(rank->call_count, sizeof(*profile->calls));
    if (profile->calls == NULL)
        return log_fail(STATUS_NO_MEMORY, "calls of the run");
    for (size_t i = 0; i < rank->call_count; i++) {
        profile->calls[i] = rank->calls[i];
        profile->calls[i].name = strdup(rank->calls[i].name);
        profile->call_count = i + 1; /* of which the profile frees the names */
        if (profile->calls[i].name == NULL)
            return log_fail(STATUS_NO_MEMORY, "names of calls");
    }
    return STATUS_OK;
}

static void set_fact(char **field, const struct recover_rank *rank,
                     const char *name)
{
    const char *value = recover_rank_fact(rank, name);

    profile_set_text(field, value == NULL ? "unknown" : value);
}

static enum status describe_run(struct run_recovery *recovery,
                                struct recover_rank *rank)
{
    struct profile *profile = recovery->profile;

    set_fact(&profile->program, rank, "program");
    set_fact(&profile->command, rank, "command");
    set_fact(&profile->mpi_library, rank, "mpi");
    profile_set_text(&profile->version, rank->head.version);
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->trace_file, "");
    profile_set_text(&profile->coverage, "");
    profile_set_text(&profile->clock, "as compared at the start");
    profile->rank_count = rank->head.ranks;
    take_settings(profile, rank);
    take_counters(profile, rank);
    return take_calls(profile, rank);
}

static uint64_t begin_on_run_clock(const struct recover_rank *rank)
{
    return rank->head.begin + (uint64_t)rank->head.mark_ahead;
}

static uint64_t shift_time(uint64_t unix_ns, double ns)
{
    return ns < 0 ? unix_ns - recover_rank_whole(-ns)
                  : unix_ns + recover_rank_whole(ns);
}

/* The run begins where its first rank does. */
static void note_begin(struct run_recovery *recovery,
                       const struct recover_rank *rank)
{
    uint64_t begin = begin_on_run_clock(rank);

    if (recovery->ticks_per_ns == 0) {
        recovery->ticks_per_ns = rank->ticks_per_ns;
        recovery->begin = begin;
        recovery->profile->start_unix_ns = shift_time(
            rank->head.start_unix_ns,
            (double)(int64_t)(rank->head.begin - rank->head.start_ticks) /
                rank->ticks_per_ns);
    } else if ((int64_t)(begin - recovery->begin) < 0) {
        recovery->profile->start_unix_ns =
            shift_time(recovery->profile->start_unix_ns,
                       (double)(int64_t)(begin - recovery->begin) /
                           recovery->ticks_per_ns);
        recovery->begin = begin;
    }
}

struct tally {
    uint32_t cut, damaged, unread;
    int *snapshots; /* ranks */
    size_t snapshot_count;
    double first, last; /* of these, in ticks of the run's clock */
};

static double on_run_clock(const struct run_recovery *recovery,
                           const struct recover_rank *rank, uint64_t ticks)
{
    const struct persist_head *head = &rank->head;

    return (double)(head->mark_ticks + (uint64_t)head->mark_ahead) +
           (double)(int64_t)(ticks - head->mark_ticks) / rank->ticks_per_ns *
               recovery->ticks_per_ns;
}

static void note_snapshot(const struct run_recovery *recovery,
                          const struct recover_rank *rank, struct tally *tally)
{
    double taken = on_run_clock(recovery, rank, rank->taken);
    bool is_first = tally->snapshot_count == 0;

    if (rank->taken == 0)
        return;
    if (tally->snapshots == NULL)
        tally->snapshots =
            calloc(recovery->files.room, sizeof(*tally->snapshots));
    if (tally->snapshots == NULL)
        return;
    tally->snapshots[tally->snapshot_count++] = (int)rank->head.rank;
    if (is_first || taken < tally->first)
        tally->first = taken;
    if (is_first || taken > tally->last)
        tally->last = taken;
}

/* Names, clock and facts of one rank; its file is forgotten when it cannot be
 * read. */
static enum status survey_rank(struct run_recovery *recovery, uint32_t number,
                               struct tally *tally)
{
    struct rank_data data = { 0 };
    const char *path = recover_files_of(&recovery->files, number);
    struct recover_rank rank;
    enum status status = recover_files_open(&recovery->files, number, &rank);

    if (status == STATUS_OK && !rank_belongs(recovery, &rank, number))
        status = log_fail(STATUS_BAD_FORMAT, "%s: of another run", path);
    if (status == STATUS_OK && recovery->profile->rank_count == 0)
        status = describe_run(recovery, &rank);
    if (status == STATUS_OK) {
        note_begin(recovery, &rank);
        note_snapshot(recovery, &rank, tally);
        status = take_rank(recovery, &rank, &data);
        tally->cut += rank.file.list->cut > 0 || rank.file.list->refused > 0;
        tally->damaged += rank.damaged;
        recovery->running = recovery->running || rank.how == ENDING_RUNNING;
        recovery->not_asked += rank.not_asked && rank.how == ENDING_UNKNOWN;
    }
    rank_data_clear(&data);
    recover_rank_close(&rank);
    if (status == STATUS_OK)
        return STATUS_OK;
    recover_files_forget(&recovery->files, number);
    tally->unread++;
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

static void recovery_remark(const struct run_recovery *recovery,
                            uint32_t ranks, enum remark_code code)
{
    if (ranks > 0)
        REMARK(&recovery->profile->remarks, code, .numbers = { ranks });
}

static void remark_snapshots(const struct run_recovery *recovery,
                             const struct tally *tally)
{
    double first =
        (tally->first - (double)recovery->begin) / recovery->ticks_per_ns;
    double last =
        (tally->last - (double)recovery->begin) / recovery->ticks_per_ns;
    struct strbuf list = { 0 };

    if (tally->snapshot_count == 0)
        return;
    ranklist_print(&list, tally->snapshots, tally->snapshot_count);
    REMARK(
        &recovery->profile->remarks,
        last - first < SAME_MOMENT_NS ? REMARK_SNAPSHOT : REMARK_SNAPSHOTS,
        .numbers = { tally->snapshot_count, (uint64_t)first, (uint64_t)last },
        .texts = { strbuf_text(&list) });
    strbuf_clear(&list);
}

static enum status recovery_survey(struct run_recovery *recovery)
{
    struct tally tally = { 0 };
    enum status status = STATUS_OK;

    recover_files_choose(&recovery->files);
    for (uint32_t i = 0; status == STATUS_OK && i < recovery->files.room; i++)
        if (recover_files_of(&recovery->files, i) != NULL)
            status = survey_rank(recovery, i, &tally);
    if (status == STATUS_OK && recovery->profile->rank_count > 0)
        remark_snapshots(recovery, &tally);
    free(tally.snapshots);
    if (status == STATUS_OK && recovery->profile->rank_count == 0)
        return STATUS_NOT_FOUND;
    recovery_remark(recovery, tally.cut, REMARK_LEFT_CUT);
    recovery_remark(recovery, tally.damaged, REMARK_LEFT_DAMAGED);
    recovery_remark(recovery, tally.unread, REMARK_LEFT_UNREAD);
    recovery_remark(recovery, recovery->not_asked, REMARK_LEFT_NOT_ASKED);
    return status;
}

static enum status open_recovery(struct run_recovery *recovery,
                                 struct profile **out)
{
    enum status status = profile_create(&recovery->profile);

    if (status != STATUS_OK)
        return status;
    recovery->run = recovery->profile->definitions;
    status = recovery_survey(recovery);
    if (status != STATUS_OK) {
        profile_destroy(recovery->profile);
        return status;
    }
    recovery->profile->load = rank_load;
    recovery->profile->load_context = recovery;
    recovery->profile->load_destroy = rank_unload;
    *out = recovery->profile;
    return STATUS_OK;
}

enum status recover_run_open(const char *directory, const char *const *folders,
                             size_t count, struct profile **out)
{
    struct run_recovery *recovery = calloc(1, sizeof(*recovery));
    enum status status = STATUS_NOT_FOUND;

    if (recovery == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", directory);
    recover_files_look(&recovery->files, directory);
    for (size_t i = 0; i < count; i++)
        look_in(&recovery->files, folders[i]);
    if (recovery->files.found > 0)
        status = open_recovery(recovery, out);
    else
        log_fail(status,
                 "%s: its ranks have left nothing here; what they "
                 "kept on other hosts (MPIPROF_SCRATCH) has to be brought "
                 "here: mpiprof-report recover %s FOLDER...",
                 directory, directory);
    if (status != STATUS_OK)
        rank_unload(recovery);
    return status;
}
