/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/tables/verdict.h"

#include <string.h>

#include "analyze/advice/rules.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/efficiency/efficiency_over_time.h"
#include "analyze/hangs/hang_end_phrases.h"
#include "analyze/hangs/hang_verdict.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/outside_waits.h"
#include "analyze/facts/overheads.h"
#include "analyze/facts/programs.h"
#include "analyze/facts/replayed.h"
#include "analyze/wait_states/root_causes.h"
#include "analyze/facts/say.h"
#include "analyze/facts/starvation.h"
#include "analyze/facts/trace_limits.h"
#include "analyze/tables/causes.h"
#include "analyze/tables/excess_phrases.h"
#include "analyze/wait_states/say_site.h"
#include "base/saturate.h"

#define CLASSES_TOLD 3
#define POLLS_LEAST 100    /* calls that look for messages, to be named */
#define POLLS_A_SECOND 100 /* same, at least */
#define POLLS_INSIDE 4     /* times their time: no more than T */
#define CAUSE_WORTH 0.333  /* of all waits, to be named */
#define PROGRAMS_TOLD 4
#define UNMENDED_LEAST 0.05 /* of T: unequal work without a cause */
#define LEAST_SHARE 0.001   /* of all time: less is not told */

enum problem { PROBLEM_NONE, PROBLEM_IMBALANCE, PROBLEM_MPI, PROBLEM_UNKNOWN };

struct findings {
    enum problem problem;
    const struct tally *region;      /* NULL: the run as a whole */
    struct rank_stats_result spread; /* of its useful time */
    const struct tally *site;        /* most MPI time; NULL: no calls */
    uint64_t mpi_cost;               /* T - greatest useful time */
};

/* Imbalance is reported before time in MPI, which is often its consequence,
 * unless it is the far smaller one. */
static void findings_collect(const struct scope *scope, struct findings *out)
{
    struct rank_stats_result run = imbalance_of_run(scope);

    memset(out, 0, sizeof(*out));
    out->site = causes_greatest_site(scope);
    if (scope->run_ns > run.max)
        out->mpi_cost = scope->run_ns - run.max;
    out->region = imbalance_worst_region(scope, &out->spread);
    if (out->region == NULL || !advice_worth(scope, out->spread.avoidable)) {
        out->region = NULL;
        out->spread = run;
    }
    if (efficiency_doubt(scope) != NULL)
        out->problem = PROBLEM_UNKNOWN;
    else if (advice_worth(scope, out->spread.avoidable) &&
             out->spread.avoidable >= out->mpi_cost / 4)
        out->problem = PROBLEM_IMBALANCE;
    else if (advice_worth(scope, out->mpi_cost) && out->site != NULL)
        out->problem = PROBLEM_MPI;
    else if (advice_worth(scope, out->spread.avoidable))
        out->problem = PROBLEM_IMBALANCE;
}

static int next_class(const struct scope *scope, uint64_t below, int after)
{
    int best = -1;

    for (int i = 0; i < CALL_CLASS_COUNT; i++) {
        uint64_t here = scope->class_ns[i];

        if (i == CALL_CLASS_SETUP || here == 0 || here > below ||
            (here == below && i <= after))
            continue;
        if (best < 0 || here > scope->class_ns[best])
            best = i;
    }
    return best;
}

/* Readers took `wait/test' for something else than waits for messages. */
static const char *class_said(int class)
{
    return class == CALL_CLASS_WAIT
               ? "MPI_Wait*/Test*"
               : call_class_title((enum call_class) class);
}

/* " (collective 21 %, MPI-IO 7 %)", to an empty string. */
static void add_classes(struct strbuf *out, const struct scope *scope,
                        uint64_t all)
{
    uint64_t below = UINT64_MAX;
    int class = -1;
    double share;

    for (int i = 0; i < CLASSES_TOLD; i++) {
        class = next_class(scope, below, class);
        if (class < 0)
            break;
        below = scope->class_ns[class];
        share = scope_share(below, all);
        if (share < LEAST_SHARE)
            break;
        strbuf_printf(out, "%s%s %s", out->length == 0 ? " (" : ", ",
                      class_said(class), say_percent(share).text);
    }
    if (out->length > 0)
        strbuf_putc(out, ')');
}

/* A cause is a rank that was off-CPU in useful time: none of that is work. */
static bool any_idle(const struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].idle)
            return true;
    return false;
}

static uint64_t off_ns(const struct scope *scope)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        sum += 1000 * scope->uses[i].value[RESOURCE_OFF];
    return sum;
}

/* " (accelerator waits 40 %)", to an empty string. */
static void add_outside_waits(struct strbuf *out, const struct advice *advice,
                              const struct scope *scope, uint64_t all)
{
    uint64_t sums[OUTSIDE_WAIT_KINDS];

    outside_waits_sum(scope, sums);
    if (any_idle(advice))
        strbuf_printf(out, " (at least %s off-CPU",
                      say_percent(scope_share(off_ns(scope), all)).text);
    for (int kind = 0; kind < OUTSIDE_WAIT_KINDS; kind++)
        if (scope_share(sums[kind], all) >= LEAST_SHARE)
            strbuf_printf(out, "%s%s waits %s", out->length == 0 ? " (" : ", ",
                          outside_wait_title((enum outside_wait)kind),
                          say_percent(scope_share(sums[kind], all)).text);
    if (out->length > 0)
        strbuf_putc(out, ')');
}

/* "trace of 1 of 2 ranks: " when the report is not about all of them. */
static void add_share_of_ranks(struct strbuf *out, const struct scope *scope)
{
    const char *source = scope->profile->source;

    if (scope->unread_count > 0)
        strbuf_printf(out, "%s of %u of %u ranks: ",
                      source == NULL || source[0] == '\0' ? "data" : source,
                      scope->rank_count, scope->profile->rank_count);
}

/* Waiting in MPI_Finalize, which is not part of T, where it matters: of the
 * ranks that were there long before others. */
static uint64_t end_waits(const struct scope *scope)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        sum += scope->ranks[i].finalize;
    if (scope_is_part(scope) ||
        (double)sum < ADVICE_LEAST * (double)(scope->total_ns + sum))
        return 0;
    return sum;
}

static void say_programs(const struct scope *scope, struct report *report)
{
    uint32_t count = programs_count(scope);
    struct strbuf list = { 0 };

    if (count < 2)
        return;
    programs_put_list(&list, scope, PROGRAMS_TOLD);
    report_verdict(report, "%u programs: %s.", count, strbuf_text(&list));
    strbuf_clear(&list);
}

/* "heat2d, 4 ranks on 1 host"; several programs have a sentence of their
 * own. */
static void add_who(struct strbuf *out, const struct scope *scope)
{
    const struct profile *profile = scope->profile;
    uint32_t hosts = definitions_count(profile->definitions, DEFINITION_HOST);

    if (profile->program != NULL && profile->program[0] != '\0' &&
        programs_count(scope) < 2)
        strbuf_printf(out, "%s, ", profile->program);
    strbuf_puts(out, say_count(scope->rank_count, "rank").text);
    if (hosts > 0)
        strbuf_printf(out, " on %s", say_count(hosts, "host").text);
}

static void say_where(const struct advice *advice, const struct scope *scope,
                      bool starved, struct report *report)
{
    struct strbuf part = { 0 }, classes = { 0 }, waits = { 0 };
    uint64_t at_end = end_waits(scope);
    uint64_t all = scope->total_ns + at_end;

    add_outside_waits(&waits, advice, scope, all);
    add_share_of_ranks(&part, scope);
    add_classes(&classes, scope, all);
    if (scope->polled_ns > 0)
        strbuf_printf(&classes, ", %s waiting between polls",
                      say_percent(scope_share(scope->polled_ns, all)).text);
    if (at_end > 0)
        strbuf_printf(&classes, ", %s waiting in MPI_Finalize",
                      say_percent(scope_share(at_end, all)).text);
    if (scope->profile->window.given)
        strbuf_printf(&part, "%s: ", say_window(&scope->profile->window).text);
    add_who(&part, scope);
    report_verdict(
        report, "%s, %s%s: %s%s %s%s, %s in MPI%s%s", strbuf_text(&part),
        say_seconds(scope->run_ns).text,
        scope->inside ? " in the selected regions" : "",
        scope->rank_count > 1 ? "on average " : "",
        say_percent(scope_share(scope->useful_ns, all)).text,
        starved || any_idle(advice) ? "outside MPI" : "useful work",
        strbuf_text(&waits), say_percent(scope_share(scope->mpi_ns, all)).text,
        strbuf_text(&classes),
        scope_has_threads(scope) ? "; counting one thread of each rank" : "");
    strbuf_clear(&waits);
    strbuf_clear(&classes);
    strbuf_clear(&part);
}

/* "the other ranks on average (rank 2: 3.50 s; rank 0, the fastest: 2.00 s)" */
static void others_phrase(const struct scope *scope,
                          const struct rank_stats_result *spread,
                          struct strbuf *out)
{
    if (scope->rank_count == 2)
        strbuf_printf(out, "rank %u",
                      scope_rank_at(scope, spread->max_index == 0));
    else
        strbuf_printf(out,
                      "the other ranks on average (rank %u: %s; rank %u, the "
                      "fastest: %s)",
                      scope_rank_at(scope, spread->max_index),
                      say_seconds(spread->max).text,
                      scope_rank_at(scope, spread->min_index),
                      say_seconds(spread->min).text);
}

static void say_imbalance(const struct scope *scope,
                          const struct findings *found, struct report *report)
{
    const struct rank_stats_result *spread = &found->spread;
    uint64_t more = saturate_near(imbalance_excess(scope, spread));
    struct strbuf region = { 0 }, others = { 0 }, function = { 0 };

    put_excess_function(&function, scope,
                        found->region == NULL ? REGION_ALL
                                              : (uint32_t)found->region->key,
                        spread);
    if (found->region != NULL)
        put_excess_region(&region, scope, (uint32_t)found->region->key);
    others_phrase(scope, spread, &others);
    report_verdict(
        report,
        "Rank %u works %s longer%s than %s%s.  Spreading the work evenly "
        "would save up to %s of %s (%s).%s",
        scope_rank_at(scope, spread->max_index), say_seconds(more).text,
        strbuf_text(&region), strbuf_text(&others), strbuf_text(&function),
        say_seconds(spread->avoidable).text, say_seconds(scope->run_ns).text,
        say_percent(scope_share(spread->avoidable, scope->run_ns)).text,
        imbalance_is_alone(scope, spread)
            ? "  Is it doing serial work, such as file I/O, while the others "
              "wait?"
            : "");
    report_rate(report, report->verdict_count - 1,
                causes_severity(scope, spread->avoidable));
    strbuf_clear(&region);
    strbuf_clear(&others);
    strbuf_clear(&function);
}

/* Point-to-point messages that were sent. */
static uint64_t messages_sent(const struct scope *scope, uint64_t *bytes)
{
    uint64_t messages = 0;

    *bytes = 0;
    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *tally = &scope->calls.items[i];

        if (tally->out_bytes == 0 ||
            scope_call_class(scope, (uint32_t)tally->key) != CALL_CLASS_P2P)
            continue;
        messages += tally->out_calls;
        *bytes += tally->out_bytes;
    }
    return messages;
}

/* Messages so small and so many that their number is what costs. */
static void small_messages_phrase(const struct scope *scope,
                                  struct strbuf *out)
{
    uint64_t bytes, messages = messages_sent(scope, &bytes);

    if (messages == 0 || bytes / messages >= SMALL_MESSAGE_BYTES ||
        (double)messages * 1e9 <
            SMALL_MESSAGES_PER_SECOND * (double)scope->total_ns)
        return;
    strbuf_printf(out,
                  "  The ranks sent %s of %s on average: fewer, larger ones "
                  "would cost less.",
                  say_count(messages, "message").text,
                  say_bytes((bytes + messages / 2) / messages).text);
}

/* simulated: that of messages is one of the changes that were tried. */
static void say_mpi(const struct scope *scope, const struct findings *found,
                    bool simulated, struct report *report)
{
    struct strbuf messages = { 0 };

    if (!simulated)
        small_messages_phrase(scope, &messages);
    report_verdict(
        report, "MPI takes %s of the time%s (%s of %s).%s",
        say_percent(scope_share(found->mpi_cost, scope->run_ns)).text,
        scope->rank_count > 1 ? " even on the rank with the most work" : "",
        say_seconds(found->mpi_cost).text, say_seconds(scope->run_ns).text,
        strbuf_text(&messages));
    strbuf_clear(&messages);
}

static void say_apart(const struct scope *scope, struct report *report)
{
    struct strbuf apart = { 0 };

    hang_ends_put_apart(scope, &apart);
    report_verdict(report, "Whether the ranks are balanced is unknown: %s.",
                   strbuf_text(&apart));
    strbuf_clear(&apart);
}

static void say_unknown(const struct scope *scope, struct report *report)
{
    if (scope_ended_apart(scope) > 0)
        say_apart(scope, report);
    else if (scope_is_partial(scope))
        report_verdict(report,
                       "Whether the ranks are balanced is unknown: "
                       "data of %zu of %s is missing or ends early.",
                       scope->unread_count + scope->cut_count,
                       say_count(scope->profile->rank_count, "rank").text);
    else
        report_verdict(report,
                       "Whether the ranks are balanced is unknown: some "
                       "were not measured for up to %s longer than others "
                       "(%s).",
                       say_seconds(imbalance_unmeasured(scope)).text,
                       scope_pause_reason(scope));
}

/* The least gain that is reported, as a share of T. */
static struct said least_gain(const struct scope *scope)
{
    double doubt = scope_share(scope->doubt_ns, scope->run_ns);

    return say_percent(doubt > ADVICE_LEAST ? doubt : ADVICE_LEAST);
}

static void say_problem(const struct scope *scope,
                        const struct findings *found, struct report *report)
{
    if (found->problem == PROBLEM_IMBALANCE)
        say_imbalance(scope, found, report);
    else if (found->problem == PROBLEM_UNKNOWN)
        say_unknown(scope, report);
    else if (scope->inside != NULL)
        report_verdict(report, "Work is balanced in the selected regions.");
    else if (found->problem == PROBLEM_MPI)
        say_mpi(scope, found, false, report);
    else
        report_verdict(report,
                       scope->rank_count > 1
                           ? "The run is balanced: neither unequal work nor "
                             "MPI costs more than %s of its time."
                           : "MPI takes less than %s of the time.",
                       least_gain(scope).text);
}

/* Seconds with as many digits as tell both ends of that part apart. */
static int decimals_of(uint64_t width_ns)
{
    int decimals = 1;

    for (double s = (double)width_ns / 1e9; s < 1 && decimals < 9; s *= 10)
        decimals++;
    return decimals;
}

/* In shorter parts chance decides, as in runs that are too short. */
#define LOW_LEAST_NS 100000000u

/* A part of the run that is far worse than the rest, which sums over the whole
 * run hide. */
static void say_low(const struct scope *scope, struct report *report)
{
    struct efficiency_low low;
    struct strbuf region = { 0 };
    double from, to;
    int decimals;

    if (!efficiency_find_low(scope, &low) || low.there.width < LOW_LEAST_NS)
        return;
    if (low.region != STRETCH_RUN) {
        strbuf_puts(&region, " (mostly in region ");
        say_region(&region, scope, low.region);
        strbuf_putc(&region, ')');
    }
    decimals = decimals_of(low.there.width);
    from = (double)low.there.begin / 1e9;
    to = (double)(low.there.begin + low.there.width) / 1e9;
    report_verdict(
        report,
        "Between %.*f s and %.*f s%s, parallel efficiency was %s, against %s "
        "over the run; %s was %s.  Use --from %.*f --to %.*f to report on "
        "that part alone.",
        decimals, from, decimals, to, strbuf_text(&region),
        say_percent(low.there.parallel).text, say_percent(low.run).text,
        low.what, say_percent(low.factor).text, decimals, from, decimals, to);
    strbuf_clear(&region);
}

static void put_cause(const struct scope *scope,
                      const struct root_causes *causes,
                      const struct delay *worst, struct report *report)
{
    uint64_t all = causes->activities.waits.all;
    double share = scope_share(worst == NULL ? 0 : delay_cost_of(worst), all);
    struct strbuf cause = { 0 };

    if (share >= CAUSE_WORTH) {
        strbuf_printf(&cause, ", %s of it because of rank %u: ",
                      say_percent(share).text, worst->rank);
        say_activity(&cause, scope, &causes->activities, worst->activity);
    } else {
        strbuf_puts(&cause,
                    "; no single cause explains more than a third of it");
    }
    report_verdict(report,
                   "Ranks spent %s%s of their time (%s summed over ranks%s) "
                   "waiting for each other%s.",
                   replayed_doubt(scope) == NULL ? "" : "at least ",
                   say_percent(scope_share(all, scope->total_ns)).text,
                   say_seconds(all).text,
                   scope_has_threads(scope) ? " and threads" : "",
                   strbuf_text(&cause));
    strbuf_clear(&cause);
}

static bool worth_saying(const struct root_causes *causes,
                         const struct scope *scope)
{
    return (double)causes->activities.waits.all >=
           ADVICE_LEAST * (double)scope->total_ns;
}

/* False: there is no trace, or not much was waited. */
static bool say_waits(const struct scope *scope, struct report *report)
{
    struct root_causes causes;
    bool worth;

    if (!root_causes_known(scope))
        return false;
    worth = root_causes_init(&causes, scope) == STATUS_OK &&
            worth_saying(&causes, scope);
    if (worth)
        put_cause(scope, &causes, root_causes_worst(&causes), report);
    root_causes_clear(&causes);
    return worth;
}

static void say_next(const struct scope *scope, const struct findings *found,
                     struct report *report)
{
    const char *threads = scope_has_threads(scope) ? ", all threads" : "";
    struct strbuf site = { 0 };
    uint64_t mean = 0;

    if (found->site != NULL)
        mean = saturate_near(
            scope_mean(scope, scope_stats(scope, &found->site->time).sum));
    if (scope_share(mean, scope->run_ns) < LEAST_SHARE)
        return;
    say_site(&site, scope, found->site->key);
    report_verdict(report,
                   "%s takes the most MPI time: %s per rank on average%s.",
                   strbuf_text(&site), say_seconds(mean).text, threads);
    strbuf_clear(&site);
}

static void say_incomplete(const struct scope *scope, struct report *report)
{
    size_t missing = scope->unread_count - scope->untraced_count;
    uint32_t ranks = scope->profile->rank_count;

    if (missing > 0)
        report_verdict(report, "Incomplete: no data for %zu of %u ranks.",
                       missing, ranks);
    if (scope->untraced_count > 0)
        report_verdict(report,
                       "Not traced, and so not included: %zu of %u ranks.",
                       scope->untraced_count, ranks);
    trace_limits_verdict(scope, report);
}

/* Messages that arrive before they are sent by 1/100 of T and more. */
#define CLOCKS_OFF 100

static void say_clocks(const struct scope *scope, struct report *report)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay != NULL && replay->violations > 0 &&
        replay->violation_most >= scope->run_ns / CLOCKS_OFF)
        report_verdict(report,
                       "Messages arrive up to %s before they are sent, by the "
                       "clocks of the ranks: waits, and run times without "
                       "them, are uncertain by that much.",
                       say_seconds(replay->violation_most).text);
}

static void mark_told(struct advice *advice, enum rule rule)
{
    for (size_t i = 0; i < advice->count; i++)
        advice->items[i].told |= advice->items[i].rule == rule;
}

static void say_starved(struct advice *advice, const struct scope *scope,
                        const struct starvation *starvation,
                        struct report *report)
{
    struct strbuf text = { 0 };

    starvation_say(scope, starvation, &text);
    report_verdict(report,
                   "%s  The times below include that wait, so no gains are "
                   "given.  %s",
                   strbuf_text(&text), starvation_cure(starvation));
    strbuf_clear(&text);
    mark_told(advice, RULE_STARVED);
}

/* Where measuring takes that much, what else the report claims depends on it. */
static void say_overhead(struct advice *advice, const struct scope *scope,
                         struct report *report)
{
    struct overheads costs = overheads_of(scope);
    struct strbuf parts = { 0 };

    if (scope->doubt_ns == 0)
        return;
    overheads_say(&costs, &parts);
    report_verdict(report,
                   "Measuring took %s of the %s that rank %u ran (%s).  The "
                   "times below are uncertain by that much, and smaller gains "
                   "are left out.  %s",
                   say_seconds(costs.total_ns).text,
                   say_seconds(scope->run_ns).text, costs.rank->rank,
                   strbuf_text(&parts), overheads_remedy(&costs));
    strbuf_clear(&parts);
    mark_told(advice, RULE_OVERHEAD);
}

/* Returns how many causes there are. */
static size_t say_simulated(struct advice *advice, const struct scope *scope,
                            const struct findings *found,
                            struct report *report)
{
    size_t count = causes_say(advice, scope, report);

    if (count > 0)
        return count;
    if (found->problem == PROBLEM_UNKNOWN) {
        say_problem(scope, found, report);
        return 0;
    }
    if (advice_worth(scope, found->mpi_cost))
        say_mpi(scope, found, true, report);
    report_verdict(report,
                   "None of the simulated changes shortens the run by %s or "
                   "more.%s",
                   least_gain(scope).text,
                   causes_left(advice)
                       ? "  The following problems have no simulated gain:"
                       : "");
    return 0;
}

/* Calls that look for messages, which take little time of any rank themselves. */
static bool is_polled(const struct scope *scope, const struct tally *call)
{
    struct rank_stats_result time = scope_stats(scope, &call->time);
    double seconds = time.ranks * (double)scope->run_ns / 1e9;

    return advice_only_tests(scope_call_name(scope, (uint32_t)call->key)) &&
           call->calls >= POLLS_LEAST &&
           (double)call->calls >= POLLS_A_SECOND * seconds &&
           (double)time.max * POLLS_INSIDE < (double)scope->run_ns;
}

/* A profile counts the time between such calls as useful. */
static void say_polls(const struct scope *scope, struct report *report)
{
    const struct tally *most = NULL;

    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *call = &scope->calls.items[i];

        if (is_polled(scope, call) &&
            (most == NULL || call->calls > most->calls))
            most = call;
    }
    if (most != NULL && scope->profile->replay == NULL)
        report_verdict(
            report,
            "%s was called %s.  Only a report from the trace shows "
            "whether the time between these calls is work or waiting.",
            scope_call_name(scope, (uint32_t)most->key),
            say_count(most->calls, "time").text);
}

/* Same without a simulation; values that are unknown for some ranks give no
 * gains. */
static size_t say_estimated(struct advice *advice, const struct scope *scope,
                            const struct findings *found,
                            struct report *report)
{
    size_t count = found->problem == PROBLEM_UNKNOWN
                       ? 0
                       : causes_say(advice, scope, report);

    if (count == 0)
        say_problem(scope, found, report);
    say_polls(scope, report);
    return count;
}

static uint64_t gained_by_work(const struct advice *advice)
{
    uint64_t gain = 0;

    for (size_t i = 0; i < advice->count; i++)
        if ((causes_is_work(&advice->items[i]) ||
             advice->items[i].cure.kind == CURE_STEPS) &&
            advice->items[i].gains)
            gain += advice->items[i].gain;
    return gain;
}

/* Whether one is a bottleneck: its work is no part of what the others share. */
static bool blames_master(const struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].rule == RULE_MASTER && advice->items[i].gains)
            return true;
    return false;
}

/* Unequal work that no suggestion mends: it is in too many places. */
static void say_unmended(const struct advice *advice,
                         const struct scope *scope, struct report *report)
{
    struct rank_stats_result work = imbalance_of_run(scope);
    uint64_t cost = advice_unequal_work(advice, scope);
    uint64_t gain = gained_by_work(advice);
    uint64_t left = cost > gain ? cost - gain : 0;
    size_t before = report->verdict_count;

    if (!advice_worth(scope, left) || blames_master(advice) ||
        (double)left < UNMENDED_LEAST * (double)scope->run_ns)
        return;
    report_verdict(
        report,
        "Unequal work costs up to %s (%s)%s, but not in a single "
        "place: rank %u works %s in total, rank %u only %s (--table "
        "%s).",
        say_seconds(left).text,
        say_percent(scope_share(left, scope->run_ns)).text,
        gain > 0 ? " more" : "", scope_rank_at(scope, work.max_index),
        say_seconds(work.max).text, scope_rank_at(scope, work.min_index),
        say_seconds(work.min).text,
        scope_has_regions(scope) ? "imbalance_useful" : "hot_spots");
    report_rate(report, before, causes_severity(scope, left));
}

static void say_what_it_lost(struct advice *advice, const struct scope *scope,
                             struct report *report)
{
    struct findings found;
    size_t said;

    findings_collect(scope, &found);
    said = advice->simulated ? say_simulated(advice, scope, &found, report)
                             : say_estimated(advice, scope, &found, report);
    causes_say_others(advice, scope, said,
                      found.problem == PROBLEM_UNKNOWN ? CAUSES_WITHOUT_GAIN
                                                       : CAUSES_ALL,
                      report);
    if (advice->simulated && found.problem != PROBLEM_UNKNOWN)
        say_unmended(advice, scope, report);
    if (said > 0)
        causes_say_together(advice, scope, report);
    say_low(scope, report);
    if (!advice->simulated && !say_waits(scope, report) && said == 0)
        say_next(scope, &found, report);
}

/* Names the rank with more time outside MPI in a starved run, where all of its waits
 * for a core do not explain it. */
static void say_unclear_work(const struct scope *scope, struct report *report)
{
    struct rank_stats_result work = imbalance_of_run(scope);
    const struct resource_use *use = &scope->uses[work.max_index];
    double longer = imbalance_excess(scope, &work);
    double more = longer - 1000 * (double)use->value[RESOURCE_QUEUED];

    if (scope_is_part(scope) || efficiency_doubt(scope) != NULL ||
        !resource_use_knows(use, RESOURCE_QUEUED) || more <= 0 ||
        !advice_worth(scope, saturate_near(more)))
        return;
    report_verdict(
        report,
        "Rank %u spent %s outside MPI, %s only %s%s: at least %s more than its "
        "waits for a core explain.  Measure again on idle cores to see how much of "
        "this is work.",
        scope_rank_at(scope, work.max_index), say_seconds(work.max).text,
        say_others(scope, scope_rank_at(scope, work.max_index), false).text,
        say_seconds(saturate_near((double)work.max - longer)).text,
        scope->rank_count == 2 ? "" : " on average",
        say_seconds(saturate_near(more)).text);
}

/* For a run that reached its end. */
static void say_of_times(struct advice *advice, const struct scope *scope,
                         bool starved, struct report *report)
{
    if (!starved && !scope_is_too_short(scope)) {
        say_what_it_lost(advice, scope, report);
        return;
    }
    if (starved)
        say_unclear_work(scope, report);
    else
        report_verdict(report,
                       "The run is too short to judge: below 0.1 s, chance "
                       "decides where the time goes.  Measure more steps or "
                       "a larger problem.");
    causes_say_others(advice, scope, 0, CAUSES_SURE, report);
}

void verdict_say(struct advice *advice, const struct scope *scope,
                 struct report *report)
{
    struct starvation starvation = starvation_of(scope);
    size_t before;

    if (scope->ends.ranks != NULL) {
        hang_ends_verdict(scope, report);
        hang_waits_verdict(scope, report);
    }
    if (starvation.starved)
        say_starved(advice, scope, &starvation, report);
    say_overhead(advice, scope, report);
    report_rate(report, 0, SEVERITY_BAD);
    say_clocks(scope, report);
    say_programs(scope, report);
    say_where(advice, scope, starvation.starved, report);
    if (scope->waits.stuck == 0)
        say_of_times(advice, scope, starvation.starved, report);
    before = report->verdict_count;
    say_incomplete(scope, report);
    report_rate(report, before, SEVERITY_POOR);
}
