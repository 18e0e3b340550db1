/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/wait_states/activities.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/source_location.h"
#include "analyze/wait_states/say_site.h"
#include "base/log.h"
#include "base/order.h"

ORDER(by_what, struct activity, UP(place) UP(region) UP(inside));

static struct activity activity_of(const struct activities *activities,
                                   uint32_t number)
{
    const struct wait_tallies *waits = &activities->waits;

    return (struct activity){ .region =
                                  waits->replay->sites[number / 2].region,
                              .place = waits->places[number / 2],
                              .inside = number % 2 != 0 };
}

static void keep_different(struct activities *activities)
{
    struct activity *items = activities->items;
    size_t kept = 0;

    for (size_t i = 0; i < activities->count; i++)
        if (kept == 0 || by_what(&items[kept - 1], &items[i]) != 0)
            items[kept++] = items[i];
    activities->count = kept;
}

enum status activities_init(struct activities *activities,
                            const struct scope *scope)
{
    enum status status;

    memset(activities, 0, sizeof(*activities));
    status = wait_tallies_init(&activities->waits, scope);
    if (status != STATUS_OK)
        return status;
    activities->count = 2 * (size_t)activities->waits.replay->site_count;
    activities->items =
        calloc(activities->count + 1, sizeof(*activities->items));
    if (activities->items == NULL)
        return log_fail(STATUS_NO_MEMORY, "activities");
    for (uint32_t i = 0; i < activities->count; i++)
        activities->items[i] = activity_of(activities, i);
    qsort(activities->items, activities->count, sizeof(*activities->items),
          by_what);
    keep_different(activities);
    return STATUS_OK;
}

void activities_clear(struct activities *activities)
{
    wait_tallies_clear(&activities->waits);
    free(activities->items);
}

uint32_t activities_find(const struct activities *activities, uint32_t number)
{
    struct activity what = activity_of(activities, number);
    const struct activity *found =
        bsearch(&what, activities->items, activities->count,
                sizeof(*activities->items), by_what);

    return (uint32_t)(found - activities->items);
}

void table_activity(struct table *table, const struct scope *scope,
                    const struct activities *activities, size_t index)
{
    const struct definitions *names = scope->profile->definitions;
    const struct activity *activity = &activities->items[index];
    uint64_t site = wait_place_site(&activities->waits, activity->place);

    table_text(table, activity->inside ? "inside" : "work before");
    table_text(table, scope_call_name(scope, site_call(site)));
    table_where(table, scope, site);
    table_name(table, names, activity->region, source_location_region);
}

void say_activity(struct strbuf *out, const struct scope *scope,
                  const struct activities *activities, uint32_t index)
{
    const struct activity *activity = &activities->items[index];

    strbuf_puts(out,
                activity->inside ? "its time inside " : "its work before ");
    say_site(out, scope, wait_place_site(&activities->waits, activity->place));
    if (activity->region == 0)
        return;
    strbuf_puts(out, ", region ");
    say_region(out, scope, activity->region);
}
