/*
 * session_trace.c - the trace of a session: opened as the settings have it,
 * and what is said of it at the end.
 */
#include "measure/session_state.h"

#include <inttypes.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "measure/counters/counters.h"
#include "measure/reduce/exchange.h"
#include "measure/session_ending.h"

#define MIB (1024ull * 1024ull)

/* Whether MPIPROF_TRACE wants this rank; any: it wants some rank. */
static bool traces(bool *any)
{
    const char *text = session.settings.text[SETTING_TRACE];
    struct ranklist list;
    enum status status;
    bool wanted;

    *any = true;
    if (settings_word(text, any))
        return *any;
    log_set_prefix("MPIPROF_TRACE is on, off or ranks; using on: ");
    status = ranklist_parse(text, session.ranks, &list);
    log_set_prefix(NULL);
    if (status != STATUS_OK) {
        if (session.rank == 0)
            strbuf_printf(&session.remarks,
                          "MPIPROF_TRACE=%s is neither on, off nor a list of "
                          "ranks below %d: all were traced.\n",
                          text, session.ranks);
        return true;
    }
    wanted = ranklist_has(&list, session.rank) != 0;
    ranklist_clear(&list);
    return wanted;
}

/* What the trace is to be without. */
static void read_rules(void)
{
    size_t before = session.problems.length;
    enum status status = trace_rules_read(
        session.settings.text[SETTING_TRACE_SKIP],
        session.settings.text[SETTING_TRACE_ONLY], &session.rules,
        &session.problems);

    if (!exchange_agree(session.comm, status == STATUS_OK)) {
        trace_rules_destroy(session.rules);
        session.rules = NULL;
    }
    if (session.rank == 0)
        session_warn_lines(strbuf_text(&session.problems) + before);
}

void session_open_trace(void)
{
    static char *names[COUNTERS_MOST];
    enum status status;
    bool any;
    struct trace_config config = {
        .comm = session.comm,
        .directory = session.directory,
        .record = traces(&any),
        .limit_bytes =
            (uint64_t)session.settings.number[SETTING_TRACE_MB] * MIB,
        .buffer_bytes =
            (uint64_t)session.settings.number[SETTING_TRACE_BUFFER_MB] * MIB,
        .counter_clock = recorder.rate.counter,
        .counter_count = (uint32_t)recorder.counter_count,
        .counters = names,
    };

    for (int i = 0; i < recorder.counter_count; i++)
        names[i] = (char *)counters_name(i);
    if (!any)
        return;
    read_rules();
    config.rules = session.rules;
    status = trace_open(&config, &recorder.trace);
    if (status == STATUS_OK) {
        recorder.rules = session.rules;
        log_info("a trace is written to %s/run.otf2",
                 output_shown(session.directory));
        return;
    }
    recorder.trace = NULL;
    strbuf_printf(&session.remarks, "No trace: %s.\n",
                  status == STATUS_UNSUPPORTED
                      ? "this mpiprof was built without OTF2"
                      : "the archive could not be made");
    if (status == STATUS_UNSUPPORTED && session.rank == 0 &&
        session.settings.given[SETTING_TRACE])
        log_warn("MPIPROF_TRACE=%s: built without OTF2, going on without a "
                 "trace", session.settings.text[SETTING_TRACE]);
}

static void remark_left_out(struct profile *profile, bool only,
                            uint64_t calls)
{
    struct strbuf text;

    strbuf_init(&text);
    trace_rules_print(session.rules, only, &text);
    if (text.length > 0)
        profile_remark(profile, "%" PRIu64 " call%s left out of the trace by "
                       "MPIPROF_TRACE_%s=%s; the profile has all.", calls,
                       calls == 1 ? " was" : "s were",
                       only ? "ONLY" : "SKIP", text.text);
    strbuf_clear(&text);
}

/* Which rules match what this rank called. */
static uint64_t rules_met(const struct rank_data *rank)
{
    uint64_t met = 0;

    for (size_t i = 0; i < rank->row_count; i++)
        if (rank->rows[i].count > 0)
            met |= trace_rules_call(session.rules, rank->rows[i].call);
    return met;
}

static void tell_unmet(struct profile *profile, uint64_t met)
{
    struct strbuf text;

    strbuf_init(&text);
    trace_rules_unmet(session.rules, met, &text);
    if (text.length > 0) {
        log_warn("%s", strbuf_text(&text));
        profile_remark(profile, "%s in this run.", strbuf_text(&text));
    }
    strbuf_clear(&text);
}

void ending_describe_trace(struct ending *ending,
                           const struct trace_totals *totals)
{
    static const enum exchange_fold bits = FOLD_BITS;
    uint64_t met = totals->met;

    ending->data.trace_events = totals->events;
    ending->data.trace_bytes = totals->bytes;
    ending->data.trace_calls = totals->calls;
    if (totals->stopped_ticks > recorder.begin)
        ending->data.trace_stop = (uint64_t)clock_ticks_to_ns(
            &ending->rate, (double)(totals->stopped_ticks - recorder.begin));
    if (session.rules == NULL)
        return;
    met |= rules_met(&ending->data);
    exchange_fold(session.comm, &met, &bits, 1);
    if (ending->profile == NULL)
        return;
    if (ending->traced) {
        remark_left_out(ending->profile, false, totals->run_skipped);
        remark_left_out(ending->profile, true, totals->run_not_only);
    }
    tell_unmet(ending->profile, met);
}
