/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/charts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "model/timebins.h"

/* Bins for ranks that end a little later than the first one: no need to double
 * the width of all. */
#define ROOM_FOR(bins) ((bins) + (bins) / 16)

static bool lines_init(struct chart_lines *lines, uint32_t count)
{
    lines->count = count;
    lines->items = calloc(count > 0 ? count : 1, sizeof(*lines->items));
    return lines->items != NULL;
}

static void lines_clear(struct chart_lines *lines)
{
    for (uint32_t i = 0; lines->items != NULL && i < lines->count; i++) {
        FREE_ALL(lines->items[i].bins, lines->items[i].columns,
                 lines->items[i].ranges, lines->items[i].spans);
    }
    free(lines->items);
}

static uint32_t count_shares(uint32_t count, uint32_t each)
{
    return count / each + (count % each > 0);
}

/* How many neighbours a line has: a power of two, as are the numbers of
 * processors of most hosts. */
static uint32_t each_of(uint32_t count)
{
    uint32_t each = 1;

    while (count_shares(count, each) > CHART_LINES)
        each *= 2;
    return each;
}

static bool matrix_init(struct chart_matrix *matrix, uint32_t side)
{
    matrix->side = side;
    matrix->pairs = calloc((size_t)side * side + 1, sizeof(*matrix->pairs));
    return matrix->pairs != NULL;
}

static bool lines_of_init(struct charts *own)
{
    own->line_of = malloc((own->rank_count + 1u) * sizeof(*own->line_of));
    for (uint32_t i = 0; own->line_of != NULL && i < own->rank_count; i++)
        own->line_of[i] = CHART_NO_LINE;
    return own->line_of != NULL;
}

static bool charts_init(struct charts *own, uint32_t shown, uint32_t hosts)
{
    uint32_t lines =
        own->each > 1 ? count_shares(own->rank_count, own->each) : shown;
    uint32_t host_lines = hosts > 1 ? count_shares(hosts, own->host_each) : 0;

    own->columns = calloc(own->column_count, sizeof(*own->columns));
    own->sizes = calloc(own->call_count + 1u, sizeof(*own->sizes));
    return lines_of_init(own) && lines_init(&own->by_rank, lines) &&
           lines_init(&own->by_host, own->each > 1 ? host_lines : 0) &&
           lines_init(&own->most, own->each > 1 ? lines : 0) &&
           lines_init(&own->least, own->each > 1 ? lines : 0) &&
           matrix_init(&own->matrix,
                       count_shares(own->rank_count, own->matrix_each)) &&
           matrix_init(&own->host_matrix, host_lines) &&
           own->columns != NULL && own->sizes != NULL;
}

enum status charts_create(uint32_t ranks, uint32_t shown, uint32_t calls,
                          uint32_t hosts, struct charts **out)
{
    struct charts *own = calloc(1, sizeof(*own));

    if (own == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    own->rank_count = ranks;
    own->matrix_each = each_of(ranks);
    own->each = shown <= CHART_LINES ? 1 : own->matrix_each;
    own->host_each = each_of(hosts);
    own->bins = ROOM_FOR(own->each == 1 ? CHART_BINS : CHART_BINS / 2);
    own->call_count = calls;
    own->column_count = calls + 2 * CHART_CHOSEN;
    if (!charts_init(own, shown, hosts)) {
        charts_destroy(own);
        return log_fail(STATUS_NO_MEMORY, "charts of %u ranks", ranks);
    }
    *out = own;
    return STATUS_OK;
}

static void nodes_clear(struct chart_nodes *nodes)
{
    for (uint32_t i = 0; i < nodes->count; i++)
        FREE_ALL(nodes->items[i].name, nodes->items[i].where);
    free(nodes->items);
}

static void matrix_clear(struct chart_matrix *matrix)
{
    free(matrix->pairs);
    *matrix = (struct chart_matrix){ 0 };
}

static void lines_thin(struct chart_lines *lines, uint32_t columns)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        struct chart_line *line = &lines->items[i];

        if (line->columns != NULL)
            memset(line->columns, 0, 2 * columns * sizeof(*line->columns));
        if (line->ranges != NULL)
            memset(line->ranges, 0, columns * sizeof(*line->ranges));
    }
}

void charts_thin(struct charts *charts)
{
    if (charts == NULL)
        return;
    matrix_clear(&charts->matrix);
    matrix_clear(&charts->host_matrix);
    lines_thin(&charts->by_rank, charts->column_count);
    lines_thin(&charts->by_host, charts->column_count);
    for (uint32_t i = 0; i < charts->place_count; i++) {
        free(charts->places[i].by_rank);
        charts->places[i].by_rank = NULL;
    }
}

void charts_destroy(struct charts *charts)
{
    if (charts == NULL)
        return;
    lines_clear(&charts->by_rank);
    lines_clear(&charts->by_host);
    lines_clear(&charts->most);
    lines_clear(&charts->least);
    for (uint32_t i = 0; charts->columns && i < charts->column_count; i++)
        free(charts->columns[i].name);
    for (uint32_t i = 0; i < charts->place_count; i++)
        FREE_ALL(charts->places[i].by_rank, charts->places[i].waits);
    for (uint32_t i = 0; i < charts->host_count; i++)
        free(charts->hosts[i]);
    for (uint32_t i = 0; i < charts->counter_count; i++)
        free(charts->counters[i]);
    nodes_clear(&charts->regions);
    nodes_clear(&charts->paths);
    for (uint32_t i = 0; i < charts->site_count; i++) {
        FREE_ALL(charts->sites[i].name, charts->sites[i].region,
                 charts->sites[i].where);
    }
    FREE_ALL(charts->sites, charts->line_of, charts->no_detail_windows,
             charts->columns, charts->sizes);
    matrix_clear(&charts->matrix);
    matrix_clear(&charts->host_matrix);
    FREE_ALL(charts->places, charts->hosts, charts->terms, charts);
}

/* Neighbours share a line; else those that are shown follow each other. */
uint32_t charts_place(struct charts *charts, uint32_t rank)
{
    uint32_t line = charts->each > 1 ? rank / charts->each : charts->next_line;

    if (rank >= charts->rank_count || line >= charts->by_rank.count)
        return CHART_NO_LINE;
    if (charts->line_of[rank] == CHART_NO_LINE) {
        charts->line_of[rank] = line;
        charts->next_line++;
    }
    return charts->line_of[rank];
}

bool charts_show(const struct charts *charts, uint32_t rank)
{
    return rank < charts->rank_count && charts->line_of[rank] != CHART_NO_LINE;
}

struct chart_line *charts_line(struct charts *charts,
                               struct chart_lines *lines, uint32_t index)
{
    struct chart_line *line = &lines->items[index];

    if (line->bins == NULL)
        line->bins = calloc((size_t)charts->bins * PROFILE_TIMELINE_CLASSES,
                            sizeof(*line->bins));
    if (line->columns == NULL)
        line->columns =
            calloc(2 * (size_t)charts->column_count, sizeof(*line->columns));
    if (line->ranges == NULL && charts->each > 1 && lines == &charts->by_rank)
        line->ranges = calloc(charts->column_count, sizeof(*line->ranges));
    return line->bins != NULL && line->columns != NULL &&
                   (line->ranges != NULL || charts->each == 1 ||
                    lines != &charts->by_rank)
               ? line
               : NULL;
}

void chart_range_add(struct chart_range *range, uint32_t rank, uint64_t time)
{
    if (range->seen == 0 || time > range->most) {
        range->most = time;
        range->most_rank = rank;
    }
    if (range->seen == 0 || time < range->least) {
        range->least = time;
        range->least_rank = rank;
    }
    range->seen++;
}

bool chart_line_add(struct chart_line *line, uint32_t rank)
{
    if (line->span_count > 0 &&
        line->spans[line->span_count - 1].last + 1 == rank) {
        line->spans[line->span_count - 1].last = rank;
        return true;
    }
    return ARRAY_ADD(line->spans, line->span_count,
                     (struct chart_span){ rank, rank });
}

/* ---- bins ---- */

static void double_width(struct charts *charts)
{
    struct chart_lines *all[] = { &charts->by_rank, &charts->by_host,
                                  &charts->most, &charts->least };

    charts->bin_width *= 2;
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < all[k]->count; i++)
            if (all[k]->items[i].bins != NULL)
                timebins_halve((void *)all[k]->items[i].bins, charts->bins);
}

/* false: there is nothing, or more than there is room for. */
static bool make_room(struct charts *charts, const struct timeline *from,
                      uint64_t begin)
{
    uint64_t end;

    if (from->time == NULL || from->bins == 0 || from->bin_width == 0 ||
        from->bin_width > UINT64_MAX / 4 / PROFILE_TIMELINE_BINS ||
        begin > UINT64_MAX / 4)
        return false;
    end = begin + from->bins * from->bin_width;
    if (charts->bin_width == 0)
        charts->bin_width = end / (charts->bins / 17 * 16) +
                            (end % (charts->bins / 17 * 16) > 0);
    while (charts->bin_width * charts->bins < end)
        double_width(charts);
    return true;
}

/* The part of from..to that lies in each bin gets as much of the time. */
static void spread_time(const struct charts *charts, uint64_t *bins, int class,
                        uint64_t from, uint64_t to, uint64_t time)
{
    uint64_t width = charts->bin_width, left = time, at = from;
    uint32_t last = charts->bins - 1;

    while (at < to) {
        uint32_t bin = (uint32_t)(at / width < last ? at / width : last);
        uint64_t end = bin == last ? to : (bin + 1) * width;
        uint64_t part = left;

        if (end < to)
            part = (uint64_t)((double)time * (double)(end - at) /
                              (double)(to - from));
        if (end > to)
            end = to;
        part = part < left ? part : left;
        bins[bin * PROFILE_TIMELINE_CLASSES + (unsigned)class] += part;
        left -= part;
        at = end;
    }
}

uint64_t timeline_sum(const struct timeline *line, unsigned class)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < line->bins; i++)
        sum += line->time[i][class];
    return sum;
}

void charts_add_bins(struct charts *charts, struct chart_line *line,
                     const struct timeline *from, uint64_t begin)
{
    if (!make_room(charts, from, begin))
        return;
    for (uint32_t i = 0; i < from->bins; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            if (from->time[i][k] > 0)
                spread_time(charts, line->bins, k, begin + i * from->bin_width,
                            begin + (i + 1) * from->bin_width,
                            from->time[i][k]);
}

/* ---- trees ---- */

static char *copy_text(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

bool chart_nodes_add(struct chart_nodes *nodes, uint32_t parent,
                     const char *name, const char *where)
{
    struct chart_node *node;

    if (!array_more(&nodes->items, nodes->count, sizeof(*nodes->items)))
        return false;
    node = &nodes->items[nodes->count++];
    *node = (struct chart_node){ parent, copy_text(name), copy_text(where),
                                 false };
    return (node->name != NULL) == (name != NULL) &&
           (node->where != NULL) == (where != NULL);
}
