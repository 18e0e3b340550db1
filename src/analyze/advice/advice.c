/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advice.c - runs the rules, and what they share.
 */
#include "analyze/advice/advice.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/advice/cures.h"
#include "analyze/advice/looks.h"
#include "analyze/advice/workload.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/say.h"
#include "analyze/facts/source_location.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"

const struct rule_about rules[RULES] = {
#define X(code, name, title, definition, remedy) \
    { name, title, definition, remedy },
    RULE_LIST(X)
#undef X
};

/* Rules that withhold gains come first, then those of longer work, which
 * others ask for. */
static advice_look *const looks[] = {
    look_at_trust,     look_at_balance,  look_at_causes, look_at_chains,
    look_at_waits,     look_at_messages, look_at_tests,  look_at_collectives,
    look_at_placement, look_at_objects,  look_at_files,  look_at_pickling,
    look_at_threads,   look_at_run,
};

#define ALIKE_FACTOR 0.05 /* of call sites that are one finding */
#define IDLE 0.05         /* of the mean useful time: next to no work */
#define SERVES 0.5    /* of T, that such a rank waits for messages at least */
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
}

static int by_gain(const void *left, const void *right)
{
    const struct finding *const *a = left, *const *b = right;

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

/* Drops what gains too little also together with what was joined to it. */
static void settle_alike(struct advice *advice, const struct scope *scope)
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

bool advice_is_master(const struct advice *advice, const struct scope *scope,
                      const struct rank_times *rank)
{
    double mean = scope_mean(scope, scope->useful_ns);
    double waits = (double)rank->class[CALL_CLASS_P2P] +
                   (double)rank->class[CALL_CLASS_WAIT];
    bool hands_out = advice->master == rank->rank;

    return (hands_out && (double)rank->useful < HANDS_OUT * mean) ||
           ((double)rank->useful < IDLE * mean &&
            waits > SERVES * (double)scope->run_ns);
}

/* Mean useful time of the ranks that are no masters. */
static double mean_work(const struct advice *advice, const struct scope *scope)
{
    uint32_t workers = 0;
    double sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (!advice_is_master(advice, scope, &scope->ranks[i])) {
            sum += (double)scope->ranks[i].useful;
            workers++;
        }
    return workers == 0 ? 0 : sum / workers;
}

uint64_t advice_within_losses(const struct advice *advice,
                              const struct scope *scope, uint64_t ns)
{
    return scope->run_ns > advice->mean_work
               ? order_least(ns, scope->run_ns - advice->mean_work)
               : 0;
}

uint64_t advice_within_workers(const struct scope *scope, uint64_t ns)
{
    return order_least(
        ns, saturate_less(scope->run_ns,
                          scope->useful_ns / (scope->rank_count - 1)));
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

/* ---- all of them ---- */

static enum status sum_waits(struct advice *advice, const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    enum status status = wait_tallies_init(&advice->waits, scope);

    if (status != STATUS_OK)
        return status;
    advice->reordered =
        calloc(waits->names.count + 1, sizeof(*advice->reordered));
    advice->chained = calloc(waits->names.count + 1, 1);
    return advice->reordered == NULL || advice->chained == NULL
               ? log_fail(STATUS_NO_MEMORY, "advice")
               : STATUS_OK;
}

/* The time that such requests can take if nobody is late. */
static double hideable_ns(const struct scope *scope,
                          const struct overlap *overlap)
{
    double ns = (double)overlap->bytes / LARGE_BYTES_PER_SECOND * 1e9 +
                (double)overlap->messages * MESSAGE_NS;

    return overlap->collectives ? (double)scope->total_ns : ns;
}

static bool add_quiet(struct advice *advice, const struct overlap *overlap)
{
    const struct wait_tallies *waits = &advice->waits;
    struct tally *tally;

    if (overlap->quiet == 0)
        return true;
    tally = tallies_get(&advice->fences,
                        wait_place_site(waits, waits->places[overlap->site]));
    if (tally != NULL)
        tally->calls += overlap->quiet;
    return tally != NULL;
}

static enum status sum_overlaps(struct advice *advice,
                                const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    const struct replay_result *replay = waits->replay;

    for (size_t i = 0; replay != NULL && i < replay->overlap_count; i++) {
        const struct overlap *overlap = &replay->overlaps[i];
        struct tally *tally;

        if (!wait_site_inside(scope, replay, overlap->site))
            continue;
        advice->reordered[waits->places[overlap->site]] += overlap->reordered;
        if (!add_quiet(advice, overlap))
            return log_fail(STATUS_NO_MEMORY, "advice");
        if (overlap->calls == 0)
            continue;
        tally =
            tallies_get(&advice->overlaps,
                        wait_place_site(waits, waits->places[overlap->site]));
        if (tally == NULL)
            return log_fail(STATUS_NO_MEMORY, "advice");
        tally->mpi += overlap->work;
        tally->exclusive += saturate_near(hideable_ns(scope, overlap));
        tally->calls += overlap->calls;
        tally->out_bytes += overlap->messages;
        tally->in_bytes += overlap->bytes;
        if (overlap->collectives)
            tally->out_calls += overlap->calls;
    }
    return STATUS_OK;
}

#define FILE_BYTES (1u << 20) /* of a rank, least that makes files a reason */

static bool uses_files(const struct scope *scope)
{
    bool found = scope->class_ns[CALL_CLASS_IO] > 0;

    for (uint32_t i = 0; !found && i < scope->rank_count; i++)
        found = scope->uses[i].value[RESOURCE_READ] +
                    scope->uses[i].value[RESOURCE_WRITTEN] >=
                FILE_BYTES;
    return found;
}

/* The remedy for one rank after the other, if what they do may be files. */
static const char *remedy_for_files(enum rule rule)
{
    switch (rule) {
    case RULE_SERIAL:
        return "Split this work among all ranks (change the domain "
               "decomposition; for files, use MPI-IO), or do it while the "
               "others have work of their own.";
    case RULE_TURNS:
        return "Let all ranks do this at the same time (output: MPI-IO, each "
               "rank at an offset of its own, which MPI_Exscan finds), or have "
               "one rank do it for all while the others go on.";
    default: return NULL;
    }
}

/* Sets the remedies that the looks left open. */
static void set_remedies(struct advice *advice, const struct scope *scope)
{
    bool files = uses_files(scope);

    for (size_t i = 0; i < advice->count; i++) {
        struct finding *finding = &advice->items[i];

        if (finding->remedy == NULL)
            workload_set_remedy(advice, scope, finding);
        if (finding->remedy == NULL && files)
            finding->remedy = remedy_for_files(finding->rule);
    }
}

enum status advice_find(struct advice *advice, const struct scope *scope)
{
    enum status status = sum_waits(advice, scope);

    if (status == STATUS_OK)
        status = sum_overlaps(advice, scope);
    if (status == STATUS_OK)
        status = costs_init(&advice->costs, scope, &advice->waits);
    if (status != STATUS_OK)
        return status;
    advice->most_useful = imbalance_of_run(scope).max;
    advice->master = facts_master(&advice->facts, scope);
    advice->mean_work = saturate_below(mean_work(advice, scope));
    advice->simulates = cures_possible(scope);
    for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
        looks[i](advice, scope);
    settle_alike(advice, scope);
    if (!advice->failed && advice->simulates && advice->withheld == NULL)
        cures_simulate(advice, scope);
    set_remedies(advice, scope);
    return status == STATUS_OK && advice->failed
               ? log_fail(STATUS_NO_MEMORY, "advice")
               : status;
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
