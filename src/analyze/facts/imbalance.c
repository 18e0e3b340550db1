/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/imbalance.h"

#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "analyze/facts/starvation.h"
#include "base/saturate.h"
#include "model/notes/comm_note.h"

/* clang-format off */
#define SPREAD_COLUMNS                                                      \
    { "ranks", "rank count", CELL_COUNT,                                         \
      "Ranks that took part; the others count as zero." },                  \
    { "min_s", "min", CELL_NS, "Smallest time of a rank." },                \
    { "mean_s", "mean", CELL_NS, "Mean of the ranks' times." },             \
    { "max_s", "max", CELL_NS, "Greatest time of a rank." },                \
    { "deviation_s", "std dev", CELL_NS,                                    \
      "Standard deviation of the ranks' times." },                          \
    { "max_rank", "max on", CELL_INTEGER,                                 \
      "The rank with the greatest time." },                                 \
    { "min_rank", "min on", CELL_INTEGER,                                 \
      "The rank with the smallest time; for MPI time most likely the one "  \
      "the others wait for." },                                             \
    { "avoidable_s", "avoidable", CELL_NS,                                  \
      "max - mean: what would be gained if it were spread evenly." },       \
    { "avoidable_share", "of T", CELL_RATIO, "Avoidable time / T." }
/* clang-format on */

static const struct column region_columns[] = {
    { "region", "region", CELL_TEXT, "Path of the region." },
    SPREAD_COLUMNS,
};

static const struct column procedure_columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    SPREAD_COLUMNS,
};

static const struct column site_columns[] = {
    { "site", "call site", CELL_TEXT,
      "The MPI procedure, and the line or function that calls it." },
    { "procedure", NULL, CELL_TEXT, "Name of the MPI procedure." },
    { "function", NULL, CELL_TEXT, "The function that calls MPI." },
    { "location", NULL, CELL_TEXT, "File and line of the call." },
    SPREAD_COLUMNS,
};

static const struct column comm_columns[] = {
    { "communicator", "communicator", CELL_TEXT,
      "Name of the communicator; only its members are compared." },
    SPREAD_COLUMNS,
};

enum { USEFUL, REGIONS, PROCEDURES, SITES, COMMS };

static const struct table_form forms[] = {
    [USEFUL] =
        TABLE_FORM("imbalance_useful", "Imbalance of useful time, by region",
                   SECTION_TIME, region_columns),
    [REGIONS] = TABLE_FORM("imbalance_regions",
                           "Imbalance of inclusive time, by region (MPI "
                           "included)",
                           SECTION_TIME, region_columns),
    [PROCEDURES] = TABLE_FORM("imbalance_procedures",
                              "Imbalance of MPI time, by procedure",
                              SECTION_TIME, procedure_columns),
    [SITES] = TABLE_FORM("imbalance_call_sites",
                         "Imbalance of MPI time, by call site", SECTION_TIME,
                         site_columns),
    [COMMS] = TABLE_FORM("imbalance_communicators",
                         "Imbalance of MPI time, by communicator",
                         SECTION_TIME, comm_columns),
};

#define UNKNOWN_RANK UINT32_MAX
#define WORTH_A_LINE 0.001   /* of T */
#define TOLERABLE_PAUSE 0.02 /* of T */
#define ALONE 0.8 /* of a rank's time is more than the others have */

static void add_spread(struct table *table, const struct scope *scope,
                       const struct rank_stats_result *spread)
{
    TABLE_NUMBERS(table, spread->ranks, spread->min,
                  saturate_near(spread->mean), spread->max,
                  saturate_near(spread->deviation));
    table_integer(table, scope_rank_at(scope, spread->max_index));
    table_integer_if(table, spread->min_index != UNKNOWN_RANK,
                     scope_rank_at(scope, spread->min_index));
    table_number(table, spread->avoidable);
    table_real(table, scope_share(spread->avoidable, scope->run_ns));
}

static bool outside_run(const struct scope *scope, uint32_t call)
{
    return scope_call_class(scope, call) == CALL_CLASS_SETUP;
}

/* NULL: nothing is. */
static const char *missing_note(const struct scope *scope)
{
    if (scope_is_partial(scope))
        return "partial: the data of some ranks is missing or ends before the "
               "run did (see Caveats)";
    return imbalance_unmeasured(scope) > 0
               ? "partial: some ranks were not measured for part of the time "
                 "(see Caveats)"
               : NULL;
}

static void fill_useful(struct table *table, const struct scope *scope)
{
    struct rank_stats_result run = imbalance_of_run(scope);
    const char *missing = missing_note(scope);

    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        struct rank_stats_result spread = scope_stats(scope, &tally->time);

        table_name(table, scope->profile->definitions, (uint32_t)tally->key,
                   source_location_region);
        add_spread(table, scope, &spread);
    }
    if (missing != NULL)
        table_set_note(table, "%s", missing);
    else if (scope->rank_count > 1)
        table_set_note(table,
                       "all regions together: rank %u has the most "
                       "useful time, %.1f %% of T above the mean",
                       scope_rank_at(scope, run.max_index),
                       100 * scope_share(run.avoidable, scope->run_ns));
}

static void fill_regions(struct table *table, const struct scope *scope)
{
    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        struct rank_stats_result spread = scope_stats(scope, &tally->other);

        if (tally->key == 0)
            continue;
        table_name(table, scope->profile->definitions, (uint32_t)tally->key,
                   source_location_region);
        add_spread(table, scope, &spread);
    }
}

static void fill_procedures(struct table *table, const struct scope *scope)
{
    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *tally = &scope->calls.items[i];
        struct rank_stats_result spread = scope_stats(scope, &tally->time);

        if (outside_run(scope, (uint32_t)tally->key))
            continue;
        table_text(table, scope_call_name(scope, (uint32_t)tally->key));
        add_spread(table, scope, &spread);
    }
    table_set_note(table, "time in MPI is mostly waiting: the rank with the "
                          "lowest time is the one the others wait for");
}

static void add_site(struct table *table, const struct scope *scope,
                     uint64_t key)
{
    const struct definitions *names = scope->profile->definitions;
    const char *procedure = scope_call_name(scope, site_call(key));
    struct source_location place;
    struct strbuf text = { 0 };

    source_location_leaf(names, site_path(key), &place);
    if (place.location[0] != '\0')
        strbuf_printf(&text, "%s at %s", procedure, place.location);
    else
        strbuf_printf(&text, "%s in %s", procedure,
                      place.function == NULL ? "-" : place.function);
    sites_put_caller(&text, &scope->same, names, site_path(key));
    table_take(table, &text);
    table_text(table, procedure);
    table_text(table, place.function);
    table_optional(table, place.location);
}

static void fill_sites(struct table *table, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *tally = &scope->sites.items[i];
        struct rank_stats_result spread = scope_stats(scope, &tally->time);

        if (outside_run(scope, site_call(tally->key)))
            continue;
        add_site(table, scope, tally->key);
        add_spread(table, scope, &spread);
    }
}

/* How many ranks the communicator has, at least those that used it. */
static uint32_t members_of(const struct scope *scope,
                           const struct tally *tally)
{
    const struct definitions *names = scope->profile->definitions;
    uint32_t used = rank_stats_result(&tally->time, 0).ranks;
    struct definition definition;
    struct comm_note note;
    uint64_t members;

    if (tally->key >= definitions_count(names, DEFINITION_COMM))
        return used;
    definition = definitions_get(names, DEFINITION_COMM, (uint32_t)tally->key);
    if (definition.note_size == 0 ||
        comm_note_decode(definition.note, definition.note_size, &note) !=
            STATUS_OK)
        return used;
    members = (uint64_t)note.size + note.remote_size;
    comm_note_clear(&note);
    if (members > scope->rank_count)
        members = scope->rank_count;
    return members > used ? (uint32_t)members : used;
}

static void fill_comms(struct table *table, const struct scope *scope)
{
    for (size_t i = 0; i < scope->comms.count; i++) {
        const struct tally *tally = &scope->comms.items[i];
        uint32_t members = members_of(scope, tally);
        struct rank_stats_result spread =
            rank_stats_result(&tally->time, members);

        if (members < 2)
            continue;
        if (spread.ranks < members) /* some member, not just any rank */
            spread.min_index = UNKNOWN_RANK;
        table_name(table, scope->profile->definitions, (uint32_t)tally->key,
                   source_location_comm);
        add_spread(table, scope, &spread);
    }
}

/* Leaves out what is not worth a line; the first row always stays. */
static void cut_balanced(struct table *table)
{
    size_t share = (size_t)table_column(table, "avoidable_share");
    size_t rows = 1;

    while (rows < table->row_count &&
           table_cell(table, rows, share)->as.real >= WORTH_A_LINE)
        rows++;
    table_cut(table, rows);
}

/* Wall-clock times of a starved run say who had no core, in work and in MPI. */
static void note_starved(struct table *table, const char *missing)
{
    table_set_note(table,
                   "ranks waited for a core: avoidable times mostly show "
                   "that, and cannot be gained%s%s",
                   missing != NULL ? "; " : "",
                   missing != NULL ? missing : "");
}

static enum status imbalance_finish(void *state, const struct scope *scope,
                                    struct report *report)
{
    static void (*const fill[])(struct table *, const struct scope *) = {
        [USEFUL] = fill_useful,         [REGIONS] = fill_regions,
        [PROCEDURES] = fill_procedures, [SITES] = fill_sites,
        [COMMS] = fill_comms,
    };
    bool starved = starvation_of(scope).starved;

    (void)state;
    for (int i = 0; i <= COMMS; i++) {
        struct table *table = report_add_form(report, &forms[i]);

        if (table == NULL)
            return STATUS_NO_MEMORY;
        fill[i](table, scope);
        if (starved)
            note_starved(table, i == USEFUL ? missing_note(scope) : NULL);
        table_sort(table, (size_t)table_column(table, "avoidable_s"));
        if (scope->options->top > 0)
            cut_balanced(table);
    }
    return STATUS_OK;
}

const struct tally *imbalance_worst_region(const struct scope *scope,
                                           struct rank_stats_result *out)
{
    const struct tally *worst = NULL;

    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        struct rank_stats_result spread = scope_stats(scope, &tally->time);

        if (worst == NULL || spread.avoidable > out->avoidable) {
            worst = tally;
            *out = spread;
        }
    }
    return worst;
}

struct rank_stats_result imbalance_of_run(const struct scope *scope)
{
    struct rank_stats useful = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        rank_stats_add(&useful, i, scope->ranks[i].useful);
    return rank_stats_result(&useful, scope->rank_count);
}

double imbalance_excess(const struct scope *scope,
                        const struct rank_stats_result *spread)
{
    if (scope->rank_count < 2)
        return 0;
    return (double)spread->max -
           (double)(spread->sum - spread->max) / (scope->rank_count - 1);
}

bool imbalance_is_alone(const struct scope *scope,
                        const struct rank_stats_result *spread)
{
    return imbalance_excess(scope, spread) > ALONE * (double)spread->max;
}

/* Time inside chosen regions has no pauses. */
uint64_t imbalance_unmeasured(const struct scope *scope)
{
    uint64_t least = UINT64_MAX, most = 0;

    if (scope->inside != NULL || scope->rank_count == 0)
        return 0;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        uint64_t paused = scope->ranks[i].paused;

        least = paused < least ? paused : least;
        most = paused > most ? paused : most;
    }
    most -= least;
    if ((double)most < TOLERABLE_PAUSE * (double)scope->run_ns ||
        most < imbalance_of_run(scope).avoidable / 2)
        return 0;
    return most;
}

const struct analysis imbalance_analysis = {
    .finish = imbalance_finish,
    FORMS(forms),
};
