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
#include "analyze/charts/chart_functions.h"
#include "analyze/charts/chart_hosts.h"
#include "analyze/charts/chart_places.h"
#include "analyze/charts/chart_detail_windows.h"
#include "base/log.h"

struct pictures_state {
    struct pictures *pictures; /* NULL: not wanted */
    struct picture_places places;
    struct picture_candidates regions; /* by REGION_NODE */
    struct picture_candidates functions;
    struct picture_hosts hosts;
};

static enum status begin(void *state, const struct scope *scope)
{
    struct pictures_state *own = state;
    const struct profile *profile = scope->profile;
    const struct definitions *names = profile->definitions;

    if (!scope->options->pictures)
        return STATUS_OK;
    picture_places_init(&own->places, profile->rank_count);
    if (picture_hosts_init(&own->hosts, profile->rank_count) != STATUS_OK)
        return STATUS_NO_MEMORY;
    return pictures_create(profile->rank_count,
                           scope->options->ranks != NULL
                               ? (uint32_t)scope->options->ranks->count
                               : profile->rank_count,
                           (uint32_t)profile->call_count,
                           definitions_count(names, DEFINITION_HOST),
                           &own->pictures);
}

static void clear(void *state)
{
    struct pictures_state *own = state;

    pictures_destroy(own->pictures);
    picture_places_clear(&own->places);
    picture_candidates_clear(&own->regions);
    picture_candidates_clear(&own->functions);
    picture_hosts_clear(&own->hosts);
}

/* ---- a rank, added to one line ---- */

static void add_times(struct picture_line *line,
                      const struct rank_times *times)
{
    if (line->times[PICTURE_RANKS] == 0)
        line->host = times->host;
    line->mixed = line->mixed || line->host != times->host;
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        line->times[i] += times->class[i];
    line->times[PICTURE_USEFUL] += times->useful;
    line->times[PICTURE_LENGTH] += times->length;
    line->times[PICTURE_RANKS]++;
}

static uint64_t useful_of(const struct region_data *region)
{
    return region->exclusive > region->mpi ? region->exclusive - region->mpi
                                           : 0;
}

static void add_calls(struct pictures *pictures, const struct scope *scope,
                      struct picture_line *line,
                      const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call >= pictures->call_count ||
            !scope_inside(scope, row->region))
            continue;
        line->columns[2 * (size_t)row->call] += row->time.sum;
        line->columns[2 * (size_t)row->call + 1] += row->count;
        pictures->columns[row->call].used = true;
    }
}

static enum status add_regions(struct pictures_state *own,
                               const struct scope *scope, uint32_t line,
                               const struct rank_data *rank)
{
    uint32_t count = definitions_count(scope->profile->definitions,
                                       DEFINITION_REGION_NODE);
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->region_count && status == STATUS_OK; i++) {
        const struct region_data *region = &rank->regions[i];
        const uint64_t useful[2] = { useful_of(region), region->visits };

        if (region->node < count && scope_inside(scope, region->node))
            status = picture_candidates_add(&own->regions, own->pictures,
                                            line, region->node, useful,
                                            true);
    }
    return status;
}

static enum status add_to_line(struct pictures_state *own,
                               const struct scope *scope,
                               struct picture_lines *lines, uint32_t index,
                               const struct rank_data *rank)
{
    struct pictures *pictures = own->pictures;
    uint32_t position =
        index + (lines == &pictures->by_host ? pictures->by_rank.count : 0);
    struct picture_line *line;
    enum status status;

    if (index >= lines->count)
        return STATUS_OK;
    line = pictures_line(pictures, lines, index);
    if (line == NULL || !picture_line_add(line, rank->rank))
        return log_fail(STATUS_NO_MEMORY, "pictures");
    add_times(line, &scope->ranks[scope->rank_count - 1]);
    pictures_add_bins(pictures, line, &rank->timeline, rank->begin);
    add_calls(pictures, scope, line, rank);
    status = add_regions(own, scope, position, rank);
    return status == STATUS_OK
               ? picture_functions_add(&own->functions, scope, pictures,
                                       position)
               : status;
}

/* ---- the rest of a rank ---- */

static enum status add_pair(struct pictures_state *own, uint32_t from,
                            uint32_t to, struct picture_pair add)
{
    struct picture_matrix *matrix = &own->pictures->matrix;
    uint32_t row = from / own->pictures->matrix_each;
    uint32_t column = to / own->pictures->matrix_each;
    struct picture_pair *pair;

    if (row >= matrix->side || column >= matrix->side)
        return STATUS_OK;
    pair = &matrix->pairs[(size_t)row * matrix->side + column];
    pair->messages += add.messages;
    pair->bytes += add.bytes;
    pair->time += add.time;
    return picture_hosts_add(&own->hosts, &own->pictures->host_matrix, from,
                             to, add);
}

/* What a rank got by MPI_Get counts too: its target does not know of it. */
static enum status add_peers(struct pictures_state *own,
                             const struct rank_data *rank)
{
    enum status status = STATUS_OK;

    picture_hosts_rank(&own->hosts, rank->rank,
                       rank->host / own->pictures->host_each);
    for (size_t i = 0; i < rank->peer_count && status == STATUS_OK; i++) {
        const struct peer *peer = &rank->peers[i];

        if (peer->out_messages > 0)
            status = add_pair(
                own, rank->rank, peer->rank,
                (struct picture_pair){ peer->out_messages, peer->out_bytes,
                                       peer->time });
        if (status == STATUS_OK && peer->kind == PEER_ONE_SIDED)
            status = add_pair(
                own, peer->rank, rank->rank,
                (struct picture_pair){ peer->in_messages, peer->in_bytes,
                                       0 });
    }
    return status;
}

static void add_sizes(struct pictures *pictures, const struct scope *scope,
                      const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call < pictures->call_count &&
            scope_inside(scope, row->region))
            for (int bin = 0; bin < PROFILE_BINS; bin++)
                pictures->sizes[row->call][bin] += row->size_bins[bin];
    }
}

static enum status add_places(struct pictures_state *own,
                              const struct scope *scope,
                              const struct rank_data *rank)
{
    struct picture_places *places = &own->places;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call < own->pictures->call_count &&
            scope_inside(scope, row->region))
            status = picture_places_add(places, rank->rank, row->region,
                                        scope_site(scope, row),
                                        row->time.sum, row->count);
    }
    for (size_t i = 0; i < rank->region_count && status == STATUS_OK; i++) {
        const struct region_data *region = &rank->regions[i];

        if (scope_inside(scope, region->node))
            status = picture_places_add(places, rank->rank, region->node,
                                        site_key(PICTURE_CALL_USEFUL, 0),
                                        useful_of(region), region->visits);
    }
    return status;
}

static enum status add(void *state, const struct scope *scope,
                       const struct rank_data *rank)
{
    struct pictures_state *own = state;
    struct pictures *pictures = own->pictures;
    enum status status;

    if (pictures == NULL || !scope->ranks[scope->rank_count - 1].shown)
        return STATUS_OK;
    status = add_to_line(own, scope, &pictures->by_rank,
                         pictures_place(pictures, rank->rank), rank);
    if (status == STATUS_OK)
        status = add_to_line(own, scope, &pictures->by_host,
                             rank->host / pictures->host_each, rank);
    add_sizes(pictures, scope, rank);
    if (status == STATUS_OK)
        status = add_places(own, scope, rank);
    if (status == STATUS_OK)
        status = picture_functions_paths(scope, rank, &own->places);
    if (status == STATUS_OK && scope->inside == NULL)
        status = add_peers(own, rank);
    return status;
}

/* ---- names ---- */

static bool name_calls(struct pictures *pictures, const struct scope *scope)
{
    struct picture_column *columns = pictures->columns;
    bool named = true;

    for (uint32_t i = 0; i < pictures->call_count; i++)
        if (columns[i].used) {
            columns[i].name = strdup(scope_call_name(scope, i));
            columns[i].class = scope_call_class(scope, i);
            named = named && columns[i].name != NULL;
        }
    return named;
}

static enum status give_regions(struct picture_candidates *regions,
                                const struct scope *scope,
                                struct pictures *pictures)
{
    uint32_t first = pictures->call_count;
    enum status status = picture_candidates_choose(regions, pictures, first);

    pictures->region_total = regions->total;
    for (uint32_t i = 0; i < regions->chosen_count && status == STATUS_OK;
         i++) {
        struct picture_column *column = &pictures->columns[first + i];

        column->class = PICTURE_USEFUL;
        if (!picture_region_name(scope->profile->definitions,
                                 regions->chosen[i], &column->name))
            status = log_fail(STATUS_NO_MEMORY, "pictures");
    }
    return status;
}

static bool name_hosts(struct pictures *pictures,
                       const struct definitions *names)
{
    uint32_t count = definitions_count(names, DEFINITION_HOST);

    pictures->hosts = calloc(count + 1u, sizeof(*pictures->hosts));
    if (pictures->hosts == NULL)
        return false;
    pictures->host_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct definition host = definitions_get(names, DEFINITION_HOST, i);

        pictures->hosts[i] = strndup((const char *)host.key, host.key_size);
        if (pictures->hosts[i] == NULL)
            return false;
    }
    return true;
}

static enum status finish(void *state, const struct scope *scope,
                          struct report *report)
{
    struct pictures_state *own = state;
    enum status status;

    if (own->pictures == NULL)
        return STATUS_OK;
    status = picture_closeups_add(own->pictures, scope);
    if (status == STATUS_OK)
        status = give_regions(&own->regions, scope, own->pictures);
    if (status == STATUS_OK)
        status = picture_functions_give(&own->functions, scope,
                                        own->pictures);
    if (status != STATUS_OK)
        return status;
    picture_hosts_give(&own->hosts, &own->pictures->host_matrix);
    if (scope->inside != NULL) /* messages are not kept by region */
        own->pictures->matrix.side = own->pictures->host_matrix.side = 0;
    if (!name_calls(own->pictures, scope) ||
        !name_hosts(own->pictures, scope->profile->definitions) ||
        !picture_terms(own->pictures))
        return log_fail(STATUS_NO_MEMORY, "pictures");
    report->pictures = own->pictures;
    own->pictures = NULL; /* the report owns it */
    return picture_places_give(&own->places, scope, report->pictures);
}

const struct analysis pictures_analysis = {
    .state_size = sizeof(struct pictures_state),
    .begin = begin,
    .add = add,
    .finish = finish,
    .clear = clear,
};
