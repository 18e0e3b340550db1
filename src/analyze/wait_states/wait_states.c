/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_states.c - waiting time of ranks, by kind and delaying rank.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "analyze/wait_states/say_site.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/wait_tallies.h"

static const struct column kind_columns[] = {
    { "wait", "wait state", CELL_TEXT,
      "The kind of wait; `explain' it by its name." },
    { "time_s", "time", CELL_NS, "Waiting time, over all ranks." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times; none for what is outside T." },
    { "waits", "waits", CELL_COUNT, "Number of waits." },
    { "longest_s", "longest wait", CELL_NS, "The longest of them." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that waited." },
    { "max_s", "max", CELL_NS, "The longest time that a rank waited." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "name", NULL, CELL_TEXT, "Name of the wait state in one word." },
    { "definition", NULL, CELL_TEXT, "How it is computed." },
};

static const struct column site_columns[] = {
    { "wait", "wait state", CELL_TEXT, "The kind of wait." },
    { "procedure", "procedure", CELL_TEXT, "The MPI procedure that waited." },
    { "where", "where", CELL_TEXT,
      "File and line of the call; the function that makes it, where they are "
      "unknown; `, from caller' as in call_sites." },
    { "time_s", "time", CELL_NS, "Waiting time, over all ranks." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times; none for what is outside T." },
    { "culprit_rank", "caused by", CELL_INTEGER,
      "The rank that caused most of these waits." },
    { "max_s", "max", CELL_NS, "The longest time that a rank waited." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "waits", "waits", CELL_COUNT, "Number of waits." },
    { "culprit_s", "for that rank", CELL_NS,
      "Time that all ranks waited here for that rank." },
    { "culprit_procedure", "late call", CELL_TEXT,
      "The call that ended these waits; its rank reached it late, because "
      "of what it did before." },
    { "culprit_where", "at", CELL_TEXT, "File and line of that call." },
    { "function", NULL, CELL_TEXT,
      "The function that waits; module+offset where names are unknown." },
    { "culprit_function", NULL, CELL_TEXT, "The function of that call." },
    { "longest_s", NULL, CELL_NS, "The longest wait." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that waited." },
    { "path", NULL, CELL_TEXT, "The call path of the procedure." },
    { "name", NULL, CELL_TEXT, "Name of the wait state in one word." },
};

static const struct column culprit_columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank that others waited for." },
    { "procedure", "late call", CELL_TEXT,
      "The call that it reached late, because of what it did before." },
    { "where", "where", CELL_TEXT,
      "File and line of that call; its function, where they are unknown; "
      "`, from caller' as in call_sites." },
    { "time_s", "waits caused", CELL_NS,
      "Time that all other ranks waited there for it." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times." },
    { "waits", "waits", CELL_COUNT, "Number of waits." },
    { "longest_s", "longest wait", CELL_NS, "The longest of these waits." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank that waited." },
    { "wait", "wait", CELL_TEXT, "Name of the wait state in one word." },
    { "time_s", "time", CELL_NS, "Time that it waited." },
    { "waits", "waits", CELL_COUNT, "Number of waits." },
    { "longest_s", "longest wait", CELL_NS, "The longest of these waits." },
};

static const struct column pair_columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank that waited." },
    { "culprit_rank", "caused by", CELL_INTEGER, "The rank it waited for." },
    { "time_s", "time", CELL_NS,
      "Time that it waited for that rank: late senders and receivers." },
    { "waits", "waits", CELL_COUNT, "Number of waits." },
};

enum { FORM_KINDS, FORM_SITES, FORM_CULPRITS, FORM_RANKS, FORM_PAIRS };

static const struct table_form forms[] = {
    [FORM_KINDS] =
        TABLE_FORM("wait_states", "Wait states", SECTION_WAITS, kind_columns),
    [FORM_SITES] = TABLE_FORM_BRIEF("wait_sites", "Where ranks wait",
                                    SECTION_WAITS, site_columns),
    [FORM_CULPRITS] = TABLE_FORM("wait_culprits", "Delaying ranks",
                                 SECTION_WAITS, culprit_columns),
    [FORM_RANKS] =
        TABLE_FORM("waits_per_rank", "Wait states per rank", 0, rank_columns),
    [FORM_PAIRS] = TABLE_FORM("wait_pairs", "Waits for messages by pair", 0,
                              pair_columns),
};

static void add_share(struct table *table, const struct scope *scope,
                      uint32_t kind, uint64_t ns)
{
    table_real_if(table, wait_kind_counts((enum wait_kind)kind),
                  scope_share(ns, scope->total_ns));
}

static void add_most(struct table *table, const struct scope *scope,
                     const struct rank_stats_result *time)
{
    table_number(table, time->max);
    table_integer(table, scope_rank_at(scope, time->max_index));
}

static void add_kind(struct table *table, const struct scope *scope,
                     const struct tally *tally)
{
    enum wait_kind kind = (enum wait_kind)tally->key;
    struct rank_stats_result time = scope_stats(scope, &tally->time);

    table_text(table, wait_kind_title(kind));
    table_number(table, time.sum);
    add_share(table, scope, kind, time.sum);
    TABLE_NUMBERS(table, tally->calls, tally->longest, time.ranks);
    add_most(table, scope, &time);
    table_text(table, wait_kind_name(kind));
    table_text(table, wait_kind_definition(kind));
}

static enum status fill_kinds(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct tallies *kinds = &((const struct wait_tallies *)state)->kinds;

    for (size_t i = 0; i < kinds->count; i++)
        add_kind(table, scope, &kinds->items[i]);
    table_sort(table, (size_t)table_column(table, "time_s"));
    replayed_note(table, scope);
    return STATUS_OK;
}

/* The call that ended these waits, and its place; NULL: unknown. */
struct culprit {
    const struct wait_blame *blame;
    uint64_t site;
    struct source_location place;
};

static void find_culprit(const struct scope *scope,
                         const struct wait_tallies *waits,
                         const struct tally *tally, struct culprit *culprit)
{
    culprit->blame = wait_blame_of(waits, wait_site_kind(tally->key),
                                   wait_site_place(tally->key));
    if (culprit->blame == NULL)
        return;
    culprit->site = wait_place_site(waits, culprit->blame->culprit_place);
    source_location_leaf(scope->profile->definitions, site_path(culprit->site),
                         &culprit->place);
}

static void add_culprit(struct table *table, const struct scope *scope,
                        const struct culprit *culprit)
{
    if (culprit->blame == NULL) {
        table_skip(table, 3);
        return;
    }
    table_number(table, culprit->blame->ns);
    table_text(table, scope_call_name(scope, site_call(culprit->site)));
    table_where(table, scope, culprit->site);
}

static void add_site(struct table *table, const struct scope *scope,
                     const void *state, const struct tally *tally)
{
    const struct definitions *names = scope->profile->definitions;
    const struct wait_tallies *waits = state;
    enum wait_kind kind = (enum wait_kind)wait_site_kind(tally->key);
    uint64_t site = wait_place_site(waits, wait_site_place(tally->key));
    struct rank_stats_result time = scope_stats(scope, &tally->time);
    struct culprit culprit;
    struct source_location place;

    source_location_leaf(names, site_path(site), &place);
    find_culprit(scope, waits, tally, &culprit);
    table_text(table, wait_kind_title(kind));
    table_text(table, scope_call_name(scope, site_call(site)));
    table_where(table, scope, site);
    table_number(table, time.sum);
    add_share(table, scope, kind, time.sum);
    table_integer_if(table, culprit.blame != NULL,
                     culprit.blame == NULL ? 0 : culprit.blame->rank);
    add_most(table, scope, &time);
    table_number(table, tally->calls);
    add_culprit(table, scope, &culprit);
    table_text(table, place.function);
    table_text(table, culprit.blame == NULL ? NULL : culprit.place.function);
    TABLE_NUMBERS(table, tally->longest, time.ranks);
    table_name(table, names, site_path(site), source_location_path);
    table_text(table, wait_kind_name(kind));
}

/* ---- who is to blame ---- */

static void add_culprit_row(struct table *table, const struct scope *scope,
                            const struct wait_tallies *waits,
                            const struct tally *sum)
{
    uint64_t site = wait_place_site(waits, wait_site_place(sum->key));

    table_integer(table, wait_site_kind(sum->key));
    table_text(table, scope_call_name(scope, site_call(site)));
    table_where(table, scope, site);
    table_number(table, sum->mpi);
    table_real(table, scope_share(sum->mpi, scope->total_ns));
    TABLE_NUMBERS(table, sum->calls, sum->longest);
}

static enum status fill_culprits(struct table *table,
                                 const struct scope *scope, const void *state)
{
    struct tallies sums = { 0 };
    enum status status = wait_culprits(state, &sums);

    for (size_t i = 0; i < sums.count && status == STATUS_OK; i++)
        add_culprit_row(table, scope, state, &sums.items[i]);
    tallies_clear(&sums);
    table_sort(table, (size_t)table_column(table, "time_s"));
    scope_note_threads(table, scope);
    return status;
}

/* ---- in full ---- */

static bool is_shown(const struct scope *scope, uint32_t rank)
{
    const struct ranklist *ranks = scope->options->ranks;

    return ranks == NULL || ranklist_has(ranks, (int)rank);
}

static enum status fill_ranks(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct wait_tallies *waits = state;
    const struct replay_result *replay = waits->replay;
    struct wait_row sum;

    for (size_t i = 0; i < replay->row_count;) {
        sum = replay->rows[i];
        sum.ns = sum.count = sum.most = 0;
        for (; i < replay->row_count && replay->rows[i].rank == sum.rank &&
               replay->rows[i].kind == sum.kind;
             i++) {
            const struct wait_row *row = &replay->rows[i];

            if (!wait_site_inside(scope, replay, row->site))
                continue;
            sum.ns += row->ns;
            sum.count += row->count;
            sum.most = row->most > sum.most ? row->most : sum.most;
        }
        if (sum.count == 0 || !is_shown(scope, sum.rank))
            continue;
        table_integer(table, sum.rank);
        table_text(table, wait_kind_name((enum wait_kind)sum.kind));
        TABLE_NUMBERS(table, sum.ns, sum.count, sum.most);
    }
    return STATUS_OK;
}

/* Sums rows of the same ranks; *at goes on behind them. */
static struct wait_pair sum_pair(const struct replay_result *replay,
                                 size_t *at)
{
    struct wait_pair sum = replay->pairs[(*at)++];

    for (; *at < replay->pair_count && replay->pairs[*at].rank == sum.rank &&
           replay->pairs[*at].culprit == sum.culprit;
         (*at)++) {
        sum.ns += replay->pairs[*at].ns;
        sum.count += replay->pairs[*at].count;
    }
    return sum;
}

static enum status fill_pairs(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct replay_result *replay =
        ((const struct wait_tallies *)state)->replay;

    for (size_t i = 0; i < replay->pair_count;) {
        struct wait_pair sum = sum_pair(replay, &i);

        if (!is_shown(scope, sum.rank))
            continue;
        table_integer(table, sum.rank);
        table_integer(table, sum.culprit);
        TABLE_NUMBERS(table, sum.ns, sum.count);
    }
    table_sort(table, (size_t)table_column(table, "time_s"));
    return STATUS_OK;
}

/* ---- the section ---- */

static enum status add_details(const struct scope *scope,
                               const struct wait_tallies *waits,
                               struct report *report)
{
    enum status status = STATUS_OK;

    if (table_form_wanted(&forms[FORM_RANKS], scope))
        status = report_add_filled(report, &forms[FORM_RANKS], scope, waits,
                                   fill_ranks);
    if (status == STATUS_OK && scope->inside == NULL &&
        table_form_wanted(&forms[FORM_PAIRS], scope))
        status = report_add_filled(report, &forms[FORM_PAIRS], scope, waits,
                                   fill_pairs);
    return status;
}

static enum status wait_states_finish(void *state, const struct scope *scope,
                                      struct report *report)
{
    struct wait_tallies *waits = state;
    enum status status = wait_tallies_init(waits, scope);

    if (status != STATUS_OK || waits->replay == NULL)
        return status;
    status = report_add_filled(report, &forms[FORM_KINDS], scope, waits,
                               fill_kinds);
    if (status == STATUS_OK)
        status = report_add_tallies(report, &forms[FORM_SITES], scope, waits,
                                    &waits->sites, add_site, "time_s");
    if (status == STATUS_OK)
        status = report_add_filled(report, &forms[FORM_CULPRITS], scope, waits,
                                   fill_culprits);
    return status == STATUS_OK ? add_details(scope, waits, report) : status;
}

static void wait_states_clear(void *state)
{
    wait_tallies_clear(state);
}

const struct analysis wait_states_analysis = {
    .state_size = sizeof(struct wait_tallies),
    .finish = wait_states_finish,
    .clear = wait_states_clear,
    FORMS(forms),
};
