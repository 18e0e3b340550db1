/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * root_causes.c - causes of delays, by the waiting time they cost.
 *
 * Delay costs (Boehme et al., Identifying the root causes of wait states in
 * large-scale parallel applications, ICPP 2010); src/replay/delays.h has the
 * formulas.
 */
#include "analyze/wait_states/root_causes.h"

#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "base/log.h"
#include "base/order.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank that was late." },
    ACTIVITY_COLUMNS,
    { "cost_s", "waits caused", CELL_NS,
      "Time that all other ranks waited because this rank took longer for "
      "the activity than they did: direct and propagated." },
    { "share", "of waits", CELL_RATIO,
      "Waits caused / all waits for other ranks, without the completion of "
      "collectives." },
    { "direct_s", "direct", CELL_NS,
      "Waits of ranks that waited for this rank (short-term delay costs)." },
    { "passed_on_s", "propagated", CELL_NS,
      "Waits for ranks that were late because they had waited for this rank "
      "(long-term delay costs)." },
};

static const struct table_form forms[] = {
    TABLE_FORM("root_causes", "Root causes of waits", SECTION_WAITS, columns),
};

/* By rank and the activity as the report names it. */
ORDER(by_key, struct delay, UP(rank) UP(activity));

static void take_all(struct root_causes *causes,
                     const struct replay_result *replay)
{
    causes->count = replay->delay_count;
    for (size_t i = 0; i < causes->count; i++) {
        causes->items[i] = replay->delays[i];
        causes->items[i].activity =
            activities_find(&causes->activities, replay->delays[i].activity);
    }
}

static void join_same(struct root_causes *causes)
{
    struct delay *items = causes->items;
    size_t kept = 0;

    for (size_t i = 0; i < causes->count; i++) {
        if (kept == 0 || by_key(&items[kept - 1], &items[i]) != 0) {
            items[kept++] = items[i];
            continue;
        }
        items[kept - 1].direct += items[i].direct;
        items[kept - 1].passed_on += items[i].passed_on;
    }
    causes->count = kept;
}

bool root_causes_known(const struct scope *scope)
{
    return scope->profile->replay != NULL && scope_is_whole(scope);
}

enum status root_causes_init(struct root_causes *causes,
                             const struct scope *scope)
{
    enum status status;

    *causes = (struct root_causes){ .items = NULL };
    status = activities_init(&causes->activities, scope);
    if (status != STATUS_OK)
        return status;
    causes->items = calloc(scope->profile->replay->delay_count + 1,
                           sizeof(*causes->items));
    if (causes->items == NULL)
        return log_fail(STATUS_NO_MEMORY, "root causes");
    take_all(causes, scope->profile->replay);
    qsort(causes->items, causes->count, sizeof(*causes->items), by_key);
    join_same(causes);
    return STATUS_OK;
}

void root_causes_clear(struct root_causes *causes)
{
    activities_clear(&causes->activities);
    free(causes->items);
}

const struct delay *root_causes_worst(const struct root_causes *causes)
{
    const struct delay *worst = NULL;

    for (size_t i = 0; i < causes->count; i++)
        if (worst == NULL ||
            delay_cost_of(&causes->items[i]) > delay_cost_of(worst))
            worst = &causes->items[i];
    return worst;
}

static void add_cause(struct table *table, const struct scope *scope,
                      const struct root_causes *causes,
                      const struct delay *cause)
{
    const struct activities *activities = &causes->activities;

    table_integer(table, cause->rank);
    table_activity(table, scope, activities, cause->activity);
    table_number(table, delay_cost_of(cause));
    table_real(table,
               scope_share(delay_cost_of(cause), activities->waits.all));
    TABLE_NUMBERS(table, cause->direct, cause->passed_on);
}

static enum status causes_fill(struct table *table, const struct scope *scope,
                               const void *state)
{
    const struct root_causes *causes = state;

    for (size_t i = 0; i < causes->count; i++)
        if (delay_cost_of(&causes->items[i]) > 0)
            add_cause(table, scope, causes, &causes->items[i]);
    table_sort(table, (size_t)table_column(table, "cost_s"));
    return STATUS_OK;
}

static enum status finish_causes(void *state, const struct scope *scope,
                                 struct report *report)
{
    enum status status;

    if (!root_causes_known(scope))
        return STATUS_OK;
    status = root_causes_init(state, scope);
    return status == STATUS_OK ? report_add_filled(report, &forms[0], scope,
                                                   state, causes_fill)
                               : status;
}

static void clear_causes(void *state)
{
    root_causes_clear(state);
}

const struct analysis root_causes_analysis = {
    .state_size = sizeof(struct root_causes),
    .finish = finish_causes,
    .clear = clear_causes,
    FORMS(forms),
};
