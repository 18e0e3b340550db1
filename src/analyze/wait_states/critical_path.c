/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * critical_path.c - the activities on the path through the run that
 * never waits.
 *
 * The path is traced back from the rank that ends last: along a rank until it
 * waited, then along the rank it waited for (Boehme et al.: Scalable
 * critical-path based performance analysis, IPDPS 2012).  The imbalance of an
 * activity is max(0, time on the path - mean over ranks of its time without
 * waits).
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/replayed.h"
#include "analyze/wait_states/activities.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"

static const struct column columns[] = {
    ACTIVITY_COLUMNS,
    { "time_s", "on the path", CELL_NS,
      "Time on the critical path, which is as long as the run, from the end "
      "of MPI_Init on the rank where it starts to the last start of "
      "MPI_Finalize: only activities on it make the run shorter when they "
      "get faster." },
    { "share", "of path", CELL_RATIO, "Time / length of the path." },
    { "mean_s", "per rank", CELL_NS,
      "Mean over ranks of the time in this activity, without waits." },
    { "imbalance_s", "imbalance", CELL_NS,
      "max(0, time on the path - mean): the gain if all ranks did an equal "
      "part of it at the same time." },
    { "rank", "rank", CELL_INTEGER,
      "The rank with the most of it on the path." },
    { "rank_s", "max", CELL_NS, "Time of that rank on the path." },
};

static const struct table_form forms[] = {
    TABLE_FORM("critical_path", "Critical path", SECTION_WAITS, columns),
};

struct critical_part {
    uint64_t path, all; /* on the path; all ranks, without waits */
    uint32_t rank;      /* rank with the most on the path */
    uint64_t rank_ns;
};

struct critical_path {
    struct activities activities;
    struct critical_part *parts; /* by activity */
};

/* The parts of one activity on different ranks. */
ORDER(by_activity_and_rank, struct path_part, UP(activity) UP(rank));

static void sum_parts(struct critical_path *path, struct path_part *parts,
                      size_t count)
{
    qsort(parts, count, sizeof(*parts), by_activity_and_rank);
    for (size_t i = 0; i < count;) {
        struct critical_part *part = &path->parts[parts[i].activity];
        struct path_part sum = parts[i++];

        while (i < count && by_activity_and_rank(&sum, &parts[i]) == 0)
            sum.ns += parts[i++].ns;
        part->path += sum.ns;
        if (sum.ns <= part->rank_ns)
            continue;
        part->rank_ns = sum.ns;
        part->rank = sum.rank;
    }
}

static enum status follow_path(struct critical_path *path,
                               const struct replay_result *replay)
{
    struct path_part *parts = calloc(replay->path_count + 1, sizeof(*parts));

    path->parts = calloc(path->activities.count + 1, sizeof(*path->parts));
    if (parts == NULL || path->parts == NULL) {
        free(parts);
        return log_fail(STATUS_NO_MEMORY, "critical path");
    }
    for (uint32_t i = 0; i < 2 * replay->site_count; i++)
        path->parts[activities_find(&path->activities, i)].all +=
            replay->activities[i];
    for (size_t i = 0; i < replay->path_count; i++) {
        parts[i] = replay->path[i];
        parts[i].activity =
            activities_find(&path->activities, parts[i].activity);
    }
    sum_parts(path, parts, replay->path_count);
    free(parts);
    return STATUS_OK;
}

static void add_part(struct table *table, const struct scope *scope,
                     const struct critical_path *path, size_t index)
{
    const struct critical_part *part = &path->parts[index];
    uint64_t mean = saturate_near(scope_mean(scope, part->all));

    table_activity(table, scope, &path->activities, index);
    table_number(table, part->path);
    table_real(table,
               scope_share(part->path, scope->profile->replay->path_length));
    TABLE_NUMBERS(table, mean, saturate_less(part->path, mean));
    table_integer(table, part->rank);
    table_number(table, part->rank_ns);
}

static enum status path_fill(struct table *table, const struct scope *scope,
                             const void *state)
{
    const struct critical_path *path = state;

    for (size_t i = 0; i < path->activities.count; i++)
        if (path->parts[i].path > 0)
            add_part(table, scope, path, i);
    table_sort(table, (size_t)table_column(table, "time_s"));
    return STATUS_OK;
}

/* Requires a complete trace. */
static enum status path_finish(void *state, const struct scope *scope,
                               struct report *report)
{
    struct critical_path *path = state;
    const struct replay_result *replay = scope->profile->replay;
    enum status status;

    if (replay == NULL || !scope_is_whole(scope) ||
        replayed_doubt(scope) != NULL)
        return STATUS_OK;
    status = activities_init(&path->activities, scope);
    if (status == STATUS_OK)
        status = follow_path(path, replay);
    return status == STATUS_OK
               ? report_add_filled(report, &forms[0], scope, state, path_fill)
               : status;
}

static void path_clear(void *state)
{
    struct critical_path *path = state;

    activities_clear(&path->activities);
    free(path->parts);
}

const struct analysis critical_path_analysis = {
    .state_size = sizeof(struct critical_path),
    .finish = path_finish,
    .clear = path_clear,
    FORMS(forms),
};
