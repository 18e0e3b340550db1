/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/rank_items.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"
#include "base/text/strbuf.h"

void rank_items_destroy(void *context)
{
    struct rank_items *items = context;

    if (items == NULL)
        return;
    for (uint32_t i = 0; items->items != NULL && i < items->count; i++)
        FREE_ALL(items->items[i].name, items->items[i].location);
    FREE_ALL(items->items, items->frames, items->numbers, items->met, items);
}

static bool copy_name(struct rank_item *item, const struct sampled_name *name)
{
    struct strbuf place = { 0 };
    bool failed;

    sampled_location(&place, name);
    item->name = strdup(name->function);
    item->location = strdup(strbuf_text(&place));
    failed = place.failed || item->name == NULL || item->location == NULL;
    strbuf_clear(&place);
    return !failed;
}

static void *copy_array(const void *array, size_t bytes)
{
    void *copy = malloc(bytes + 1);

    return copy == NULL || bytes == 0 ? copy : memcpy(copy, array, bytes);
}

struct rank_items *rank_items_create(
    const struct scope *scope, enum definition_kind kind,
    struct sampled_name (*name_of)(const struct scope *scope, uint32_t number))
{
    const struct sampled *sampled = &scope->sampled;
    uint32_t count = definitions_count(sampled->names, kind);
    struct rank_items *items = calloc(1, sizeof(*items));
    bool copied = items != NULL;

    if (copied) {
        *items = (struct rank_items){
            .frames = copy_array(sampled->frames, (sampled->frame_count + 1u) *
                                                      sizeof(*items->frames)),
            .frame_count = sampled->frame_count,
            .numbers =
                copy_array(sampled->numbers,
                           sampled->number_count * sizeof(*items->numbers)),
            .items = calloc(count + 1u, sizeof(*items->items)),
            .count = count,
            .met = calloc(count + 1u, sizeof(*items->met)),
        };
        copied = items->frames != NULL && items->numbers != NULL &&
                 items->items != NULL && items->met != NULL;
    }
    for (uint32_t i = definitions_is_root(kind, 0); i < count && copied; i++) {
        struct sampled_name name = name_of(scope, i);

        copied = copy_name(&items->items[i], &name);
    }
    if (copied)
        return items;
    rank_items_destroy(items);
    log_fail(STATUS_NO_MEMORY, "functions by rank");
    return NULL;
}

struct rank_item *rank_items_meet(struct rank_items *items, uint32_t number,
                                  uint64_t ns)
{
    struct rank_item *item = &items->items[number];

    if (!item->met) {
        items->met[items->met_count++] = number;
        item->met = true;
        item->own = item->inclusive = item->samples = 0;
        item->squares = 0;
    }
    item->inclusive += item->row == items->row ? 0 : ns;
    item->row = items->row;
    return item;
}

struct ordered {
    uint64_t own, inclusive;
    uint32_t number;
};

ORDER(most_first, struct ordered, DOWN(own) DOWN(inclusive) UP(number));

static void put_items(struct table *table, struct rank_items *items,
                      uint32_t rank)
{
    struct ordered *order = calloc(items->met_count + 1u, sizeof(*order));

    if (order == NULL) {
        table->failed = true;
        return;
    }
    for (uint32_t i = 0; i < items->met_count; i++) {
        struct rank_item *item = &items->items[items->met[i]];

        order[i] =
            (struct ordered){ item->own, item->inclusive, items->met[i] };
        item->met = false;
    }
    qsort(order, items->met_count, sizeof(*order), most_first);
    for (uint32_t i = 0;
         i < items->met_count && (items->most == 0 || i < items->most); i++)
        items->put(table, items, &items->items[order[i].number], rank);
    items->met_count = 0;
    free(order);
}

void rank_items_add(struct table *table, const struct scope *scope,
                    const struct rank_data *rank, void *context)
{
    const struct samples *samples = &rank->samples;
    struct rank_items *items = context;
    double period = sampled_period(samples);

    if (samples->source == SAMPLE_NONE)
        return;
    items->ns = 0;
    for (const struct sample_row *row = NULL;
         (row = sampled_next(scope, samples, row)) != NULL;) {
        items->row++;
        items->ns += saturate_near((double)row->count * period);
        items->charge(items, scope->profile->definitions, row, period);
    }
    put_items(table, items, rank->rank);
}
