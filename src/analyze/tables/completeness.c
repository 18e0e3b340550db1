/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * completeness.c - data that was not recorded, and why.
 *
 * Sentences only; none if nothing is missing.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyze/facts/analysis.h"
#include "analyze/hangs/hang_end_phrases.h"
#include "analyze/functions/folded.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/samples/sampled.h"
#include "analyze/facts/say.h"
#include "analyze/facts/trace_limits.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/cut_frame.h"
#include "symbols/python_frame.h"
#include "symbols/symbols.h"

struct completeness {
    uint64_t lost_calls, lost_peers, outside_peers, region_errors;
    uint64_t open_requests, open_comms, paused;
    uint32_t with_lost_calls, with_open_comms, threads;
    uint32_t led; /* ranks whose lead thread is not the first one */
};

/* Whether a path is a call site alone, whose callers had no room. */
static bool path_lost_callers(const struct definitions *table, uint32_t path)
{
    struct definition own = definitions_get(table, DEFINITION_PATH, path);
    uint32_t outer = own.refs[0];

    if (outer != 0)
        own = definitions_get(table, DEFINITION_PATH, outer);
    return path != 0 && own.refs[0] == 0 && cut_frame_is(table, own.refs[1]);
}

/* Calls in rows without callers; of paths that never have any, those whose
 * communicator and object had no room. */
static uint64_t lost_calls_of(const struct definitions *table,
                              const struct rank_data *rank)
{
    uint64_t calls = 0;

    if (rank->lost_calls == 0)
        return 0;
    for (size_t i = 0; i < rank->row_count; i++)
        if (path_lost_callers(table, rank->rows[i].path))
            calls += rank->rows[i].count;
    return calls > 0 ? calls : rank->lost_calls;
}

static enum status completeness_add(void *state, const struct scope *scope,
                                    const struct rank_data *rank)
{
    struct completeness *sums = state;

    sums->lost_calls += lost_calls_of(scope->profile->definitions, rank);
    sums->with_lost_calls += rank->lost_calls > 0;
    sums->lost_peers += rank->lost_peers;
    sums->outside_peers += rank->outside_peers;
    sums->region_errors += rank->region_errors;
    sums->open_requests += rank->open_requests;
    sums->open_comms += rank->open_comms;
    sums->with_open_comms += rank->open_comms > 0;
    if (rank->threads > sums->threads)
        sums->threads = rank->threads;
    sums->led += rank->lead != 0;
    sums->paused += rank->paused;
    return STATUS_OK;
}

/* Appends, among the ranks that were not read, those that were traced, or the
 * others. */
static size_t list_unread(const struct scope *scope, bool untraced,
                          struct strbuf *out)
{
    struct ranklist_text list = { .out = out };

    for (size_t i = 0; i < scope->unread_count; i++)
        if (scope->untraced[scope->unread[i]] == untraced)
            ranklist_text_add(&list, (uint32_t)scope->unread[i]);
    return ranklist_text_end(&list);
}

static void say_unread(const struct scope *scope, struct report *report)
{
    bool traced = strcmp(scope->profile->source, "trace") == 0;
    struct strbuf list = { 0 };
    size_t count;

    count = list_unread(scope, true, &list);
    if (count > 0)
        report_completeness(report,
                            "%zu of %s %s not traced (%s): no number includes "
                            "them.",
                            count,
                            say_count(scope->profile->rank_count, "rank").text,
                            count == 1 ? "was" : "were", strbuf_text(&list));
    strbuf_truncate(&list, 0);
    count = list_unread(scope, false, &list);
    if (count > 0)
        report_completeness(report,
                            "%s of %zu of %s could not be read%s (%s): no "
                            "number includes them.",
                            traced ? "Events" : "The data", count,
                            say_count(scope->profile->rank_count, "rank").text,
                            traced ? ", if they were traced" : "",
                            strbuf_text(&list));
    strbuf_clear(&list);
}

static void say_lost(const struct completeness *sums, struct report *report)
{
    if (sums->lost_calls > 0)
        report_completeness(report,
                            "The tables had no room for the call paths of %s "
                            "on %s: these calls are in the rows whose call "
                            "path begins with \"...\".  Rerun with a larger "
                            "MPIPROF_MEMORY to see their callers.",
                            say_count(sums->lost_calls, "call").text,
                            say_count(sums->with_lost_calls, "rank").text);
    if (sums->lost_peers > 0)
        report_completeness(report,
                            "The communication matrix lacks %s, for which "
                            "MPIPROF_MEMORY left no room.  Rerun with a "
                            "larger MPIPROF_MEMORY.",
                            say_count(sums->lost_peers, "message").text);
    if (sums->outside_peers > 0)
        report_completeness(report,
                            "The communication matrix lacks %s to or from "
                            "peers outside MPI_COMM_WORLD.",
                            say_count(sums->outside_peers, "message").text);
}

/* Nesting that is too deep in a trace is a remark of its own. */
static void say_region_errors(uint64_t errors, const struct scope *scope,
                              struct report *report)
{
    if (errors == 0)
        return;
    if (strcmp(scope->profile->source, "trace") == 0)
        report_completeness(report,
                            "Region ends in the trace that do not match the "
                            "innermost open region, and were ignored: %llu.",
                            (unsigned long long)errors);
    else
        report_completeness(report,
                            "Region starts or ends that are nested too deeply "
                            "or have no counterpart: %llu.",
                            (unsigned long long)errors);
}

static void say_program(const struct completeness *sums,
                        const struct scope *scope, struct report *report)
{
    if (sums->paused > 0)
        report_completeness(
            report, "Not measured, summed over ranks: %s (%s).",
            say_seconds(sums->paused).text, scope_pause_reason(scope));
    say_region_errors(sums->region_errors, scope, report);
    if (sums->open_requests > 0)
        report_completeness(report, "Still open at MPI_Finalize: %s.",
                            say_count(sums->open_requests, "request").text);
    if (sums->open_comms > 0)
        report_completeness(
            report, "%s on %u of %s %s not freed by MPI_Finalize.",
            say_count(sums->open_comms, "communicator handle").text,
            sums->with_open_comms, say_count(scope->rank_count, "rank").text,
            sums->open_comms == 1 ? "was" : "were");
}

/* Lists everything that is left out of a part of the run, and everything
 * outside that part. */
static void say_window_of(const struct scope *scope, struct report *report)
{
    const struct time_window *window = &scope->profile->window;

    if (!window->given)
        return;
    report_completeness(
        report,
        "This report covers %s, from the trace: times as far as they are "
        "inside, and calls that start inside, with their messages and bytes.  "
        "Ranks, hosts, threads and the start time are those of the whole run; "
        "resources, mpiprof overhead and how the run ended are left out.",
        say_window(window).text);
    if (scope->options->python_left_out)
        report_completeness(report,
                            "Times that Python's cProfile measured are "
                            "for the whole run, and are left out.");
}

static void say_threads(const struct completeness *sums, struct report *report)
{
    struct strbuf whose = { 0 };

    strbuf_puts(&whose, "the first thread");
    if (sums->led > 0)
        strbuf_printf(&whose,
                      " or, on %s where the first thread waited in "
                      "pthread_join or had ended, of another thread",
                      say_count(sums->led, "rank").text);
    report_completeness(
        report,
        "Up to %u threads of a rank called MPI or marked regions (those "
        "that ran one after the other count as one): times per rank and "
        "efficiencies are those of %s; calls, bytes and times of procedures "
        "are those of all.",
        sums->threads, strbuf_text(&whose));
    strbuf_clear(&whose);
}

/* Says what the numbers of a report refer to. */
static void say_meaning(const struct completeness *sums,
                        const struct scope *scope, struct report *report)
{
    if (scope->inside != NULL)
        report_completeness(report,
                            "Messages between ranks are not kept by "
                            "region: the communication matrix is left out.");
    if (sums->threads > 1)
        say_threads(sums, report);
}

/* Losses of whole ranks, and of threads whose rank had no room for one
 * more. */
static void say_timed(const struct sampled *sampled, struct strbuf *how)
{
    if (sampled->timer_ranks == 0 && sampled->timed == 0)
        return;
    strbuf_puts(how, "; by a timer's signal");
    if (sampled->timer_ranks > 0)
        strbuf_printf(how, " on %s",
                      say_count(sampled->timer_ranks, "rank").text);
    if (sampled->timed > 0)
        strbuf_printf(how, "%s in %s%s",
                      sampled->timer_ranks > 0 ? " and" : "",
                      say_count(sampled->timed, "thread").text,
                      sampled->timer_ranks > 0 ? " of other ranks" : "");
    if (sampled->refused == 0)
        return;
    strbuf_puts(how, ", as ");
    samples_say_refused(sampled->refused, how);
    strbuf_puts(how, " there");
}

#define TIMER_TICKS                                                          \
    "  Such a timer fires at the kernel's ticks (1 to 10 ms apart): if the " \
    "program sleeps between shorter pieces of work, their shares may be "    \
    "several points off."

/* The source of samples, and what is unknown about them. */
static void say_sampled(const struct scope *scope, struct report *report)
{
    const struct sampled *sampled = &scope->sampled;
    bool by_timer = sampled->timer_ranks > 0 || sampled->timed > 0;
    struct strbuf how = { 0 };

    if (sampled->sampled_ranks == 0)
        return;
    if (sampled->sampled_ranks < scope->rank_count)
        strbuf_printf(&how, ", on %u of %s", sampled->sampled_ranks,
                      say_count(scope->rank_count, "rank").text);
    say_timed(sampled, &how);
    if (sampled->user_ranks > 0)
        strbuf_printf(&how,
                      "; time in the kernel is not sampled on %s "
                      "(perf_event_paranoid)",
                      say_count(sampled->user_ranks, "rank").text);
    report_completeness(
        report,
        "Functions and lines were sampled every %s of CPU time "
        "of a thread%s.%s",
        say_seconds(sampled->period_ns).text, strbuf_text(&how),
        by_timer ? TIMER_TICKS : "");
    strbuf_clear(&how);
}

/* A number of all samples; no share where only some of these are here: of
 * regions, or those that are in the trace. */
static void say_cut(const struct scope *scope, struct report *report)
{
    const struct sampled *sampled = &scope->sampled;
    bool all =
        scope->inside == NULL && strcmp(scope->profile->source, "trace") != 0;
    struct strbuf share = { 0 };

    if (all)
        strbuf_printf(
            &share, " (%s of all)",
            say_percent(scope_share(sampled->cut, sampled->samples)).text);
    report_completeness(report,
                        "For %s, the outer part of the call path is "
                        "unknown%s: their time is missing from the functions "
                        "that called them.",
                        say_count(sampled->cut, "sample").text,
                        strbuf_text(&share));
    strbuf_clear(&share);
}

static void say_samples_lost(const struct scope *scope, struct report *report)
{
    const struct sampled *sampled = &scope->sampled;

    if (sampled->unsampled > 0)
        report_completeness(report, "%s could not be sampled.",
                            say_count(sampled->unsampled, "thread").text);
    if (sampled->lost > 0)
        report_completeness(report,
                            "%s could not be stored: the stored samples "
                            "stand for them, too.",
                            say_count(sampled->lost, "sample").text);
    if (sampled->cut > 0)
        say_cut(scope, report);
    if (sampled->crowded > 0)
        report_completeness(report,
                            "The tables had no room for the call paths of "
                            "%s.  Rerun with a larger MPIPROF_MEMORY.",
                            say_count(sampled->crowded, "sample").text);
    if (sampled->by_region.full)
        report_completeness(report,
                            "There are more than %u pairs of regions and "
                            "sampled functions: the function in which a "
                            "rank takes longer is reported for the whole "
                            "run, not for single regions.",
                            REGION_SAMPLES_MOST);
}

/* Calls that returned an error: how many, and of which procedure most. */
static void say_errors(const struct scope *scope, struct report *report)
{
    const struct tally *most = NULL;
    uint64_t errors = 0;

    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *tally = &scope->calls.items[i];

        errors += tally->errors;
        if (tally->errors > (most == NULL ? 0 : most->errors))
            most = tally;
    }
    if (most != NULL)
        report_completeness(report,
                            "%s returned an error, %llu of them in %s; "
                            "the table procedures counts them.",
                            say_count(errors, "MPI call").text,
                            (unsigned long long)most->errors,
                            scope_call_name(scope, (uint32_t)most->key));
}

static const char *setting_of(const struct profile *profile, const char *name)
{
    for (size_t i = 0; i < profile->setting_count; i++)
        if (strcmp(profile->settings[i].name, name) == 0)
            return profile->settings[i].value;
    return "";
}

/* built: what it is when nobody has switched it off; NULL: nothing else. */
static const char *why_without(const struct scope *scope, const char *built)
{
    const char *when = setting_of(scope->profile, "MPIPROF_SYMBOLS");

    if (strcasecmp(when, "off") == 0)
        return "MPIPROF_SYMBOLS was off";
    if (scope->options->in_run && strcasecmp(when, "later") == 0)
        return "with MPIPROF_SYMBOLS=later, mpiprof-report looks them up";
    if (!symbols_available())
        return "this mpiprof was built without libdw";
    return built;
}

#define FILES_SAID 3

/* "libsolve.so has changed since the run"; true: another file may have names. */
static bool say_file(struct strbuf *out, const struct definitions *names,
                     uint32_t module)
{
    static const char *const what[] = {
        [SYMBOLS_FILE_SAME] = "has no symbols for them",
        [SYMBOLS_FILE_CHANGED] = "has changed since the run",
        [SYMBOLS_FILE_MISSING] = "was not found or cannot be read",
    };
    struct definition item = definitions_get(names, DEFINITION_MODULE, module);
    enum symbols_file file =
        symbols_file_of(names, module, getenv("MPIPROF_BINARIES"));

    strbuf_printf(
        out, "%s%s %s", out->length > 0 ? ", " : "",
        last_part((const char *)(item.note_size > 0 ? item.note : item.key)),
        what[file]);
    return file != SYMBOLS_FILE_SAME;
}

/* unknown: of each module, how many frames. */
static void say_files(struct strbuf *out, const struct definitions *names,
                      const uint32_t *unknown)
{
    uint32_t modules = definitions_count(names, DEFINITION_MODULE);
    uint32_t files = 0;
    bool elsewhere = false;

    for (uint32_t i = 0; i < modules; i++)
        if (unknown[i] > 0 && ++files <= FILES_SAID)
            elsewhere = say_file(out, names, i) || elsewhere;
    if (files > FILES_SAID)
        strbuf_printf(out, ", and so on for %s",
                      say_count(files - FILES_SAID, "file").text);
    if (elsewhere)
        strbuf_puts(out, " (MPIPROF_BINARIES=FOLDER)");
}

/* Counts the frames without a function, by module; returns the number of all. */
static uint32_t count_unknown(const struct definitions *names,
                              uint32_t *unknown)
{
    uint32_t frames = definitions_count(names, DEFINITION_FRAME), all = 0;

    for (uint32_t i = 0; i < frames; i++)
        if (!symbols_has_name(names, i) && !python_frame_is_mpi4py(names, i)) {
            unknown[definitions_get(names, DEFINITION_FRAME, i).refs[0]]++;
            all++;
        }
    return all;
}

/* Frames whose function is unknown. */
static void say_symbols(const struct scope *scope, struct report *report)
{
    const struct definitions *names = scope->profile->definitions;
    uint32_t *unknown = calloc(
        definitions_count(names, DEFINITION_MODULE) + 1u, sizeof(*unknown));
    uint32_t all = unknown == NULL ? 0 : count_unknown(names, unknown);
    struct strbuf why = { 0 };

    if (all > 0 && why_without(scope, NULL) == NULL)
        say_files(&why, names, unknown);
    if (all > 0 && !why.failed)
        report_completeness(report, "%u of %u functions on call paths %s: %s.",
                            all, definitions_count(names, DEFINITION_FRAME),
                            all == 1
                                ? "has no name, and is shown as an address"
                                : "have no name, and are shown as addresses",
                            why_without(scope, strbuf_text(&why)));
    strbuf_clear(&why);
    free(unknown);
}

#define FEW_PLACES 0.1 /* a share of time; of system libraries: no more */

/* Time below lines of Python, which are known. */
static uint64_t below_python(const struct scope *scope)
{
    const struct tallies *lines = &scope->sampled.python;
    uint64_t ns = 0;

    for (size_t i = 0; i < lines->count; i++)
        ns += scope_stats(scope, &lines->items[i].time).sum;
    return ns;
}

/* Samples whose line is unknown. */
static void say_lines(const struct scope *scope, struct report *report)
{
    const struct tallies *lines = &scope->sampled.lines;
    uint64_t without = 0, python = below_python(scope);
    double share;

    for (size_t i = 0; i < lines->count; i++)
        if (sampled_line(scope, (uint32_t)lines->items[i].key).line == 0)
            without += scope_stats(scope, &lines->items[i].time).sum;
    without = without > python ? without - python : 0;
    share = scope_share(without, scope->sampled.ns);
    if (share >= FEW_PLACES)
        report_completeness(report,
                            "For %s of the time of functions, the line "
                            "and the inlined functions are unknown: %s.",
                            say_percent(share).text,
                            why_without(scope,
                                        "the program or a library was built "
                                        "without debug information (-g), or "
                                        "its files are elsewhere "
                                        "(MPIPROF_BINARIES=FOLDER) or have "
                                        "changed"));
}

/* The resources that each source gives, with their verb. */
static const struct {
    const char *what, *from;
} sources[RESOURCE_SOURCES] = {
    { "CPU time, page faults and context switches are", "getrusage" },
    { "time off-CPU is", "getrusage of the main thread" },
    { "time spent waiting for a core, which useful and MPI times may include, is",
      "/proc/thread-self/schedstat" },
    { "bytes read and written are", "/proc/self/io" },
    { "resident memory is", "/proc/self/statm" },
    { "energy is", "powercap (or PAPI)" },
};

/* On how many of the ranks a source was not there (any more). */
static uint32_t ranks_without(const struct scope *scope, int source,
                              uint64_t *failed)
{
    uint32_t ranks = 0;

    *failed = 0;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct resource_use *use = &scope->uses[i];

        *failed += use->failed[source];
        ranks += use->failed[source] > 0 ||
                 (use->sources != 0 && !(use->sources >> source & 1));
    }
    return ranks;
}

/* Resources that could not be read: their numbers are too small, or missing.
 * Few systems report energy. */
static void say_resources(const struct scope *scope, struct report *report)
{
    for (int source = 0; source < RESOURCE_SOURCES; source++) {
        uint64_t failed;
        uint32_t ranks = ranks_without(scope, source, &failed);

        if (ranks == 0 || (source == SOURCE_POWER && failed == 0))
            continue;
        report_completeness(
            report, "For %s, the %s %s: %s could not be read%s%s.",
            say_count(ranks, "rank").text, sources[source].what,
            failed > 0 ? "known only in part" : "unknown",
            sources[source].from, failed > 0 ? " in " : "",
            failed > 0 ? say_count(failed, "reading").text : "");
    }
}

/* Cores that ranks shared make all times longer: that comes first. */
static void say_remarks(const struct scope *scope, bool cores,
                        struct report *report)
{
    const struct remarks *remarks = &scope->profile->remarks;

    for (size_t i = 0; i < remarks->count; i++)
        if ((remarks->list[i].code == REMARK_CORES_SHARED) == cores)
            report_remark(report, &remarks->list[i]);
}

static enum status completeness_finish(void *state, const struct scope *scope,
                                       struct report *report)
{
    say_remarks(scope, true, report);
    say_window_of(scope, report);
    say_unread(scope, report);
    hang_ends_completeness(scope, report);
    say_lost(state, report);
    trace_limits_say(scope, report);
    say_program(state, scope, report);
    say_errors(scope, report);
    say_meaning(state, scope, report);
    say_sampled(scope, report);
    say_samples_lost(scope, report);
    say_resources(scope, report);
    folded_say(scope, report);
    say_symbols(scope, report);
    say_lines(scope, report);
    replayed_say(scope, report);
    say_remarks(scope, false, report);
    return STATUS_OK;
}

const struct analysis completeness_analysis = {
    .state_size = sizeof(struct completeness),
    .add = completeness_add,
    .finish = completeness_finish,
};
