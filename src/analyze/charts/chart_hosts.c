/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_hosts.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

#define MOST_LINKS (UINT32_C(1) << 21) /* of 32 bytes */

enum status chart_hosts_init(struct chart_hosts *hosts, uint32_t ranks)
{
    *hosts = (struct chart_hosts){ .ranks = ranks };
    hosts->ends = malloc((ranks + 1u) * sizeof(*hosts->ends));
    if (hosts->ends == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    for (uint32_t i = 0; i < ranks; i++)
        hosts->ends[i] = i;
    return STATUS_OK;
}

void chart_hosts_clear(struct chart_hosts *hosts)
{
    FREE_ALL(hosts->ends, hosts->links);
}

void chart_hosts_rank(struct chart_hosts *hosts, uint32_t rank, uint32_t row)
{
    if (rank < hosts->ranks)
        hosts->ends[rank] = CHART_HOST_ROW | row;
}

/* ---- links ---- */

static uint32_t end_of(const struct chart_hosts *hosts, uint32_t end)
{
    return end < hosts->ranks ? hosts->ends[end] : end;
}

static void add_pair(struct chart_pair *sum, const struct chart_pair *add)
{
    sum->messages += add->messages;
    sum->bytes += add->bytes;
    sum->time += add->time;
}

/* Into the matrix, if both its ends are known. */
static bool settle_link(const struct chart_hosts *hosts,
                        struct chart_matrix *matrix, struct chart_link *link)
{
    uint32_t from, to;

    link->from = end_of(hosts, link->from);
    link->to = end_of(hosts, link->to);
    if (!(link->from & link->to & CHART_HOST_ROW))
        return false;
    from = link->from & ~CHART_HOST_ROW;
    to = link->to & ~CHART_HOST_ROW;
    if (from < matrix->side && to < matrix->side)
        add_pair(&matrix->pairs[(size_t)from * matrix->side + to],
                 &link->pair);
    return true;
}

ORDER(by_ends, struct chart_link, UP(from) UP(to));

/* Links with the same ends become one; those that are known now go. */
static void tidy_links(struct chart_hosts *hosts, struct chart_matrix *matrix)
{
    struct chart_link *links = hosts->links;
    size_t waiting = 0, kept = 0;

    for (size_t i = 0; i < hosts->count; i++)
        if (!settle_link(hosts, matrix, &links[i]))
            links[waiting++] = links[i];
    if (waiting > 0)
        qsort(links, waiting, sizeof(*links), by_ends);
    for (size_t i = 0; i < waiting; i++)
        if (kept > 0 && by_ends(&links[kept - 1], &links[i]) == 0)
            add_pair(&links[kept - 1].pair, &links[i].pair);
        else
            links[kept++] = links[i];
    hosts->count = kept;
}

/* At least half of the list is new, so tidying takes little of the time. */
static enum status make_room(struct chart_hosts *hosts,
                             struct chart_matrix *matrix)
{
    if (hosts->count < hosts->room)
        return STATUS_OK;
    tidy_links(hosts, matrix);
    if (hosts->count < hosts->room / 2)
        return STATUS_OK;
    if (2 * hosts->room > MOST_LINKS) {
        hosts->crowded = true;
        return STATUS_OK;
    }
    return array_room(&hosts->links, hosts->count, &hosts->room,
                      sizeof(*hosts->links))
               ? STATUS_OK
               : log_fail(STATUS_NO_MEMORY, "charts");
}

enum status chart_hosts_add(struct chart_hosts *hosts,
                            struct chart_matrix *matrix, uint32_t from,
                            uint32_t to, struct chart_pair pair)
{
    struct chart_link link = { from, to, pair };
    enum status status;

    if (matrix->side == 0 || hosts->crowded || from >= hosts->ranks ||
        to >= hosts->ranks || settle_link(hosts, matrix, &link))
        return STATUS_OK;
    status = make_room(hosts, matrix);
    if (status == STATUS_OK && !hosts->crowded)
        hosts->links[hosts->count++] = link;
    return status;
}

void chart_hosts_give(struct chart_hosts *hosts, struct chart_matrix *matrix)
{
    tidy_links(hosts, matrix);
    if (hosts->crowded)
        matrix->side = 0;
}
