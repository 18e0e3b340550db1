/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/analyze.h"

#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/overheads.h"
#include "analyze/facts/samples/sampled.h"
#include "base/log.h"

#define ADDRESS(name) &name##_analysis,

static const struct analysis *const analyses[] = { ANALYSIS_LIST(ADDRESS) };

#define ANALYSES (sizeof(analyses) / sizeof(analyses[0]))

static enum status begin_all(void *states[ANALYSES], const struct scope *scope)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < ANALYSES && status == STATUS_OK; i++) {
        size_t size = analyses[i]->state_size;

        states[i] = calloc(1, size > 0 ? size : 1);
        if (states[i] == NULL)
            return log_fail(STATUS_NO_MEMORY, "analysis");
        if (analyses[i]->begin != NULL)
            status = analyses[i]->begin(states[i], scope);
    }
    return status;
}

static enum status add_to_all(void *states[ANALYSES], struct scope *scope,
                              const struct rank_data *rank)
{
    enum status status = scope_add(scope, rank);

    if (status == STATUS_OK)
        status = sampled_add(scope, rank);
    for (size_t i = 0; i < ANALYSES && status == STATUS_OK; i++)
        if (analyses[i]->add != NULL)
            status = analyses[i]->add(states[i], scope, rank);
    return status;
}

static enum status add_ranks(void *states[ANALYSES], struct scope *scope)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < scope->profile->rank_count && status == STATUS_OK;
         i++) {
        const struct rank_data *rank;
        bool read = profile_rank(scope->profile, i, &rank) == STATUS_OK;

        if (read && !rank->missing)
            status = add_to_all(states, scope, rank);
        else
            status = scope_add_unread(scope, i, read && rank->untraced);
        progress_tell(scope->options->progress, i + 1,
                      scope->profile->rank_count);
    }
    if (status == STATUS_OK && scope->rank_count == 0)
        status = log_fail(STATUS_BAD_FORMAT, "no rank of the run can be read");
    if (status != STATUS_OK)
        return status;
    sampled_close(scope);
    scope->doubt_ns = overheads_doubt(scope);
    return scope_close(scope);
}

static enum status fill_tables(const struct analysis *analysis,
                               const void *state, const struct scope *scope,
                               struct report *report)
{
    enum status status = STATUS_OK;
    bool wanted = analysis->wanted == NULL || analysis->wanted(state, scope);

    for (size_t i = 0; wanted && i < ANALYSIS_FILLED &&
                       analysis->fill[i] != NULL && status == STATUS_OK;
         i++)
        status = report_add_filled(report, &analysis->forms[i], scope, state,
                                   analysis->fill[i]);
    return status;
}

static enum status finish_all(void *states[ANALYSES],
                              const struct scope *scope, struct report *report)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < ANALYSES && status == STATUS_OK; i++)
        status = analyses[i]->finish != NULL
                     ? analyses[i]->finish(states[i], scope, report)
                     : fill_tables(analyses[i], states[i], scope, report);
    return status;
}

static void clear_all(void *states[ANALYSES])
{
    for (size_t i = 0; i < ANALYSES; i++) {
        if (states[i] != NULL && analyses[i]->clear != NULL)
            analyses[i]->clear(states[i]);
        free(states[i]);
    }
}

static void cut_table(struct table *table, size_t top)
{
    size_t total = table->total_rows;

    if (top == 0 || table->row_count <= top || table->whole || table->uncut)
        return;
    table_cut(table, top);
    if (total > table->total_rows)
        table->total_rows = total;
}

void analyze_shorten(struct report *report,
                     const struct analyze_options *options)
{
    for (size_t i = 0; i < report->table_count; i++) {
        struct table *table = report->tables[i];
        int column = -1;

        if (options->sort != NULL)
            column = column_find(table->columns, table->column_count,
                                 options->sort);
        if (column >= 0 && !table->whole)
            table_sort(table, (size_t)column);
        cut_table(table, options->top);
    }
}

/* Parts cannot be sorted, nor cut. */
static bool stays_in_parts(const struct table *table,
                           const struct analyze_options *options)
{
    return options->in_parts &&
           (table->whole || (options->top == 0 && options->sort == NULL));
}

static void gather_tables(struct report *report,
                          const struct analyze_options *options)
{
    for (size_t i = 0; i < report->table_count; i++)
        if (!stays_in_parts(report->tables[i], options))
            table_gather(report->tables[i]);
}

static enum status fill_report(struct scope *scope, struct report *report)
{
    void *states[ANALYSES] = { NULL };
    enum status status = begin_all(states, scope);

    if (status == STATUS_OK)
        status = add_ranks(states, scope);
    if (status == STATUS_OK)
        status = finish_all(states, scope, report);
    clear_all(states);
    if (status != STATUS_OK)
        return status;
    gather_tables(report, scope->options);
    analyze_shorten(report, scope->options);
    return STATUS_OK;
}

static enum status run_scope(struct scope *scope, struct report **out)
{
    struct report *report;
    enum status status = report_create(&report);

    if (status != STATUS_OK)
        return status;
    return report_hand_over(report, fill_report(scope, report), out);
}

enum status analyze_run(struct profile *profile,
                        const struct analyze_options *options,
                        struct report **out)
{
    static const struct analyze_options none = { 0 };
    struct scope scope;
    enum status status;

    status = scope_init(&scope, profile, options ? options : &none);
    if (status == STATUS_OK)
        status = run_scope(&scope, out);
    scope_clear(&scope);
    return status;
}

const struct table_form *analyze_form(size_t i)
{
    for (size_t k = 0; k < ANALYSES; k++) {
        if (i < analyses[k]->form_count)
            return &analyses[k]->forms[i];
        i -= analyses[k]->form_count;
    }
    return NULL;
}
