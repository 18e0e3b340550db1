/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_ranks.c - the set of profiles as a whole, and rank by rank.
 */
#include <inttypes.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

double py_share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

const struct py_rank *merged_longest(const struct pyprof *merged)
{
    const struct py_rank *longest = &merged->ranks[0];

    for (size_t i = 1; i < merged->rank_count; i++)
        if (merged->ranks[i].own_ns > longest->own_ns)
            longest = &merged->ranks[i];
    return longest;
}

uint64_t merged_listed(const struct pyprof *merged)
{
    uint64_t count = 0;

    for (size_t i = 0; i < merged->function_count; i++)
        count += merged->functions[i].listed;
    return count;
}

static void add_calls(struct table *table, const struct pyprof *merged,
                      bool primitive)
{
    uint64_t calls = 0, not_again = 0;

    for (size_t i = 0; i < merged->rank_count; i++) {
        calls = py_add(calls, merged->ranks[i].calls);
        not_again = py_add(not_again, merged->ranks[i].primitive);
    }
    table_number(table, calls);
    if (primitive)
        table_number(table, not_again);
}

void tables_run(const struct pyprof *merged, const char *missing,
                struct report *report)
{
    const struct py_rank *longest = merged_longest(merged);
    uint64_t own = merged_own_ns(merged), mpi = merged_mpi_ns(merged);
    struct table *table = report_add_form(report, &pyprof_forms[PY_RUN]);

    if (table == NULL)
        return;
    table->facts = table->whole = true;
    table_number(table, merged->rank_count);
    table_text(table, missing);
    table_number(table, merged_listed(merged));
    add_calls(table, merged, true);
    TABLE_NUMBERS(table, own, own / merged->rank_count, longest->own_ns);
    table_integer(table, longest->rank);
    table_number_if(table, mpi > 0, mpi);
    table_real_if(table, mpi > 0, py_share(mpi, own));
}

static void add_rank(struct table *table, const struct pyprof *merged,
                     const struct py_rank *rank)
{
    bool mpi = merged_mpi_ns(merged) > 0;
    struct strbuf text = { 0 };

    table_integer(table, rank->rank);
    table_number(table, rank->own_ns);
    table_real(table, py_share(rank->own_ns, merged_longest(merged)->own_ns));
    table_number_if(table, mpi, rank->own_ns - rank->mpi_ns);
    table_number_if(table, mpi, rank->mpi_ns);
    table_number(table, rank->group + 1);
    if (rank->top == PY_NONE) {
        table_skip(table, 2);
    } else {
        label_whole(&text, merged, rank->top);
        table_take(table, &text);
        table_number(table, rank->top_ns);
    }
    TABLE_NUMBERS(table, rank->calls, rank->primitive, rank->functions);
    table_text(table, rank->path);
}

void tables_ranks(const struct pyprof *merged, struct report *report)
{
    struct table *table = report_add_form(report, &pyprof_forms[PY_RANKS]);

    if (table == NULL)
        return;
    for (size_t i = 0; i < merged->rank_count; i++)
        add_rank(table, merged, &merged->ranks[i]);
}

static void add_group(struct table *table, const struct pyprof *merged,
                      uint32_t which)
{
    const struct py_group *group = &merged->groups[which];
    bool mpi = merged_mpi_ns(merged) > 0;
    struct strbuf text = { 0 };
    struct ranklist_text list = { .out = &text };

    for (size_t i = 0; i < merged->rank_count; i++)
        if (merged->ranks[i].group == which)
            ranklist_text_add(&list, (uint32_t)merged->ranks[i].rank);
    ranklist_text_end(&list);
    TABLE_NUMBERS(table, which + 1, group->ranks,
                  group->sum_ns / group->ranks);
    table_number_if(table, mpi,
                    (group->sum_ns - group->mpi_ns) / group->ranks);
    table_number_if(table, mpi, group->mpi_ns / group->ranks);
    table_real(table, py_share(group->sum_ns, merged_own_ns(merged)));
    table_take(table, &text);
}

void tables_groups(const struct pyprof *merged, struct report *report)
{
    struct table *table = report_add_form(report, &pyprof_forms[PY_GROUPS]);

    if (table == NULL)
        return;
    for (uint32_t i = 0; i < merged->group_count; i++)
        add_group(table, merged, i);
    table_set_note(table, "a group: ranks whose time in each function, and "
                          "in total, differs by less than 5 %%");
}
