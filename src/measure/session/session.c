/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cancel.h"
#include "base/flavours.h"
#include "base/log.h"
#include "base/start_directory.h"
#include "measure/callsite/modules.h"
#include "measure/callsite/python.h"
#include "measure/callsite/python_frames.h"
#include "measure/counters/counters.h"
#include "measure/session/session_state.h"
#include "measure/record/charge.h"
#include "measure/record/record_functions.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/record_hooks.h"
#include "measure/record/record_resources.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/retired.h"
#include "measure/record/thread_life.h"
#include "measure/comm/exchange.h"
#include "measure/session/session_keep.h"
#include "measure/session/session_snapshot.h"
#include "measure/track/requests.h"
#include "report/remark_sentences.h"
#include "this_mpi.h"

#define NO_MEMORY                                              \
    "no memory for the profile on at least one rank; nothing " \
    "is recorded"

#define MIB (1024ull * 1024ull)

extern char **environ;

struct session session;

/* A communicator of our own.  Not MPI_Comm_dup: that would call the copy
 * functions of the program's attributes. */
static MPI_Comm copy_of_world(void)
{
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Group group;

    PMPI_Comm_group(MPI_COMM_WORLD, &group);
    if (PMPI_Comm_create(MPI_COMM_WORLD, group, &copy) != MPI_SUCCESS)
        copy = MPI_COMM_NULL;
    PMPI_Group_free(&group);
    return copy;
}

static bool take_comm(const struct hook_start *start)
{
    session.of_sessions = start->of_sessions;
    session.comm = start->of_sessions ? start->comm : copy_of_world();
    if (session.comm == MPI_COMM_NULL)
        return false;
    PMPI_Comm_set_errhandler(session.comm, MPI_ERRORS_RETURN);
    PMPI_Comm_rank(session.comm, &session.rank);
    PMPI_Comm_size(session.comm, &session.ranks);
    return true;
}

/* Variables that the launcher of another MPI has set; NULL: none. */
static const char *of_other_launcher(enum flavour_list list, const char *ours)
{
    for (const struct flavour *at = flavours; at->name != NULL; at++) {
        const char *name = at->words[list][0];

        if (name != NULL && strcmp(name, ours) != 0 && getenv(name) != NULL)
            return getenv(name);
    }
    return NULL;
}

/* The launcher of another MPI starts processes that do not find each other. */
static void check_launcher(void)
{
    const char *size = of_other_launcher(FLAVOUR_SIZE, THIS_MPI_SIZE);
    const char *rank = of_other_launcher(FLAVOUR_RANK, THIS_MPI_RANK);
    MPI_Comm parent = MPI_COMM_NULL;

    if (session.of_sessions || session.ranks > 1 || size == NULL ||
        rank == NULL || atoi(size) < 2)
        return;
    PMPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        return;
    REMARK(&session.remarks, REMARK_ALONE,
           .numbers = { strtoull(size, NULL, 10) });
    if (strcmp(rank, "0") == 0)
        session_warn(&session.remarks, session.remarks.count - 1);
}

void session_warn(const struct remarks *remarks, size_t from)
{
    for (; session.rank == 0 && from < remarks->count; from++) {
        struct strbuf text = { 0 };

        remark_say(&remarks->list[from], &text);
        if (text.length > 0 && text.text[text.length - 1] == '.')
            strbuf_truncate(&text, text.length - 1); /* as all lines there */
        log_warn("%s", strbuf_text(&text));
        strbuf_clear(&text);
    }
}

void session_warn_lines(const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");

        log_warn("%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

static bool read_settings(void)
{
    strbuf_init(&session.problems);
    session.environment = environment_share(session.comm, environ);
    if (session.environment == NULL) {
        if (session.rank == 0)
            log_warn(NO_MEMORY);
        return false;
    }
    settings_read(&session.settings, session.environment, &session.problems);
    log_set_level(
        session.rank == 0 ? (int)session.settings.number[SETTING_VERBOSE] : 0);
    if (session.rank == 0 && session.problems.length > 0)
        session_warn_lines(strbuf_text(&session.problems));
    return true;
}

static bool wants_counter_clock(void)
{
    const char *clock = session.settings.text[SETTING_CLOCK];

    /* Other threads may be in calls of sessions that they began before. */
    if (strcmp(clock, "posix") == 0 || session.of_sessions)
        return false;
    if (clock_has_counter())
        return true;
    if (strcmp(clock, "tsc") == 0)
        log_warn("MPIPROF_CLOCK=tsc: this machine's time stamp counter is "
                 "not invariant; using clock_gettime");
    return false;
}

static void start_clock(void)
{
    struct timespec now;

    clock_start(&recorder.rate, wants_counter_clock());
    clock_gettime(CLOCK_REALTIME, &now);
    session.start_unix_ns =
        (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec -
        (uint64_t)clock_ticks_to_ns(
            &recorder.rate,
            (double)(record_now() - recorder.rate.start_ticks));
}

static void set_up_functions(void)
{
    size_t before = session.problems.length;

    functions_setup(session.settings.text[SETTING_FUNCTIONS],
                    &session.problems);
    if (session.rank == 0 && session.problems.length > before)
        session_warn_lines(strbuf_text(&session.problems) + before);
}

static bool set_up_recorder(void)
{
    recorder.world_rank = (uint32_t)session.rank;
    recorder.world_size = (uint32_t)session.ranks;
    recorder.callpath = (int)session.settings.number[SETTING_CALLPATH];
    recorder.python_wanted = session.settings.number[SETTING_PYTHON] != 0;
    recorder.python = recorder.python_wanted && python_find(python_lookup);
    if (recorder.python)
        python_frames_setup(python_lookup);
    recorder.memory_bytes =
        (uint64_t)session.settings.number[SETTING_MEMORY] * MIB;
    set_up_functions();
    recorder.modules = modules_create();
    return recorder.modules != NULL &&
           definitions_create(&recorder.definitions) == STATUS_OK &&
           comms_setup(session.comm, !session.of_sessions, record_new_comm,
                       &recorder) == STATUS_OK;
}

static void set_up_objects(void)
{
    windows_setup(record_new_window, &recorder);
    files_setup(record_new_file, &recorder);
}

static bool several_threads(void)
{
    int level = MPI_THREAD_MULTIPLE; /* a session to come may ask for it */

    if (!session.of_sessions)
        PMPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE;
}

/* Appends to the list of problems for the log, "A (why), B (why)". */
static void note_missing(const char *name, struct counter_refusal why,
                         void *context)
{
    struct strbuf *problems = context;

    strbuf_printf(problems, "%s%s (", problems->length > 0 ? ", " : "", name);
    counter_refusal_say(why, problems);
    strbuf_puts(problems, ")");
    if (session.rank == 0)
        REMARK(&session.remarks, REMARK_COUNTER_MISSING,
               .numbers = { why.kind, why.numbers[0], why.numbers[1] },
               .texts = { name });
}

/* All ranks count the same.  Counters that another rank lacks are left out
 * here, and then others may be chosen than before: until nobody leaves out
 * more. */
static uint64_t agree_on_counters(const char *names, struct strbuf *problems)
{
    enum exchange_fold bits = FOLD_BITS;
    uint64_t missing = 0, before, told = 0;

    do {
        before = missing;
        missing =
            counters_choose(names, before, &told, note_missing, problems);
        exchange_fold(session.comm, &missing, &bits, 1);
    } while (missing != before);
    recorder.counter_count = counters_count();
    return missing;
}

static void tell_missing_counters(const char *missing)
{
    struct strbuf available = { 0 };

    counters_available(&available);
    log_warn(
        "MPIPROF_COUNTERS: cannot count %s; measuring without these; available "
        "here: %s",
        missing,
        available.length > 0 ? strbuf_text(&available) : "no counters");
    strbuf_clear(&available);
}

static void set_up_counters(void)
{
    const char *names = session.settings.text[SETTING_COUNTERS];
    struct strbuf problems = { 0 };

    if (settings_count(names) == 0)
        return;
    if (agree_on_counters(names, &problems) != 0 && session.rank == 0)
        tell_missing_counters(strbuf_text(&problems));
    strbuf_clear(&problems);
}

/* One rank of each host reads the energy. */
static void share_power(bool found)
{
    MPI_Comm of_host = MPI_COMM_NULL;
    int among = 0;

    if (PMPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank,
                             MPI_INFO_NULL, &of_host) != MPI_SUCCESS)
        return;
    PMPI_Comm_rank(of_host, &among);
    PMPI_Comm_free(&of_host);
    if (found && among == 0)
        record_resources_take_power();
}

static void set_up_resources(void)
{
    static const enum exchange_fold fold = FOLD_SUM;
    uint64_t ranks;
    bool found;

    if (session.settings.number[SETTING_RESOURCES] == 0)
        return;
    found = record_resources_find_power();
    ranks = found;
    exchange_fold(session.comm, &ranks, &fold, 1);
    if (ranks > 0)
        share_power(found);
}

/* That to the processes that have spawned these is there from then on, too. */
static void trace_parents(struct trace_writer *writer, uint64_t ticks)
{
    MPI_Comm parents = MPI_COMM_NULL;
    const struct comm_info *info;

    PMPI_Comm_get_parent(&parents);
    info = comms_find(parents);
    if (info != NULL)
        trace_comm_create(writer, ticks, info->id);
}

/* MPI_Init's path: frames of Python are found while it is called; others are
 * not looked at. */
static uint32_t init_path(struct thread *master, const void *caller)
{
    return recorder.python ? python_calls_here(master, caller) : 0;
}

static void trace_init(struct thread *thread, const struct hook_call *call,
                       uint64_t begin)
{
    struct trace_writer *writer = thread->writer;
    const struct comm_info *world = comms_find(MPI_COMM_WORLD);
    struct trace_collective what = { .create = true,
                                     .comm = world->id,
                                     .root = TRACE_ROOT_NONE };

    trace_enter(writer, call->begin, call->id,
                init_path(thread, call->caller));
    trace_keep(writer);
    trace_collective_begin(writer, call->begin);
    trace_comm_create(writer, call->end, world->id);
    trace_comm_create(writer, call->end, comms_find(MPI_COMM_SELF)->id);
    trace_parents(writer, call->end);
    trace_collective_end(writer, call->end, &what);
    trace_leave(writer, call->end, call->id);
    trace_on_off(writer, call->end, false);
    trace_on_off(writer, begin, true);
}

static uint64_t ticks_of_ns(uint64_t ns)
{
    double before = (double)(int64_t)(recorder.rate.start_ns - ns);

    return recorder.rate.start_ticks -
           (uint64_t)(int64_t)(before * recorder.rate.ticks_per_ns);
}

/* A late start, by some other call, comes with no length. */
static bool call_is_init(const struct hook_call *init)
{
    return init->end > init->begin &&
           strncmp(call_table[init->id].name, "MPI_Init", 8) == 0;
}

static struct hook_call in_ticks(const struct hook_call *call)
{
    struct hook_call same = *call;

    same.begin = ticks_of_ns(call->begin);
    same.end = ticks_of_ns(call->end);
    return same;
}

static void charge_init(struct thread *master, const struct hook_call *init)
{
    struct row_key key = { .call = init->id,
                           .path = init_path(master, init->caller) };
    struct row *row = rows_find(&master->rows, &key);

    row_add_time(&master->rows, row, init->end - init->begin);
    master->kept->interfaces |= init->interface;
}

/* Its stack is gone: the path is where it was called. */
static void charge_early(struct thread *master, const struct hook_call *call)
{
    void *caller = call->caller;
    struct row_key key = { .call = call->id };
    struct row *row;

    if (recorder.callpath > 0)
        key.path = paths_id(&master->paths, &caller, 1);
    row = rows_find(&master->rows, &key);
    row_add_time(&master->rows, row, call->end - call->begin);
    row->errors += call->result != MPI_SUCCESS;
    master->kept->interfaces |= call->interface;
    trace_enter(master->writer, call->begin, call->id, key.path);
    trace_leave(master->writer, call->end, call->id);
    if (call->begin >= recorder.begin)
        charge_timeline(master, call);
    master->kept->last = call->end;
}

/* Sessions before the run could start: it starts when the first had been
 * opened.  Time that mpiprof needed since, and MPI_Init, count as neither. */
static void begin_with_early(struct thread *master,
                             const struct hook_start *start)
{
    struct hook_call call = in_ticks(&start->early[0]);
    uint64_t now;

    recorder.begin = call.end;
    thread_begin(master, recorder.begin);
    for (uint32_t i = 0; i < start->early_count; i++) {
        call = in_ticks(&start->early[i]);
        charge_order(master, &call);
        if (i == 0)
            call = in_ticks(&start->early[0]);
        charge_early(master, &call);
    }
    now = record_now();
    if (call_is_init(start->init)) {
        call = in_ticks(start->init);
        timebins_add(master->bins, PROFILE_TIMELINE_USEFUL, master->kept->last,
                     call.begin);
        master->kept->last = call.begin;
        if (master->writer != NULL)
            trace_init(master, &call, now);
    } else {
        trace_on_off(master->writer, master->kept->last, false);
        trace_on_off(master->writer, now, true);
    }
    master->kept->flush_ticks += now - master->kept->last;
    master->kept->last = now;
}

static void begin_now(struct thread *master, const struct hook_start *start)
{
    struct hook_call call = in_ticks(start->init);

    recorder.begin = record_now();
    if (call_is_init(start->init) && master->writer != NULL)
        trace_init(master, &call, recorder.begin);
    thread_begin(master, recorder.begin);
}

static struct thread *create_master(uint64_t begin)
{
    uint64_t first[COUNTERS_MOST] = { 0 };
    bool counting = recorder.counter_count > 0 && counters_start(NULL);
    struct thread *master;

    if (counting)
        counters_read(first);
    trace_first_counters(recorder.trace, first);
    master = thread_create(begin);
    trace_first_counters(recorder.trace, NULL);
    if (master == NULL)
        return NULL;
    master->counting = counting;
    memcpy(master->counters, first, sizeof(master->counters));
    return master;
}

/* The measured run begins when everything is ready; what mpiprof needed for
 * that lies between the end of MPI_Init and here, and counts as neither. */
static bool begin_run(const struct hook_start *start)
{
    bool early = start->early_count > 0;
    struct hook_call init = in_ticks(start->init);
    struct thread *master =
        create_master(early ? ticks_of_ns(start->early[0].begin) : init.begin);

    if (master == NULL)
        return false;
    thread_attach(master, start->init->thread);
    retired_watch(master, start->init->thread);
    if (call_is_init(start->init))
        charge_init(master, &init);
    if (early)
        begin_with_early(master, start);
    else
        begin_now(master, start);
    trace_begin_run(master->writer, master->kept->last);
    return true;
}

/* Notes which facts on calls in sessions before the start are unknown. */
static void note_early(const struct hook_start *start)
{
    uint32_t transfers = 0;

    for (uint32_t i = 0; i < start->early_count; i++) {
        enum call_class class = call_table[start->early[i].id].class;

        transfers += class == CALL_CLASS_P2P ||
                     class == CALL_CLASS_COLLECTIVE ||
                     class == CALL_CLASS_ONE_SIDED || class == CALL_CLASS_IO;
    }
    session.counted[REMARK_EARLY_TRANSFERS] = transfers;
    session.counted[REMARK_EARLY_LOST] = start->early_lost;
}

static bool all_have_memory(bool ready)
{
    if (exchange_agree(session.comm, ready))
        return true;
    log_warn(NO_MEMORY);
    return false;
}

static bool start_on_all(void)
{
    struct output_names names = { session.facts.program, session.ranks,
                                  session.facts.host };
    bool ready;

    process_facts_learn(&session.facts);
    start_clock();
    log_hold();
    ready = set_up_recorder();
    log_release(NULL);
    if (!all_have_memory(ready))
        return false;
    clock_sync_start(session.comm, session.facts.host, &recorder.rate,
                     &session.clocks);
    return output_create(session.comm, session.settings.text[SETTING_OUTPUT],
                         &names, session.directory) == STATUS_OK;
}

/* Each rank samples as it can. */
static bool start_samples(const struct hook_start *start)
{
    int64_t hz = session.settings.number[SETTING_SAMPLE];

    if (hz == 0 || !record_samples_begin(start->init->thread, (unsigned)hz,
                                         &session.remarks))
        return false;
    session.ops.thread_begins = record_sample_thread;
    session.ops.thread_ends = record_sample_no_more;
    return true;
}

bool mpiprof_core_start(struct hook_state *state,
                        const struct hook_start *start)
{
    bool ready;

    start_directory_set(state->started_in);
    if (!take_comm(start))
        return false;
    if (!read_settings() || !start_on_all())
        return false;
    record_resources_setup(session.settings.number[SETTING_RESOURCES]);
    keep_open();
    check_launcher();
    session_note_parents(start->init);
    set_up_objects();
    retired_setup();
    log_info("results go to %s", output_shown(session.directory));
    set_up_counters();
    set_up_resources();
    session_open_trace();
    log_hold();
    ready = requests_setup(several_threads()) == STATUS_OK && begin_run(start);
    log_release(NULL);
    if (!all_have_memory(ready)) {
        trace_abandon(recorder.trace);
        keep_close(true);
        keep_end();
        output_remove_trace(session.comm, session.directory);
        output_remove_empty(session.comm, session.directory);
        return false;
    }
    keep_begin(start->usr1);
    note_early(start);
    session.ops = record_ops;
    session.ops.comm_created = session_comm_created;
    session.ops.finalize = run_finalize;
    session.ops.pcontrol = snapshot_pcontrol;
    session.ops.unfinished = session_unfinished;
    cancel_used = &state->cancels;
    state->ops = &session.ops;
    state->counter_clock = recorder.rate.counter;
    state->before =
        start_samples(start) || recorder.counter_count > 0 || recorder.python;
    state->rank = session.rank;
    state->directory = session.directory;
    return true;
}
