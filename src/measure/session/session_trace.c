/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_trace.c - the trace of a session: opens it by the settings, and
 * reports on it at the end.
 */
#include "measure/session/session_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "measure/counters/counters.h"
#include "measure/comm/exchange.h"
#include "measure/session/session_ending.h"
#include "measure/session/session_keep.h"

#define MIB (1024ull * 1024ull)

/* A list that names ranks that do not exist: its other ranks are traced. */
static void tell_beyond(const char *text, const struct ranklist *list)
{
    struct strbuf traced = { 0 };

    ranklist_print(&traced, list->members, list->count);
    REMARK(&session.remarks,
           list->count == 0 ? REMARK_TRACE_NO_SUCH_RANK
                            : REMARK_TRACE_FEWER_RANKS,
           .numbers = { (uint64_t)session.ranks - 1 },
           .texts = { text, strbuf_text(&traced) });
    session_warn(&session.remarks, session.remarks.count - 1);
    strbuf_clear(&traced);
}

/* Whether MPIPROF_TRACE wants this rank; any: it wants some rank. */
static bool rank_traces(bool *any)
{
    const char *text = session.settings.text[SETTING_TRACE];
    struct ranklist list;
    enum status status;
    bool wanted, beyond;

    *any = true;
    if (settings_word(text, any))
        return *any;
    log_set_prefix(
        "MPIPROF_TRACE must be on, off or a list of ranks; using on: ");
    status = ranklist_parse_part(text, session.ranks, &list, &beyond);
    log_set_prefix(NULL);
    if (status != STATUS_OK) {
        REMARK(&session.remarks, REMARK_TRACE_NO_LIST, .texts = { text });
        session.settings.text[SETTING_TRACE] = "on"; /* what readers see */
        return true;
    }
    if (beyond)
        tell_beyond(text, &list);
    *any = list.count > 0;
    wanted = ranklist_has(&list, session.rank) != 0;
    ranklist_clear(&list);
    return wanted;
}

/* Kinds of calls that the trace leaves out. */
static void read_rules(void)
{
    size_t before = session.problems.length;
    enum status status;

    log_hold();
    status = trace_rules_read(session.settings.text[SETTING_TRACE_SKIP],
                              session.settings.text[SETTING_TRACE_ONLY],
                              &session.rules, &session.problems);
    log_release(NULL);
    if (!exchange_agree(session.comm, status == STATUS_OK)) {
        trace_rules_destroy(session.rules);
        session.rules = NULL;
        REMARK(&session.remarks, REMARK_TRACE_NO_RULES);
    }
    if (session.rank == 0)
        session_warn_lines(strbuf_text(&session.problems) + before);
}

void session_open_trace(void)
{
    static char *names[COUNTERS_MOST];
    char why[TRACE_WHY_BYTES] = "";
    enum status status;
    bool any;
    struct trace_config config = {
        .why = why,
        .comm = session.comm,
        .directory = session.directory,
        .record = rank_traces(&any),
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
    config.keep = keep_has_room(config.buffer_bytes < TRACE_KEPT_LEAST
                                    ? TRACE_KEPT_LEAST
                                    : config.buffer_bytes);
    config.rules = session.rules;
    status = trace_open(&config, &recorder.trace);
    if (status == STATUS_OK) {
        recorder.rules = session.rules;
        log_info("a trace is written to %s/run.otf2",
                 output_shown(session.directory));
        return;
    }
    recorder.trace = NULL;
    if (status != STATUS_UNSUPPORTED)
        output_remove_trace(session.comm, session.directory);
    if (status != STATUS_UNSUPPORTED && session.rank == 0)
        snprintf(session.trace_lost, sizeof(session.trace_lost),
                 "%s; none is written", why);
    REMARK(&session.remarks, status == STATUS_UNSUPPORTED
                                 ? REMARK_TRACE_NO_OTF2
                                 : REMARK_TRACE_NO_ARCHIVE);
    if (status == STATUS_UNSUPPORTED && session.rank == 0 &&
        session.settings.given[SETTING_TRACE])
        log_warn(
            "MPIPROF_TRACE=%s: mpiprof was built without OTF2; there is no "
            "trace",
            session.settings.text[SETTING_TRACE]);
}

static void remark_left_out(struct remarks *remarks, bool only, uint64_t calls,
                            uint64_t met)
{
    struct strbuf text = { 0 };

    trace_rules_print(session.rules, only, &text);
    if (calls > 0 ? text.length > 0
                  : trace_rules_any(session.rules, only, met))
        REMARK(remarks,
               calls > 0 ? REMARK_TRACE_LEFT_OUT : REMARK_TRACE_NONE_LEFT_OUT,
               .numbers = { calls },
               .texts = { only ? "MPIPROF_TRACE_ONLY" : "MPIPROF_TRACE_SKIP",
                          strbuf_text(&text) });
    strbuf_clear(&text);
}

/* Which rules match what this rank called, and which of its calls are in the
 * trace in spite of them. */
static void find_met(const struct rank_data *rank, uint64_t *met,
                     uint64_t *kept)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        if (rank->rows[i].count == 0)
            continue;
        *met |= trace_rules_call(session.rules, rank->rows[i].call);
        *kept |= trace_rules_kept(session.rules, rank->rows[i].call);
    }
}

static void tell_stopped(uint64_t ranks)
{
    if (ranks > 0)
        log_warn("the trace of %" PRIu64 " of %d ranks reached its limit of "
                 "MPIPROF_TRACE_MB=%" PRId64 " and ends before the run did; "
                 "the profile is complete",
                 ranks, session.ranks,
                 session.settings.number[SETTING_TRACE_MB]);
}

void ending_describe_trace(struct ending *ending,
                           const struct trace_totals *totals)
{
    static const enum exchange_fold folds[] = { FOLD_BITS, FOLD_BITS };
    uint64_t bits[] = { totals->met, 0 }; /* of rules that match; of calls
                                           * that stay all the same */
    struct remarks *remarks;
    size_t before;

    ending->data.trace_events = totals->events;
    ending->data.trace_bytes = totals->bytes;
    ending->data.trace_calls = totals->calls;
    if (totals->stopped_ticks > recorder.begin)
        ending->data.trace_stop = (uint64_t)clock_ticks_to_ns(
            &ending->rate, (double)(totals->stopped_ticks - recorder.begin));
    if (ending->traced)
        tell_stopped(totals->run_stopped);
    if (session.rules == NULL)
        return;
    find_met(&ending->data, &bits[0], &bits[1]);
    exchange_fold(session.comm, bits, folds, 2);
    if (ending->profile == NULL)
        return;
    remarks = &ending->profile->remarks;
    if (ending->traced) {
        remark_left_out(remarks, false, totals->run_skipped, bits[0]);
        remark_left_out(remarks, true, totals->run_not_only, bits[0]);
    }
    before = remarks->count;
    if (ending->traced)
        trace_rules_tell_kept(session.rules, bits[1], remarks);
    trace_rules_unmet(session.rules, bits[0], remarks);
    session_warn(remarks, before);
}
