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

/* A list that names ranks that are not there: the others of it are traced. */
static void tell_beyond(const char *text, const struct ranklist *list)
{
    struct strbuf line;

    if (session.rank != 0)
        return;
    strbuf_init(&line);
    strbuf_printf(&line,
                  "MPIPROF_TRACE=%.200s: the ranks of this run are "
                  "0-%d, ",
                  text, session.ranks - 1);
    if (list->count == 0) {
        strbuf_puts(&line, "there is no trace");
    } else {
        strbuf_puts(&line, "traced: ");
        ranklist_print(&line, list->members, list->count);
    }
    log_warn("%s", strbuf_text(&line));
    if (!line.failed)
        strbuf_printf(&session.remarks, "%s.\n", line.text);
    strbuf_clear(&line);
}

/* Whether MPIPROF_TRACE wants this rank; any: it wants some rank. */
static bool traces(bool *any)
{
    const char *text = session.settings.text[SETTING_TRACE];
    struct ranklist list;
    enum status status;
    bool wanted, beyond;

    *any = true;
    if (settings_word(text, any))
        return *any;
    log_set_prefix("MPIPROF_TRACE is on, off or ranks; using on: ");
    status = ranklist_parse_part(text, session.ranks, &list, &beyond);
    log_set_prefix(NULL);
    if (status != STATUS_OK) {
        if (session.rank == 0)
            strbuf_printf(&session.remarks,
                          "MPIPROF_TRACE=%s is neither on, off nor a list of "
                          "ranks: all were traced.\n",
                          text);
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

/* What the trace is to be without. */
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
        strbuf_puts(&session.remarks, "No memory for the rules of the trace: "
                                      "nothing was left out of it.\n");
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
    strbuf_printf(&session.remarks, "No trace: %s.\n",
                  status == STATUS_UNSUPPORTED
                      ? "this mpiprof was built without OTF2"
                      : "the archive could not be made");
    if (status == STATUS_UNSUPPORTED && session.rank == 0 &&
        session.settings.given[SETTING_TRACE])
        log_warn("MPIPROF_TRACE=%s: built without OTF2, going on without a "
                 "trace",
                 session.settings.text[SETTING_TRACE]);
}

static void remark_left_out(struct profile *profile, bool only, uint64_t calls,
                            uint64_t met)
{
    const char *setting = only ? "ONLY" : "SKIP";
    struct strbuf text;

    strbuf_init(&text);
    trace_rules_print(session.rules, only, &text);
    if (text.length > 0 && calls > 0)
        profile_remark(profile,
                       "%" PRIu64 " call%s left out of the trace by "
                       "MPIPROF_TRACE_%s=%s; the profile has all.",
                       calls, calls == 1 ? " was" : "s were", setting,
                       text.text);
    else if (trace_rules_any(session.rules, only, met))
        profile_remark(profile,
                       "No call was left out of the trace by "
                       "MPIPROF_TRACE_%s=%s: it met none but those that stay "
                       "in any case, which complete what is in the trace, are "
                       "an end of a message, or begin or end the run or "
                       "something in it.",
                       setting, strbuf_text(&text));
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

/* Each line of it as a warning, and as a sentence of the report. */
static void tell(struct profile *profile, const struct strbuf *lines)
{
    const char *at = strbuf_text(lines);

    session_warn_lines(at);
    while (*at != '\0') {
        int length = (int)strcspn(at, "\n");

        profile_remark(profile, "%.*s.", length, at);
        at += length + (at[length] == '\n');
    }
}

static void tell_kept(struct profile *profile, uint64_t kept)
{
    struct strbuf text;

    strbuf_init(&text);
    trace_rules_tell_kept(session.rules, kept, &text);
    tell(profile, &text);
    strbuf_clear(&text);
}

static void tell_stopped(uint64_t ranks)
{
    if (ranks > 0)
        log_warn("the trace of %" PRIu64 " of %d ranks met its limit of "
                 "MPIPROF_TRACE_MB=%" PRId64 " and ends before the run did; "
                 "the profile has all",
                 ranks, session.ranks,
                 session.settings.number[SETTING_TRACE_MB]);
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
    static const enum exchange_fold folds[] = { FOLD_BITS, FOLD_BITS };
    uint64_t bits[] = { totals->met, 0 }; /* of rules that match; of calls
                                           * that stay all the same */

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
    if (ending->traced) {
        remark_left_out(ending->profile, false, totals->run_skipped, bits[0]);
        remark_left_out(ending->profile, true, totals->run_not_only, bits[0]);
        tell_kept(ending->profile, bits[1]);
    }
    tell_unmet(ending->profile, bits[0]);
}
