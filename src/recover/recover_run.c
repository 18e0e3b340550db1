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
struct left {
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
    const struct left *left = profile->load_context;

    return recover_files_of(&left->files, rank);
}

enum status recover_run_rank(const struct profile *profile, uint32_t rank,
                             struct recover_rank *out)
{
    const struct left *left = profile->load_context;

    *out = (struct recover_rank){ 0 };
    if (recover_run_file(profile, rank) == NULL)
        return STATUS_NOT_FOUND;
    return recover_files_open(&left->files, rank, out);
}

double recover_run_ticks_per_ns(const struct profile *profile)
{
    const struct left *left = profile->load_context;

    return left->ticks_per_ns;
}

uint64_t recover_run_start_ticks(const struct profile *profile)
{
    const struct left *left = profile->load_context;

    return left->begin;
}

void recover_run_set_traced(struct profile *profile,
                            struct recover_traced *list)
{
    struct left *left = profile->load_context;

    free(left->traced);
    left->traced = list;
}

uint32_t recover_run_not_asked(const struct profile *profile)
{
    const struct left *left = profile->load_context;

    return left->not_asked;
}

bool recover_run_is_running(const struct profile *profile)
{
    const struct left *left = profile->load_context;

    return left->running;
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
static uint64_t run_ns(const struct left *left,
                       const struct recover_rank *rank, uint64_t ticks)
{
    const struct persist_head *head = &rank->head;
    double since =
        (double)(int64_t)(ticks - head->mark_ticks) / rank->ticks_per_ns;
    double mark = (double)(int64_t)(head->mark_ticks +
                                    (uint64_t)head->mark_ahead - left->begin) /
                  left->ticks_per_ns;

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

static void map_ending(const struct left *left,
                       const struct recover_rank *rank, uint32_t *const *map,
                       struct rank_ending *ending)
{
    if (ending->how == ENDING_FINALIZED) {
        ending_clear(ending);
        *ending = (struct rank_ending){ 0 };
        return;
    }
    ending->at = run_ns(left, rank, ending->at);
    ending->since = run_ns(left, rank, ending->since);
    ending->path = map[DEFINITION_PATH][ending->path];
    ending->comm = map[DEFINITION_COMM][ending->comm];
    ending->region = map[DEFINITION_REGION_NODE][ending->region];
    for (size_t i = 0; i < ending->wait_count; i++)
        ending->waits[i].comm = map[DEFINITION_COMM][ending->waits[i].comm];
}

/* Its numbers, with the ids of the run; also takes its names into the run. */
static enum status take_rank(struct left *left, struct recover_rank *rank,
                             struct rank_data *out)
{
    uint32_t *map[DEFINITION_KINDS] = { NULL };
    enum status status = recover_rank_collect(rank, out);

    out->host = host_of(rank);
    out->program = definitions_program(rank->definitions,
                                       recover_rank_fact(rank, "program"),
                                       recover_rank_fact(rank, "command"));
    if (rank->not_asked && left->running && out->ending.how == ENDING_UNKNOWN)
        out->ending.how = ENDING_RUNNING; /* as those that can be asked */
    if (status == STATUS_OK)
        status = definitions_merge(left->run, rank->definitions, map);
    if (status == STATUS_OK) {
        rank_collect_map(out, map);
        map_ending(left, rank, map, &out->ending);
        out->begin = run_ns(left, rank, rank->head.begin);
    }
    definitions_map_clear(map);
    return status;
}

/* Files of another run in the same folder are not mixed in. */
static bool rank_belongs(const struct left *left,
                         const struct recover_rank *rank, uint32_t number)
{
    return rank->head.rank == number &&
           (left->profile->rank_count == 0 ||
            (rank->head.ranks == left->profile->rank_count &&
             rank->call_count == left->profile->call_count));
}

static enum status rank_load(struct profile *profile, uint32_t number,
                             const struct rank_data **out)
{
    struct left *left = profile->load_context;
    const char *path = recover_files_of(&left->files, number);
    struct recover_rank rank;
    enum status status = STATUS_OK;

    rank_data_clear(&left->current);
    left->current = (struct rank_data){ .rank = number };
    *out = &left->current;
    if (path == NULL) {
        left->current.missing = true;
        return STATUS_OK;
    }
    status = recover_files_open(&left->files, number, &rank);
    if (status == STATUS_OK && !rank_belongs(left, &rank, number))
        status = STATUS_BAD_FORMAT; /* another file since */
    if (status == STATUS_OK)
        status = take_rank(left, &rank, &left->current);
    recover_rank_close(&rank);
    left->current.missing = status != STATUS_OK;
    left->current.rank = number;
    if (left->traced != NULL) {
        left->current.trace_events = left->traced[number].events;
        left->current.trace_bytes = left->traced[number].bytes;
        left->current.trace_calls = left->traced[number].calls;
    }
    return STATUS_OK;
}

static void rank_unload(void *context)
{
    struct left *left = context;

    rank_data_clear(&left->current);
    recover_files_clear(&left->files);
    free(left->traced);
    free(left);
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

static enum status describe_run(struct left *left, struct recover_rank *rank)
{
    struct profile *profile = left->profile;

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
static void note_begin(struct left *left, const struct recover_rank *rank)
{
    uint64_t begin = begin_on_run_clock(rank);

    if (left->ticks_per_ns == 0) {
        left->ticks_per_ns = rank->ticks_per_ns;
        left->begin = begin;
        left->profile->start_unix_ns = shift_time(
            rank->head.start_unix_ns,
            (double)(int64_t)(rank->head.begin - rank->head.start_ticks) /
                rank->ticks_per_ns);
    } else if ((int64_t)(begin - left->begin) < 0) {
        left->profile->start_unix_ns = shift_time(
            left->profile->start_unix_ns,
            (double)(int64_t)(begin - left->begin) / left->ticks_per_ns);
        left->begin = begin;
    }
}

struct tally {
    uint32_t cut, damaged, unread;
    int *snapshots; /* ranks */
    size_t snapshot_count;
    double first, last; /* of these, in ticks of the run's clock */
};

static double on_run_clock(const struct left *left,
                           const struct recover_rank *rank, uint64_t ticks)
{
    const struct persist_head *head = &rank->head;

    return (double)(head->mark_ticks + (uint64_t)head->mark_ahead) +
           (double)(int64_t)(ticks - head->mark_ticks) / rank->ticks_per_ns *
               left->ticks_per_ns;
}

static void note_snapshot(const struct left *left,
                          const struct recover_rank *rank, struct tally *tally)
{
    double taken = on_run_clock(left, rank, rank->taken);
    bool is_first = tally->snapshot_count == 0;

    if (rank->taken == 0)
        return;
    if (tally->snapshots == NULL)
        tally->snapshots = calloc(left->files.room, sizeof(*tally->snapshots));
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
static enum status survey_rank(struct left *left, uint32_t number,
                               struct tally *tally)
{
    struct rank_data data = { 0 };
    const char *path = recover_files_of(&left->files, number);
    struct recover_rank rank;
    enum status status = recover_files_open(&left->files, number, &rank);

    if (status == STATUS_OK && !rank_belongs(left, &rank, number))
        status = log_fail(STATUS_BAD_FORMAT, "%s: of another run", path);
    if (status == STATUS_OK && left->profile->rank_count == 0)
        status = describe_run(left, &rank);
    if (status == STATUS_OK) {
        note_begin(left, &rank);
        note_snapshot(left, &rank, tally);
        status = take_rank(left, &rank, &data);
        tally->cut += rank.file.list->cut > 0 || rank.file.list->refused > 0;
        tally->damaged += rank.damaged;
        left->running = left->running || rank.how == ENDING_RUNNING;
        left->not_asked += rank.not_asked && rank.how == ENDING_UNKNOWN;
    }
    rank_data_clear(&data);
    recover_rank_close(&rank);
    if (status == STATUS_OK)
        return STATUS_OK;
    recover_files_forget(&left->files, number);
    tally->unread++;
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

static void left_remark(const struct left *left, uint32_t ranks,
                        enum remark_code code)
{
    if (ranks > 0)
        REMARK(&left->profile->remarks, code, .numbers = { ranks });
}

static void remark_snapshots(const struct left *left,
                             const struct tally *tally)
{
    double first = (tally->first - (double)left->begin) / left->ticks_per_ns;
    double last = (tally->last - (double)left->begin) / left->ticks_per_ns;
    struct strbuf list = { 0 };

    if (tally->snapshot_count == 0)
        return;
    ranklist_print(&list, tally->snapshots, tally->snapshot_count);
    REMARK(
        &left->profile->remarks,
        last - first < SAME_MOMENT_NS ? REMARK_SNAPSHOT : REMARK_SNAPSHOTS,
        .numbers = { tally->snapshot_count, (uint64_t)first, (uint64_t)last },
        .texts = { strbuf_text(&list) });
    strbuf_clear(&list);
}

static enum status left_survey(struct left *left)
{
    struct tally tally = { 0 };
    enum status status = STATUS_OK;

    recover_files_choose(&left->files);
    for (uint32_t i = 0; status == STATUS_OK && i < left->files.room; i++)
        if (recover_files_of(&left->files, i) != NULL)
            status = survey_rank(left, i, &tally);
    if (status == STATUS_OK && left->profile->rank_count > 0)
        remark_snapshots(left, &tally);
    free(tally.snapshots);
    if (status == STATUS_OK && left->profile->rank_count == 0)
        return STATUS_NOT_FOUND;
    left_remark(left, tally.cut, REMARK_LEFT_CUT);
    left_remark(left, tally.damaged, REMARK_LEFT_DAMAGED);
    left_remark(left, tally.unread, REMARK_LEFT_UNREAD);
    left_remark(left, left->not_asked, REMARK_LEFT_NOT_ASKED);
    return status;
}

static enum status open_left(struct left *left, struct profile **out)
{
    enum status status = profile_create(&left->profile);

    if (status != STATUS_OK)
        return status;
    left->run = left->profile->definitions;
    status = left_survey(left);
    if (status != STATUS_OK) {
        profile_destroy(left->profile);
        return status;
    }
    left->profile->load = rank_load;
    left->profile->load_context = left;
    left->profile->load_destroy = rank_unload;
    *out = left->profile;
    return STATUS_OK;
}

enum status recover_run_open(const char *directory, const char *const *folders,
                             size_t count, struct profile **out)
{
    struct left *left = calloc(1, sizeof(*left));
    enum status status = STATUS_NOT_FOUND;

    if (left == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", directory);
    recover_files_look(&left->files, directory);
    for (size_t i = 0; i < count; i++)
        look_in(&left->files, folders[i]);
    if (left->files.found > 0)
        status = open_left(left, out);
    else
        log_fail(status,
                 "%s: its ranks have left nothing here; what they "
                 "kept on other hosts (MPIPROF_SCRATCH) has to be brought "
                 "here: mpiprof-report recover %s FOLDER...",
                 directory, directory);
    if (status != STATUS_OK)
        rank_unload(left);
    return status;
}
