/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/tables/causes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/advice/workload.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/say.h"
#include "analyze/facts/source_location.h"
#include "analyze/tables/excess_phrases.h"
#include "analyze/wait_states/say_site.h"
#include "base/ranklist.h"
#include "base/saturate.h"
#include "model/notes/comm_note.h"
#include "model/python/python_times.h"

#define ALONE 100 /* times less work: the others do none to speak of */
#define CAUSES_TOLD 5
#define HARDLY_ANY 10  /* times less work: to be as fast as that is no aim */
#define NO_MORE 0.9    /* of a gain: less is clearly less */
#define LARGE_GAIN 0.1 /* of T */
#define LEAST_MORE \
    0.005 /* of T, that all changes gain more than one of them */
#define NO_PLACE UINT32_MAX

/* ---- who works longer, and where ---- */

bool causes_is_work(const struct finding *finding)
{
    return finding->cure.kind == CURE_EVEN ||
           finding->cure.kind == CURE_ALONE ||
           finding->cure.kind == CURE_MASTER ||
           finding->cure.kind == CURE_WORKERS;
}

static bool is_helper(const struct scope *scope, uint64_t site)
{
    return scope_call_class(scope, site_call(site)) == CALL_CLASS_OTHER;
}

/* Max - mean over all ranks. */
static uint64_t avoidable_of(const struct scope *scope,
                             const struct finding *finding)
{
    double ranks = (double)scope->rank_count;
    double above = (double)finding->most - (double)finding->others;

    return above > 0 ? saturate_near(above * (ranks - 1) / ranks) : 0;
}

/* waiting: the site where others wait, which is said anyway; or 0. */
static void put_where(struct strbuf *out, const struct scope *scope,
                      const struct finding *finding, uint64_t waiting)
{
    struct rank_stats_result spread = {
        .max_index = scope_index_of(scope, finding->rank),
        .max = finding->most,
        .avoidable = avoidable_of(scope, finding)
    };
    size_t before = out->length;
    bool in_region;

    put_excess_region(out, scope, finding->cure.region);
    in_region = out->length > before;
    before = out->length;
    put_excess_function(
        out, scope,
        scope_has_regions(scope) ? finding->cure.region : REGION_ALL, &spread);
    if (out->length > before || finding->cure.site == 0 ||
        finding->cure.site == waiting || is_helper(scope, finding->cure.site))
        return;
    strbuf_puts(out, in_region ? " before " : " in the code before ");
    say_site(out, scope, finding->cure.site);
}

static void put_group(struct strbuf *out, const struct scope *scope,
                      uint32_t comm)
{
    const struct definitions *names = scope->profile->definitions;
    struct definition item = definitions_get(names, DEFINITION_COMM, comm);
    struct comm_note note = { 0 };
    struct strbuf name = { 0 };

    if (comm == 0)
        return;
    source_location_comm(names, comm, &name);
    strbuf_puts(out, ", all ranks of ");
    say_name(out, strbuf_text(&name));
    if (comm_note_decode(item.note, item.note_size, &note) == STATUS_OK &&
        note.made_by != NULL && note.made_by[0] != '\0')
        strbuf_printf(out, " (%s)", note.made_by);
    strbuf_putc(out, ',');
    comm_note_clear(&note);
    strbuf_clear(&name);
}

static void put_slow_ranks(struct strbuf *out, const struct scope *scope,
                           const struct finding *finding,
                           const struct definition *host)
{
    bool alone = finding->host == 0 && finding->others == 0;

    strbuf_puts(out, alone ? "Only ranks " : "Ranks ");
    ranklist_say(out, strbuf_text(&finding->slow));
    if (finding->host != 0)
        strbuf_printf(out, ", all ranks on %.*s,", (int)host->key_size,
                      (const char *)host->key);
    put_group(out, scope, finding->comm);
    strbuf_puts(out, alone ? " work"
                     : finding->idle
                         ? " spend longer outside MPI than the others"
                         : " work longer than the others");
}

/* A rank that was off-CPU did not work. */
static void put_slow_rank(struct strbuf *out, const struct scope *scope,
                          const struct finding *finding)
{
    double times = (double)finding->most / (double)finding->others;

    strbuf_printf(out, "Rank %u %s %.*f times as long%s as %s", finding->rank,
                  finding->idle ? "spends" : "works", times < 9.95 ? 1 : 0,
                  times, finding->idle ? " outside MPI" : "",
                  say_others(scope, finding->rank, false).text);
}

static void put_longer(struct strbuf *out, const struct scope *scope,
                       const struct finding *finding)
{
    struct definition host = definitions_get(
        scope->profile->definitions, DEFINITION_HOST, finding->host - 1);

    if (finding->rule == RULE_MASTER)
        strbuf_printf(out,
                      "Rank %u hands out work more slowly than the others "
                      "process it, because it also %s",
                      finding->rank,
                      finding->idle ? "spends time outside MPI"
                                    : "works itself");
    else if (finding->cure.kind == CURE_ALONE)
        strbuf_printf(out,
                      finding->idle ? "Only rank %u spends time outside MPI"
                      : finding->others * ALONE > finding->most
                          ? "Rank %u does nearly all of the work"
                          : "Rank %u works alone",
                      finding->rank);
    else if (finding->host != 0 || finding->slow_count > 1)
        put_slow_ranks(out, scope, finding, &host);
    else if (finding->others > 0)
        put_slow_rank(out, scope, finding);
    else
        strbuf_printf(out, "Only rank %u works", finding->rank);
}

/* The calls, where no region says it, and the steps in which the difference comes
 * about. */
static void put_when(struct strbuf *out, const struct scope *scope,
                     const struct finding *finding, uint64_t waiting)
{
    bool behind = finding->cure.region == 0 && finding->behind != 0 &&
                  finding->behind != waiting &&
                  finding->behind != finding->cure.site &&
                  !is_helper(scope, finding->behind);
    const char *joins = behind ? ", in" : " is in";

    if ((finding->cure.kind != CURE_EVEN && finding->every == 0) ||
        (!behind && finding->phase == 0))
        return;
    strbuf_puts(out, "  Nearly all of the extra time");
    if (behind) {
        strbuf_puts(out, " comes after ");
        say_site(out, scope, finding->behind);
    }
    if (finding->every > 0) {
        strbuf_printf(
            out, "%s %u of %s, %u steps apart", joins, finding->phase,
            say_count(finding->phase_of, "step").text, finding->every);
    } else if (finding->phase_after > 0) {
        strbuf_printf(out, "%s step%s %u", joins,
                      finding->phase > 1 ? "s" : "", finding->phase_after + 1);
        if (finding->phase > 1)
            strbuf_printf(out, " to %u",
                          finding->phase_after + finding->phase);
        strbuf_printf(out, " of %u", finding->phase_of);
    } else if (finding->phase > 0) {
        strbuf_printf(out, "%s the %s ", joins,
                      finding->at_end ? "last" : "first");
        if (finding->phase > 1)
            strbuf_printf(out, "%u ", finding->phase);
        strbuf_printf(out, "of %s", say_count(finding->phase_of, "step").text);
    }
    strbuf_putc(out, '.');
}

static void put_times(struct strbuf *out, const struct advice *advice,
                      const struct scope *scope, const struct finding *finding,
                      uint64_t waiting)
{
    strbuf_puts(out, ": ");
    strbuf_puts(out, say_seconds(finding->most).text);
    if (finding->slow_count > 1)
        strbuf_printf(out, " on rank %u", finding->rank);
    if (finding->waited > 0)
        strbuf_printf(out, ", of which %s while the others wait",
                      say_seconds(finding->waited).text);
    else if (finding->others > 0)
        strbuf_printf(out, " against %s%s", say_seconds(finding->others).text,
                      scope->rank_count > 2 ? " on average" : "");
    if (finding->queue)
        strbuf_puts(out, "; each takes longer than the one before by the same "
                         "amount, as if they queued for something");
    else
        workload_put(out, advice, scope, finding);
    strbuf_putc(out, '.');
    put_when(out, scope, finding, waiting);
}

/* ---- where others pay for it ---- */

/* The call site with the longest waits for that rank, by key where several are
 * equal; NULL: there are none. */
static const struct tally *waiting_for(const struct wait_tallies *waits,
                                       const struct tallies *sums)
{
    const struct tally *most = NULL;

    for (size_t i = 0; i < sums->count; i++) {
        const struct tally *sum = &sums->items[i];

        if (most == NULL || sum->mpi > most->mpi ||
            (sum->mpi == most->mpi &&
             wait_place_site(waits, (uint32_t)sum->key) <
                 wait_place_site(waits, (uint32_t)most->key)))
            most = sum;
    }
    return most;
}

/* Whether calls at that place follow work in that region. */
static bool is_in_region(const struct wait_tallies *waits, uint32_t place,
                         uint32_t region)
{
    for (uint32_t i = 0; i < waits->replay->site_count; i++)
        if (waits->places[i] == place &&
            waits->replay->sites[i].region == region)
            return true;
    return false;
}

/* Sums waits for that rank by place; near: only for calls that follow its work
 * in that region. */
static void add_waits(const struct wait_tallies *waits,
                      const struct finding *finding, uint32_t rank, bool near,
                      struct tallies *sums)
{
    for (size_t i = 0; i < waits->blame_count; i++) {
        const struct wait_blame *blame = &waits->blames[i];
        struct tally *sum;

        if (blame->rank != rank ||
            !wait_kind_counts((enum wait_kind)blame->kind) ||
            (near &&
             !is_in_region(waits, blame->culprit_place, finding->cure.region)))
            continue;
        sum = tallies_get(sums, blame->place);
        if (sum != NULL)
            sum->mpi += blame->ns;
    }
}

/* Ranks that wait there for that one, if for messages; 0: all the others. */
static uint32_t count_waiting(const struct wait_tallies *waits, uint32_t place,
                              uint32_t culprit, uint32_t *one)
{
    uint32_t count = 0;

    for (size_t i = 0; i < waits->replay->pair_count; i++) {
        const struct wait_pair *pair = &waits->replay->pairs[i];

        if (pair->culprit != culprit || waits->places[pair->site] != place ||
            (count > 0 && pair->rank == *one))
            continue;
        *one = pair->rank;
        count++;
    }
    return count;
}

static void put_who_waits(struct strbuf *out, const struct advice *advice,
                          const struct scope *scope,
                          const struct finding *finding, uint32_t place)
{
    uint32_t one = 0,
             count = count_waiting(&advice->waits, place, finding->rank, &one);

    if (count == 0 && scope->rank_count == 2) {
        one = scope_rank_at(scope, scope_index_of(scope, finding->rank) == 0);
        count = 1;
    }
    if (finding->slow_count > 1 || count == 0 ||
        count + 1 >= scope->rank_count)
        count = scope->rank_count == 2 ? 1 : 0;
    if (count == 1)
        strbuf_printf(out, "  Rank %u waits for ", one);
    else if (count > 1)
        strbuf_printf(out, "  %u ranks wait for ", count);
    else
        strbuf_puts(out, "  The others wait for ");
    strbuf_puts(out, finding->slow_count > 1 ? "them in " : "it in ");
    say_site(out, scope, wait_place_site(&advice->waits, place));
    strbuf_putc(out, '.');
}

/* MPI_Finalize, if ranks wait there for that one longer than elsewhere; or else the
 * other place. */
static uint32_t wait_at_end(const struct wait_tallies *waits, uint32_t rank,
                            uint64_t elsewhere, uint32_t other)
{
    uint32_t place = other;
    uint64_t at_end = 0;

    for (size_t i = 0; i < waits->blame_count; i++) {
        const struct wait_blame *blame = &waits->blames[i];

        if (blame->rank != rank || blame->kind != WAIT_FINALIZE)
            continue;
        at_end += blame->ns;
        place = blame->place;
    }
    return at_end > elsewhere ? place : other;
}

/* The place where others wait for the rank, or for the master that waits for its
 * last task; NO_PLACE: none does. */
static uint32_t find_waits(const struct advice *advice,
                           const struct finding *finding)
{
    struct tallies sums = { .count = 0 };
    const struct tally *most;
    uint64_t elsewhere = 0;
    uint32_t place;

    if (finding->rule == RULE_TASKS)
        add_waits(&advice->waits, finding, advice->master, true, &sums);
    add_waits(&advice->waits, finding, finding->rank, true, &sums);
    if (sums.count == 0 && finding->rule == RULE_TASKS)
        add_waits(&advice->waits, finding, advice->master, false, &sums);
    if (sums.count == 0)
        add_waits(&advice->waits, finding, finding->rank, false, &sums);
    most = waiting_for(&advice->waits, &sums);
    place = most == NULL ? NO_PLACE : (uint32_t)most->key;
    for (size_t i = 0; i < sums.count; i++)
        elsewhere += sums.items[i].mpi;
    tallies_clear(&sums);
    return wait_at_end(&advice->waits, finding->rank, elsewhere, place);
}

uint64_t causes_waiting_site(const struct advice *advice,
                             const struct finding *finding)
{
    uint32_t place = NO_PLACE;

    if (causes_is_work(finding) && advice->waits.replay != NULL)
        place = find_waits(advice, finding);
    return place == NO_PLACE ? 0 : wait_place_site(&advice->waits, place);
}

const struct tally *causes_greatest_site(const struct scope *scope)
{
    const struct tally *most = NULL;
    uint64_t most_ns = 0;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint64_t time = scope_stats(scope, &site->time).sum;

        if (scope_call_class(scope, site_call(site->key)) ==
                CALL_CLASS_SETUP ||
            time <= most_ns)
            continue;
        most = site;
        most_ns = time;
    }
    return most;
}

/* Whether that is more than all ranks' time at the call site. */
static bool waits_at_end(const struct scope *scope, const struct tally *site)
{
    uint64_t at_end = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        at_end += scope->ranks[i].finalize;
    return !scope_is_part(scope) &&
           at_end > (site == NULL ? 0 : scope_stats(scope, &site->time).sum);
}

/* Without a trace: mostly, as waits are most of the time there. */
static void put_where_mpi_is(struct strbuf *out, const struct scope *scope,
                             uint32_t rank)
{
    const struct tally *site = causes_greatest_site(scope);
    struct said others = say_others(scope, rank, true);
    bool one = scope->rank_count == 2;

    if (waits_at_end(scope, site)) {
        strbuf_printf(out, "  %s wait%s in MPI_Finalize.", others.text,
                      one ? "s" : "");
        return;
    }
    if (site == NULL)
        return;
    strbuf_printf(out, "  %s %s most of %s MPI time in ", others.text,
                  one ? "spends" : "spend", one ? "its" : "their");
    say_site(out, scope, site->key);
    strbuf_putc(out, '.');
}

/* ---- what it brings ---- */

static const char *cure_phrase(const struct finding *finding)
{
    if (finding->phrase != NULL)
        return finding->phrase;
    if (finding->rule == RULE_BANDWIDTH)
        return "at 1 GB/s";
    switch (finding->cure.kind) {
    case CURE_EVEN:
        return finding->idle ? "with this time spread evenly"
                             : "with this work spread evenly";
    case CURE_ALONE:
        return finding->idle ? "with this time shared by all ranks"
                             : "with this work shared by all ranks";
    case CURE_MASTER: return "with a tenth of this work";
    case CURE_WORKERS:
        return "with this work done by the ranks that get the tasks";
    case CURE_STEPS: return "with the work of each step spread evenly";
    case CURE_PIECES: return "with pieces an eighth of their size";
    case CURE_TREE: return "with a tree in place of the chain, at best";
    case CURE_OFF: return "without these calls";
    case CURE_NO_WAIT: return "without these waits";
    case CURE_OVERLAP:
        return "with these calls overlapped with the work that follows, at "
               "best";
    case CURE_TRANSFERS:
        return "with these transfers overlapped with the work that follows, at "
               "best";
    case CURE_POSTED:
        return "with all messages of an exchange started at once";
    case CURE_STARTED:
        return "with all messages of an exchange started at once, at best";
    case CURE_ARRIVAL: return "with these messages received as they arrive";
    case CURE_NONE: return "without this";
    default:
        return finding->rule == RULE_SMALL_IO ? "with fewer, larger blocks"
               : finding->rule == RULE_SMALL_MESSAGES
                   ? "with fewer, larger messages"
               : finding->rule == RULE_PAIR
                   ? "with these bytes spread over all ranks, at best"
               : finding->rule == RULE_FENCES  ? "without these fences"
               : finding->rule == RULE_FLUSHES ? "without these flushes"
                                               : "with a tenth as many calls";
    }
}

static void put_cure(struct strbuf *out, const struct finding *finding)
{
    strbuf_puts(out, cure_phrase(finding));
    if (finding->team.length == 0)
        return;
    strbuf_puts(out, " in its communicator (");
    ranklist_name(out, strbuf_text(&finding->team));
    strbuf_putc(out, ')');
}

/* Whether a cause said before has the same gain, which T loses only once. */
static bool is_shared_gain(const struct advice *advice,
                           const struct scope *scope,
                           const struct finding *finding)
{
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].told && advice->items[i].gain == finding->gain &&
            advice_within_losses(advice, scope, 2 * finding->gain) <=
                finding->gain)
            return true;
    return false;
}

/* Time that the program lost, as far as a profile shows it. */
static void put_estimate(struct strbuf *out, const struct advice *advice,
                         const struct scope *scope,
                         const struct finding *finding)
{
    uint64_t before = scope->run_ns;

    if (is_shared_gain(advice, scope, finding)) {
        strbuf_puts(
            out,
            "  In addition to a change above, this one does not shorten the "
            "estimated run time further.");
        return;
    }
    strbuf_puts(out, "  Estimated run time ");
    put_cure(out, finding);
    strbuf_printf(out, ": %s -> %s (-%s).", say_seconds(before).text,
                  say_seconds(before - finding->gain).text,
                  say_percent(scope_share(finding->gain, before)).text);
}

/* Whether to say what it would gain if the ranks were as fast as the others. */
static bool can_be_like_others(const struct advice *advice,
                               const struct scope *scope,
                               const struct finding *finding)
{
    return finding->gain_like_others > finding->gain &&
           finding->cure.kind != CURE_TREE &&
           (finding->every > 0 || finding->spared || finding->idle ||
            (workload_of(advice, scope, finding) != WORKLOAD_MORE &&
             !(causes_is_work(finding) &&
               finding->others < finding->most / HARDLY_ANY)));
}

static void put_best(struct strbuf *out, const struct scope *scope,
                     const struct finding *finding)
{
    if (finding->cure.kind == CURE_PIECES)
        strbuf_puts(out, "without any of these waits");
    else if (finding->spared)
        strbuf_puts(out, "without this work");
    else if (finding->rule == RULE_SMALL_COLLECTIVES)
        strbuf_puts(out, "with a tenth as many");
    else if (finding->cure.half)
        strbuf_puts(out, "with all of them hidden");
    else if (finding->every > 0)
        strbuf_puts(out, "without the extra work");
    else if (finding->cure.kind == CURE_STEPS)
        strbuf_puts(out, "with the work of each step spread evenly");
    else if (finding->slow_count > 1)
        strbuf_puts(out, "if these ranks were as fast as the others");
    else
        strbuf_printf(out, "if rank %u were as fast as %s", finding->rank,
                      say_others(scope, finding->rank, false).text);
}

/* Evening out gains much more than a rank that is no slower than the others: these are
 * unequal, too. */
static bool others_are_unequal(const struct finding *finding)
{
    return finding->cure.kind == CURE_EVEN && finding->slow_count == 1 &&
           finding->gain_like_others > 0 &&
           (double)finding->gain_like_others < NO_MORE * (double)finding->gain;
}

static void put_like_others(struct strbuf *out, const struct finding *finding,
                            uint64_t before)
{
    strbuf_printf(
        out, ": %s (-%s)",
        say_seconds(before - finding->gain_like_others).text,
        say_percent(scope_share(finding->gain_like_others, before)).text);
}

static void put_gain(struct strbuf *out, const struct advice *advice,
                     const struct scope *scope, const struct finding *finding)
{
    uint64_t before = advice->unchanged;

    if (finding->masked) {
        strbuf_printf(out,
                      "  Changing this alone gains less than %s, since other "
                      "ranks work nearly as long: it gains only together with "
                      "the other changes.",
                      say_percent(ADVICE_LEAST).text);
        return;
    }
    strbuf_puts(out, "  Run time ");
    put_cure(out, finding);
    strbuf_printf(out, ": %s -> %s (-%s)", say_seconds(before).text,
                  say_seconds(before - finding->gain).text,
                  say_percent(scope_share(finding->gain, before)).text);
    if (can_be_like_others(advice, scope, finding)) {
        strbuf_puts(out, "; or ");
        put_best(out, scope, finding);
        put_like_others(out, finding, before);
    } else if (others_are_unequal(finding)) {
        strbuf_printf(out, "; or if only rank %u were as fast as the others",
                      finding->rank);
        put_like_others(out, finding, before);
    }
    strbuf_putc(out, '.');
}

/* ---- one after the other ---- */

static void put_work(struct strbuf *out, const struct advice *advice,
                     const struct scope *scope, const struct finding *finding)
{
    bool traced = advice->waits.replay != NULL;
    uint32_t place = traced ? find_waits(advice, finding) : NO_PLACE;
    uint64_t waiting =
        place == NO_PLACE ? 0 : wait_place_site(&advice->waits, place);

    put_longer(out, scope, finding);
    put_where(out, scope, finding, waiting);
    put_times(out, advice, scope, finding, waiting);
    if (place != NO_PLACE)
        put_who_waits(out, advice, scope, finding, place);
    else if (!traced)
        put_where_mpi_is(out, scope, finding->rank);
}

/* The first sentence about a cause, without its call site.  Where `after' is
 * missing the site need not be known; without both the rule's title is said. */
static const struct headline {
    const char *before, *after;
} headlines[RULES] = {
    [RULE_MOVING] = { "Unequal work moves from rank to rank before ", "" },
    [RULE_PIPELINE] = { "Ranks work one after another at ", "" },
    [RULE_CHAIN] = { "Values are combined along a chain of ranks at ", "" },
    [RULE_TURNS] = { "Ranks take turns at ", "" },
    [RULE_EXCHANGE] = { "Messages follow one another at ", "" },
    [RULE_LATE_SENDER] = { "", " waits for late senders" },
    [RULE_WRONG_ORDER] = { "", " receives in the wrong order" },
    [RULE_LATE_RECEIVER] = { "", " waits for late receivers" },
    [RULE_LATE_PROGRESS] = { "Messages of ", " do not progress" },
    [RULE_LATE_ROOT] = { "The other ranks wait for the root of ", "" },
    [RULE_WINDOW_WAITS] = { "", " waits for other ranks" },
    [RULE_CONVOY] = { "Ranks queue for a lock in ", "" },
    [RULE_FILE_WAITS] = { "", " waits for other ranks" },
    [RULE_SMALL_MESSAGES] = { "", " sends many small messages" },
    [RULE_BANDWIDTH] = { "", " moves large messages slowly" },
    [RULE_OVERLAP] = { "", " comes too soon after its requests start" },
    [RULE_TRANSFERS] = { "Transfers by ", " could overlap with work" },
    [RULE_SPINNING] = { "", " is called in a loop until it succeeds" },
    [RULE_BARRIER] = { "", " may be unnecessary" },
    [RULE_SMALL_COLLECTIVES] = { "", " is called often, for few bytes" },
    [RULE_PAIR] = { "Two ranks move far more bytes than the others in ", "" },
    [RULE_CREATION] = { "", " makes new objects again and again" },
    [RULE_FENCES] = { "", " is called more often than needed" },
    [RULE_FLUSHES] = { "", " is called more often than needed" },
    [RULE_SMALL_IO] = { "", " moves few bytes in many calls" },
    [RULE_PICKLING] = { "Objects are pickled in ", "" },
    [RULE_PLACEMENT] = { "Ranks are on the wrong hosts", NULL },
    [RULE_LEAKS] = { "Objects are never freed", NULL },
};

static void put_title(struct strbuf *out, const char *title, const char *where)
{
    strbuf_putc(out, (char)toupper((unsigned char)title[0]));
    strbuf_puts(out, title + 1);
    if (where[0] != '\0')
        strbuf_printf(out, ", %s", where);
}

static const struct headline early_root = { "The root of ",
                                            " waits for the other ranks" };

static void put_other(struct strbuf *out, const struct scope *scope,
                      const struct finding *finding)
{
    const struct headline *headline =
        finding->early_root ? &early_root : &headlines[finding->rule];
    const char *where = strbuf_text(&finding->where);

    if (finding->rule == RULE_LATE_RANK)
        strbuf_printf(out, "Rank %u is late because of %s", finding->rank,
                      where);
    else if (finding->rule == RULE_PAIR && finding->rank != FINDING_ALL_RANKS)
        strbuf_printf(out,
                      "Rank %u moves far more bytes than the others in %s",
                      finding->rank, where);
    else if (headline->after != NULL && where[0] != '\0')
        strbuf_printf(out, "%s%s%s", headline->before, where, headline->after);
    else if (headline->after == NULL && headline->before != NULL)
        put_title(out, headline->before, where);
    else
        put_title(out, rules[finding->rule].title, where);
    strbuf_printf(out, ".  %s", strbuf_text(&finding->evidence));
    put_when(out, scope, finding, 0);
}

enum severity causes_severity(const struct scope *scope, uint64_t gain)
{
    return scope_share(gain, scope->run_ns) >= LARGE_GAIN ? SEVERITY_BAD
                                                          : SEVERITY_POOR;
}

static const char *remedy_of(const struct finding *finding)
{
    return finding->remedy == NULL ? rules[finding->rule].remedy
                                   : finding->remedy;
}

/* A remedy that a cause before has is not said again. */
static void put_remedy(struct strbuf *out, const struct advice *advice,
                       const struct finding *finding)
{
    const char *remedy = remedy_of(finding);

    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].number > 0 &&
            strcmp(remedy_of(&advice->items[i]), remedy) == 0) {
            strbuf_printf(out, "  The remedy is the same as for %zu.",
                          advice->items[i].number);
            return;
        }
    strbuf_printf(out, "  %s", remedy);
}

/* Samples would name the function of the work: that is said once. */
static void put_how_to_find(struct strbuf *out, const struct advice *advice,
                            const struct scope *scope,
                            const struct finding *finding)
{
    const struct python_times *python = scope->options->python;

    if (!causes_is_work(finding) || finding->idle ||
        scope->sampled.period_ns > 0 || scope_has_regions(scope) ||
        (python != NULL && python->count > 0))
        return;
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].number > 0 && causes_is_work(&advice->items[i]))
            return;
    strbuf_puts(out, "  Run `MPIPROF_SAMPLE=100 mpiexec ...' to see which "
                     "function does this work.");
}

static void say_cause(const struct advice *advice, const struct scope *scope,
                      struct finding *finding, size_t number,
                      struct report *report)
{
    struct strbuf text = { 0 };
    size_t before;

    if (causes_is_work(finding) && finding->most > 0)
        put_work(&text, advice, scope, finding);
    else
        put_other(&text, scope, finding);
    if (finding->simulated)
        put_gain(&text, advice, scope, finding);
    else if (finding->gains)
        put_estimate(&text, advice, scope, finding);
    put_how_to_find(&text, advice, scope, finding);
    put_remedy(&text, advice, finding);
    before = report->verdict_count;
    report_verdict(report, "%zu. %s", number, strbuf_text(&text));
    report_rate(report, before,
                finding->gains ? causes_severity(scope, finding->gain)
                               : SEVERITY_NONE);
    finding->told = true;
    finding->number = number;
    strbuf_clear(&text);
}

typedef bool is_cause(const struct finding *finding);

static bool is_simulated(const struct finding *finding)
{
    return finding->gains && finding->simulated;
}

/* Pickling is work, which no simulation takes away, and was measured. */
static bool is_known(const struct finding *finding)
{
    return is_simulated(finding) ||
           (finding->gains && finding->rule == RULE_PICKLING);
}

static bool is_gain(const struct finding *finding)
{
    return finding->gains;
}

static bool is_untold(const struct finding *finding)
{
    return !finding->told && !finding->minor;
}

bool causes_left(const struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        if (is_untold(&advice->items[i]))
            return true;
    return false;
}

static bool is_without_gain(const struct finding *finding)
{
    return is_untold(finding) && !finding->gains;
}

/* Facts that hold whether or not the times of the run can be trusted. */
static bool is_sure(const struct finding *finding)
{
    return is_without_gain(finding) &&
           (finding->rule == RULE_LEAKS || finding->rule == RULE_OVERHEAD ||
            finding->rule == RULE_START);
}

/* Nothing for a single one, whose gain is said. */
static void put_together(struct strbuf *out, const struct advice *advice)
{
    uint64_t before = advice->unchanged, most = 0;
    uint64_t gain = before > advice->together ? before - advice->together : 0;
    size_t simulated = 0, pickling = 0;

    for (size_t i = 0; i < advice->count; i++)
        if (is_known(&advice->items[i]) && !is_simulated(&advice->items[i])) {
            pickling++;
        } else if (is_simulated(&advice->items[i])) {
            simulated++;
            if (!advice->items[i].masked && advice->items[i].gain > most)
                most = advice->items[i].gain;
        }
    if (simulated < 2)
        return;
    if (scope_share(gain, before) < scope_share(most, before) + LEAST_MORE)
        strbuf_printf(out,
                      "All of these changes%s together gain no more than the "
                      "one with the largest gain.",
                      pickling > 0 ? " except pickling" : "");
    else
        strbuf_printf(
            out, "Run time with all of these changes%s: %s -> %s (-%s).",
            pickling > 0 ? " except pickling" : "", say_seconds(before).text,
            say_seconds(before - gain).text,
            say_percent(scope_share(gain, before)).text);
}

void causes_say_together(const struct advice *advice,
                         const struct scope *scope, struct report *report)
{
    struct efficiency parts;
    struct strbuf text = { 0 };

    put_together(&text, advice);
    if (efficiency_of(scope, &parts)) {
        strbuf_printf(&text,
                      "%sParallel efficiency %.1f %% = load balance %.1f %%",
                      text.length > 0 ? "  " : "", 100 * parts.parallel,
                      100 * parts.load_balance);
        if (parts.transfer > 0)
            strbuf_printf(&text,
                          " x serialisation %.1f %% x transfer %.1f %%.",
                          100 * parts.serialisation, 100 * parts.transfer);
        else
            strbuf_printf(&text, " x communication %.1f %%.",
                          100 * parts.communication);
    }
    if (text.length > 0)
        report_verdict(report, "%s", strbuf_text(&text));
    strbuf_clear(&text);
}

/* Says these, the largest gains first, up to CAUSES_TOLD with those `said'
 * before.  Returns how many there are. */
static size_t say_list(struct advice *advice, const struct scope *scope,
                       is_cause *wanted, size_t said, struct report *report)
{
    struct finding **causes = calloc(advice->count + 1, sizeof(*causes));
    size_t count = 0;

    if (causes == NULL) {
        report->failed = true;
        return 0;
    }
    for (size_t i = 0; i < advice->count; i++)
        if (wanted(&advice->items[i]))
            causes[count++] = &advice->items[i];
    findings_sort(causes, count);
    for (size_t i = 0; i < count && said + i < CAUSES_TOLD; i++)
        say_cause(advice, scope, causes[i], said + i + 1, report);
    free(causes);
    return count;
}

size_t causes_say(struct advice *advice, const struct scope *scope,
                  struct report *report)
{
    bool simulated = false;

    for (size_t i = 0; i < advice->count; i++)
        simulated = simulated || is_simulated(&advice->items[i]);
    return say_list(advice, scope, simulated ? is_known : is_gain, 0, report);
}

void causes_say_others(struct advice *advice, const struct scope *scope,
                       size_t said, enum causes_trust trust,
                       struct report *report)
{
    say_list(advice, scope,
             trust == CAUSES_ALL            ? is_untold
             : trust == CAUSES_WITHOUT_GAIN ? is_without_gain
                                            : is_sure,
             said, report);
}
