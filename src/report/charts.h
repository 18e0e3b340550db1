/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * charts.h - the data behind the charts of a report.
 *
 * Lines: one for each rank shown, or one per `each' neighbouring ranks if more
 * than CHART_LINES are shown; a second set has one per host, or per
 * `host_each' hosts if there are more than CHART_LINES.  A line sums over
 * its ranks: time by class, time by class in equal bins of the run, time and
 * calls of columns (useful time of a region, an MPI procedure, CPU time of a
 * sampled function).  Where ranks share lines, two more sets have of each line
 * the rank with the most and the least useful time.  The matrix covers all ranks, shown or not, since any of
 * them can be a receiver: `matrix_each' ranks share a row.
 * Units: ns, bytes; times count from the run's start.  Threads: one owner.
 * Memory: charts_destroy(); texts are copied; windows are borrowed.  Errors:
 * only a lack of memory, which is logged.
 */
#ifndef REPORT_CHARTS_H
#define REPORT_CHARTS_H

#include "base/status.h"
#include "model/profile.h"
#include "replay/log/replay_result.h"
#include "report/detail_windows.h"

#define CHART_BINS 512  /* of the first rank; ranks that share lines: half */
#define CHART_CHOSEN 64 /* regions with a column, and sampled functions */
#define CHART_TIMES (PROFILE_TIMELINE_CLASSES + 2)
#define CHART_WHOLE \
    256                   /* rank limit for keeping times of places by
                             * rank */
#define CHART_PLACES 4096 /* limit on places; the longest are kept */
#define CHART_NO_LINE UINT32_MAX

/* Indices of a line's times: classes of the time line, then these.  Useful time
 * includes waits outside MPI here. */
enum {
    CHART_USEFUL = PROFILE_TIMELINE_USEFUL,
    CHART_LENGTH = PROFILE_TIMELINE_CLASSES,
    CHART_RANKS /* number of ranks read */
};

struct chart_span {
    uint32_t first, last; /* world ranks */
};

/* The ranks of a line that have most and least time in a column, among those that
 * had any there. */
struct chart_range {
    uint64_t most, least;
    uint32_t most_rank, least_rank;
    uint32_t seen; /* ranks that had time */
};

struct chart_line {
    struct chart_span *spans; /* its ranks, ascending */
    uint32_t span_count;
    uint32_t host; /* DEFINITION_HOST */
    bool mixed;    /* ranks on several hosts */
    uint64_t times[CHART_TIMES];
    uint64_t *bins;             /* [bins][PROFILE_TIMELINE_CLASSES] */
    uint64_t *columns;          /* time and calls of each column */
    struct chart_range *ranges; /* of each column; NULL: each rank has a line,
                                 * or the line is not of by_rank */
    uint32_t beyond; /* of most and least: ranks of the line by_rank that are
                        * beyond what is usual on that side */
};

struct chart_lines {
    uint32_t count;
    struct chart_line *items; /* a line without ranks has no arrays */
};

#define CHART_FUNCTION PROFILE_TIMELINE_CLASSES

struct chart_column {
    char *name;
    uint8_t class; /* enum call_class; CHART_USEFUL: a region;
                    * CHART_FUNCTION: a function, which has no calls */
    bool used;
};

/* Traffic from one rank, or host, to another. */
struct chart_pair {
    uint64_t messages, bytes, time;
};

struct chart_matrix {
    uint32_t side;            /* 0: no matrix */
    struct chart_pair *pairs; /* [side][side], from and to */
};

/* A place where time was spent: a call path below a region and the procedure
 * it calls; or the useful time of a region; or a sampled call path, with CPU
 * time and samples. */
struct chart_place {
    uint32_t region, path, call; /* call: index into the profile's, or one of
                                  * these */
    uint64_t time, calls, out_bytes, in_bytes;
    uint64_t counters[PROFILE_COUNTERS];
    uint64_t *by_rank; /* of each rank time, calls and the run's counters;
                        * NULL: too many ranks */
    struct chart_waits *waits; /* NULL: none */
};

/* Waiting time of one place, by the trace. */
struct chart_waits {
    uint64_t ns[WAIT_KINDS]; /* waiting time of its calls */
    uint64_t caused; /* waiting time of other ranks that it caused, directly or
                      * through later waits */
};
#define CHART_CALL_USEFUL UINT32_MAX
#define CHART_CALL_SAMPLED (UINT32_MAX - 1)

/* A node of the tree of regions or of call paths; node 0 is the root of
 * both. */
struct chart_node {
    uint32_t parent;
    char *name, *where; /* where: "file.c:12", or NULL */
    bool accelerator;   /* a region that waits for one */
};

struct chart_nodes {
    uint32_t count;
    struct chart_node *items;
};

/* Source location of a single call. */
struct chart_site {
    char *name, *region, *where; /* name NULL: calls of this site are not
                                  * shown */
    uint8_t class;               /* enum call_class */
};

struct chart_term {
    const char *name, *title, *definition; /* static */
};

struct charts {
    uint32_t rank_count, each, host_each; /* ranks, hosts per line */
    uint32_t *line_of; /* line of each rank in by_rank, or CHART_NO_LINE */
    uint32_t next_line;
    uint64_t bin_width;
    uint32_t bins;                     /* bins per line */
    uint32_t call_count, column_count; /* columns: procedures, regions, and
                                        * sampled functions */
    struct chart_column *columns;
    uint64_t (*sizes)[PROFILE_BINS]; /* messages of each procedure by size */
    uint32_t region_total, function_total; /* including those without a
                                            * column */
    struct chart_lines by_rank, by_host;
    struct chart_lines most, least; /* without lines if each is 1 */
    uint64_t
        usual[2]; /* range of useful time of a rank; a rank outside of this
                        * range stands out */
    uint32_t matrix_each;
    struct chart_matrix matrix, host_matrix; /* host_matrix: rows of
                                                * `host_each' hosts */
    struct chart_nodes regions, paths;
    uint32_t place_count;
    struct chart_place *places;
    uint32_t counter_count;
    char *counters[PROFILE_COUNTERS]; /* names */
    uint64_t other_places;            /* total time of places not kept */
    char **hosts;
    uint32_t host_count;
    size_t term_count;
    struct chart_term *terms;
    size_t budget; /* bytes of the page */
    const struct detail_windows
        *detail_windows;     /* NULL: see no_detail_windows */
    char *no_detail_windows; /* reason why there are none; or NULL */
    uint32_t site_count;
    struct chart_site *sites; /* call sites of the windows */
    bool no_messages;         /* messages are hidden */
};

/* shown: number of ranks shown. */
enum status charts_create(uint32_t ranks, uint32_t shown, uint32_t calls,
                          uint32_t hosts, struct charts **out);
void charts_destroy(struct charts *charts); /* NULL does nothing */
/* Clears the charts that only the page of one run shows, so that two fit into a
 * page: matrices, times of columns by line, and of places by rank.  NULL does
 * nothing. */
void charts_thin(struct charts *charts);
/* Assigns a shown rank its line of by_rank and returns the index; call in
 * ascending order of ranks.  CHART_NO_LINE if the rank has none. */
uint32_t charts_place(struct charts *charts, uint32_t rank);
bool charts_show(const struct charts *charts, uint32_t rank);
/* Returns the line with its arrays; NULL without memory. */
struct chart_line *charts_line(struct charts *charts,
                               struct chart_lines *lines, uint32_t index);
/* Adds the time of one more rank. */
void chart_range_add(struct chart_range *range, uint32_t rank, uint64_t time);
/* Adds ranks in ascending order; false without memory. */
bool chart_line_add(struct chart_line *line, uint32_t rank);
/* Adds the time of one rank, whose bins start at `begin' and may have another
 * width; if the run is longer than the lines' bins, all lines get wider
 * bins. */
void charts_add_bins(struct charts *charts, struct chart_line *line,
                     const struct timeline *from, uint64_t begin);
/* Sums the time of a class of the time line in all bins. */
uint64_t timeline_sum(const struct timeline *line, unsigned class);
/* Returns false without memory.  Texts are copied and may be NULL. */
bool chart_nodes_add(struct chart_nodes *nodes, uint32_t parent,
                     const char *name, const char *where);

#endif
