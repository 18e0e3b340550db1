/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advice.c - what the rules share.
 */
#include "analyze/advice/advice.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/imbalance.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/say.h"
#include "analyze/facts/source_location.h"
#include "base/array_room.h"
#include "base/order.h"
#include "base/saturate.h"

const struct rule_about rules[RULES] = {
#define X(code, name, title, definition, remedy) \
    { name, title, definition, remedy },
    RULE_LIST(X)
#undef X
};

#define ALIKE_FACTOR 0.05 /* of call sites that are one finding */
#define IDLE 0.05         /* of the mean useful time: next to no work */
#define SERVES 0.5 /* of T, that such a rank waits for messages at least */
#define BUSIER 1.4 /* times the mean of messages: it has one for each worker */
#define HANDS_OUT 0.5 /* of the mean useful time, of who gives tasks to all */

/* ---- findings ---- */

void finding_init(struct finding *finding, enum rule rule)
{
    *finding = (struct finding){ .rule = rule, .rank = FINDING_ALL_RANKS };
}

void finding_clear(struct finding *finding)
{
    strbuf_clear(&finding->where);
    strbuf_clear(&finding->evidence);
    strbuf_clear(&finding->slow);
    strbuf_clear(&finding->team);
}

static int by_gain(const void *left, const void *right)
{
    const struct finding *const *a = left, *const *b = right;

    if ((*a)->masked != (*b)->masked)
        return (*a)->masked ? 1 : -1;
    if ((*a)->gain != (*b)->gain)
        return (*a)->gain > (*b)->gain ? -1 : 1;
    return *a < *b ? -1 : *a > *b;
}

void findings_sort(struct finding **findings, size_t count)
{
    if (count > 0)
        qsort(findings, count, sizeof(*findings), by_gain);
}

bool advice_worth(const struct scope *scope, uint64_t ns)
{
    return ns > 0 && ns >= scope->doubt_ns &&
           (double)ns >= ADVICE_LEAST * (double)scope->run_ns;
}

bool advice_may_be_worth(const struct advice *advice,
                         const struct scope *scope, uint64_t gain)
{
    return advice_worth(scope,
                        advice->simulates
                            ? saturate_near((double)gain * scope->rank_count)
                            : gain);
}

static uint32_t caller_of(const struct scope *scope, uint64_t site)
{
    return site_path(site) == 0
               ? 0
               : definitions_get(scope->profile->definitions, DEFINITION_PATH,
                                 site_path(site))
                     .refs[0];
}

static bool have_one_name(const struct scope *scope, uint64_t site,
                          uint64_t other)
{
    struct source_location a, b;

    source_location_leaf(scope->profile->definitions, site_path(site), &a);
    source_location_leaf(scope->profile->definitions, site_path(other), &b);
    return a.function != NULL && b.function != NULL &&
           strcmp(a.function, b.function) == 0 && strcmp(a.file, b.file) == 0;
}

/* The outermost function has no caller, and others may be inlined into it. */
bool advice_in_one_function(const struct scope *scope, uint64_t site,
                            uint64_t other)
{
    uint32_t caller = caller_of(scope, site);

    return caller == caller_of(scope, other) &&
           (caller != 0 || have_one_name(scope, site, other));
}

/* Whether both sites are alike.  A simulation finds out how many messages of an
 * exchange could be one: their sizes may differ. */
static bool costs_alike(const struct advice *advice, const struct scope *scope,
                        const struct finding *one, const struct finding *other)
{
    const struct cure *own = &one->cure, *cure = &other->cure;

    if (one->rule == RULE_SMALL_MESSAGES && advice->simulates)
        return advice_in_one_function(scope, own->site, cure->site) ||
               have_one_name(scope, own->site, cure->site);
    return own->packed == cure->packed &&
           own->factor < cure->factor + ALIKE_FACTOR &&
           own->factor > cure->factor - ALIKE_FACTOR &&
           advice_in_one_function(scope, own->site, cure->site);
}

/* Returns the finding on another call site of the same procedure in the same function,
 * whose cost changes as much; NULL: none. */
static struct finding *find_alike(const struct advice *advice,
                                  const struct scope *scope,
                                  const struct finding *finding)
{
    const struct cure *own = &finding->cure;

    for (size_t i = 0; i < advice->count; i++) {
        const struct cure *cure = &advice->items[i].cure;

        if (advice->items[i].rule == finding->rule &&
            site_call(own->site) == site_call(cure->site) &&
            cure->alike_count < ALIKE_MOST &&
            costs_alike(advice, scope, finding, &advice->items[i]))
            return &advice->items[i];
    }
    return NULL;
}

/* Each of several call sites may gain too little alone. */
static bool may_be_joined(const struct finding *finding)
{
    return (finding->rule == RULE_SMALL_COLLECTIVES ||
            finding->rule == RULE_SMALL_MESSAGES) &&
           finding->gain > 0;
}

/* The call site that gains most is named. */
static void name_dearest(struct finding *first, struct finding *added)
{
    struct finding other = *added;

    if (first->cure.alike_count == 0)
        first->named_gain = first->gain;
    if (added->gain <= first->named_gain)
        return;
    other.named_gain = added->gain;
    other.cure.alike_count = first->cure.alike_count;
    memcpy(other.cure.alike, first->cure.alike, sizeof(other.cure.alike));
    *added = *first;
    *first = other;
}

/* Returns whether the finding is now part of another one. */
static bool join_alike(struct advice *advice, const struct scope *scope,
                       struct finding *finding)
{
    struct finding *first =
        may_be_joined(finding) ? find_alike(advice, scope, finding) : NULL;
    uint64_t gain;

    if (first == NULL)
        return false;
    gain = advice_within_mpi(advice, scope, first->gain + finding->gain);
    name_dearest(first, finding);
    first->cure.alike[first->cure.alike_count++] = finding->cure.site;
    first->gain = gain;
    finding_clear(finding);
    return true;
}

static bool is_wanted(const struct advice *advice, const struct scope *scope,
                      const struct finding *finding)
{
    if (!finding->gains)
        return true;
    return advice->withheld == NULL &&
           (finding->cure.kind == CURE_NONE
                ? advice_worth(scope, finding->gain)
                : advice_may_be_worth(advice, scope, finding->gain));
}

void advice_take(struct advice *advice, const struct scope *scope,
                 struct finding *finding)
{
    bool wanted = may_be_joined(finding) || is_wanted(advice, scope, finding);

    advice->failed |= finding->where.failed || finding->evidence.failed ||
                      (wanted && !array_more(&advice->items, advice->count,
                                             sizeof(*advice->items)));
    if (wanted && !advice->failed && join_alike(advice, scope, finding))
        return;
    if (wanted && finding->cure.kind == CURE_EVEN)
        advice->failed |= tallies_get(&advice->works,
                                      works_key(finding->rank,
                                                finding->cure.region)) == NULL;
    if (wanted && !advice->failed)
        advice->items[advice->count++] = *finding;
    else
        finding_clear(finding);
}

void advice_settle(struct advice *advice, const struct scope *scope)
{
    size_t kept = 0;

    for (size_t i = 0; i < advice->count; i++) {
        struct finding *finding = &advice->items[i];

        if (may_be_joined(finding) && !is_wanted(advice, scope, finding)) {
            finding_clear(finding);
            continue;
        }
        if (finding->cure.alike_count > 0)
            strbuf_printf(
                &finding->evidence,
                "  The same holds for %s of %s in this function.",
                say_count(finding->cure.alike_count, "other call site").text,
                scope_call_name(scope, site_call(finding->cure.site)));
        advice->items[kept++] = *finding;
    }
    advice->count = kept;
}

uint64_t advice_within_mpi(const struct advice *advice,
                           const struct scope *scope, uint64_t ns)
{
    return scope->run_ns > advice->most_useful
               ? order_least(ns, scope->run_ns - advice->most_useful)
               : 0;
}

/* A rank that has no part of the work exchanges no more messages than others. */
static bool serves_others(const struct advice *advice,
                          const struct scope *scope, uint32_t rank)
{
    return scope->rank_count < 3 ||
           (double)advice->facts.messages[rank] * scope->rank_count >=
               BUSIER * (double)advice->facts.all_messages;
}

bool advice_is_master(const struct advice *advice, const struct scope *scope,
                      const struct rank_times *rank)
{
    double mean = scope_mean(scope, scope->useful_ns);
    double waits = (double)rank->class[CALL_CLASS_P2P] +
                   (double)rank->class[CALL_CLASS_WAIT];
    bool hands_out = advice->master == rank->rank;

    return (hands_out && (double)rank->useful < HANDS_OUT * mean) ||
           ((double)rank->useful < IDLE * mean &&
            waits > SERVES * (double)scope->run_ns &&
            serves_others(advice, scope, rank->rank));
}

uint64_t advice_within_losses(const struct advice *advice,
                              const struct scope *scope, uint64_t ns)
{
    return scope->run_ns > advice->mean_work
               ? order_least(ns, scope->run_ns - advice->mean_work)
               : 0;
}

uint64_t advice_unequal_work(const struct advice *advice,
                             const struct scope *scope)
{
    uint64_t most = imbalance_of_run(scope).max;

    return most > advice->mean_work ? most - advice->mean_work : 0;
}

uint64_t advice_in_tree(uint64_t waits, uint32_t depth)
{
    uint32_t levels = 0;

    while ((UINT64_C(1) << levels) < depth)
        levels++;
    return saturate_near((double)waits * (depth - 1 - levels) / (depth - 1));
}

double advice_rate(const struct scope *scope, uint64_t calls, uint32_t ranks)
{
    double seconds = (double)scope->run_ns / 1e9 * ranks;

    return seconds > 0 ? (double)calls / seconds : 0;
}

bool advice_is_one_of(const char *name, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

bool advice_knows_waits(const struct scope *scope)
{
    return scope->profile->replay != NULL && replayed_doubt(scope) == NULL;
}

static bool is_of_work(const struct finding *finding, uint32_t rank)
{
    return finding->rank == rank &&
           (finding->rule == RULE_IMBALANCE || finding->rule == RULE_SERIAL);
}

uint64_t advice_gain_of_work_in(const struct advice *advice, uint32_t rank,
                                uint32_t region)
{
    for (size_t i = 0; i < advice->count; i++)
        if (is_of_work(&advice->items[i], rank) &&
            advice->items[i].cure.region == region)
            return advice->items[i].gain;
    return 0;
}

uint64_t advice_gain_of_work(const struct advice *advice, uint32_t rank)
{
    uint64_t gain = 0;

    for (size_t i = 0; i < advice->count; i++)
        if (is_of_work(&advice->items[i], rank))
            gain += advice->items[i].gain;
    return gain;
}

void advice_clear(struct advice *advice)
{
    for (size_t i = 0; i < advice->count; i++)
        finding_clear(&advice->items[i]);
    free(advice->items);
    free(advice->reordered);
    free(advice->chained);
    wait_tallies_clear(&advice->waits);
    tallies_clear(&advice->overlaps);
    tallies_clear(&advice->fences);
    tallies_clear(&advice->works);
    costs_clear(&advice->costs);
    facts_clear(&advice->facts);
}
