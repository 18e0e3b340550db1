#include "measure/session_state.h"

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "measure/callsite/modules.h"
#include "measure/collect.h"
#include "measure/coverage.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/retired.h"
#include "measure/left_open.h"
#include "measure/reduce/exchange.h"
#include "measure/reduce/profile_writer.h"
#include "measure/reduce/unify.h"
#include "measure/relatives.h"
#include "measure/summary.h"
#include "measure/track/messages.h"
#include "measure/track/requests.h"
#include "model/comm_note.h"
#include "model/host_note.h"
#include "model/profile_file.h"
#include "model/symbols.h"

struct ending {
    uint64_t end; /* ticks at the begin of MPI_Finalize */
    struct clock_rate rate;
    uint64_t unix_ns_of_start; /* of rate.start_ticks */
    struct rank_data data;
    uint32_t *map[DEFINITION_KINDS];
    struct definitions *run;    /* rank 0 */
    struct profile *profile;    /* rank 0 */
    uint32_t *host_of_rank;     /* rank 0 */
    uint64_t start_unix_ns;     /* of the run: the first rank's begin */
    double cost_ns;             /* of a call, mean over all ranks' samples */
    bool traced;                /* there is a whole trace */
};

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

static void note_comm(const struct comm_info *info)
{
    struct comm_note note = {
        .name = info->name,
        .size = info->size, .members = info->world,
        .remote_size = info->remote_size,
        .remote_members = info->remote_world,
        .made_by = (char *)info->made_by,
    };
    struct bytes_writer out;
    uint32_t *all = NULL;

    if (info->id == 0)
        return;
    if (info->name == NULL)
        note.name = !info->predefined    ? (char *)""
                    : info->size == 1 && info->parent != NULL
                        ? (char *)"MPI_COMM_SELF"
                        : (char *)"MPI_COMM_WORLD";
    if (info->world == NULL) {
        all = malloc((info->size + 1u) * sizeof(*all));
        for (uint32_t i = 0; all != NULL && i < info->size; i++)
            all[i] = i;
        note.members = all;
    }
    bytes_writer_init(&out);
    if (note.members != NULL)
        comm_note_encode(&note, &out);
    if (!out.failed && out.size > 0)
        definitions_note(recorder.definitions, DEFINITION_COMM, info->id,
                         out.data, out.size, 1);
    bytes_writer_clear(&out);
    free(all);
}

static void note_window(const struct window *window)
{
    const char *name = window->name == NULL ? "" : window->name;
    struct strbuf note;

    if (window->id == 0)
        return;
    strbuf_init(&note);
    strbuf_add(&note, name, strlen(name) + 1);
    strbuf_puts(&note, window->kind);
    if (!note.failed)
        definitions_note(recorder.definitions, DEFINITION_WINDOW, window->id,
                         note.text, note.length, 1);
    strbuf_clear(&note);
}

static int64_t in_ns(double ticks, double ticks_per_ns)
{
    return (int64_t)(ticks / ticks_per_ns);
}

/* Drift: against the rates that each clock has by its own host's time. */
static void note_clock(const struct ending *ending, struct host_note *note)
{
    const struct clock_line *line = &session.clocks.line;
    const struct clock_mark *first = &line->first;
    double own = recorder.rate.ticks_per_ns;
    double run = ending->rate.ticks_per_ns * clock_line_rate(line);

    if (session.clocks.own == 0)
        return;
    note->compared = true;
    note->ahead_ns =
        in_ns((double)first->ticks, own) -
        in_ns((double)(first->ticks + (uint64_t)first->ahead), run);
    note->error_ns = (uint64_t)in_ns((double)clock_line_error(line), own);
    note->drift = (int64_t)((ending->rate.ticks_per_ns / own - 1.0) * 1e9);
}

static void note_host(const struct ending *ending, uint32_t host)
{
    struct host_note note = { .cpu = session.facts.cpu };
    struct bytes_writer out;

    note_clock(ending, &note);
    bytes_writer_init(&out);
    host_note_encode(&note, &out);
    if (!out.failed)
        definitions_note(recorder.definitions, DEFINITION_HOST, host,
                         out.data, out.size, 0);
    bytes_writer_clear(&out);
}

static void describe_definitions(struct ending *ending)
{
    uint32_t host;

    for (struct comm_info *at = comms_all(); at != NULL; at = at->next)
        note_comm(at);
    for (struct window *at = windows_all(); at != NULL; at = at->next)
        note_window(at);
    host = definitions_intern(recorder.definitions, DEFINITION_HOST, 0, 0,
                              session.facts.host,
                              strlen(session.facts.host));
    if (host == DEFINITION_NONE)
        host = 0;
    else
        note_host(ending, host);
    ending->data.host = host;
}

static void add_lines(struct profile *profile, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");

        profile_remark(profile, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

static void add_settings(struct profile *profile)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        profile_setting(profile, setting_table[i].name,
                        session.settings.text[i], !session.settings.given[i]);
}

static void add_counters(struct profile *profile)
{
    profile->counters = calloc(COUNTERS_MOST, sizeof(*profile->counters));
    if (profile->counters == NULL)
        return;
    for (int i = 0; i < recorder.counter_count; i++)
        profile_set_text(&profile->counters[i], counters_name(i));
    profile->counter_count = (size_t)recorder.counter_count;
}

/* "TSC 2.596 GHz", and how well clocks agree where there are several. */
static void describe_clock(const struct ending *ending, struct strbuf *text)
{
    double worst = 0.0; /* in ticks of the run's clock */

    if (ending->rate.counter)
        strbuf_printf(text, "TSC %.3f GHz", ending->rate.ticks_per_ns);
    else
        strbuf_puts(text, "CLOCK_MONOTONIC");
    for (int i = 1; i < session.clocks.count; i++) {
        const struct clock_line *line = &session.clocks.lines[i];
        double error = (double)clock_line_error(line) * clock_line_rate(line);

        if (error > worst)
            worst = error;
    }
    if (session.clocks.count > 1)
        strbuf_printf(text, "; %d clocks, compared to %.1f us",
                      session.clocks.count,
                      clock_ticks_to_ns(&ending->rate, worst) / 1e3);
}

/* The facts of the run, on rank 0; takes the definitions. */
static enum status describe_run(struct ending *ending)
{
    struct profile *profile;
    struct strbuf clock;
    char text[512];
    enum status status = profile_create(&ending->profile);

    if (status != STATUS_OK)
        return status;
    profile = ending->profile;
    definitions_destroy(profile->definitions);
    profile->definitions = ending->run;
    ending->run = NULL;
    profile_set_text(&profile->program, session.facts.program);
    profile_set_text(&profile->command, session.facts.command);
    process_facts_mpi(text, sizeof(text));
    profile_set_text(&profile->mpi_library, text);
    profile_set_text(&profile->version, PACKAGE_VERSION);
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->trace_file,
                     recorder.trace != NULL ? "run.otf2" : "");
    strbuf_init(&clock);
    describe_clock(ending, &clock);
    profile_set_text(&profile->clock, strbuf_text(&clock));
    strbuf_clear(&clock);
    profile->start_unix_ns = ending->start_unix_ns;
    profile->hook_ns_x100 = (uint64_t)(ending->cost_ns * 100.0);
    profile->rank_count = (uint32_t)session.ranks;
    add_counters(profile);
    add_settings(profile);
    add_lines(profile, strbuf_text(&session.problems));
    relatives_describe(session.directory, &session.remarks);
    add_lines(profile, strbuf_text(&session.remarks));
    return profile_use_call_table(profile);
}

static void describe_coverage(struct profile *profile)
{
    struct coverage coverage;
    struct strbuf text;

    coverage_count(&coverage);
    strbuf_init(&text);
    strbuf_printf(&text, "%u of %u in C", coverage.c_wrapped,
                  coverage.c_exported);
    if (coverage.fortran_exported > 0) /* its libraries are loaded */
        strbuf_printf(&text, ", %u of %u in Fortran",
                      coverage.fortran_wrapped, coverage.fortran_exported);
    strbuf_printf(&text, "\n%s", strbuf_text(&coverage.passed));
    profile_set_text(&profile->coverage, strbuf_text(&text));
    strbuf_clear(&text);
    coverage_clear(&coverage);
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

    describe_definitions(ending);
    status = unify_definitions(session.comm, recorder.definitions,
                               &ending->run, ending->map);
    if (status != STATUS_OK)
        return status;
    collect_map(&ending->data, ending->map);
    if (session.rank == 0) {
        status = describe_run(ending);
        if (status == STATUS_OK) {
            describe_coverage(ending->profile);
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
    ending->data.trace_events = totals.events;
    ending->data.trace_bytes = totals.bytes;
    if (totals.stopped_ticks > recorder.begin)
        ending->data.trace_stop = (uint64_t)clock_ticks_to_ns(
            &ending->rate, (double)(totals.stopped_ticks - recorder.begin));
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
    ending->data.trace_bytes = 0;
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
