#include "measure/session_ending.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "measure/callsite/modules.h"
#include "measure/collect.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/retired.h"
#include "measure/left_open.h"
#include "measure/reduce/exchange.h"
#include "measure/reduce/profile_writer.h"
#include "measure/reduce/unify.h"
#include "measure/session_state.h"
#include "measure/summary.h"
#include "measure/track/messages.h"
#include "measure/track/requests.h"
#include "model/profile_file.h"
#include "model/symbols.h"

/* The run's clock, to which all ranks convert their ticks. */
struct reference {
    char host[256];
    double ticks_per_ns;
    uint64_t start_ticks, unix_ns;
};

/* The end of MPI_COMM_WORLD and MPI_COMM_SELF. */
static void trace_finalize(struct thread *thread, const struct hook_call *call)
{
    const struct comm_info *world = comms_find(MPI_COMM_WORLD);
    struct trace_collective what = { .destroy = true, .comm = world->id,
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
    call->end = record_now();
    call->result = MPI_SUCCESS;
    if (thread == NULL)
        return;
    if (pauses_off(&recorder.pauses)) {
        pthread_mutex_lock(&recorder.lock);
        pauses_end(&recorder.pauses, now);
        pthread_mutex_unlock(&recorder.lock);
    }
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        at->counting &= at == thread; /* only the own counters can be read */
        thread_finish(at, now);
    }
    charge_finalize(thread, call);
}

/* More ranks than cores on rank 0's host, which is where the reader looks: the
 * operating system then takes turns, and no clock can tell. */
static void check_cores(bool same_host)
{
    int mine = same_host;
    int ranks = 0;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    PMPI_Reduce(&mine, &ranks, 1, MPI_INT, MPI_SUM, 0, session.comm);
    if (session.rank == 0 && cores > 0 && ranks > cores)
        strbuf_printf(&session.remarks,
                      "%d ranks shared the %ld core%s of %s: useful and MPI "
                      "times include waiting for a core.\n",
                      ranks, cores, cores == 1 ? "" : "s",
                      session.facts.host);
}

/* From here on a tick of this rank is as long as the line to the run's clock
 * says, and counts from the same moment on all ranks. */
static void share_clock(struct ending *ending)
{
    const struct clock_line *line = &session.clocks.line;
    struct reference reference = { .unix_ns = session.start_unix_ns };

    clock_calibrate(&recorder.rate);
    clock_sync_end(session.comm, &recorder.rate, &session.clocks);
    if (session.clocks.failed && session.rank == 0)
        strbuf_puts(&session.remarks,
                    "For want of memory the hosts' clocks were not compared: "
                    "times of different hosts may not agree.\n");
    ending->rate = recorder.rate;
    memcpy(reference.host, session.facts.host, sizeof(reference.host));
    reference.ticks_per_ns = recorder.rate.ticks_per_ns;
    reference.start_ticks = recorder.rate.start_ticks;
    PMPI_Bcast(&reference, sizeof(reference), MPI_BYTE, 0, session.comm);
    check_cores(strcmp(reference.host, session.facts.host) == 0);
    ending->rate.ticks_per_ns =
        reference.ticks_per_ns / clock_line_rate(line);
    ending->rate.start_ticks =
        clock_line_from_run(line, reference.start_ticks);
    ending->unix_ns_of_start = reference.unix_ns;
}

/* The run starts when its first rank has left MPI_Init. */
static void place_in_time(struct ending *ending)
{
    int64_t ticks = (int64_t)(recorder.begin - ending->rate.start_ticks);
    uint64_t begin =
        ending->unix_ns_of_start +
        (uint64_t)(int64_t)clock_ticks_to_ns(&ending->rate, (double)ticks);

    PMPI_Allreduce(&begin, &ending->start_unix_ns, 1, MPI_UINT64_T, MPI_MIN,
                   session.comm);
    ending->data.begin = begin - ending->start_unix_ns;
}

static void share_cost(struct ending *ending)
{
    uint64_t samples;
    double mean = record_cost_ns(&samples);
    double mine[2] = { mean * (double)samples, (double)samples };
    double all[2];

    PMPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, session.comm);
    ending->cost_ns = all[1] > 0 ? all[0] / all[1] : 0;
}

static void resolve_symbols(struct profile *profile)
{
    uint32_t unresolved = 0;

    if (strcmp(session.settings.text[SETTING_SYMBOLS], "now") == 0)
        symbols_resolve(profile->definitions, &unresolved);
}

static enum status merge_names(struct ending *ending)
{
    enum status status;

    ending_describe_definitions(ending);
    status = unify_definitions(session.comm, recorder.definitions,
                               &ending->run, ending->map);
    if (status != STATUS_OK)
        return status;
    collect_map(&ending->data, ending->map);
    if (session.rank == 0) {
        status = ending_describe_run(ending);
        if (status == STATUS_OK) {
            ending_describe_coverage(ending->profile);
            resolve_symbols(ending->profile);
        }
    }
    return exchange_agree(session.comm, status == STATUS_OK)
               ? STATUS_OK : STATUS_NO_MEMORY;
}

static void gather_hosts(struct ending *ending)
{
    if (session.rank == 0)
        ending->host_of_rank =
            calloc((size_t)session.ranks, sizeof(uint32_t));
    if (exchange_agree(session.comm, session.rank > 0 ||
                                         ending->host_of_rank != NULL))
        PMPI_Gather(&ending->data.host, 1, MPI_UINT32_T,
                    ending->host_of_rank, 1, MPI_UINT32_T, 0, session.comm);
}

static void finish_trace(struct ending *ending)
{
    struct trace_totals totals = { 0 };
    struct trace_closing closing = {
        .comm = session.comm, .rate = &ending->rate,
        .own = recorder.definitions, .map = ending->map,
        .line = &session.clocks.line, .run = ending->profile, .start_unix_ns = ending->start_unix_ns,
        .end_ticks = record_now(),
    };

    if (recorder.trace == NULL)
        return;
    gather_hosts(ending);
    closing.host_of_rank = ending->host_of_rank;
    ending->traced =
        trace_close(recorder.trace, &closing, &totals) == STATUS_OK;
    if (!ending->traced && ending->profile != NULL) {
        profile_remark(ending->profile, "The trace could not be completed.");
        profile_set_text(&ending->profile->trace_file, "");
    }
    recorder.trace = NULL;
    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        at->writer = NULL; /* it was the trace's */
    ending_describe_trace(ending, &totals);
}

static enum status write_profile(struct ending *ending, const char *path,
                                 int *error)
{
    struct bytes_writer run, rank;
    enum status status;

    bytes_writer_init(&run);
    bytes_writer_init(&rank);
    profile_encode_rank(&ending->data, (uint32_t)recorder.counter_count,
                        &rank);
    if (session.rank == 0)
        profile_encode_run(ending->profile, &run);
    status = profile_write(session.comm, path,
                           session.rank == 0 ? &run : NULL, &rank, error);
    bytes_writer_clear(&run);
    bytes_writer_clear(&rank);
    return status;
}

/* The profile is worth more than the trace, whose room it then gets. */
static enum status write_without_trace(struct ending *ending,
                                       const char *path, int *error)
{
    output_remove_trace(session.comm, session.directory);
    ending->data.trace_events = 0;
    ending->data.trace_bytes = ending->data.trace_calls = 0;
    ending->data.trace_stop = 0;
    if (ending->profile != NULL) {
        profile_remark(ending->profile, "The trace was removed: there was no "
                       "room for it and the profile.");
        profile_set_text(&ending->profile->trace_file, "");
    }
    return write_profile(ending, path, error);
}

static bool keep_profile(struct ending *ending, const char *path)
{
    int error = 0;
    int traced = ending->traced;

    if (write_profile(ending, path, &error) == STATUS_OK)
        return true;
    PMPI_Bcast(&traced, 1, MPI_INT, 0, session.comm);
    if (traced && write_without_trace(ending, path, &error) == STATUS_OK) {
        log_warn("the trace of this run was removed: there was no room for "
                 "it and the profile");
        return true;
    }
    log_warn("%s: %s; the results of this run are lost", output_shown(path),
             strerror(error));
    output_remove_empty(session.comm, session.directory);
    return false;
}

/* What MPI_Finalize did since the last of these lines. */
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
    if (merge_names(ending) != STATUS_OK) {
        log_warn("the ranks' names could not be merged for want of memory; "
                 "no report");
        return;
    }
    log_took("merging the ranks' names");
    finish_trace(ending);
    log_took("the trace");
    if (keep_profile(ending, path) && session.rank == 0)
        summary_write(session.directory, path,
                      (int)session.settings.number[SETTING_VERBOSE]);
    log_took("profile and summary");
}

static void free_session(struct ending *ending, bool all_here)
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        free(ending->map[kind]);
    profile_destroy(ending->profile);
    free(ending->host_of_rank);
    rank_data_clear(&ending->data);
    counters_teardown();
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
    modules_destroy(recorder.modules);
    definitions_destroy(recorder.definitions);
    strbuf_clear(&session.problems);
    strbuf_clear(&session.remarks);
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

static void write_all(struct hook_call *call, struct ending *ending)
{
    bool collected;

    close_recording(call, ending);
    log_took(NULL);
    share_clock(ending);
    collected =
        collect_rank(&ending->rate, ending->end, &ending->data) == STATUS_OK;
    place_in_time(ending);
    share_cost(ending);
    left_open_tell(session.comm, &session.remarks);
    if (exchange_agree(session.comm, collected))
        write_results(ending);
    else
        log_warn("no memory to collect the profile; no report");
}

void session_finalize(struct hook_call *call)
{
    struct ending ending = { 0 };
    bool all_here = session_meet();
    sigset_t signals;

    hold_file_signal(&signals);
    if (all_here)
        write_all(call, &ending);
    /* Without MPI_Finalize nobody waits for rank 0, which may be writing still:
     * a launcher ends it when another rank exits. */
    if (all_here && session.of_sessions)
        PMPI_Barrier(session.comm);
    free_session(&ending, all_here);
    release_file_signal(&signals);
}
