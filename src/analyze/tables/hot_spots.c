/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hot_spots.c - where single ranks spend their time.
 *
 * Exclusive times of one rank: the useful time of each region, and MPI
 * procedures at their call sites.  With many ranks the slowest and the fastest
 * are shown, by useful time.  Kept per rank: its few largest.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "base/log.h"
#include "base/order.h"

#define KEPT 5 /* greatest items of a rank */
#define SHOWN_WITH_TOP 3
#define FEW_RANKS 8 /* up to here all ranks are shown */
#define EXTREMES 2  /* else this number of the slowest, and of the fastest */

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "what", "what", CELL_TEXT,
      "Useful work in a region, or the MPI procedure." },
    { "where", "where", CELL_TEXT,
      "The region, or the function and line that call MPI; `, from caller' as "
      "in call_sites." },
    { "calls", "calls", CELL_COUNT, "Calls, or visits of the region." },
    { "time_s", "time", CELL_NS,
      "Exclusive: without inner regions and without MPI, or inside MPI." },
    { "per_call_s", "per call", CELL_NS, "Time / calls." },
    { "share", "of rank", CELL_RATIO, "Time / total time of the rank." },
};

static const struct table_form forms[] = {
    TABLE_FORM("hot_spots", "Hot spots of ranks", SECTION_TIME, columns),
};

struct item {
    bool is_region;
    uint64_t key; /* REGION_NODE, or site_key() */
    uint64_t calls, time;
};

struct rank_items {
    struct item items[KEPT];
    uint32_t count;
};

struct hot_spots {
    struct rank_items *ranks;
    uint32_t count;
    struct item *scratch;
    size_t scratch_room;
};

static enum status hot_spots_begin(void *state, const struct scope *scope)
{
    struct hot_spots *spots = state;

    spots->ranks =
        calloc((size_t)scope->profile->rank_count + 1, sizeof(*spots->ranks));
    if (spots->ranks == NULL)
        return log_fail(STATUS_NO_MEMORY, "hot spots of %u ranks",
                        scope->profile->rank_count);
    return STATUS_OK;
}

static void hot_spots_clear(void *state)
{
    struct hot_spots *spots = state;

    free(spots->ranks);
    free(spots->scratch);
}

/* Keeps the greatest items, in descending order; the first of equal ones. */
static void keep_item(struct rank_items *kept, const struct item *item)
{
    uint32_t at = kept->count;

    while (at > 0 && kept->items[at - 1].time < item->time)
        at--;
    if (at == KEPT || item->time == 0)
        return;
    if (kept->count < KEPT)
        kept->count++;
    memmove(&kept->items[at + 1], &kept->items[at],
            (kept->count - 1 - at) * sizeof(*item));
    kept->items[at] = *item;
}

static enum status make_room(struct hot_spots *spots, size_t rows)
{
    struct item *scratch;

    if (rows < spots->scratch_room)
        return STATUS_OK;
    scratch = realloc(spots->scratch, (rows + 1) * sizeof(*scratch));
    if (scratch == NULL)
        return log_fail(STATUS_NO_MEMORY, "hot spots of %zu rows", rows);
    spots->scratch = scratch;
    spots->scratch_room = rows + 1;
    return STATUS_OK;
}

ORDER(by_key, struct item, UP(key));

/* Rows of one site differ by region and communicator: joins them. */
static void keep_sites(struct rank_items *kept, struct item *items,
                       size_t count)
{
    size_t at = 0;

    qsort(items, count, sizeof(*items), by_key);
    while (at < count) {
        struct item sum = items[at++];

        while (at < count && items[at].key == sum.key) {
            sum.calls += items[at].calls;
            sum.time += items[at++].time;
        }
        keep_item(kept, &sum);
    }
}

static size_t collect_sites(const struct scope *scope,
                            const struct rank_data *rank, struct item *items)
{
    size_t count = 0;

    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (!scope_inside(scope, row->region) ||
            scope_call_class(scope, row->call) == CALL_CLASS_SETUP)
            continue;
        items[count++] = (struct item){
            .key = scope_site(scope, row),
            .calls = row->count,
            .time = row->time.sum,
        };
    }
    return count;
}

static enum status hot_spots_add(void *state, const struct scope *scope,
                                 const struct rank_data *rank)
{
    struct hot_spots *spots = state;
    struct rank_items *kept = &spots->ranks[spots->count];
    enum status status = make_room(spots, rank->row_count);

    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < rank->region_count; i++) {
        const struct region_data *region = &rank->regions[i];
        struct item item = { .is_region = true,
                             .key = region->node,
                             .calls = region->visits };

        if (!scope_inside(scope, region->node))
            continue;
        item.time = scope_region_useful(scope, rank->rank, region);
        keep_item(kept, &item);
    }
    keep_sites(kept, spots->scratch,
               collect_sites(scope, rank, spots->scratch));
    spots->count++;
    return STATUS_OK;
}

static void add_site_name(struct table *table, const struct scope *scope,
                          uint64_t key)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place;
    struct strbuf text = { 0 };

    source_location_leaf(names, site_path(key), &place);
    table_text(table, scope_call_name(scope, site_call(key)));
    strbuf_puts(&text, place.function == NULL ? "" : place.function);
    if (place.location[0] != '\0')
        strbuf_printf(&text, " (%s)", place.location);
    sites_put_caller(&text, &scope->same, names, site_path(key));
    if (text.length == 0)
        table_empty(table);
    else
        table_take(table, &text);
    strbuf_clear(&text);
}

static void add_item(struct table *table, const struct scope *scope,
                     const struct rank_times *times, const struct item *item)
{
    table_integer(table, times->rank);
    if (item->is_region) {
        table_text(table, "useful work");
        table_name(table, scope->profile->definitions, (uint32_t)item->key,
                   source_location_region);
    } else {
        add_site_name(table, scope, item->key);
    }
    TABLE_NUMBERS(table, item->calls, item->time);
    scope_add_mean(table, item->time, item->calls);
    table_real(table, scope_share(item->time, times->length));
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct hot_spots *spots, uint32_t index)
{
    uint32_t most = scope->options->top > 0 ? SHOWN_WITH_TOP : KEPT;
    const struct rank_items *kept = &spots->ranks[index];

    for (uint32_t i = 0; i < kept->count && i < most; i++)
        add_item(table, scope, &scope->ranks[index], &kept->items[i]);
}

static enum status add_extremes(struct table *table, const struct scope *scope,
                                const struct hot_spots *spots)
{
    const struct rank_times **order = scope_by_useful(scope);
    uint32_t fast = scope->rank_count - EXTREMES;

    if (order == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < EXTREMES; i++)
        add_rank(table, scope, spots, (uint32_t)(order[i] - scope->ranks));
    for (uint32_t i = fast; i < scope->rank_count; i++)
        add_rank(table, scope, spots, (uint32_t)(order[i] - scope->ranks));
    table_set_note(table,
                   "of %u ranks the %d with the most useful time and the %d "
                   "with the least; --ranks LIST shows others",
                   scope->rank_count, EXTREMES, EXTREMES);
    free(order);
    return STATUS_OK;
}

static enum status spots_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct hot_spots *spots = state;

    table->uncut = true; /* its rows belong together by rank */
    if (scope->options->ranks == NULL && scope->options->top > 0 &&
        scope->rank_count > FEW_RANKS)
        return add_extremes(table, scope, spots);
    scope_note_threads(table, scope);
    for (uint32_t i = 0; i < spots->count; i++)
        if (scope->ranks[i].shown)
            add_rank(table, scope, spots, i);
    return STATUS_OK;
}

const struct analysis hot_spots_analysis = {
    .state_size = sizeof(struct hot_spots),
    .begin = hot_spots_begin,
    .add = hot_spots_add,
    .fill = { spots_fill },
    .clear = hot_spots_clear,
    FORMS(forms),
};
