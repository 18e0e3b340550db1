#include "report/charts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

static bool lines_init(struct picture_lines *lines, uint32_t count)
{
    lines->count = count;
    lines->items = calloc(count > 0 ? count : 1, sizeof(*lines->items));
    return lines->items != NULL;
}

static void lines_clear(struct picture_lines *lines)
{
    for (uint32_t i = 0; lines->items != NULL && i < lines->count; i++) {
        free(lines->items[i].bins);
        free(lines->items[i].columns);
        free(lines->items[i].spans);
    }
    free(lines->items);
}

static uint32_t shares(uint32_t count, uint32_t each)
{
    return count / each + (count % each > 0);
}

/* How many neighbours a line has: a power of two, as are the numbers of
 * processors of most hosts. */
static uint32_t each_of(uint32_t count)
{
    uint32_t each = 1;

    while (shares(count, each) > PICTURE_LINES)
        each *= 2;
    return each;
}

static bool matrix_init(struct picture_matrix *matrix, uint32_t side)
{
    matrix->side = side;
    matrix->pairs = calloc((size_t)side * side + 1, sizeof(*matrix->pairs));
    return matrix->pairs != NULL;
}

static bool lines_of_init(struct pictures *own)
{
    own->line_of = malloc((own->rank_count + 1u) * sizeof(*own->line_of));
    for (uint32_t i = 0; own->line_of != NULL && i < own->rank_count; i++)
        own->line_of[i] = PICTURE_NO_LINE;
    return own->line_of != NULL;
}

static bool init(struct pictures *own, uint32_t shown, uint32_t hosts)
{
    uint32_t lines = own->each > 1 ? shares(own->rank_count, own->each)
                                   : shown;
    uint32_t host_lines =
        hosts > 1 ? shares(hosts, own->host_each) : 0;

    own->columns = calloc(own->column_count, sizeof(*own->columns));
    own->sizes = calloc(own->call_count + 1u, sizeof(*own->sizes));
    return lines_of_init(own) && lines_init(&own->by_rank, lines) &&
           lines_init(&own->by_host, own->each > 1 ? host_lines : 0) &&
           matrix_init(&own->matrix, shares(own->rank_count,
                                            own->matrix_each)) &&
           matrix_init(&own->host_matrix, host_lines) &&
           own->columns != NULL && own->sizes != NULL;
}

enum status pictures_create(uint32_t ranks, uint32_t shown, uint32_t calls,
                            uint32_t hosts, struct pictures **out)
{
    struct pictures *own = calloc(1, sizeof(*own));

    if (own == NULL)
        return log_fail(STATUS_NO_MEMORY, "pictures");
    own->rank_count = ranks;
    own->matrix_each = each_of(ranks);
    own->each = shown <= PICTURE_LINES ? 1 : own->matrix_each;
    own->host_each = each_of(hosts);
    own->bins = ranks <= 128 ? PICTURE_BINS : PICTURE_BINS / 2;
    own->call_count = calls;
    own->column_count = calls + 2 * PICTURE_CHOSEN;
    if (!init(own, shown, hosts)) {
        pictures_destroy(own);
        return log_fail(STATUS_NO_MEMORY, "pictures of %u ranks", ranks);
    }
    *out = own;
    return STATUS_OK;
}

static void nodes_clear(struct picture_nodes *nodes)
{
    for (uint32_t i = 0; i < nodes->count; i++) {
        free(nodes->items[i].name);
        free(nodes->items[i].where);
    }
    free(nodes->items);
}

void pictures_destroy(struct pictures *pictures)
{
    if (pictures == NULL)
        return;
    lines_clear(&pictures->by_rank);
    lines_clear(&pictures->by_host);
    for (uint32_t i = 0; pictures->columns && i < pictures->column_count; i++)
        free(pictures->columns[i].name);
    for (uint32_t i = 0; i < pictures->place_count; i++)
        free(pictures->places[i].by_rank);
    for (uint32_t i = 0; i < pictures->host_count; i++)
        free(pictures->hosts[i]);
    nodes_clear(&pictures->regions);
    nodes_clear(&pictures->paths);
    for (uint32_t i = 0; i < pictures->site_count; i++) {
        free(pictures->sites[i].name);
        free(pictures->sites[i].region);
        free(pictures->sites[i].where);
    }
    free(pictures->sites);
    free(pictures->line_of);
    free(pictures->no_closeups);
    free(pictures->columns);
    free(pictures->sizes);
    free(pictures->matrix.pairs);
    free(pictures->host_matrix.pairs);
    free(pictures->places);
    free(pictures->hosts);
    free(pictures->terms);
    free(pictures);
}

/* Neighbours share a line; else those that are shown follow each other. */
uint32_t pictures_place(struct pictures *pictures, uint32_t rank)
{
    uint32_t line = pictures->each > 1 ? rank / pictures->each
                                       : pictures->next_line;

    if (rank >= pictures->rank_count || line >= pictures->by_rank.count)
        return PICTURE_NO_LINE;
    if (pictures->line_of[rank] == PICTURE_NO_LINE) {
        pictures->line_of[rank] = line;
        pictures->next_line++;
    }
    return pictures->line_of[rank];
}

bool pictures_show(const struct pictures *pictures, uint32_t rank)
{
    return rank < pictures->rank_count &&
           pictures->line_of[rank] != PICTURE_NO_LINE;
}

struct picture_line *pictures_line(struct pictures *pictures,
                                   struct picture_lines *lines,
                                   uint32_t index)
{
    struct picture_line *line = &lines->items[index];

    if (line->bins == NULL)
        line->bins = calloc((size_t)pictures->bins * PROFILE_TIMELINE_CLASSES,
                            sizeof(*line->bins));
    if (line->columns == NULL)
        line->columns = calloc(2 * (size_t)pictures->column_count,
                               sizeof(*line->columns));
    return line->bins != NULL && line->columns != NULL ? line : NULL;
}

bool picture_line_add(struct picture_line *line, uint32_t rank)
{
    if (line->span_count > 0 &&
        line->spans[line->span_count - 1].last + 1 == rank) {
        line->spans[line->span_count - 1].last = rank;
        return true;
    }
    if (!array_more(&line->spans, line->span_count, sizeof(*line->spans)))
        return false;
    line->spans[line->span_count++] = (struct picture_span){ rank, rank };
    return true;
}

/* ---- bins ---- */

static void halve(uint64_t *bins, uint32_t count)
{
    uint64_t (*by)[PROFILE_TIMELINE_CLASSES] = (void *)bins;

    for (uint32_t i = 0; i < count / 2; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            by[i][k] = by[2 * i][k] + by[2 * i + 1][k];
    memset(by[count / 2], 0, (count - count / 2) * sizeof(*by));
}

static void double_width(struct pictures *pictures)
{
    struct picture_lines *all[] = { &pictures->by_rank, &pictures->by_host };

    pictures->bin_width *= 2;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < all[k]->count; i++)
            if (all[k]->items[i].bins != NULL)
                halve(all[k]->items[i].bins, pictures->bins);
}

/* false: there is nothing, or more than there is room for. */
static bool make_room(struct pictures *pictures, const struct timeline *from,
                      uint64_t begin)
{
    uint64_t end;

    if (from->time == NULL || from->bins == 0 || from->bin_width == 0 ||
        from->bin_width > UINT64_MAX / 4 / PROFILE_TIMELINE_BINS ||
        begin > UINT64_MAX / 4)
        return false;
    end = begin + from->bins * from->bin_width;
    if (pictures->bin_width == 0)
        pictures->bin_width = (end + pictures->bins - 1) / pictures->bins;
    while (pictures->bin_width * pictures->bins < end)
        double_width(pictures);
    return true;
}

/* What of from..to lies in each bin gets as much of the time. */
static void spread(const struct pictures *pictures, uint64_t *bins, int class,
                   uint64_t from, uint64_t to, uint64_t time)
{
    uint64_t width = pictures->bin_width, left = time, at = from;
    uint32_t last = pictures->bins - 1;

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

void pictures_add_bins(struct pictures *pictures, struct picture_line *line,
                       const struct timeline *from, uint64_t begin)
{
    if (!make_room(pictures, from, begin))
        return;
    for (uint32_t i = 0; i < from->bins; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            if (from->time[i][k] > 0)
                spread(pictures, line->bins, k,
                       begin + i * from->bin_width,
                       begin + (i + 1) * from->bin_width, from->time[i][k]);
}

/* ---- trees ---- */

static char *copy(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

bool picture_nodes_add(struct picture_nodes *nodes, uint32_t parent,
                       const char *name, const char *where)
{
    struct picture_node *node;

    if (!array_more(&nodes->items, nodes->count, sizeof(*nodes->items)))
        return false;
    node = &nodes->items[nodes->count++];
    *node = (struct picture_node){ parent, copy(name), copy(where) };
    return (node->name != NULL) == (name != NULL) &&
           (node->where != NULL) == (where != NULL);
}
