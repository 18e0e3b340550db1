/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_hosts.h - messages between nodes, for charts.
 *
 * The host of a rank is known once the rank has been read: messages to and
 * from ranks read later are kept until then, summed by their other end.
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_HOSTS_H
#define ANALYZE_CHARTS_CHART_HOSTS_H

#include "report/charts.h"

/* An end is a row of the matrix with CHART_HOST_ROW set, or a rank not yet
 * read. */
#define CHART_HOST_ROW (UINT32_C(1) << 31)

struct chart_link {
    uint32_t from, to;
    struct chart_pair pair;
};

struct chart_hosts {
    uint32_t *ends; /* by rank */
    uint32_t ranks;
    struct chart_link *links;
    size_t count, room;
    bool crowded; /* too many links: no matrix */
};

enum status chart_hosts_init(struct chart_hosts *hosts, uint32_t ranks);
void chart_hosts_clear(struct chart_hosts *hosts);
/* Call before adding the messages of that rank. */
void chart_hosts_rank(struct chart_hosts *hosts, uint32_t rank, uint32_t row);
enum status chart_hosts_add(struct chart_hosts *hosts,
                            struct chart_matrix *matrix, uint32_t from,
                            uint32_t to, struct chart_pair pair);
/* Call after the last rank; a missing matrix has side 0. */
void chart_hosts_give(struct chart_hosts *hosts, struct chart_matrix *matrix);

#endif
