/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_extremes.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"

#define WHISKER 1.5 /* of a box plot, by the length of its box */
#define NEAR 0.02   /* of the run: so near the median nothing stands out */

enum status chart_extremes_init(struct chart_extremes *extremes,
                                const struct charts *charts)
{
    if (charts->each == 1)
        return STATUS_OK;
    extremes->room = charts->rank_count;
    extremes->ranks = calloc(extremes->room + 1u, sizeof(*extremes->ranks));
    return extremes->ranks != NULL ? STATUS_OK
                                   : log_fail(STATUS_NO_MEMORY, "charts");
}

void chart_extremes_clear(struct chart_extremes *extremes)
{
    free(extremes->ranks);
}

/* ---- a rank ---- */

static void line_set(struct charts *charts, struct chart_line *line,
                     const struct rank_times *times,
                     const struct rank_data *rank)
{
    memset(line->bins, 0,
           (size_t)charts->bins * PROFILE_TIMELINE_CLASSES *
               sizeof(*line->bins));
    line->spans[0] = (struct chart_span){ rank->rank, rank->rank };
    line->host = times->host;
    memcpy(line->times, times->class, sizeof(times->class));
    line->times[CHART_USEFUL] = times->useful;
    line->times[PROFILE_TIMELINE_OUTSIDE] =
        timeline_sum(&rank->timeline, PROFILE_TIMELINE_OUTSIDE);
    line->times[CHART_LENGTH] = times->length;
    line->times[CHART_RANKS] = 1;
    charts_add_bins(charts, line, &rank->timeline, rank->begin);
}

/* Keeps the rank if no other is kept, or its useful time is further on that
 * side. */
static enum status keep_extreme(struct charts *charts,
                                struct chart_lines *lines, uint32_t index,
                                const struct rank_times *times,
                                const struct rank_data *rank)
{
    struct chart_line *line = charts_line(charts, lines, index);
    uint64_t before;

    if (line == NULL ||
        (line->span_count == 0 && !chart_line_add(line, rank->rank)))
        return log_fail(STATUS_NO_MEMORY, "charts");
    before = line->times[CHART_USEFUL];
    if (line->times[CHART_RANKS] == 0 ||
        (lines == &charts->most ? times->useful > before
                                : times->useful < before))
        line_set(charts, line, times, rank);
    return STATUS_OK;
}

enum status chart_extremes_add(struct chart_extremes *extremes,
                               struct charts *charts, uint32_t line,
                               const struct rank_times *times,
                               const struct rank_data *rank)
{
    enum status status;

    if (line >= charts->most.count || extremes->count == extremes->room)
        return STATUS_OK;
    extremes->ranks[extremes->count++] =
        (struct chart_extreme_rank){ times->useful, line };
    if (times->length > extremes->longest)
        extremes->longest = times->length;
    status = keep_extreme(charts, &charts->most, line, times, rank);
    return status == STATUS_OK
               ? keep_extreme(charts, &charts->least, line, times, rank)
               : status;
}

/* ---- what is usual ---- */

ORDER(by_useful, struct chart_extreme_rank, UP(useful));

/* The ranks are sorted. */
static double find_quantile(const struct chart_extremes *extremes, double part)
{
    const struct chart_extreme_rank *ranks = extremes->ranks;
    double at = part * (extremes->count - 1);
    uint32_t low = (uint32_t)at;
    uint32_t high = low + 1 < extremes->count ? low + 1 : low;

    return (double)ranks[low].useful +
           (at - low) *
               ((double)ranks[high].useful - (double)ranks[low].useful);
}

static void set_usual(const struct chart_extremes *extremes,
                      struct charts *charts)
{
    double q1 = find_quantile(extremes, 0.25);
    double median = find_quantile(extremes, 0.5);
    double q3 = find_quantile(extremes, 0.75);
    double least = median - NEAR * (double)extremes->longest;
    double most = median + NEAR * (double)extremes->longest;
    double low = q1 - WHISKER * (q3 - q1), high = q3 + WHISKER * (q3 - q1);

    low = low < least ? low : least;
    high = high > most ? high : most;
    charts->usual[0] = low > 0 ? (uint64_t)low : 0;
    charts->usual[1] = (uint64_t)high;
}

static void count_beyond(const struct chart_extremes *extremes,
                         struct charts *charts)
{
    for (uint32_t i = 0; i < extremes->count; i++) {
        const struct chart_extreme_rank *rank = &extremes->ranks[i];

        if (rank->useful > charts->usual[1])
            charts->most.items[rank->line].beyond++;
        if (rank->useful < charts->usual[0])
            charts->least.items[rank->line].beyond++;
    }
}

void chart_extremes_give(struct chart_extremes *extremes,
                         struct charts *charts)
{
    charts->usual[1] = UINT64_MAX; /* nothing stands out */
    if (extremes->count == 0)
        return;
    qsort(extremes->ranks, extremes->count, sizeof(*extremes->ranks),
          by_useful);
    set_usual(extremes, charts);
    count_beyond(extremes, charts);
}
