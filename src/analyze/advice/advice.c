/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advice.c - section 13: suggestions, by their gain.
 */
#include "analyze/advice/advice.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/facts/analysis.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/replayed.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/saturate.h"

static const struct column columns[] = {
    { "advice", "advice", CELL_TEXT,
      "What is likely wrong: `explain' with it tells the rule." },
    { "rule", NULL, CELL_TEXT, "Name of the rule." },
    { "gain_s", "gain", CELL_NS,
      "What T would be shorter by, likely and at most; none where that is "
      "not known.  Several may speak of the same time: gains do not add up." },
    { "gain_share", "of T", CELL_RATIO, "Gain / T." },
    { "rank", "rank", CELL_INTEGER,
      "The rank that has to change; none: all of them." },
    { "where", "where", CELL_TEXT, "The region, call site or procedure." },
    { "evidence", "evidence", CELL_TEXT, "What was measured." },
    { "remedy", "remedy", CELL_TEXT, "What to do about it." },
};

#define BELOW 2 /* evidence and remedy */

static const struct table_form forms[] = {
    TABLE_FORM("advice", "Advice", 13, columns),
};

const struct rule_about rules[RULES] = {
#define X(code, name, title, definition, remedy) \
    { name, title, definition, remedy },
    RULE_LIST(X)
#undef X
};

/* What withholds gains comes first, then what works longer: others ask for
 * it. */
static advice_look *const looks[] = {
    look_at_starvation,  look_at_balance,   look_at_causes,
    look_at_waits,       look_at_messages,  look_at_tests,
    look_at_collectives, look_at_placement, look_at_objects,
    look_at_files,       look_at_run,
};

/* ---- findings ---- */

void finding_init(struct finding *finding, enum rule rule)
{
    *finding = (struct finding){ .rule = rule, .rank = FINDING_ALL_RANKS };
    strbuf_init(&finding->where);
    strbuf_init(&finding->evidence);
}

static void finding_clear(struct finding *finding)
{
    strbuf_clear(&finding->where);
    strbuf_clear(&finding->evidence);
}

bool advice_worth(const struct scope *scope, uint64_t ns)
{
    return ns > 0 && (double)ns >= ADVICE_LEAST * (double)scope->run_ns;
}

void advice_take(struct advice *advice, const struct scope *scope,
                 struct finding *finding)
{
    bool wanted = !finding->gains || (advice->withheld == NULL &&
                                      advice_worth(scope, finding->gain));

    advice->failed |= finding->where.failed || finding->evidence.failed ||
                      (wanted && !array_more(&advice->items, advice->count,
                                             sizeof(*advice->items)));
    if (wanted && !advice->failed)
        advice->items[advice->count++] = *finding;
    else
        finding_clear(finding);
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t advice_within_mpi(const struct advice *advice,
                           const struct scope *scope, uint64_t ns)
{
    return scope->run_ns > advice->most_useful
               ? less(ns, scope->run_ns - advice->most_useful)
               : 0;
}

uint64_t advice_within_losses(const struct scope *scope, uint64_t ns)
{
    uint64_t mean = saturate_below(scope_mean(scope, scope->useful_ns));

    return scope->run_ns > mean ? less(ns, scope->run_ns - mean) : 0;
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

uint64_t advice_waited(const struct advice *advice, uint64_t site)
{
    const struct tally *place = tallies_find(&advice->waits.names, site);

    return place == NULL ? 0
                         : advice->waited[place - advice->waits.names.items];
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
            advice->items[i].region == region)
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

/* ---- the table ---- */

static void add_finding(struct table *table, const struct scope *scope,
                        const struct finding *finding)
{
    const struct rule_about *about = &rules[finding->rule];

    table_text(table, about->title);
    table_text(table, about->name);
    if (finding->gains) {
        table_number(table, finding->gain);
        table_real(table, scope_share(finding->gain, scope->run_ns));
    } else {
        table_empty(table);
        table_empty(table);
    }
    if (finding->rank == FINDING_ALL_RANKS)
        table_empty(table);
    else
        table_integer(table, finding->rank);
    if (finding->where.length > 0)
        table_text(table, strbuf_text(&finding->where));
    else
        table_empty(table);
    table_text(table, strbuf_text(&finding->evidence));
    table_text(table,
               finding->remedy == NULL ? about->remedy : finding->remedy);
}

static enum status advice_fill(struct table *table, const struct scope *scope,
                               const void *state)
{
    const struct advice *advice = state;

    table->below = BELOW;
    for (size_t i = 0; i < advice->count; i++)
        add_finding(table, scope, &advice->items[i]);
    table_sort(table, (size_t)table_column(table, "gain_s"));
    if (advice->withheld != NULL)
        table_set_note(table, "suggestions with a gain are withheld: %s",
                       advice->withheld);
    else
        table_set_note(table,
                       "each gain is the most by which T could shrink; do not "
                       "add them: several may come from the same waits");
    return STATUS_OK;
}

/* ---- the analysis ---- */

static enum status begin(void *state, const struct scope *scope)
{
    struct advice *advice = state;

    return facts_init(&advice->facts, scope);
}

static enum status advice_add_rank(void *state, const struct scope *scope,
                                   const struct rank_data *rank)
{
    struct advice *advice = state;

    return facts_add(&advice->facts, scope, rank);
}

static enum status sum_waits(struct advice *advice, const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    enum status status = wait_tallies_init(&advice->waits, scope);

    if (status != STATUS_OK)
        return status;
    advice->waited = calloc(waits->names.count + 1, sizeof(*advice->waited));
    advice->reordered =
        calloc(waits->names.count + 1, sizeof(*advice->reordered));
    if (advice->waited == NULL || advice->reordered == NULL)
        return log_fail(STATUS_NO_MEMORY, "advice");
    for (size_t i = 0; i < waits->sites.count; i++) {
        const struct tally *site = &waits->sites.items[i];

        advice->waited[wait_site_place(site->key)] +=
            scope_stats(scope, &site->time).sum;
    }
    return STATUS_OK;
}

/* What such requests can take, nobody being late. */
static double hideable(const struct scope *scope,
                       const struct overlap *overlap)
{
    double ns = (double)overlap->bytes / LARGE_BYTES_PER_SECOND * 1e9 +
                (double)overlap->messages * MESSAGE_NS;

    return overlap->collectives ? (double)scope->total_ns : ns;
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
        if (overlap->calls == 0)
            continue;
        tally =
            tallies_get(&advice->overlaps,
                        wait_place_site(waits, waits->places[overlap->site]));
        if (tally == NULL)
            return log_fail(STATUS_NO_MEMORY, "advice");
        tally->mpi += overlap->work;
        tally->exclusive += saturate_near(hideable(scope, overlap));
        tally->calls += overlap->calls;
    }
    return STATUS_OK;
}

static enum status finish(void *state, const struct scope *scope,
                          struct report *report)
{
    struct advice *advice = state;
    enum status status = sum_waits(advice, scope);

    if (status == STATUS_OK)
        status = sum_overlaps(advice, scope);
    if (status != STATUS_OK)
        return status;
    advice->most_useful = imbalance_of_run(scope).max;
    for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
        looks[i](advice, scope);
    if (advice->failed)
        return log_fail(STATUS_NO_MEMORY, "advice");
    return report_add_filled(report, &forms[0], scope, advice, advice_fill);
}

static void clear(void *state)
{
    struct advice *advice = state;

    for (size_t i = 0; i < advice->count; i++)
        finding_clear(&advice->items[i]);
    free(advice->items);
    free(advice->waited);
    free(advice->reordered);
    wait_tallies_clear(&advice->waits);
    tallies_clear(&advice->overlaps);
    facts_clear(&advice->facts);
}

const struct analysis advice_analysis = {
    .state_size = sizeof(struct advice),
    .begin = begin,
    .add = advice_add_rank,
    .finish = finish,
    .clear = clear,
    .forms = forms,
    .form_count = 1,
};
