/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_places.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/outside_waits.h"
#include "analyze/facts/source_location.h"
#include "analyze/facts/terms.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

void chart_places_init(struct chart_places *places,
                       const struct profile *profile)
{
    places->ranks = profile->rank_count;
    places->counter_count = profile->counter_count < PROFILE_COUNTERS
                                ? (uint32_t)profile->counter_count
                                : PROFILE_COUNTERS;
}

void chart_places_clear(struct chart_places *places)
{
    for (size_t i = 0; i < places->by_rank_room; i++)
        free(places->by_rank[i]);
    FREE_ALL(places->by_rank, places->counters);
    for (size_t i = 0; i < places->waits_room; i++)
        free(places->waits[i]);
    free(places->waits);
    tallies_clear(&places->sites);
    tallies_clear(&places->places);
}

/* ---- adding ---- */

/* Times, calls and counters of a rank. */
static size_t stride_of(const struct chart_places *places)
{
    return 2 + (size_t)places->counter_count;
}

/* The array of these by rank of a place. */
static uint64_t *ranks_of(struct chart_places *places, size_t place)
{
    if (!array_reach(&places->by_rank, place, &places->by_rank_room,
                     sizeof(*places->by_rank)))
        return NULL;
    if (places->by_rank[place] == NULL)
        places->by_rank[place] =
            calloc(stride_of(places) * places->ranks, sizeof(uint64_t));
    return places->by_rank[place];
}

static bool add_counters(struct chart_places *places, size_t place,
                         const struct chart_spent *spent)
{
    if (places->counter_count == 0 || spent->counters == NULL)
        return true;
    if (!array_reach(&places->counters, place, &places->counters_room,
                     sizeof(*places->counters)))
        return false;
    for (uint32_t i = 0; i < places->counter_count; i++)
        places->counters[place][i] += spent->counters[i];
    return true;
}

static void add_by_rank(const struct chart_places *places, uint64_t *of_rank,
                        const struct chart_spent *spent)
{
    of_rank[0] += spent->time;
    of_rank[1] += spent->calls;
    for (uint32_t i = 0; spent->counters && i < places->counter_count; i++)
        of_rank[2 + i] += spent->counters[i];
}

enum status chart_places_add(struct chart_places *places, uint32_t rank,
                             uint32_t region, uint64_t site,
                             const struct chart_spent *spent)
{
    struct tally *of_site = tallies_get(&places->sites, site), *place;
    uint64_t *by_rank;
    size_t index;

    if (of_site == NULL)
        return STATUS_NO_MEMORY;
    place =
        tallies_get(&places->places,
                    (uint64_t)(of_site - places->sites.items) << 32 | region);
    if (place == NULL)
        return STATUS_NO_MEMORY;
    place->calls += spent->calls;
    place->mpi += spent->time;
    place->out_bytes += spent->out_bytes;
    place->in_bytes += spent->in_bytes;
    index = (size_t)(place - places->places.items);
    if (!add_counters(places, index, spent))
        return log_fail(STATUS_NO_MEMORY, "charts");
    if (places->ranks > CHART_WHOLE || rank >= places->ranks)
        return STATUS_OK;
    by_rank = ranks_of(places, index);
    if (by_rank == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    add_by_rank(places, by_rank + stride_of(places) * rank, spent);
    return STATUS_OK;
}

/* ---- waits ---- */

/* The waits at that site in that region; NULL: no time was spent there, or,
 * with *status, there is no memory. */
static struct chart_waits *waits_of(struct chart_places *places, uint64_t site,
                                    uint32_t region, enum status *status)
{
    const struct tally *of_site = tallies_find(&places->sites, site), *place;
    size_t i;

    if (of_site == NULL)
        return NULL;
    place =
        tallies_find(&places->places,
                     (uint64_t)(of_site - places->sites.items) << 32 | region);
    if (place == NULL)
        return NULL;
    i = (size_t)(place - places->places.items);
    if (array_reach(&places->waits, i, &places->waits_room,
                    sizeof(*places->waits)) &&
        places->waits[i] == NULL)
        places->waits[i] = calloc(1, sizeof(*places->waits[i]));
    if (i >= places->waits_room || places->waits[i] == NULL) {
        *status = log_fail(STATUS_NO_MEMORY, "charts");
        return NULL;
    }
    return places->waits[i];
}

static uint64_t key_of(const struct scope *scope,
                       const struct replay_site *site)
{
    return site_key(site->call, sites_path(&scope->same, site->path));
}

/* Work belongs to its region, whichever call comes after it. */
static enum status add_delays(struct chart_places *places,
                              const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < replay->delay_count && status == STATUS_OK; i++) {
        const struct delay *delay = &replay->delays[i];
        const struct replay_site *site = &replay->sites[delay->activity / 2];
        uint64_t key = delay->activity % 2 != 0
                           ? key_of(scope, site)
                           : site_key(CHART_CALL_USEFUL, 0);
        struct chart_waits *waits =
            waits_of(places, key, site->region, &status);

        if (waits != NULL)
            waits->caused += delay->direct + delay->passed_on;
    }
    return status;
}

/* Rows and the ranks of the scope are both in ascending order. */
static enum status add_wait_rows(struct chart_places *places,
                                 const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    enum status status = STATUS_OK;
    uint32_t index = 0;

    for (size_t i = 0; i < replay->row_count && status == STATUS_OK; i++) {
        const struct wait_row *row = &replay->rows[i];
        const struct replay_site *site = &replay->sites[row->site];
        struct chart_waits *waits;

        while (index < scope->rank_count &&
               scope->ranks[index].rank < row->rank)
            index++;
        if (index == scope->rank_count)
            break;
        if (scope->ranks[index].rank != row->rank ||
            !scope->ranks[index].shown || !scope_inside(scope, site->region))
            continue;
        waits = waits_of(places, key_of(scope, site), site->region, &status);
        if (waits != NULL)
            waits->ns[row->kind] += row->ns;
    }
    return status;
}

enum status chart_places_waits(struct chart_places *places,
                               const struct scope *scope)
{
    enum status status = STATUS_OK;

    if (scope->profile->replay != NULL)
        status = add_wait_rows(places, scope);
    if (status == STATUS_OK && scope->profile->replay != NULL &&
        scope_is_whole(scope) && scope->options->ranks == NULL)
        status = add_delays(places, scope);
    return status;
}

/* ---- the longest of them ---- */

ORDER(longer_first, struct chart_place,
      DOWN(time) UP(call) UP(path) UP(region));

static void cut_places(struct charts *out)
{
    if (out->place_count == 0)
        return;
    qsort(out->places, out->place_count, sizeof(*out->places), longer_first);
    for (uint32_t i = CHART_PLACES; i < out->place_count; i++) {
        if (out->places[i].call != CHART_CALL_SAMPLED)
            out->other_places += out->places[i].time;
        FREE_ALL(out->places[i].by_rank, out->places[i].waits);
    }
    if (out->place_count > CHART_PLACES)
        out->place_count = CHART_PLACES;
}

static enum status take_places(struct chart_places *places, struct charts *out)
{
    out->places = calloc(places->places.count + 1, sizeof(*out->places));
    if (out->places == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    for (size_t i = 0; i < places->places.count; i++) {
        const struct tally *place = &places->places.items[i];
        uint64_t site = places->sites.items[place->key >> 32].key;
        struct chart_place *one = &out->places[out->place_count++];

        *one = (struct chart_place){ .region = (uint32_t)place->key,
                                     .path = site_path(site),
                                     .call = site_call(site),
                                     .time = place->mpi,
                                     .calls = place->calls,
                                     .out_bytes = place->out_bytes,
                                     .in_bytes = place->in_bytes };
        if (i < places->counters_room)
            memcpy(one->counters, places->counters[i], sizeof(one->counters));
        if (i < places->by_rank_room) {
            one->by_rank = places->by_rank[i];
            places->by_rank[i] = NULL;
        }
        if (i < places->waits_room) {
            one->waits = places->waits[i];
            places->waits[i] = NULL;
        }
    }
    cut_places(out);
    return STATUS_OK;
}

/* ---- the nodes that they need ---- */

bool chart_region_name(const struct definitions *names, uint32_t region,
                       char **out)
{
    struct strbuf text = { 0 };

    source_location_region(names, region, &text);
    *out = text.failed ? NULL : strdup(strbuf_text(&text));
    strbuf_clear(&text);
    return *out != NULL;
}

/* A definition with its parents, by the id of which a node is known. */
struct wanted {
    const struct definitions *names;
    enum definition_kind kind;
    uint32_t *node; /* its number + 1; 0: not there yet */
    uint32_t count;
    struct chart_nodes *nodes;
};

/* The functions of a call path's last frame, those it was inlined into
 * first. */
static bool add_functions(struct wanted *wanted, uint32_t id, uint32_t parent)
{
    struct source_location place;
    int count = 0;
    bool made = true;

    while (source_location_symbol(wanted->names, id, count, &place))
        count++;
    if (count == 0)
        return chart_nodes_add(wanted->nodes, parent, "unknown", NULL);
    while (count-- > 0 && made) {
        source_location_symbol(wanted->names, id, count, &place);
        made =
            chart_nodes_add(wanted->nodes, parent, place.function,
                            place.location[0] != '\0' ? place.location : NULL);
        parent = wanted->nodes->count - 1;
    }
    return made;
}

static bool add_node(struct wanted *wanted, uint32_t id, uint32_t parent)
{
    struct definition definition =
        definitions_get(wanted->names, wanted->kind, id);
    bool made = wanted->kind == DEFINITION_REGION_NODE
                    ? chart_nodes_add(wanted->nodes, parent,
                                      definitions_region_name(
                                          wanted->names, definition.refs[1]),
                                      NULL)
                    : add_functions(wanted, id, parent);

    wanted->node[id] = wanted->nodes->count;
    if (made && wanted->kind == DEFINITION_REGION_NODE)
        wanted->nodes->items[wanted->nodes->count - 1].accelerator =
            outside_wait_of_name(
                definitions_region_name(wanted->names, definition.refs[1])) ==
            OUTSIDE_WAIT_ACCELERATOR;
    return made;
}

/* The number of a definition's node, 0 (the root) of none.  Parents have lower
 * ids, so the chain ends. */
static uint32_t node_of(struct wanted *wanted, uint32_t id, bool *made)
{
    uint32_t chain[256], depth = 0, parent = 0;

    while (id != 0 && id < wanted->count && wanted->node[id] == 0 &&
           depth < 256) {
        chain[depth++] = id;
        id = definitions_get(wanted->names, wanted->kind, id).refs[0];
    }
    if (id != 0 && id < wanted->count && wanted->node[id] != 0)
        parent = wanted->node[id] - 1;
    while (depth-- > 0) {
        *made = *made && add_node(wanted, chain[depth], parent);
        parent = wanted->node[chain[depth]] - 1;
    }
    return parent;
}

static bool wanted_init(struct wanted *wanted, enum definition_kind kind,
                        const struct definitions *names,
                        struct chart_nodes *nodes)
{
    uint32_t count = definitions_count(names, kind);

    *wanted = (struct wanted){ names, kind, NULL, count, nodes };
    wanted->node = calloc(count + 1u, sizeof(uint32_t));
    return wanted->node != NULL && chart_nodes_add(nodes, 0, NULL, NULL);
}

static enum status add_nodes(const struct scope *scope, struct charts *out)
{
    const struct definitions *names = scope->profile->definitions;
    struct wanted regions = { 0 }, paths = { 0 };
    bool made =
        wanted_init(&regions, DEFINITION_REGION_NODE, names, &out->regions) &&
        wanted_init(&paths, DEFINITION_PATH, names, &out->paths);

    for (uint32_t i = 0; i < out->place_count && made; i++) {
        struct chart_place *place = &out->places[i];

        place->region = node_of(&regions, place->region, &made);
        place->path = node_of(&paths, place->path, &made);
    }
    FREE_ALL(regions.node, paths.node);
    return made ? STATUS_OK : log_fail(STATUS_NO_MEMORY, "charts");
}

enum status chart_places_give(struct chart_places *places,
                              const struct scope *scope, struct charts *out)
{
    enum status status = take_places(places, out);

    return status == STATUS_OK ? add_nodes(scope, out) : status;
}

/* ---- words ---- */

bool chart_counters(const struct profile *profile, struct charts *out)
{
    for (size_t i = 0; i < profile->counter_count && i < PROFILE_COUNTERS;
         i++) {
        out->counters[i] = strdup(profile->counters[i]);
        if (out->counters[i] == NULL)
            return false;
        out->counter_count++;
    }
    return true;
}

bool chart_terms(struct charts *out)
{
    size_t count = 0;

    out->terms =
        calloc(term_count + efficiency_term_count, sizeof(*out->terms));
    if (out->terms == NULL)
        return false;
    for (size_t i = 0; i < efficiency_term_count; i++)
        out->terms[count++] =
            (struct chart_term){ efficiency_terms[i].name,
                                 efficiency_terms[i].title,
                                 efficiency_terms[i].definition };
    for (size_t i = 0; i < term_count; i++)
        out->terms[count++] =
            (struct chart_term){ terms[i].name, terms[i].title,
                                 terms[i].definition };
    out->term_count = count;
    return true;
}
