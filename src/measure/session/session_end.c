/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_ending.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live/persist.h"
#include "base/log.h"
#include "measure/callsite/modules.h"
#include "measure/session/session_state.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/event_costs.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/record_functions.h"
#include "measure/record/record_region.h"
#include "measure/record/retired.h"
#include "measure/record/thread_life.h"
#include "measure/comm/exchange.h"
#include "measure/reduce/profile_writer.h"
#include "measure/reduce/unify.h"
#include "measure/session/session_keep.h"
#include "measure/track/messages.h"
#include "measure/track/requests.h"
#include "symbols/function_names.h"
#include "live/persist_file.h"
#include "profile_file/profile_file.h"
#include "symbols/symbols.h"

/* The end of MPI_COMM_WORLD and MPI_COMM_SELF. */
static void trace_finalize(struct thread *thread, const struct hook_call *call)
{
    const struct comm_info *world = comms_find(MPI_COMM_WORLD);
    struct trace_collective what = { .destroy = true,
                                     .comm = world->id,
                                     .root = TRACE_ROOT_NONE };

    trace_collective_begin(thread->writer, call->begin);
    trace_comm_destroy(thread->writer, call->end,
                       comms_find(MPI_COMM_SELF)->id);
    trace_comm_destroy(thread->writer, call->end, world->id);
    trace_collective_end(thread->writer, call->end, &what);
}

/* Outside of the measured part, so the time line does not get it. */
static void charge_finalize(struct thread *thread,
                            const struct hook_call *call)
{
    struct row_key key = { .call = call->id,
                           .path = charge_path(thread, call) };
    struct row *row = rows_find(&thread->rows, &key);

    row_add_time(&thread->rows, row, call->end - call->begin);
    if (thread->writer == NULL)
        return;
    trace_enter(thread->writer, call->begin, call->id, key.path);
    trace_keep(thread->writer);
    if (!session.of_sessions)
        trace_finalize(thread, call);
    trace_leave(thread->writer, call->end, call->id);
}

/* The end of the measured part: MPI_Finalize has waited for all ranks in our
 * first collective, and that is the time it is charged with. */
static void close_recording(struct hook_call *call, struct ending *ending)
{
    struct thread *thread = thread_of(call);
    uint64_t now = call->begin;

    retired_close();
    ending->end = now;
    call->end = ending->over = record_now();
    call->result = MPI_SUCCESS;
    if (thread == NULL || !persist_is_whole())
        return;
    if (pauses_off(&recorder.pauses)) {
        pthread_mutex_lock(&recorder.lock);
        pauses_end(&recorder.pauses, now);
        pthread_mutex_unlock(&recorder.lock);
    }
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        at->counting &= at == thread; /* only the own counters can be read */
        thread_finish(at, now);
        record_regions_finish(at, now);
    }
    charge_finalize(thread, call);
}

static void resolve_symbols(struct profile *profile)
{
    uint32_t unresolved = 0;

    if (strcmp(session.settings.text[SETTING_SYMBOLS], "now") == 0)
        symbols_resolve(profile->definitions, NULL, &unresolved);
    function_names_note(profile->definitions);
}

/* A rank without memory goes on: what follows is collective, and tells all. */
static void merge_names(struct ending *ending)
{
    enum status status;

    ending_describe_definitions(ending);
    status = unify_definitions(session.comm, recorder.definitions,
                               &ending->run, ending->map);
    if (status == STATUS_OK && ending->collected)
        rank_collect_map(&ending->data, ending->map);
    if (status == STATUS_OK && session.rank == 0) {
        status = ending_describe_run(ending);
        if (status == STATUS_OK) {
            ending_describe_coverage(ending->profile);
            resolve_symbols(ending->profile);
        }
    }
    ending->merged = status == STATUS_OK;
}

static void note_lost_trace(struct ending *ending, const char *why)
{
    if (session.rank == 0)
        snprintf(session.trace_lost, sizeof(session.trace_lost),
                 "%s; the trace is removed", why);
    if (ending->profile == NULL)
        return;
    REMARK(&ending->profile->remarks, REMARK_TRACE_INCOMPLETE);
    profile_set_text(&ending->profile->trace_file, "");
}

static void finish_trace(struct ending *ending)
{
    struct trace_totals totals = { 0 };
    char why[TRACE_WHY_BYTES] = "";
    struct trace_closing closing = {
        .why = why,
        .samples = &ending->data.samples,
        .samples_left_out = record_samples_left_out(),
        .ready = ending->merged && ending->collected,
        .rate = &ending->rate,
        .own = recorder.definitions,
        .map = ending->map,
        .line = &session.clocks.line,
        .run = ending->profile,
        .start_ticks = ending->start_ticks,
        .start_unix_ns = ending->start_unix_ns,
        .end_ticks = ending->over,
    };

    if (recorder.trace == NULL)
        return;
    closing.host = ending->data.host;
    closing.lead = ending->data.lead;
    ending->traced =
        trace_close(recorder.trace, &closing, &totals) == STATUS_OK;
    if (!ending->traced)
        note_lost_trace(ending, why);
    recorder.trace = NULL;
    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        at->writer = NULL; /* it was the trace's */
    ending_describe_trace(ending, &totals);
}

static enum status write_profile(struct ending *ending, const char *path,
                                 int *error)
{
    struct bytes_writer run = { 0 }, rank = { 0 };
    enum status status;

    run.failed = rank.failed = !ending->merged || !ending->collected;
    ending->data.own.finalize_ns = (uint64_t)clock_ticks_to_ns(
        &ending->rate, (double)(record_now() - ending->over));
    if (!rank.failed)
        profile_encode_rank(&ending->data, (uint32_t)recorder.counter_count,
                            &rank);
    if (!run.failed && session.rank == 0)
        profile_encode_run(ending->profile, &run);
    status = profile_writer_write(ending->writer, path, &run, &rank, error);
    bytes_writer_clear(&run);
    bytes_writer_clear(&rank);
    return status;
}

/* The profile is worth more than the trace, whose room it then gets. */
static enum status write_without_trace(struct ending *ending, const char *path,
                                       int *error)
{
    output_remove_trace(session.comm, session.directory);
    ending->traced = false;
    ending->data.trace_events = 0;
    ending->data.trace_bytes = ending->data.trace_calls = 0;
    ending->data.trace_stop = 0;
    if (ending->profile != NULL) {
        REMARK(&ending->profile->remarks, REMARK_TRACE_REMOVED);
        profile_set_text(&ending->profile->trace_file, "");
    }
    return write_profile(ending, path, error);
}

/* The one line on what is not there. */
static void tell_loss(struct ending *ending, const char *format, ...)
{
    char text[OUTPUT_PATH_BYTES];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    log_warn("%s", text);
    ending->told = true;
}

static bool lacks_room(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/* Others may have files where this rank found no memory for its own. */
static bool files_are_left(void)
{
    char path[OUTPUT_PATH_BYTES + 32];

    snprintf(path, sizeof(path), "%s/" PERSIST_FOLDER, session.directory);
    return persist_path() != NULL || access(path, F_OK) == 0;
}

/* Data that cannot be written is still in the ranks' own files, if they
 * exist. */
static const char *fate_of_results(void)
{
    static char text[OUTPUT_PATH_BYTES + 64];

    if (!files_are_left())
        return "the results of this run are lost";
    snprintf(text, sizeof(text),
             "the ranks' own files remain: mpiprof-report %s shows them",
             output_shown(session.directory));
    return text;
}

static bool keep_profile(struct ending *ending, const char *path)
{
    int error = 0;

    if (write_profile(ending, path, &error) == STATUS_OK) {
        if (session.trace_lost[0] != '\0')
            tell_loss(ending, "%s", session.trace_lost);
        return true;
    }
    if (ending->traced && lacks_room(error) &&
        write_without_trace(ending, path, &error) == STATUS_OK) {
        tell_loss(ending, "the trace of this run was removed: there was no "
                          "room for it and the profile");
        return true;
    }
    tell_loss(ending, "%s: %s; %s", output_shown(path), strerror(error),
              ending->traced && !lacks_room(error) && persist_path() == NULL
                  ? "the profile of this run is lost, but its trace exists"
                  : fate_of_results());
    if (!ending->traced)
        output_remove_trace(session.comm, session.directory);
    output_remove_empty(session.comm, session.directory);
    return false;
}

/* Steps of MPI_Finalize since the last of these lines. */
static void log_took(const char *what)
{
    static uint64_t since;
    uint64_t now = record_now();

    if (what != NULL)
        log_info("%s took %.3f s", what,
                 clock_ticks_to_ns(&recorder.rate, (double)(now - since)) /
                     1e9);
    since = now;
}

static void write_results(struct ending *ending)
{
    char path[OUTPUT_PATH_BYTES + 32];

    snprintf(path, sizeof(path), "%s/run.mpiprof", session.directory);
    merge_names(ending);
    log_took("merging the ranks' names");
    finish_trace(ending);
    log_took("the trace");
    ending->written = keep_profile(ending, path);
    if (ending->written && session.rank == 0)
        summary_write(session.directory, path,
                      session.settings.number[SETTING_HTML] != 0);
    log_took("profile and summary");
}

static void free_session(struct ending *ending, bool all_here)
{
    definitions_map_clear(ending->map);
    profile_destroy(ending->profile);
    profile_writer_destroy(ending->writer);
    rank_data_clear(&ending->data);
    counters_teardown();
    functions_teardown();
    while (recorder.threads != NULL) {
        struct thread *next = recorder.threads->next;

        thread_destroy(recorder.threads);
        recorder.threads = next;
    }
    if (recorder.trace != NULL)
        trace_abandon(recorder.trace);
    recorder.trace = NULL;
    recorder.rules = NULL;
    trace_rules_destroy(session.rules);
    session.rules = NULL;
    windows_teardown();
    files_teardown();
    comms_teardown();
    requests_teardown();
    messages_teardown();
    clock_sync_clear(&session.clocks);
    record_samples_free();
    modules_destroy(recorder.modules);
    definitions_destroy(recorder.definitions);
    strbuf_clear(&session.problems);
    remarks_clear(&session.remarks);
    free(session.environment);
    if (all_here)
        PMPI_Comm_free(&session.comm);
}

/* A file beyond the limit is to be an error of ours, not the end of the
 * program.  The kernel sends the signal to the thread that writes. */
static void hold_file_signal(sigset_t *before)
{
    sigset_t held;

    sigemptyset(&held);
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

static void release_file_signal(const sigset_t *before)
{
    struct timespec at_once = { 0, 0 };
    sigset_t held;

    sigemptyset(&held);
    sigaddset(&held, SIGXFSZ);
    if (!sigismember(before, SIGXFSZ))
        sigtimedwait(&held, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* The whole run's profile or none; recovery makes one from the rest. */
static void tell_lost_ranks(struct ending *ending)
{
    char whose[96];

    if (ending->lost_ranks == 1)
        snprintf(whose, sizeof(whose),
                 "rank %llu has lost what it measured: "
                 "its unfinished profile was",
                 (unsigned long long)ending->first_lost);
    else
        snprintf(whose, sizeof(whose),
                 "%llu ranks (%llu ...) have lost what "
                 "they measured: their unfinished profiles were",
                 (unsigned long long)ending->lost_ranks,
                 (unsigned long long)ending->first_lost);
    tell_loss(ending,
              "%s cut off, or cannot be read any more; what is left: "
              "mpiprof-report %s",
              whose, output_shown(session.directory));
}

static void tell_not_shared(struct ending *ending)
{
    if (ending->lost_ranks > 0)
        tell_lost_ranks(ending);
    else
        tell_loss(ending, "no memory to collect the profile; %s",
                  fate_of_results());
}

static void write_all(struct ending *ending)
{
    bool ready =
        profile_writer_create(session.comm, &ending->writer) == STATUS_OK;

    log_took(NULL);
    if (!ending_share(ending, ready)) {
        tell_not_shared(ending);
        output_remove_trace(session.comm, session.directory);
        output_remove_empty(session.comm, session.directory);
        return;
    }
    ending->collected =
        collect_rank(&ending->rate, ending->end, &ending->data) == STATUS_OK &&
        persist_is_whole();
    ending->data.begin = ending->begin_ns;
    event_costs_collect(ending->cost_ns, &ending->data.own);
    ending->data.cores = session.facts.cores;
    write_results(ending);
}

void run_finalize(struct hook_call *call)
{
    struct ending ending = { 0 };
    bool all_here, written = true;
    sigset_t signals;

    record_samples_end(call->thread, call->begin);
    record_resources_stop();
    all_here = session_meet();
    hold_file_signal(&signals);
    log_hold();
    close_recording(call, &ending);
    keep_closed(ending.end);
    if (all_here)
        write_all(&ending);
    /* Rank 0 may be writing still: in MPI_Finalize the others would take its
     * core, and without MPI_Finalize a launcher ends it when they exit. */
    if (all_here)
        exchange_share(session.comm, &written, sizeof(written));
    log_release(ending.told ? NULL : "the report is not complete");
    call->thread->data = NULL; /* the master's is nowhere else noted */
    call->thread->now = &call->thread->own;
    keep_close(all_here && ending.written);
    free_session(&ending, all_here);
    keep_end();
    release_file_signal(&signals);
}
