/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/rank_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

struct rank_rows {
    struct scope scope; /* the other is gone by then */
    uint32_t *ranks;
    size_t count, next;
    struct rank_rows_maker maker;
};

static bool rank_rows_next(void *context, struct table *table)
{
    struct rank_rows *rows = context;
    const struct rank_data *rank;

    if (rows->next == rows->count)
        return false;
    if (profile_rank(rows->scope.profile, rows->ranks[rows->next++], &rank) !=
        STATUS_OK)
        table->failed = true;
    else
        rows->maker.add(table, &rows->scope, rank, rows->maker.context);
    return true;
}

static void destroy_context(const struct rank_rows_maker *maker)
{
    if (maker->destroy != NULL)
        maker->destroy(maker->context);
}

static void rank_rows_destroy(void *context)
{
    struct rank_rows *rows = context;

    destroy_context(&rows->maker);
    FREE_ALL(rows->scope.inside, rows->ranks, rows);
}

static bool copy_scope(struct rank_rows *rows, const struct scope *scope)
{
    const bool *chosen = rows->maker.chosen;

    rows->scope.profile = scope->profile;
    rows->ranks = calloc(scope->rank_count + 1u, sizeof(*rows->ranks));
    if (rows->ranks == NULL)
        return false;
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (chosen != NULL ? chosen[i] : scope->ranks[i].shown)
            rows->ranks[rows->count++] = scope->ranks[i].rank;
    if (scope->inside == NULL)
        return true;
    rows->scope.inside_count = scope->inside_count;
    rows->scope.inside = calloc(scope->inside_count + 1u, sizeof(bool));
    if (rows->scope.inside == NULL)
        return false;
    memcpy(rows->scope.inside, scope->inside,
           scope->inside_count * sizeof(bool));
    return true;
}

/* NULL: no memory. */
static struct rank_rows *make_rows(const struct scope *scope,
                                   const struct rank_rows_maker *maker)
{
    struct rank_rows *rows = calloc(1, sizeof(*rows));

    if (rows == NULL) {
        destroy_context(maker);
        return NULL;
    }
    rows->maker = *maker;
    if (copy_scope(rows, scope))
        return rows;
    rank_rows_destroy(rows);
    return NULL;
}

enum status report_add_rank_rows(struct report *report,
                                 const struct table_form *form,
                                 const struct scope *scope,
                                 const struct rank_rows_maker *maker)
{
    struct rank_rows *rows;
    struct table *table;

    if (!table_form_wanted(form, scope)) {
        destroy_context(maker);
        return STATUS_OK;
    }
    rows = make_rows(scope, maker);
    if (rows == NULL)
        return log_fail(STATUS_NO_MEMORY, "table %s", form->name);
    table = report_add_form(report, form);
    if (table == NULL) {
        rank_rows_destroy(rows);
        return STATUS_NO_MEMORY;
    }
    table->parts =
        (struct table_parts){ rank_rows_next, rank_rows_destroy, rows };
    table->whole = maker->whole;
    if (maker->note != NULL)
        table_set_note(table, "%s", maker->note);
    return STATUS_OK;
}
