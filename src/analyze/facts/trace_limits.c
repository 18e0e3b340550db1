/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/trace_limits.h"

#include <inttypes.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/say.h"
#include "base/ranklist.h"
#include "settings/settings.h"

struct stops {
    uint32_t traced, count;
    const struct rank_times *first, *last; /* to stop */
    const struct rank_times *least, *most; /* bytes of trace */
};

static void add_stop(struct stops *stops, const struct rank_times *rank)
{
    if (stops->count++ == 0) {
        stops->first = stops->last = stops->least = stops->most = rank;
        return;
    }
    if (rank->trace_stop < stops->first->trace_stop)
        stops->first = rank;
    if (rank->trace_stop > stops->last->trace_stop)
        stops->last = rank;
    if (rank->trace_bytes < stops->least->trace_bytes)
        stops->least = rank;
    if (rank->trace_bytes > stops->most->trace_bytes)
        stops->most = rank;
}

static struct stops find_stops(const struct scope *scope)
{
    struct stops stops = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        stops.traced += scope->ranks[i].trace_events > 0;
        if (scope->ranks[i].trace_stop > 0)
            add_stop(&stops, &scope->ranks[i]);
    }
    return stops;
}

static void print_ranks(const struct scope *scope, struct strbuf *out)
{
    struct strbuf text = { 0 };
    struct ranklist_text list = { .out = &text };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].trace_stop > 0)
            ranklist_text_add(&list, scope->ranks[i].rank);
    ranklist_text_end(&list);
    ranklist_say(out, strbuf_text(&text));
    strbuf_clear(&text);
}

/* "rank 1 after 1.20 s (31 % of its run)"; of a trace that is cut no more is
 * known than where it ends. */
static void print_stop(const struct scope *scope,
                       const struct rank_times *rank, struct strbuf *out)
{
    strbuf_printf(out, "rank %u after %s", rank->rank,
                  say_seconds(rank->trace_stop).text);
    if (scope->cut_count == 0 && rank->run_length >= rank->trace_stop)
        strbuf_printf(
            out, " (%s of its run)",
            say_percent((double)rank->trace_stop / (double)rank->run_length)
                .text);
}

static void print_sizes(const struct stops *stops, struct strbuf *out)
{
    struct said least = say_bytes(stops->least->trace_bytes);

    strbuf_printf(out, ", with %s", least.text);
    if (stops->most->trace_bytes != stops->least->trace_bytes)
        strbuf_printf(out, " to %s", say_bytes(stops->most->trace_bytes).text);
    strbuf_puts(out, stops->count == 1 ? " of trace" : " of trace each");
}

static void say_stops(const struct scope *scope, struct report *report)
{
    struct stops stops = find_stops(scope);
    struct strbuf text = { 0 };

    if (stops.count == 0)
        return;
    strbuf_printf(&text,
                  "Tracing stopped at its limit on %u of %s that %s "
                  "traced (",
                  stops.count, say_count(stops.traced, "rank").text,
                  stops.traced == 1 ? "was" : "were");
    print_ranks(scope, &text);
    strbuf_puts(&text, stops.count == 1 ? "): " : "): first on ");
    print_stop(scope, stops.first, &text);
    if (stops.count > 1) {
        strbuf_puts(&text, ", last on ");
        print_stop(scope, stops.last, &text);
    }
    print_sizes(&stops, &text);
    report_completeness(report,
                        "%s; the profile is complete.  To trace more, raise "
                        "MPIPROF_TRACE_MB; to trace for longer, leave calls "
                        "out (MPIPROF_TRACE_SKIP).",
                        strbuf_text(&text));
    strbuf_clear(&text);
}

void trace_limits_verdict(const struct scope *scope, struct report *report)
{
    struct stops stops = find_stops(scope);
    struct strbuf first = { 0 };

    if (stops.count == 0 || scope->profile->replay == NULL ||
        scope->cut_count > 0)
        return;
    print_stop(scope, stops.first, &first);
    report_verdict(
        report,
        "The trace reached its limit on %u of %s, first on %s: waits are "
        "known only up to then, and gains are estimates.",
        stops.count, say_count(stops.traced, "rank").text,
        strbuf_text(&first));
    strbuf_clear(&first);
}

/* Lists the ranks without events, by MPIPROF_TRACE: those that were to have
 * some, or those that were not. */
static size_t list_without(const struct scope *scope,
                           const struct ranklist *wanted, bool all, bool lost,
                           struct strbuf *out)
{
    struct ranklist_text list = { .out = out };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].trace_events == 0 &&
            (all || ranklist_has(wanted, (int)scope->ranks[i].rank)) == lost)
            ranklist_text_add(&list, scope->ranks[i].rank);
    return ranklist_text_end(&list);
}

static void say_without(const struct scope *scope,
                        const struct ranklist *wanted, bool all,
                        struct report *report)
{
    struct strbuf list = { 0 };
    size_t count;

    count = list_without(scope, wanted, all, false, &list);
    if (count > 0)
        report_completeness(report, "%zu of %s %s not traced (%s).", count,
                            say_count(scope->rank_count, "rank").text,
                            count == 1 ? "was" : "were", strbuf_text(&list));
    strbuf_truncate(&list, 0);
    count = list_without(scope, wanted, all, true, &list);
    if (count > 0)
        report_completeness(report,
                            "The trace has no events of %zu of %s "
                            "(%s).",
                            count, say_count(scope->rank_count, "rank").text,
                            strbuf_text(&list));
    strbuf_clear(&list);
}

/* The profile has all ranks, the trace need not. */
static void say_untraced(const struct scope *scope, struct report *report)
{
    const struct profile *profile = scope->profile;
    const char *text = profile_setting_value(profile, "MPIPROF_TRACE");
    struct ranklist wanted = { 0 };
    bool all = false, beyond, listed;

    if (profile->trace_file == NULL || profile->trace_file[0] == '\0')
        return;
    listed = text != NULL && !settings_word(text, &all) &&
             ranklist_parse_part(text, (int)profile->rank_count, &wanted,
                                 &beyond) == STATUS_OK;
    say_without(scope, &wanted, all, report);
    if (listed)
        ranklist_clear(&wanted);
}

static void say_locations(const struct scope *scope, struct report *report)
{
    uint64_t locations = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].trace_events > 0)
            locations += scope->ranks[i].threads;
    if (locations >= TRACE_LOCATIONS_MANY)
        report_completeness(report,
                            "The trace has %" PRIu64 " locations "
                            "(threads of ranks), with two files each: "
                            "MPIPROF_TRACE=RANKS, such as 0-63, traces the "
                            "threads of some ranks and leaves the files of "
                            "the others all but empty.",
                            locations);
}

void trace_limits_say(const struct scope *scope, struct report *report)
{
    say_stops(scope, report);
    if (strcmp(scope->profile->source, "trace") != 0)
        say_untraced(scope, report);
    say_locations(scope, report);
}
