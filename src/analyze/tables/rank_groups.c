/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_groups.c - groups of similar ranks.
 *
 * Ranks, from the one with the most useful time to the one with the least,
 * join the first group whose first member differs by at most 5 % of T in
 * useful time and in each class of MPI time, else they found a group; beyond
 * 16 groups the nearest takes them. 1024 ranks fit into a few lines.
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "base/log.h"

#define MOST_GROUPS 16
#define TOLERANCE 0.05

static const struct column columns[] = {
    { "group", "group", CELL_COUNT,
      "Ranks whose useful time and MPI time of each class differ by at most "
      "5 % of T from those of the group's first." },
    { "rank_count", "count", CELL_COUNT, "Number of ranks." },
    { "total_s", "total", CELL_NS, "Mean time of its ranks." },
    { "useful_s", "useful", CELL_NS, "Mean useful time of its ranks." },
    { "mpi_s", "MPI", CELL_NS, "Mean MPI time of its ranks." },
    { "p2p_s", "point-to-point", CELL_NS,
      "Mean time in point-to-point calls." },
    { "collective_s", "collective", CELL_NS,
      "Mean time in collective calls." },
    { "wait_s", "wait/test", CELL_NS, "Mean time in waits and tests." },
    { "ranks", "ranks", CELL_TEXT, "Ranks of the group." },
};

static const struct table_form forms[] = {
    TABLE_FORM_WITH("rank_groups", "Groups of ranks that behave alike",
                    SECTION_RANKS, columns, .brief = BRIEF_IF_CUT),
};

struct group {
    const struct rank_times *first;
    uint32_t count;
    uint64_t length, useful, mpi, p2p, collective, wait;
};

struct grouping {
    struct group groups[MOST_GROUPS];
    uint32_t count;
    uint8_t *member_of; /* by position in scope->ranks */
};

static uint64_t distance_of(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* The greatest difference in any component. */
static uint64_t rank_distance(const struct rank_times *a,
                              const struct rank_times *b)
{
    uint64_t most = distance_of(a->useful, b->useful);

    for (int i = 0; i < CALL_CLASS_COUNT; i++) {
        uint64_t here = distance_of(a->class[i], b -> class[i]);

        if (i != CALL_CLASS_SETUP && here > most)
            most = here;
    }
    return most;
}

static uint32_t find_nearest(const struct grouping *grouping,
                             const struct rank_times *times, uint64_t *gap)
{
    uint32_t best = 0;

    *gap = UINT64_MAX;
    for (uint32_t i = 0; i < grouping->count; i++) {
        uint64_t here = rank_distance(grouping->groups[i].first, times);

        if (here < *gap) {
            *gap = here;
            best = i;
        }
    }
    return best;
}

static void join_group(struct grouping *grouping, const struct scope *scope,
                       const struct rank_times *times)
{
    uint64_t gap;
    uint32_t which = find_nearest(grouping, times, &gap);
    struct group *group;

    if ((double)gap > TOLERANCE * (double)scope->run_ns &&
        grouping->count < MOST_GROUPS) {
        which = grouping->count++;
        grouping->groups[which] = (struct group){ .first = times };
    }
    group = &grouping->groups[which];
    group->count++;
    group->length += times->length;
    group->useful += times->useful;
    group->mpi += times->mpi;
    group->p2p += times->class[CALL_CLASS_P2P];
    group->collective += times->class[CALL_CLASS_COLLECTIVE];
    group->wait += times->class[CALL_CLASS_WAIT];
    grouping->member_of[times - scope->ranks] = (uint8_t)which;
}

static enum status form_groups(struct grouping *grouping,
                               const struct scope *scope)
{
    const struct rank_times **order = scope_by_useful(scope);

    if (order == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < scope->rank_count; i++)
        join_group(grouping, scope, order[i]);
    free(order);
    return STATUS_OK;
}

static void add_members(struct table *table, struct grouping *grouping,
                        const struct scope *scope, uint32_t which)
{
    struct strbuf text = { 0 };
    struct ranklist_text list = { .out = &text };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (grouping->member_of[i] == which)
            ranklist_text_add(&list, scope->ranks[i].rank);
    ranklist_text_end(&list);
    table_take(table, &text);
}

static void add_group(struct table *table, struct grouping *grouping,
                      const struct scope *scope, uint32_t which,
                      uint32_t number)
{
    const struct group *group = &grouping->groups[which];

    TABLE_NUMBERS(table, number, group->count, group->length / group->count,
                  group->useful / group->count, group->mpi / group->count,
                  group->p2p / group->count, group->collective / group->count,
                  group->wait / group->count);
    add_members(table, grouping, scope, which);
}

/* The largest group that is not added yet; of equal ones the one that works longer. */
static uint32_t largest_of(const struct grouping *grouping, const bool *added)
{
    uint32_t largest = 0;
    uint32_t most = 0;

    for (uint32_t i = 0; i < grouping->count; i++)
        if (!added[i] && grouping->groups[i].count > most) {
            largest = i;
            most = grouping->groups[i].count;
        }
    return largest;
}

static enum status groups_begin(void *state, const struct scope *scope)
{
    struct grouping *grouping = state;
    size_t count = (size_t)scope->profile->rank_count + 1;

    grouping->member_of = malloc(count);
    if (grouping->member_of == NULL)
        return log_fail(STATUS_NO_MEMORY, "groups of %zu ranks", count - 1);
    return STATUS_OK;
}

static void groups_clear(void *state)
{
    struct grouping *grouping = state;

    free(grouping->member_of);
}

static enum status groups_finish(void *state, const struct scope *scope,
                                 struct report *report)
{
    struct grouping *grouping = state;
    bool added[MOST_GROUPS] = { false };
    struct table *table;

    if (form_groups(grouping, scope) != STATUS_OK)
        return STATUS_NO_MEMORY;
    table = report_add_form(report, &forms[0]);
    if (table == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < grouping->count; i++) {
        uint32_t largest = largest_of(grouping, added);

        added[largest] = true;
        add_group(table, grouping, scope, largest, i + 1);
    }
    table_set_note(table, "a group: ranks whose useful time and MPI times "
                          "differ by less than 5 %% of the run time");
    return STATUS_OK;
}

const struct analysis rank_groups_analysis = {
    .state_size = sizeof(struct grouping),
    .begin = groups_begin,
    .finish = groups_finish,
    .clear = groups_clear,
    FORMS(forms),
};
