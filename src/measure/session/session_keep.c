/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/session/session_keep.h"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text/affix.h"
#include "live/persist.h"
#include "base/log.h"
#include "base/start_directory.h"
#include "measure/callsite/modules.h"
#include "measure/counters/counters.h"
#include "measure/crash/signals.h"
#include "measure/record/samples/record_samples.h"
#include "measure/comm/exchange.h"
#include "measure/session/session_snapshot.h"
#include "measure/session/session_state.h"
#include "measure/track/requests.h"
#include "live/persist_file.h"

#define LEAST_ROOM (64ull << 20)
#define RANK_ROOM (1ull << 20)
#define MOST_TRIES 10
#define NAMES_ROOM (4ull << 20) /* in the file, holes and all */
#define ROOM 64                 /* for what is put behind a directory's name */
#define NAME_BYTES 256          /* of a folder of this run alone */

static struct {
    char folder[OUTPUT_PATH_BYTES + ROOM]; /* "": nothing is kept */
    bool elsewhere;
} state;

/* Two result directories may have the same name, and the data of a killed run
 * stays until a user removes it.  Rank 0 knows a name that no other run
 * has. */
static void share_name(char *name)
{
    const char *slash = strrchr(session.directory, '/');

    memset(name, 0, NAME_BYTES);
    if (session.rank == 0)
        snprintf(name, NAME_BYTES, "%.120s.%.64s.%ld-%llu",
                 slash == NULL ? session.directory : slash + 1,
                 session.facts.host, (long)getpid(),
                 (unsigned long long)session.start_unix_ns);
    for (char *at = name; *at != '\0'; at++)
        if ((unsigned char)*at < ' ')
            *at = '_'; /* it stands in a line */
    exchange_share(session.comm, name, NAME_BYTES);
}

/* Where the files of this run go; false: nowhere.  All ranks ask alike. */
static bool choose_folder(void)
{
    const char *where = session.settings.text[SETTING_SCRATCH];
    char name[NAME_BYTES];
    bool on;

    state.elsewhere = !settings_word(where, &on);
    if (!state.elsewhere) {
        snprintf(state.folder, sizeof(state.folder), "%s/" PERSIST_FOLDER,
                 session.directory);
        return on;
    }
    share_name(name);
    if (snprintf(state.folder, OUTPUT_PATH_BYTES, "%s/%s", where, name) >=
        OUTPUT_PATH_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    start_directory_make_absolute(state.folder, sizeof(state.folder));
    exchange_share(session.comm, state.folder, sizeof(state.folder));
    return true;
}

/* In the run's directory, for who looks there. */
static void tell_elsewhere(void)
{
    char path[OUTPUT_PATH_BYTES + ROOM];
    int file;

    snprintf(path, sizeof(path), "%s/" PERSIST_FOLDER, session.directory);
    mkdir(path, 0777);
    strcat(path, "/" PERSIST_ELSEWHERE);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    dprintf(file, "%s\n", state.folder);
    close(file);
}

/* How many ranks have their files there: a place of its own is taken for one
 * of this host. */
static uint64_t ranks_there(void)
{
    long here = exchange_ranks_on_host();
    struct stat there, results;

    if (!state.elsewhere || here <= 0 || here > session.ranks ||
        (stat(state.folder, &there) == 0 &&
         stat(session.directory, &results) == 0 &&
         there.st_dev == results.st_dev))
        return (uint64_t)session.ranks;
    return (uint64_t)here;
}

/* A disk that is nearly full is left to the results. */
static bool disk_has_room(uint64_t of_rank)
{
    struct statvfs facts;

    if (statvfs(state.folder, &facts) != 0 ||
        (uint64_t)facts.f_bavail * facts.f_frsize >=
            LEAST_ROOM + of_rank * ranks_there())
        return true;
    errno = ENOSPC;
    return false;
}

/* The file's final length, mostly holes, with all tables of a thread. */
static uint64_t length_of_tables(void)
{
    uint64_t samples = recorder.memory_bytes / RECORD_SAMPLES_SHARE;

    return recorder.memory_bytes + samples + sizeof(struct timebins) +
           sizeof(struct resource_bins) + NAMES_ROOM +
           2 * (uint64_t)session.ranks * sizeof(struct peer);
}

static bool make_in_folder(const char *path)
{
    if (mkdir(state.folder, 0777) != 0 && errno != EEXIST)
        return false;
    return disk_has_room(RANK_ROOM) &&
           persist_may_grow_to(length_of_tables()) &&
           persist_create(path) == STATUS_OK;
}

/* Ranks that cannot make theirs take the folder away while it is empty. */
static bool make_file(void)
{
    char path[sizeof(state.folder) + ROOM];
    int error, tries = 0;

    snprintf(path, sizeof(path), "%s/%d", state.folder, session.rank);
    do
        if (make_in_folder(path))
            return true;
    while (errno == ENOENT && ++tries < MOST_TRIES);
    error = errno;
    rmdir(state.folder); /* unless another rank could */
    errno = error;
    return false;
}

static void describe_layout(struct persist_head *head)
{
    snprintf(head->version, sizeof(head->version), "%s", PACKAGE_VERSION);
    head->thread_bytes = sizeof(struct persist_thread);
    head->row_bytes = sizeof(struct row);
    head->peer_bytes = sizeof(struct peer);
    head->region_bytes = sizeof(struct region_data);
    head->bins_bytes = sizeof(struct timebins);
    head->resources_bytes = sizeof(struct resource_bins);
    head->call_count = call_count;
    requests_layout(&head->posted);
}

static void keep_module(void *context, const struct module *module)
{
    struct journal_module kept = {
        .low = module->low,
        .high = module->high,
        .bias = module->bias,
        .path = module->path,
        .build_id = module->build_id,
    };

    /* Frames of ours and of MPI are not the program's: no module then. */
    if (module->kind != MODULE_OURS && module->kind != MODULE_MPI)
        journal_module(context, &kept);
}

static void keep_facts(void)
{
    struct journal *journal = recorder.journal;
    char text[512];

    journal_fact(journal, "program", session.facts.program);
    journal_fact(journal, "command", session.facts.command);
    journal_fact(journal, "host", session.facts.host);
    journal_fact(journal, "cpu", session.facts.cpu);
    process_facts_mpi(text, sizeof(text));
    journal_fact(journal, "mpi", text);
    for (int i = 0; i < recorder.counter_count; i++)
        journal_fact(journal, "counter", counters_name(i));
    for (int i = 0; i < SETTING_COUNT; i++) {
        snprintf(text, sizeof(text), "%s %s",
                 session.settings.given[i] ? "given" : "default",
                 setting_table[i].name);
        journal_fact(journal, text, session.settings.text[i]);
    }
}

/* Another MPI's tools have another table. */
static void keep_calls(void)
{
    struct strbuf text = { 0 };

    for (uint32_t i = 0; i < call_count; i++)
        strbuf_printf(&text, "%s %d %d %d\n", call_table[i].name,
                      (int)call_table[i].class, (int)call_table[i].role,
                      (int)call_table[i].coll);
    journal_fact(recorder.journal, "calls", strbuf_text(&text));
    strbuf_clear(&text);
}

static bool make_head(void)
{
    recorder.head = persist_reserve(PERSIST_HEAD, 0, sizeof(*recorder.head));
    if (recorder.head != NULL &&
        persist_secure(recorder.head, sizeof(*recorder.head)))
        return true;
    recorder.head = NULL;
    persist_remove();
    errno = ENOSPC;
    return false;
}

static bool open_file(void)
{
    int error;

    if (!make_file())
        return false;
    if (make_head())
        return true;
    error = errno;
    rmdir(state.folder);
    errno = error;
    return false;
}

static void tell_unusable(unsigned ranks, int error)
{
    bool all = ranks == (unsigned)session.ranks;
    char whom[64] = "";

    if (!all)
        snprintf(whom, sizeof(whom), " on %u of %d ranks", ranks,
                 session.ranks);
    log_warn("MPIPROF_SCRATCH=%.200s cannot be used%s: %s; if the job is "
             "killed, %sonly snapshots are left",
             session.settings.text[SETTING_SCRATCH], whom, strerror(error),
             all ? "" : "for these ranks ");
}

/* Rank 0 says where files are also if it has none itself, and the first rank
 * without one that there is none. */
static void agree_elsewhere(bool kept, int error)
{
    static const enum exchange_fold folds[] = { FOLD_SUM, FOLD_LEAST };
    uint64_t ranks = (uint64_t)session.ranks, rank = (uint64_t)session.rank;
    uint64_t words[] = { !kept, kept ? ranks : rank };

    exchange_fold(session.comm, words, folds, 2);
    if (rank == 0 && words[0] < ranks)
        tell_elsewhere();
    if (rank == words[1])
        tell_unusable((unsigned)words[0], error);
}

static bool open_or_tell(void)
{
    bool wanted = choose_folder();
    bool kept = wanted && open_file();

    if (state.elsewhere)
        agree_elsewhere(kept, errno);
    else if (wanted && !kept)
        log_info("nothing is kept in %s: %s", state.folder, strerror(errno));
    if (!kept)
        state.folder[0] = '\0';
    return kept;
}

void keep_open(void)
{
    if (!open_or_tell() &&
        (persist_create_in_memory() != STATUS_OK || !make_head()))
        return;
    recorder.journal = journal_create();
    describe_layout(recorder.head);
    process_mark_own(&recorder.head->process);
}

bool keep_has_room(uint64_t bytes)
{
    int saved = errno;
    bool yes = persist_path() != NULL && disk_has_room(RANK_ROOM + bytes) &&
               persist_may_grow_to(length_of_tables() + bytes);

    errno = saved;
    return yes;
}

static void keep_comms(void)
{
    for (struct comm_info *at = comms_all(); at != NULL; at = at->next)
        record_keep_comm(at);
}

/* Libraries that handle signals as MPI does, only to say where they came: UCX,
 * of which MPICH may be made, and the one of gfortran. */
static bool library_is_below_mpi(const char *path)
{
    const char *name = last_part(path);

    return starts_with(name, "libuc") || starts_with(name, "libgfortran");
}

static bool handler_is_of_mpi(const void *handler)
{
    const struct module *module;
    bool yes;

    pthread_mutex_lock(&recorder.lock);
    module = modules_find(recorder.modules, handler);
    yes = module != NULL &&
          (module->kind == MODULE_MPI || library_is_below_mpi(module->path));
    pthread_mutex_unlock(&recorder.lock);
    return yes;
}

static void note_signal(int signal, bool ends)
{
    struct persist_head *head = recorder.head;

    if (ends) {
        keep_note_end(ENDING_SIGNAL, signal);
    } else if (head != NULL && head->how == ENDING_SIGNAL &&
               head->code == signal) {
        head->ended = 0;
        __atomic_store_n(&head->how, 0, __ATOMIC_RELEASE);
    }
}

/* Some tables are zeros now: nothing is recorded any more. */
static bool mend_page(const void *address)
{
    if (!persist_replace(address))
        return false;
    pauses_for_ever(&recorder.pauses);
    return true;
}

/* Rates are only so good: a mark must not be as old as the machine.  For a
 * clock that all ranks share any moment will do. */
static void mark_clock(struct persist_head *head)
{
    const struct clock_mark *first = &session.clocks.line.first;

    head->mark_ticks = first->ticks == 0 ? recorder.begin : first->ticks;
    head->mark_ahead = first->ahead;
}

void keep_begin(const struct sigaction *usr1)
{
    struct persist_head *head = recorder.head;

    if (head == NULL)
        return;
    pthread_mutex_lock(&recorder.lock);
    journal_watch(recorder.journal, recorder.definitions);
    keep_comms();
    modules_watch(recorder.modules, keep_module, recorder.journal);
    pthread_mutex_unlock(&recorder.lock);
    keep_facts();
    keep_calls();
    head->rank = recorder.world_rank;
    head->ranks = recorder.world_size;
    head->counter_count = (uint32_t)recorder.counter_count;
    head->any_source = MPI_ANY_SOURCE;
    head->any_tag = MPI_ANY_TAG;
    head->proc_null = MPI_PROC_NULL;
    if (!session.of_sessions)
        head->world = comms_find(MPI_COMM_WORLD)->id;
    head->start_ticks = head->later_ticks = recorder.rate.start_ticks;
    head->start_ns = head->later_ns = recorder.rate.start_ns;
    head->ticks_per_ns = recorder.rate.ticks_per_ns;
    head->start_unix_ns = session.start_unix_ns;
    mark_clock(head);
    head->begin = recorder.begin;
    head->pauses = recorder.pauses;
    __atomic_store_n(&head->ready, 1, __ATOMIC_RELEASE);
    if (persist_path() != NULL) {
        on_exit(session_note_exit, NULL);
        signals_watch(handler_is_of_mpi, note_signal, mend_page);
    }
    snapshots_begin(handler_is_of_mpi, usr1);
}

void keep_note_end(enum ending_kind how, int code)
{
    struct persist_head *head = recorder.head;
    uint32_t none = 0;

    if (head == NULL || head->process.number != (int32_t)getpid() ||
        !__atomic_compare_exchange_n(&head->how, &none, (uint32_t)how, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    head->code = code;
    head->later_ns = clock_posix_ns();
    head->later_ticks = record_now();
    __atomic_store_n(&head->ended, head->later_ticks, __ATOMIC_RELEASE);
}

/* No signal is noted, no name is kept, no snapshot is made from here on. */
static void stop_journal(void)
{
    snapshots_end();
    pthread_mutex_lock(&recorder.lock);
    journal_destroy(recorder.journal);
    if (recorder.journal != NULL)
        modules_watch(recorder.modules, NULL, NULL);
    recorder.journal = NULL;
    recorder.head = NULL;
    pthread_mutex_unlock(&recorder.lock);
}

void keep_closed(uint64_t end)
{
    if (recorder.head == NULL)
        return;
    __atomic_store_n(&recorder.head->closed, end, __ATOMIC_RELEASE);
}

void keep_close(bool remove)
{
    if (!remove && recorder.head != NULL)
        recorder.head->finalized = recorder.head->closed != 0;
    stop_journal();
    if (!remove) {
        persist_forget();
        state.folder[0] = '\0';
        return;
    }
    persist_remove();
    persist_release_kind(PERSIST_JOURNAL);
    persist_release_kind(PERSIST_HEAD);
    snapshots_remove();
    if (state.elsewhere && session.rank == 0) {
        char path[OUTPUT_PATH_BYTES + ROOM];

        snprintf(path, sizeof(path),
                 "%s/" PERSIST_FOLDER "/" PERSIST_ELSEWHERE,
                 session.directory);
        unlink(path);
        *strrchr(path, '/') = '\0';
        rmdir(path);
    }
}

void keep_end(void)
{
    signals_unwatch();
    if (state.folder[0] != '\0')
        rmdir(state.folder); /* works for who is the last */
    state.folder[0] = '\0';
}
