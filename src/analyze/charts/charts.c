/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * charts.c - no section: the data behind the charts of the HTML report.
 *
 * Only if the options request them.  Times, ranks and regions are the same as
 * in the tables.
 */
#include "report/charts.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/charts/chart_extremes.h"
#include "analyze/charts/chart_functions.h"
#include "analyze/charts/chart_hosts.h"
#include "analyze/charts/chart_places.h"
#include "base/log.h"
#include "analyze/facts/source_location.h"
#include "analyze/facts/scope.h"

/* ---- detail windows ---- */

static const char of_run[] =
    "Single calls are not in the report that a run writes itself; "
    "mpiprof-report --open RUN makes one with them from the trace.";
static const char no_calls[] =
    "Single calls are not available: the trace has none between MPI_Init and "
    "MPI_Finalize.";
static const char no_calls_shown[] =
    "Single calls are not available: the trace has none of these ranks between "
    "MPI_Init and MPI_Finalize.";

static const char *why_none(const struct charts *charts,
                            const struct scope *scope)
{
    const struct detail_windows *detail_windows =
        scope->options->detail_windows;

    if (charts->each > 1 && (detail_windows == NULL || detail_windows->filled))
        return detail_windows_shared_rows;
    if (detail_windows == NULL)
        return scope->options->in_run ? of_run : NULL;
    if (!detail_windows->filled)
        return detail_windows->why;
    if (detail_windows->count > 0 || detail_windows->tile_count > 0)
        return NULL;
    return detail_windows->ranks != NULL ? no_calls_shown : no_calls;
}

static bool text_take(char **to, struct strbuf *text)
{
    *to = text->failed ? NULL : strdup(strbuf_text(text));
    strbuf_clear(text);
    return *to != NULL;
}

static bool name_site(struct chart_site *out, const struct scope *scope,
                      const struct replay_site *site)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place;
    struct strbuf text;
    bool named;

    if (!scope_inside(scope, site->region))
        return true;
    strbuf_init(&text);
    if (site->region != 0)
        source_location_region(names, site->region, &text);
    named = text_take(&out->region, &text);
    strbuf_init(&text);
    source_location_leaf(names, site->path, &place);
    if (place.function != NULL)
        strbuf_printf(&text, "%s%s%s", place.function,
                      place.location[0] != '\0' ? ", " : "", place.location);
    named = text_take(&out->where, &text) && named;
    out->name = strdup(scope_call_name(scope, site->call));
    out->class = scope_call_class(scope, site->call);
    return named && out->name != NULL;
}

static bool name_sites(struct charts *charts, const struct scope *scope,
                       const struct replay_result *replay)
{
    charts->sites = calloc(replay->site_count + 1u, sizeof(*charts->sites));
    if (charts->sites == NULL)
        return false;
    charts->site_count = replay->site_count;
    for (uint32_t i = 0; i < replay->site_count; i++)
        if (!name_site(&charts->sites[i], scope, &replay->sites[i]))
            return false;
    return true;
}

static enum status chart_closeups_add(struct charts *charts,
                                      const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    const char *why = why_none(charts, scope);

    charts->no_messages = scope->inside != NULL;
    charts->budget = scope->options->detail_windows != NULL
                         ? scope->options->detail_windows->budget
                         : DETAIL_BUDGET;
    if (why != NULL) {
        charts->no_detail_windows = strdup(why);
        return charts->no_detail_windows != NULL
                   ? STATUS_OK
                   : log_fail(STATUS_NO_MEMORY, "charts");
    }
    if (scope->options->detail_windows == NULL || replay == NULL)
        return STATUS_OK;
    if (!name_sites(charts, scope, replay))
        return log_fail(STATUS_NO_MEMORY, "charts");
    charts->detail_windows = scope->options->detail_windows;
    return STATUS_OK;
}

struct charts_state {
    struct charts *charts; /* NULL: not wanted */
    struct chart_places places;
    struct chart_candidates regions; /* by REGION_NODE */
    struct chart_candidates functions;
    struct chart_hosts hosts;
    struct chart_extremes extremes;
};

static enum status charts_begin(void *state, const struct scope *scope)
{
    struct charts_state *own = state;
    const struct profile *profile = scope->profile;
    const struct definitions *names = profile->definitions;
    enum status status;

    if (!scope->options->charts)
        return STATUS_OK;
    chart_places_init(&own->places, profile);
    if (chart_hosts_init(&own->hosts, profile->rank_count) != STATUS_OK)
        return STATUS_NO_MEMORY;
    status = charts_create(
        profile->rank_count,
        scope->options->ranks != NULL ? (uint32_t)scope->options->ranks->count
                                      : profile->rank_count,
        (uint32_t)profile->call_count,
        definitions_count(names, DEFINITION_HOST), &own->charts);
    return status == STATUS_OK
               ? chart_extremes_init(&own->extremes, own->charts)
               : status;
}

static void charts_clear(void *state)
{
    struct charts_state *own = state;

    charts_destroy(own->charts);
    chart_places_clear(&own->places);
    chart_candidates_clear(&own->regions);
    chart_candidates_clear(&own->functions);
    chart_hosts_clear(&own->hosts);
    chart_extremes_clear(&own->extremes);
}

/* ---- a rank, added to one line ---- */

static void add_times(struct chart_line *line, const struct rank_times *times,
                      const struct rank_data *rank)
{
    if (line->times[CHART_RANKS] == 0)
        line->host = times->host;
    line->mixed = line->mixed || line->host != times->host;
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        line->times[i] += times->class[i];
    line->times[CHART_USEFUL] += times->useful;
    line->times[PROFILE_TIMELINE_OUTSIDE] +=
        timeline_sum(&rank->timeline, PROFILE_TIMELINE_OUTSIDE);
    line->times[CHART_LENGTH] += times->length;
    line->times[CHART_RANKS]++;
}

static void add_calls(struct charts *charts, const struct scope *scope,
                      struct chart_line *line, const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call >= charts->call_count ||
            !scope_inside(scope, row->region))
            continue;
        line->columns[2 * (size_t)row->call] += row->time.sum;
        line->columns[2 * (size_t)row->call + 1] += row->count;
        charts->columns[row->call].used = true;
    }
}

/* The rank's own time in each procedure; its rows are in their order. */
static void add_ranges(const struct charts *charts, const struct scope *scope,
                       struct chart_line *line, const struct rank_data *rank)
{
    uint64_t time = 0, rows = 0;

    for (size_t i = 0; line->ranges != NULL && i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call >= charts->call_count)
            continue;
        if (scope_inside(scope, row->region)) {
            time += row->time.sum;
            rows++;
        }
        if (i + 1 < rank->row_count && row[1].call == row->call)
            continue;
        if (rows > 0)
            chart_range_add(&line->ranges[row->call], rank->rank, time);
        time = rows = 0;
    }
}

static enum status add_regions(struct charts_state *own,
                               const struct scope *scope, uint32_t line,
                               const struct rank_data *rank)
{
    uint32_t count =
        definitions_count(scope->profile->definitions, DEFINITION_REGION_NODE);
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->region_count && status == STATUS_OK; i++) {
        const struct region_data *region = &rank->regions[i];
        const uint64_t useful[2] = {
            scope_region_useful(scope, rank->rank, region), region->visits
        };

        if (region->node < count && scope_inside(scope, region->node))
            status =
                chart_candidates_add(&own->regions, own->charts, line,
                                     rank->rank, region->node, useful, true);
    }
    return status;
}

static enum status add_to_line(struct charts_state *own,
                               const struct scope *scope,
                               struct chart_lines *lines, uint32_t index,
                               const struct rank_data *rank)
{
    struct charts *charts = own->charts;
    uint32_t position =
        index + (lines == &charts->by_host ? charts->by_rank.count : 0);
    struct chart_line *line;
    enum status status;

    if (index >= lines->count)
        return STATUS_OK;
    line = charts_line(charts, lines, index);
    if (line == NULL || !chart_line_add(line, rank->rank))
        return log_fail(STATUS_NO_MEMORY, "charts");
    add_times(line, &scope->ranks[scope->rank_count - 1], rank);
    charts_add_bins(charts, line, &rank->timeline, rank->begin);
    add_calls(charts, scope, line, rank);
    add_ranges(charts, scope, line, rank);
    status = add_regions(own, scope, position, rank);
    return status == STATUS_OK
               ? chart_functions_add(&own->functions, scope, charts, position)
               : status;
}

/* ---- the rest of a rank ---- */

static enum status add_pair(struct charts_state *own, uint32_t from,
                            uint32_t to, struct chart_pair add)
{
    struct chart_matrix *matrix = &own->charts->matrix;
    uint32_t row = from / own->charts->matrix_each;
    uint32_t column = to / own->charts->matrix_each;
    struct chart_pair *pair;

    if (row >= matrix->side || column >= matrix->side)
        return STATUS_OK;
    pair = &matrix->pairs[(size_t)row * matrix->side + column];
    pair->messages += add.messages;
    pair->bytes += add.bytes;
    pair->time += add.time;
    return chart_hosts_add(&own->hosts, &own->charts->host_matrix, from, to,
                           add);
}

/* Bytes that a rank received by MPI_Get count too: the target does not know
 * about them. */
static enum status add_peers(struct charts_state *own,
                             const struct rank_data *rank)
{
    enum status status = STATUS_OK;

    chart_hosts_rank(&own->hosts, rank->rank,
                     rank->host / own->charts->host_each);
    for (size_t i = 0; i < rank->peer_count && status == STATUS_OK; i++) {
        const struct peer *peer = &rank->peers[i];

        if (peer->out_messages > 0)
            status =
                add_pair(own, rank->rank, peer->rank,
                         (struct chart_pair){ peer->out_messages,
                                              peer->out_bytes, peer->time });
        if (status == STATUS_OK && peer->kind == PEER_ONE_SIDED)
            status = add_pair(
                own, peer->rank, rank->rank,
                (struct chart_pair){ peer->in_messages, peer->in_bytes, 0 });
    }
    return status;
}

static void add_sizes(struct charts *charts, const struct scope *scope,
                      const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call < charts->call_count && scope_inside(scope, row->region))
            for (int bin = 0; bin < PROFILE_BINS; bin++)
                charts->sizes[row->call][bin] += row->size_bins[bin];
    }
}

static enum status add_places(struct charts_state *own,
                              const struct scope *scope,
                              const struct rank_data *rank)
{
    struct chart_places *places = &own->places;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];
        const struct chart_spent spent = { row->time.sum, row->count,
                                           row->out.sum, row->in.sum,
                                           row->counters };

        if (row->call < own->charts->call_count &&
            scope_inside(scope, row->region))
            status = chart_places_add(places, rank->rank, row->region,
                                      scope_site(scope, row), &spent);
    }
    for (size_t i = 0; i < rank->region_count && status == STATUS_OK; i++) {
        const struct region_data *region = &rank->regions[i];
        const struct chart_spent spent = { .time = scope_region_useful(
                                               scope, rank->rank, region),
                                           .calls = region->visits,
                                           .counters = region->counters };

        if (scope_inside(scope, region->node))
            status = chart_places_add(places, rank->rank, region->node,
                                      site_key(CHART_CALL_USEFUL, 0), &spent);
    }
    return status;
}

static enum status charts_add(void *state, const struct scope *scope,
                              const struct rank_data *rank)
{
    struct charts_state *own = state;
    struct charts *charts = own->charts;
    const struct rank_times *times = &scope->ranks[scope->rank_count - 1];
    uint32_t line;
    enum status status;

    if (charts == NULL || !times->shown)
        return STATUS_OK;
    line = charts_place(charts, rank->rank);
    status = add_to_line(own, scope, &charts->by_rank, line, rank);
    if (status == STATUS_OK)
        status = chart_extremes_add(&own->extremes, charts, line, times, rank);
    if (status == STATUS_OK)
        status = add_to_line(own, scope, &charts->by_host,
                             rank->host / charts->host_each, rank);
    add_sizes(charts, scope, rank);
    if (status == STATUS_OK)
        status = add_places(own, scope, rank);
    if (status == STATUS_OK)
        status = chart_functions_paths(scope, rank, &own->places);
    if (status == STATUS_OK && scope->inside == NULL)
        status = add_peers(own, rank);
    return status;
}

/* ---- names ---- */

static bool name_calls(struct charts *charts, const struct scope *scope)
{
    struct chart_column *columns = charts->columns;
    bool named = true;

    for (uint32_t i = 0; i < charts->call_count; i++)
        if (columns[i].used) {
            columns[i].name = strdup(scope_call_name(scope, i));
            columns[i].class = scope_call_class(scope, i);
            named = named && columns[i].name != NULL;
        }
    return named;
}

static enum status give_regions(struct chart_candidates *regions,
                                const struct scope *scope,
                                struct charts *charts)
{
    uint32_t first = charts->call_count;
    enum status status = chart_candidates_choose(regions, charts, first);

    charts->region_total = regions->total;
    for (uint32_t i = 0; i < regions->chosen_count && status == STATUS_OK;
         i++) {
        struct chart_column *column = &charts->columns[first + i];

        column->class = CHART_USEFUL;
        if (!chart_region_name(scope->profile->definitions, regions->chosen[i],
                               &column->name))
            status = log_fail(STATUS_NO_MEMORY, "charts");
    }
    return status;
}

static bool name_hosts(struct charts *charts, const struct definitions *names)
{
    uint32_t count = definitions_count(names, DEFINITION_HOST);

    charts->hosts = calloc(count + 1u, sizeof(*charts->hosts));
    if (charts->hosts == NULL)
        return false;
    charts->host_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct definition host = definitions_get(names, DEFINITION_HOST, i);

        charts->hosts[i] = strndup((const char *)host.key, host.key_size);
        if (charts->hosts[i] == NULL)
            return false;
    }
    return true;
}

static enum status charts_finish(void *state, const struct scope *scope,
                                 struct report *report)
{
    struct charts_state *own = state;
    enum status status;

    if (own->charts == NULL)
        return STATUS_OK;
    status = chart_closeups_add(own->charts, scope);
    if (status == STATUS_OK)
        status = give_regions(&own->regions, scope, own->charts);
    if (status == STATUS_OK)
        status = chart_functions_give(&own->functions, scope, own->charts);
    if (status == STATUS_OK)
        status = chart_places_waits(&own->places, scope);
    if (status != STATUS_OK)
        return status;
    chart_extremes_give(&own->extremes, own->charts);
    chart_hosts_give(&own->hosts, &own->charts->host_matrix);
    if (scope->inside != NULL) /* messages are not kept by region */
        own->charts->matrix.side = own->charts->host_matrix.side = 0;
    if (!name_calls(own->charts, scope) ||
        !name_hosts(own->charts, scope->profile->definitions) ||
        !chart_counters(scope->profile, own->charts) ||
        !chart_terms(own->charts))
        return log_fail(STATUS_NO_MEMORY, "charts");
    report->charts = own->charts;
    own->charts = NULL; /* the report owns it */
    return chart_places_give(&own->places, scope, report->charts);
}

const struct analysis charts_analysis = {
    .state_size = sizeof(struct charts_state),
    .begin = charts_begin,
    .add = charts_add,
    .finish = charts_finish,
    .clear = charts_clear,
};
