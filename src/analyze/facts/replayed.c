/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/replayed.h"

#include "analyze/facts/say.h"

const char *replayed_doubt(const struct scope *scope)
{
    return replay_result_doubt(scope->profile->replay,
                               scope->profile->rank_count);
}

/* Whose messages they are that are counted here. */
static const char *of_whole(const struct scope *scope)
{
    return scope->profile->window.given ? " of the whole run" : "";
}

static uint64_t messages_of(const struct replay_result *replay)
{
    return replay->sends > replay->receives ? replay->sends : replay->receives;
}

void replayed_note(struct table *table, const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    struct strbuf note = { 0 };

    if (scope->profile->window.given)
        strbuf_printf(
            &note,
            "waits in %s; critical path, root causes and the ideal "
            "network are known for the whole run alone, and left out",
            say_window(&scope->profile->window).text);
    if (messages_of(replay) > 0)
        strbuf_printf(
            &note, "%s%llu of %s%s (%s) are matched in the trace",
            note.length > 0 ? "; " : "", (unsigned long long)replay->matched,
            say_count(messages_of(replay), "message").text, of_whole(scope),
            say_percent(replay_result_matched(replay)).text);
    if (note.length > 0)
        table_set_note(table, "%s", strbuf_text(&note));
    strbuf_clear(&note);
}

static void say_messages(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay->matched < messages_of(replay))
        report_completeness(report,
                            "Wait states: of %s%s only %llu (%s) have both "
                            "ends in the trace; the others are left out.",
                            say_count(messages_of(replay), "message").text,
                            of_whole(scope),
                            (unsigned long long)replay->matched,
                            say_percent(replay_result_matched(replay)).text);
}

static void say_collectives(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay->open_collectives > 0)
        report_completeness(
            report,
            "Wait states: of %s%s some members' part "
            "is not in the trace; they are left out.",
            say_count(replay->open_collectives, "collective").text,
            of_whole(scope));
    if (replay->odd_collectives > 0)
        report_completeness(
            report,
            "Wait states: %s%s left out, since its members recorded it "
            "differently.",
            say_count(replay->odd_collectives, "collective").text,
            of_whole(scope));
}

static const char *why_early(const struct scope *scope)
{
    if (!scope_on_one_host(scope))
        return "the clocks of the hosts differ";
    return scope_has_threads(scope)
               ? "threads of a rank use the same communicator and tag, so that "
                 "it is uncertain which message is which"
               : "the clocks of the cores differ";
}

static void say_early(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay->violations > 0)
        report_completeness(
            report,
            "Wait states: %s%s received up to %s before being "
            "sent: %s.  Such messages have no waits.",
            say_count(replay->violations, "message").text, of_whole(scope),
            say_seconds(replay->violation_most).text, why_early(scope));
}

void replayed_say(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;
    const char *doubt;

    if (replay == NULL)
        return;
    say_messages(scope, report);
    say_collectives(scope, report);
    say_early(scope, report);
    if (scope->profile->window.given) {
        report_completeness(
            report, "Wait states: serialisation and transfer efficiency, root "
                    "causes and the critical path are left out: they are "
                    "known only for the whole run.");
        return;
    }
    doubt = replayed_doubt(scope);
    if (doubt != NULL)
        report_completeness(report,
                            "Wait states: serialisation and transfer "
                            "efficiency and the critical path are unknown: "
                            "%s.",
                            doubt);
}
