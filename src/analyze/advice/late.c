/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late.c - ranks wait for each other, by the waits of the replayed trace.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/advice/pipeline.h"
#include "analyze/wait_states/root_causes.h"
#include "analyze/facts/run_steps.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"

#define RULE_NONE RULES
#define CONVOY_RANKS 3u
#define FAN_RANKS 4u /* of which a tree sends to some at the same time */

/* Longer work with at least half of that gain is what waits come from. */
static bool work_explains_gain(uint64_t gain_of_work, uint64_t gain)
{
    return gain_of_work > 0 && gain_of_work >= gain / 2;
}

/* ---- root causes ---- */

static uint64_t gain_of(const struct advice *advice, const struct scope *scope,
                        const struct delay *cause)
{
    return advice_within_losses(advice, scope,
                                delay_cost_of(cause) / scope->rank_count);
}

static bool is_io(const struct scope *scope, uint64_t site)
{
    return scope_call_class(scope, site_call(site)) == CALL_CLASS_IO;
}

static bool is_of_one_rank(const struct scope *scope, uint64_t site)
{
    const struct tally *calls = tallies_find(&scope->sites, site);

    return calls != NULL && scope_stats(scope, &calls->time).ranks == 1;
}

/* All ranks can do what one does in these calls. */
static void share_io(const struct advice *advice, const struct scope *scope,
                     uint64_t gain, struct finding *finding)
{
    finding->remedy =
        "Instead of one rank, let all ranks read and write their own "
        "parts (with collective calls such as "
        "MPI_File_write_at_all); or do it less often, or while "
        "the others compute.";
    if (!advice->simulates)
        return;
    finding->gains = true;
    finding->gain = gain;
    finding->phrase = "with this input and output shared by all ranks";
    finding->cure.kind = CURE_COST;
    finding->cure.factor = 1.0 / scope->rank_count;
}

static void look_at_cause(struct advice *advice, const struct scope *scope,
                          const struct root_causes *causes,
                          const struct delay *cause)
{
    const struct activities *activities = &causes->activities;
    bool inside = activities->items[cause->activity].inside;
    uint64_t cost = delay_cost_of(cause), gain = gain_of(advice, scope, cause);
    bool is_pair = scope->rank_count == 2, alone;
    struct finding finding;

    if ((inside && (double)gain < LATE_INSIDE_LEAST * (double)scope->run_ns) ||
        !advice_may_be_worth(advice, scope, gain))
        return;

    finding_init(&finding, RULE_LATE_RANK);
    /* No call costs nothing: what it could gain is simulated for input and output
     * alone. */
    finding.gains = !inside || !advice->simulates;
    finding.gain = gain;
    finding.rank = cause->rank;
    finding.cure =
        (struct cure){ .kind = inside ? CURE_NONE : CURE_EVEN,
                       .region = activities->items[cause->activity].region };
    if (inside)
        finding.cure.site = wait_place_site(
            &activities->waits, activities->items[cause->activity].place);
    say_activity(&finding.where, scope, activities, cause->activity);
    alone = inside && is_io(scope, finding.cure.site) &&
            is_of_one_rank(scope, finding.cure.site);
    strbuf_printf(
        &finding.evidence,
        alone ? "%s wait%s %s in total for rank %u, which alone makes these "
                "calls"
              : "%s wait%s %s in total because rank %u takes longer for this",
        say_others(scope, cause->rank, true).text, is_pair ? "s" : "",
        say_seconds(cost).text, cause->rank);
    if (!alone && !is_pair)
        strbuf_puts(&finding.evidence, " than they do");
    if (cause->passed_on > 0)
        strbuf_printf(&finding.evidence,
                      ", %s of it for ranks that it "
                      "delayed",
                      say_seconds(cause->passed_on).text);
    strbuf_putc(&finding.evidence, '.');
    if (alone)
        share_io(advice, scope, gain, &finding);
    else if (inside)
        finding.remedy = "The time is spent inside MPI, and no late partner "
                         "explains it: check what the rank sends and "
                         "receives, the network, and whether it shares its "
                         "core.";
    advice_take(advice, scope, &finding);
}

/* Whether another activity of that rank in the same region costs more: they are
 * simulated as one. */
static bool is_part(const struct root_causes *causes, size_t at)
{
    const struct delay *cause = &causes->items[at];
    const struct activity *activities = causes->activities.items;
    const struct activity *own = &activities[cause->activity];
    size_t first = at;

    while (first > 0 && causes->items[first - 1].rank == cause->rank)
        first--;
    for (size_t i = first;
         i < causes->count && causes->items[i].rank == cause->rank; i++) {
        const struct delay *other = &causes->items[i];
        const struct activity *there = &activities[other->activity];

        if (i == at || there->inside || there->region != own->region)
            continue;
        if (delay_cost_of(other) > delay_cost_of(cause) ||
            (delay_cost_of(other) == delay_cost_of(cause) && i < at))
            return true;
    }
    return false;
}

/* That a rank works longer in a region has been found without a trace. */
static bool is_known(const struct advice *advice, const struct scope *scope,
                     const struct root_causes *causes,
                     const struct delay *cause)
{
    const struct activity *activity =
        &causes->activities.items[cause->activity];

    return !activity->inside &&
           work_explains_gain(
               advice_gain_of_work_in(advice, cause->rank, activity->region),
               gain_of(advice, scope, cause));
}

static bool is_repeated(const struct advice *advice, const struct scope *scope,
                        const struct root_causes *causes, size_t at)
{
    const struct delay *cause = &causes->items[at];
    const struct activity *activity =
        &causes->activities.items[cause->activity];

    if (!advice->simulates)
        return is_known(advice, scope, causes, cause);
    return !activity->inside &&
           (is_part(causes, at) ||
            tallies_find(&advice->works,
                         works_key(cause->rank, activity->region)) != NULL);
}

/* ---- exchanges in which messages follow one another ---- */

static uint64_t site_of(const struct root_causes *causes,
                        const struct delay *cause)
{
    return wait_place_site(&causes->activities.waits,
                           causes->activities.items[cause->activity].place);
}

/* Whether the ranks for which others wait are inside a send or a receive and wait for
 * further ranks: in pairs of ranks one answers the other. */
static bool is_exchange(const struct scope *scope,
                        const struct root_causes *causes,
                        const struct delay *cause)
{
    const struct activity *activity =
        &causes->activities.items[cause->activity];
    const char *name =
        scope_call_name(scope, site_call(site_of(causes, cause)));
    uint32_t last;

    return advice_blocks_in_send(name)
               ? pipeline_links(&causes->activities.waits,
                                scope->profile->rank_count, activity->place)
               : advice_only_receives(name) &&
                     pipeline_depth(&causes->activities.waits,
                                    scope->profile->rank_count,
                                    activity->place, &last) > 0;
}

enum { NOT_KNOWN, AN_EXCHANGE, NO_EXCHANGE };

/* The waits for ranks inside such calls; *most: those with the longest.  found: by
 * place, what was found before. */
static uint64_t waits_in_exchanges(const struct scope *scope,
                                   const struct root_causes *causes,
                                   uint8_t *found, const struct delay **most)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < causes->count; i++) {
        const struct delay *cause = &causes->items[i];
        const struct activity *activity =
            &causes->activities.items[cause->activity];
        uint8_t *here = &found[activity->place];

        if (!activity->inside)
            continue;
        if (*here == NOT_KNOWN)
            *here =
                is_exchange(scope, causes, cause) ? AN_EXCHANGE : NO_EXCHANGE;
        if (*here == NO_EXCHANGE)
            continue;
        sum += delay_cost_of(cause);
        if (*most == NULL || delay_cost_of(cause) > delay_cost_of(*most))
            *most = cause;
    }
    return sum;
}

static void look_at_exchanges(struct advice *advice, const struct scope *scope,
                              const struct root_causes *causes)
{
    const struct delay *most = NULL;
    uint8_t *found = calloc(causes->activities.waits.names.count + 1, 1);
    uint64_t sum, gain;
    struct finding finding;

    if (found == NULL) {
        advice->failed = true;
        return;
    }
    sum = waits_in_exchanges(scope, causes, found, &most);
    free(found);
    gain = advice_within_losses(advice, scope, sum / scope->rank_count);
    if (!advice_may_be_worth(advice, scope, gain))
        return;
    finding_init(&finding, RULE_EXCHANGE);
    finding.gains = true;
    finding.gain = gain;
    finding.cure =
        (struct cure){ .kind = CURE_POSTED, .site = site_of(causes, most) };
    if (advice_only_receives(
            scope_call_name(scope, site_call(finding.cure.site)))) {
        finding.cure.kind = CURE_STARTED;
        finding.remedy = "Start all receives first (MPI_Irecv), then all "
                         "sends (MPI_Isend), and complete them with "
                         "MPI_Waitall; where ranks pass on what they have "
                         "received, use a collective.";
    }
    say_site(&finding.where, scope, finding.cure.site);
    strbuf_printf(
        &finding.evidence,
        "Ranks wait %s in total for others that are still busy with earlier "
        "messages, although all messages could be in flight at the same time.",
        say_seconds(sum).text);
    advice_take(advice, scope, &finding);
}

/* ---- one rank that sends to all others ---- */

/* Ranks that wait for messages of that one. */
static uint32_t count_waiting(const struct replay_result *replay,
                              uint32_t culprit)
{
    const struct wait_pair *last = NULL;
    uint32_t count = 0;

    for (size_t i = 0; i < replay->pair_count; i++) {
        const struct wait_pair *pair = &replay->pairs[i];

        if (pair->culprit != culprit)
            continue;
        count += last == NULL || last->rank != pair->rank;
        last = pair;
    }
    return count;
}

/* Whether it sends each other rank that many messages. */
static bool sends_to_all(const struct scope *scope, uint32_t from,
                         uint64_t least)
{
    const struct rank_data *rank;
    uint32_t count = 0;

    if (profile_rank(scope->profile, from, &rank) != STATUS_OK)
        return false;
    for (size_t i = 0; i < rank->peer_count; i++)
        count += rank->peers[i].kind == PEER_P2P &&
                 rank->peers[i].rank != from &&
                 rank->peers[i].out_messages >= least;
    return count + 1 >= scope->rank_count;
}

/* Whether only that rank sends there, as often to each of the others: they wait for
 * its messages, all but the first to get one. */
static bool is_fan(const struct advice *advice, const struct scope *scope,
                   const struct root_causes *causes, const struct delay *cause)
{
    uint32_t others = scope->rank_count - 1;
    uint64_t key = site_of(causes, cause);
    const struct tally *site = tallies_find(&scope->sites, key);

    return causes->activities.items[cause->activity].inside && site != NULL &&
           advice_blocks_in_send(scope_call_name(scope, site_call(key))) &&
           is_of_one_rank(scope, key) && others + 1 >= FAN_RANKS &&
           advice->master != cause->rank && site->calls % others == 0 &&
           sends_to_all(scope, cause->rank, site->calls / others) &&
           count_waiting(advice->waits.replay, cause->rank) + 1 >= others;
}

static void look_at_fan(struct advice *advice, const struct scope *scope,
                        const struct root_causes *causes,
                        const struct delay *cause)
{
    uint64_t gain = gain_of(advice, scope, cause);
    struct finding finding;

    if (!advice_may_be_worth(advice, scope, gain))
        return;
    finding_init(&finding, RULE_EXCHANGE);
    finding.gains = true;
    finding.gain = advice_in_tree(gain, scope->rank_count);
    finding.cure = (struct cure){
        .kind = CURE_COST,
        .site = site_of(causes, cause),
        .factor =
            1 - (double)advice_in_tree(gain, scope->rank_count) / (double)gain,
    };
    finding.phrase = "with a tree of messages, at best";
    finding.remedy =
        "Use MPI_Bcast if all ranks get the same data, and MPI_Scatter or "
        "MPI_Scatterv if each gets a part of its own.";
    say_site(&finding.where, scope, finding.cure.site);
    strbuf_printf(&finding.evidence,
                  "Rank %u sends to each of the %u others in turn; they wait "
                  "%s in total for messages that come after others.",
                  cause->rank, scope->rank_count - 1,
                  say_seconds(delay_cost_of(cause)).text);
    advice_take(advice, scope, &finding);
}

void look_at_causes(struct advice *advice, const struct scope *scope)
{
    struct root_causes causes;

    if (!root_causes_known(scope) || !advice_knows_waits(scope))
        return;
    if (root_causes_init(&causes, scope) != STATUS_OK)
        advice->failed = true;
    for (size_t i = 0; !advice->failed && i < causes.count; i++)
        if (is_fan(advice, scope, &causes, &causes.items[i]))
            look_at_fan(advice, scope, &causes, &causes.items[i]);
        else if (!is_repeated(advice, scope, &causes, i))
            look_at_cause(advice, scope, &causes, &causes.items[i]);
    if (!advice->failed && advice->simulates)
        look_at_exchanges(advice, scope, &causes);
    root_causes_clear(&causes);
}

/* ---- wait states ---- */

static enum rule rule_of(enum wait_kind kind)
{
    switch (kind) {
    case WAIT_LATE_SENDER: return RULE_LATE_SENDER;
    case WAIT_WRONG_ORDER:
    case WAIT_WRONG_SOURCE: return RULE_WRONG_ORDER;
    case WAIT_LATE_RECEIVER: return RULE_LATE_RECEIVER;
    case WAIT_LATE_PROGRESS: return RULE_LATE_PROGRESS;
    case WAIT_LATE_BROADCAST:
    case WAIT_EARLY_REDUCE: return RULE_LATE_ROOT;
    case WAIT_LATE_POST:
    case WAIT_EARLY_WAIT:
    case WAIT_LATE_COMPLETE:
    case WAIT_LOCK:
    case WAIT_CREATE:
    case WAIT_FREE:
    case WAIT_FENCE: return RULE_WINDOW_WAITS;
    case WAIT_IO: return RULE_FILE_WAITS;
    default: return RULE_NONE;
    }
}

static bool has_several_kinds(enum rule rule)
{
    return rule == RULE_WRONG_ORDER || rule == RULE_LATE_ROOT ||
           rule == RULE_WINDOW_WAITS;
}

/* Others come earlier to a window only by doing less, and a library that
 * progresses needs nobody; all else can wait while its rank works. */
static enum cure_kind cure_of(enum rule rule)
{
    if (rule == RULE_WRONG_ORDER)
        return CURE_ARRIVAL;
    return rule == RULE_WINDOW_WAITS || rule == RULE_CONVOY ||
                   rule == RULE_LATE_PROGRESS
               ? CURE_NO_WAIT
               : CURE_OVERLAP;
}

/* all: ns of the waits.  Where no rank has half of them, none is to change. */
static void put_blame(struct advice *advice, const struct scope *scope,
                      const struct wait_blame *blame, uint64_t all,
                      struct finding *finding)
{
    const struct wait_tallies *waits = &advice->waits;

    if (blame->ns < all / 2) {
        strbuf_putc(&finding->evidence, '.');
        return;
    }
    if (blame->ns == all)
        strbuf_puts(&finding->evidence, ", all of it");
    else
        strbuf_printf(&finding->evidence, ", %s of it",
                      say_seconds(blame->ns).text);
    strbuf_printf(&finding->evidence, " because rank %u is late at ",
                  blame->rank);
    say_site(&finding->evidence, scope,
             wait_place_site(waits, blame->culprit_place));
    strbuf_putc(&finding->evidence, '.');
    finding->rank = blame->rank;
    /* Another order helps however long that rank works. */
    if (finding->cure.kind == CURE_ARRIVAL && advice->simulates)
        return;
    if (!work_explains_gain(advice_gain_of_work(advice, blame->rank),
                            finding->gain))
        return;
    strbuf_printf(&finding->evidence,
                  "  Rank %u spends longer outside MPI than the others: fix "
                  "that first; these waits may disappear with it.",
                  blame->rank);
    finding->gains = false;
}

/* Several ranks that wait for the same lock queue for it. */
static bool is_convoy(enum wait_kind kind,
                      const struct rank_stats_result *time)
{
    return kind == WAIT_LOCK && time->ranks >= CONVOY_RANKS;
}

static bool is_synchronous(const struct scope *scope, uint64_t site)
{
    return strcmp(scope_call_name(scope, site_call(site)), "MPI_Ssend") == 0;
}

/* NULL: the rule's own */
/* completes: the messages were started by other calls. */
static const char *remedy_of(enum wait_kind kind, bool synchronous,
                             bool completes)
{
    if (kind == WAIT_LATE_SENDER && completes)
        return "Between the start of these messages and this call, do work that "
               "needs none of them (in a stencil code: the inner points), with "
               "MPI_Testall now and then, since most libraries progress only inside MPI "
               "calls; or send earlier.";
    if (kind == WAIT_LOCK)
        return rules[RULE_CONVOY].remedy;
    if (kind == WAIT_LATE_POST)
        return "Call MPI_Win_post before work that does not use the window, and "
               "MPI_Win_test now and then during this work, since most libraries "
               "progress only inside MPI calls; once MPI_Win_test returns true, do "
               "not call MPI_Win_wait.";
    if (kind == WAIT_LATE_RECEIVER && synchronous)
        return "MPI_Ssend waits for its receiver: use MPI_Send or MPI_Isend, or "
               "post the receives before the messages arrive (MPI_Irecv).";
    if (kind == WAIT_FENCE)
        return "Use fewer fences, or MPI_Win_post, start, complete and wait "
               "among the ranks that exchange data.";
    return NULL;
}

/* "All 4 ranks wait there" */
static void put_waiting(const struct scope *scope,
                        const struct rank_stats_result *time,
                        struct strbuf *out)
{
    if (time->ranks == scope->rank_count && time->ranks > 1)
        strbuf_printf(out,
                      time->ranks == 2 ? "Both ranks wait there"
                                       : "All %u ranks wait there",
                      time->ranks);
    else
        strbuf_printf(out, "%u of %s wait%s there", time->ranks,
                      say_count(scope->rank_count, "rank").text,
                      time->ranks == 1 ? "s" : "");
}

/* Another order of receives gains no more than the work that could be done
 * while waiting, as far as no simulation shows it. */
static uint64_t gain_of_wait(const struct advice *advice,
                             const struct scope *scope,
                             const struct tally *wait)
{
    enum wait_kind kind = (enum wait_kind)wait_site_kind(wait->key);
    uint64_t ns = scope_stats(scope, &wait->time).sum;
    uint64_t work = advice->reordered[wait_site_place(wait->key)];

    if (rule_of(kind) == RULE_WRONG_ORDER && work < ns && !advice->simulates)
        ns = work;
    return advice_within_losses(advice, scope, ns / scope->rank_count);
}

/* A master that waits for results has no other work to do meanwhile. */
static bool waits_idle(const struct advice *advice, const struct scope *scope,
                       enum wait_kind kind,
                       const struct rank_stats_result *time)
{
    return kind == WAIT_LATE_SENDER && time->max > time->sum / 2 &&
           advice_is_master(advice, scope, &scope->ranks[time->max_index]);
}

static void look_at_wait(struct advice *advice, const struct scope *scope,
                         const struct tally *wait)
{
    const struct wait_tallies *waits = &advice->waits;
    enum wait_kind kind = (enum wait_kind)wait_site_kind(wait->key);
    uint32_t place = wait_site_place(wait->key);
    struct rank_stats_result time = scope_stats(scope, &wait->time);
    const struct wait_blame *blame = wait_blame_of(waits, kind, place);
    uint64_t gain = gain_of_wait(advice, scope, wait);
    struct finding finding;

    if (rule_of(kind) == RULE_NONE ||
        (kind == WAIT_LATE_SENDER && advice->chained[place]) ||
        waits_idle(advice, scope, kind, &time) ||
        !advice_may_be_worth(advice, scope, gain))
        return;
    finding_init(&finding,
                 is_convoy(kind, &time) ? RULE_CONVOY : rule_of(kind));
    finding.gains = true;
    finding.gain = gain;
    finding.early_root = kind == WAIT_EARLY_REDUCE;
    finding.cure = (struct cure){ .kind = cure_of(finding.rule),
                                  .site = wait_place_site(waits, place) };
    say_site(&finding.where, scope, wait_place_site(waits, place));
    finding.remedy =
        remedy_of(kind, is_synchronous(scope, finding.cure.site),
                  scope_call_class(scope, site_call(finding.cure.site)) ==
                      CALL_CLASS_WAIT);
    if (kind == WAIT_LATE_POST)
        finding.phrase = "without these waits, at best";
    put_waiting(scope, &time, &finding.evidence);
    strbuf_printf(&finding.evidence, ", %s in total",
                  say_seconds(time.sum).text);
    if (has_several_kinds(finding.rule))
        strbuf_printf(&finding.evidence, " (%s)", wait_kind_title(kind));
    if (blame != NULL)
        put_blame(advice, scope, blame, time.sum, &finding);
    else
        strbuf_putc(&finding.evidence, '.');
    advice_take(advice, scope, &finding);
}

static void look_at_steps(struct advice *advice, const struct scope *scope)
{
    const struct tally *site = run_steps_find(scope, &advice->waits);
    uint64_t gain = advice_within_losses(
        advice, scope, advice->waits.all / scope->rank_count);
    struct finding finding;

    if (!advice->simulates || site == NULL || !advice_worth(scope, gain))
        return;
    finding_init(&finding, RULE_MOVING);
    finding.gains = true;
    finding.gain = gain;
    finding.steps = (uint32_t)(site->calls / scope->rank_count);
    finding.cure = (struct cure){ .kind = CURE_STEPS, .site = site->key };
    if (scope_call_class(scope, site_call(site->key)) == CALL_CLASS_WAIT)
        finding.remedy =
            "Complete these requests later, after work that needs none of "
            "their data, so that differences in work even out; or balance the "
            "work dynamically (smaller pieces, handed out on demand).";
    say_site(&finding.where, scope, site->key);
    strbuf_printf(
        &finding.evidence,
        "In each of the %u steps that end with these calls, the ranks wait "
        "for the one that works longest: %s in total.",
        finding.steps,
        say_seconds(wait_tallies_at(&advice->waits, site->key)).text);
    advice_take(advice, scope, &finding);
}

void look_at_waits(struct advice *advice, const struct scope *scope)
{
    look_at_steps(advice, scope);
    for (size_t i = 0; i < advice->waits.sites.count; i++)
        look_at_wait(advice, scope, &advice->waits.sites.items[i]);
}
