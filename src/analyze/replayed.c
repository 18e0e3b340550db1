#include "analyze/replayed.h"

#include "analyze/say.h"

const char *replayed_doubt(const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay->ranks < scope->profile->rank_count)
        return "not all ranks were traced";
    if (replay->cut)
        return "the trace of some ranks ends before the run did";
    if (replay_result_matched(replay) < REPLAYED_LEAST_MATCHED)
        return "too few messages could be matched";
    return NULL;
}

static uint64_t messages_of(const struct replay_result *replay)
{
    return replay->sends > replay->receives ? replay->sends
                                            : replay->receives;
}

void replayed_note(struct table *table, const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;

    if (messages_of(replay) > 0)
        table_set_note(table, "from the trace: of %s %llu (%s) have both ends "
                       "there",
                       say_count(messages_of(replay), "message").text,
                       (unsigned long long)replay->matched,
                       say_percent(replay_result_matched(replay)).text);
}

static void say_messages(const struct replay_result *replay,
                         struct report *report)
{
    if (replay->matched < messages_of(replay))
        report_completeness(report, "Wait states: of %s only %llu (%s) have "
                            "both ends in the trace, the others are left "
                            "out.",
                            say_count(messages_of(replay), "message").text,
                            (unsigned long long)replay->matched,
                            say_percent(replay_result_matched(replay)).text);
}

static void say_collectives(const struct replay_result *replay,
                            struct report *report)
{
    if (replay->open_collectives > 0)
        report_completeness(report, "Wait states: of %s some members' part "
                            "is not in the trace; they are left out.",
                            say_count(replay->open_collectives,
                                      "collective").text);
    if (replay->odd_collectives > 0)
        report_completeness(report, "Wait states: %s left out, since its "
                            "members tell different things of it.",
                            say_count(replay->odd_collectives,
                                      "collective").text);
}

static void say_clocks(const struct replay_result *replay,
                       struct report *report)
{
    if (replay->violations > 0)
        report_completeness(report, "Wait states: %s received before it was "
                            "sent, by the clocks of the hosts, up to %s; such "
                            "messages have no waits.",
                            say_count(replay->violations, "message").text,
                            say_seconds(replay->violation_most).text);
}

void replayed_say(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;
    const char *doubt;

    if (replay == NULL)
        return;
    say_messages(replay, report);
    say_collectives(replay, report);
    say_clocks(replay, report);
    doubt = replayed_doubt(scope);
    if (doubt != NULL)
        report_completeness(report, "Wait states: serialisation and transfer "
                            "efficiency and the critical path are not known: "
                            "%s.", doubt);
}
